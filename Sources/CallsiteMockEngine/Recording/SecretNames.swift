extension MockDescription {
    /// The names of what the description says is secret: keys of its security schemes, and parameters and properties
    /// whose format is `password`.
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
