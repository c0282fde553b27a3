import Foundation

/// The pairs of a form, names and values not yet encoded: nested objects as `a[b]`, lists as `lists` says.
///
/// A list of objects or of lists has its elements' positions in the name whatever `lists` says: without them the server
/// could not tell where one element ends. Null is an empty value, or left out.
func formPairs(_ name: String, _ value: WireTree, lists: Endpoint.FormLists, keepsNull: Bool) -> [(String, String)] {
    switch value {
    case .null: return keepsNull ? [(name, "")] : []
    case .scalar(let text): return [(name, text)]
    case .object(let fields):
        return fields.flatMap { formPairs("\(name)[\($0.key)]", $0.value, lists: lists, keepsNull: keepsNull) }
    case .list(let elements):
        return elements.enumerated().flatMap { position, element in
            var name = name
            switch (lists, element) {
            case (_, .list), (_, .object), (.indexed, _): name += "[\(position)]"
            case (.bracketed, _): name += "[]"
            case (.repeated, _): break
            }
            return formPairs(name, element, lists: lists, keepsNull: keepsNull)
        }
    }
}

/// A body in `application/x-www-form-urlencoded`. The value must be an object; `items` are fields with a style of their
/// own.
func formBody(_ value: WireTree, lists: Endpoint.FormLists, items: [RequestWriter.Parameters.Item] = []) throws -> Data
{
    guard case .object(let fields) = value else { throw EncodingFailure("a form's body must be an object") }
    let pairs = fields.flatMap { formPairs($0.key, $0.value, lists: lists, keepsNull: true) }
    let encodedPairs = try pairs.map { formEncoded($0) + "=" + formEncoded($1) } + items.flatMap { try $0.queryItems() }
    return Data(encodedPairs.joined(separator: "&").utf8)
}
