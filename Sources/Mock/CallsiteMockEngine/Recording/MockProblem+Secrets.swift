extension MockProblem {
    /// The same without the value of a secret, for logs. The response keeps the value that the client itself has sent.
    package func redacted(_ secrets: Secrets) -> MockProblem {
        let name = pointer.split(separator: "/").last { Int($0) == nil }.map(String.init) ?? ""
        let isSecret =
            switch place {
            case .header, .cookie, .response: secrets.isSecret(header: name) || secrets.isSecret(field: name)
            default: secrets.isSecret(field: name)
            }
        // `expected at least 8 characters, found "12345"`
        let shown =
            isSecret
            ? message.firstRange(of: ", found ").map { message[..<$0.upperBound] + Secrets.mark } ?? message[...]
            : message[...]
        return MockProblem(
            operation: operation, place, pointer, secrets.url(String(shown)), keyword: keyword, rule: rule,
            missing: missing)
    }
}

extension MockDescription {
    /// The names of the description's secrets: keys of its security schemes, and parameters and properties whose format
    /// is `password`.
    package var secretNames: Set<String> {
        var names: Set<String> = []
        for scheme in securitySchemes.values { if case .key(_, let name) = scheme.kind { names.insert(name) } }
        var waiting = [document]
        while let value = waiting.popLast() {
            switch value {
            case .array(let elements): waiting += elements
            case .object(let fields):
                if let name = fields["name"]?.string, fields["schema"]?["format"]?.string == "password" {
                    names.insert(name)
                }
                for (name, schema) in fields["properties"]?.object?.pairs ?? []
                where schema["format"]?.string == "password" {
                    names.insert(name)
                }
                waiting += fields.values
            case .null, .bool, .number, .string: break
            }
        }
        return names
    }
}
