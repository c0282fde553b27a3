/// A client's wishes for the mock itself, in `Prefer: code=404, example=NAME, dynamic=true` or the query
/// `?__code=404&__example=NAME`.
struct Preferences: Hashable, Sendable {
    var code: Int?
    var example: String?
    var isDynamic: Bool?

    init(_ request: MockRequest) {
        for part in (request.header("prefer") ?? "").split(whereSeparator: { $0 == "," || $0 == ";" }) {
            if let (name, value) = MockText.parameter(part) { set(name, value) }
        }
        guard let query = request.parts.query, query.contains("__") else { return }
        for item in QueryItems(query).items where item.name.hasPrefix("__") {
            set(String(item.name.dropFirst(2)), PercentEncoding.decoded(item.value, plusIsBlank: true))
        }
    }

    private mutating func set(_ name: String, _ value: String) {
        switch name {
        case "code": if let code = Int(value), 100..<600 ~= code { self.code = code }
        case "example": example = value
        case "dynamic":
            switch value {
            case "true", "1": isDynamic = true
            case "false", "0": isDynamic = false
            default: break
            }
        // Other preferences are for servers (RFC 7240): `return=minimal`.
        default: break
        }
    }
}
