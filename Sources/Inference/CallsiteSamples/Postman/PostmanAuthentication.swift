import CallsiteCore
import CallsiteText

/// How a collection, a folder or a request is authenticated.
enum PostmanAuthentication {
    case inherited
    case known(Description.Authentication)
    /// A description can't say it, for this reason.
    case unknown(String)

    init(_ auth: JSONValue?, _ variables: inout PostmanVariables) {
        guard let type = auth?["type"]?.string, type != "inherit" else {
            self = .inherited
            return
        }
        func field(_ name: String) -> String? {
            // Collection 2.1 has a list, and 2.0 an object.
            let settings = auth?[type]
            let entry = settings?.array?.first { $0["key"]?.string == name }
            return PostmanVariables.text(entry?["value"] ?? settings?[name])
        }
        switch type.lowercased() {
        case "noauth": self = .known(.none)
        case "bearer": self = .known(.bearer)
        case "basic": self = .known(.basic)
        case "oauth2", "jwt":
            self = field("addTokenTo") == "queryParams" ? .known(.query("access_token")) : .known(.bearer)
        case "apikey":
            guard let name = field("key").flatMap({ variables.template($0).value }), !name.isEmpty else {
                self = .unknown("the name of the API key isn't known")
                return
            }
            self = .known(field("in") == "query" ? .query(name) : .header(name))
        default: self = .unknown("authentication '\(Quotation.cut(type))' has no place in a description")
        }
    }
}

extension PostmanAuthentication {
    /// The values of a credential.
    static func secrets(of auth: JSONValue?) -> Set<String> {
        guard let settings = auth?["type"]?.string.flatMap({ auth?[$0] }) else { return [] }
        // Collection 2.1 has a list, and 2.0 an object.
        let entries =
            settings.array?.compactMap { entry in entry["key"]?.string.map { ($0, entry["value"]) } }
            ?? settings.object?.pairs.map { ($0.key, .some($0.value)) } ?? []
        return Set(
            entries.compactMap { key, value in
                let isSecret = ["value", "username"].contains(key) || SecretVariable.isSecret(key, "")
                return isSecret && key != "key" ? PostmanVariables.text(value) : nil
            })
    }
}

extension Description.Authentication {
    /// The credential that a header carries, which may have a variable in it.
    init?(header name: String, _ value: TemplateText) {
        guard name.lowercased() == "authorization", !value.isEmpty else { return nil }
        let start = value.start.lowercased()
        if start.hasPrefix("bearer ") {
            self = .bearer
        } else if start.hasPrefix("basic ") {
            self = .basic
        } else {
            self = .header("Authorization")
        }
    }
}
