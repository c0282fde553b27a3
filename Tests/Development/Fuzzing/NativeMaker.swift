/// Makes descriptions in Callsite's own format in which anything may name anything: models themselves, files each
/// other.
struct NativeMaker {
    var random: Randomness
    let names: [String]

    static func input(_ random: inout Randomness) -> FuzzInput {
        let pool =
            random.once(in: 2)
            ? ["A", "B", "C", "D"]
            : (0..<random.number(2...5)).map { _ in
                let name = NameTables.plainName(&random).filter { $0.isLetter || $0.isNumber || $0 == "_" }
                return name.prefix(1).uppercased() + name.dropFirst()
            }
        var maker = NativeMaker(random: random, names: pool)
        let includes = maker.random.once(in: 4)
        var main = maker.document(isMain: true)
        var others: [FuzzInput.File] = []
        if includes {
            main["include"] = ["other.yaml"]
            var other = maker.document(isMain: false)
            other["include"] = .list([
                .text(maker.random.choose(["api.yaml", "other.yaml", "./other.yaml", "../x/other.yaml", "gone.yaml"]))
            ])
            others = [.init("other.yaml", Array(other.text(.yaml).utf8))]
        }
        random = maker.random
        let style: DocumentTree.Style = random.once(in: 4) ? .indentedJSON : .yaml
        return FuzzInput(.init("api.yaml", Array(main.text(style).utf8)), others: others)
    }

    private mutating func name() -> String { random.choose(names) }

    private mutating func document(isMain: Bool) -> DocumentTree {
        var document: DocumentTree = ["callsite": 1]
        if isMain {
            document["api"] = "Fuzz"
            document["baseURL"] = .text(random.choose(["https://example.com", "https://{a}.example.com/{b}", "none"]))
            if random.once(in: 3) { document["variables"] = ["a": "x", "b": .text(random.choose(["y", "{a}", ""]))] }
            if random.once(in: 3) { document["error"] = .text(type(0)) }
            if random.once(in: 6) { document["deepLinks"] = ["schemes": ["app"], "hosts": ["example.com"]] }
        }
        var models: DocumentTree = [:]
        for name in names where isMain || random.once(in: 2) {
            models[name + (random.once(in: 8) ? "<T>" : "")] = model(0)
        }
        var endpoints: DocumentTree = [:]
        for position in 0..<random.number(1...4) { endpoints[isMain ? "E\(position)" : "F\(position)"] = endpoint() }
        document["models"] = models
        document["endpoints"] = endpoints
        if random.once(in: 3) { document["pagination"] = ["s": strategy()] }
        if random.once(in: 3) { document["parameterSets"] = ["set": fields(0), "other": fields(0)] }
        return document
    }

    /// A type as it is written, which names models without asking whether they have such parameters.
    private mutating func type(_ depth: Int) -> String {
        switch random.below(depth > 2 ? 3 : 13) {
        case 0, 1, 7, 8, 9: name()
        case 2:
            random.choose(["Int", "String", "Date", "JSON", "Bool", "Data", "Void", "T", "Decimal", "URL", "Int64"])
        case 3: "[" + type(depth + 1) + "]"
        case 4: "[String: " + type(depth + 1) + "]"
        case 5: type(depth + 1) + "?"
        case 6: name() + "<" + type(depth + 1) + ">"
        case 10: type(depth + 1) + " or null"
        case 11: type(depth + 1) + " | " + type(depth + 1)
        default: type(depth + 1) + " = " + random.choose(["1", "x", "[]", "null", "true", ""])
        }
    }

    private mutating func model(_ depth: Int) -> DocumentTree {
        switch random.below(10) {
        case 0: .text(type(0))
        case 1: [.text(type(0))]
        case 2: ["union": .list((0..<random.number(1...3)).map { _ in shape(depth + 1) })]
        case 3:
            [
                "union": "kind", "cases": ["a": .text(type(1)), "b": .text(name())],
                "otherwise": .text(random.choose(["a", "b", "c"])),
            ]
        case 4: ["enum": .list(names.map { .text($0) })]
        case 5: ["is": .text(type(0))]
        case 6: ["fields": fields(depth + 1), "otherFields": .text(type(1))]
        case 7: ["fields": fields(depth + 1), "description": .text(name())]
        default: fields(depth + 1)
        }
    }

    private mutating func shape(_ depth: Int) -> DocumentTree {
        guard depth < 4 else { return .text(type(1)) }
        switch random.below(6) {
        case 0: return ["fields": fields(depth + 1)]
        case 1: return ["union": .list([shape(depth + 1), .text(type(1))]), "title": .text(name())]
        case 2: return ["enum": ["a", "b"]]
        case 3: return [shape(depth + 1)]
        default: return .text(type(0))
        }
    }

    private mutating func fields(_ depth: Int) -> DocumentTree {
        var fields: DocumentTree = [:]
        for _ in 0..<random.number(0...4) {
            let key = NameTables.plainName(&random) + (random.once(in: 6) ? "?" : "")
            fields[key] = random.once(in: 3) ? field(depth + 1) : .text(type(0))
        }
        return fields
    }

    private mutating func field(_ depth: Int) -> DocumentTree {
        guard depth < 4 else { return .text(type(1)) }
        var field: DocumentTree = random.once(in: 3) ? ["fields": fields(depth + 1)] : ["type": .text(type(0))]
        switch random.below(8) {
        case 0: field["optional"] = true
        case 1: field["nullable"] = true
        case 2: field["default"] = .plain(random.choose(["1", "[]", "{}", "null", "x"]))
        case 3: field["constant"] = .plain(random.choose(["1", "x", "true"]))
        case 4: field["wire"] = .text(name())
        case 5: field["name"] = .text(name())
        case 6: field["readOnly"] = true
        default: break
        }
        return field
    }

    private mutating func endpoint() -> DocumentTree {
        var endpoint: DocumentTree = [
            "path": .text(random.choose(["/a", "/a/{id}", "/a/{b}/{c}", "/{id}.json", "/a?x={id}"]))
        ]
        if random.once(in: 2) { endpoint["response"] = random.once(in: 3) ? response() : .text(type(0)) }
        if random.once(in: 2) { endpoint["parameters"] = fields(2) }
        if random.once(in: 3) {
            endpoint["method"] = .text(random.choose(["POST", "PUT", "PATCH"]))
            endpoint["body"] = random.once(in: 2) ? .text(type(0)) : fields(2)
            if random.once(in: 4) {
                endpoint["body"] = [
                    "model": .text(name()), "encoding": .text(random.choose(["multipart", "form", "json"])),
                ]
            }
        }
        if random.once(in: 5) { endpoint["use"] = ["set"] }
        if random.once(in: 4) { endpoint["pagination"] = random.once(in: 2) ? "s" : strategy() }
        if random.once(in: 6) { endpoint["links"] = .list([.text(random.choose(["a/{id}", "a/{b}?c={c}", "{x}"]))]) }
        if random.once(in: 6) { endpoint["errors"] = ["404": .text(type(0)), "5XX": .text(type(1))] }
        if random.once(in: 6) { endpoint["tag"] = .text(name()) }
        return endpoint
    }

    private mutating func response() -> DocumentTree {
        switch random.below(4) {
        case 0: ["stream": .text(type(1)), "encoding": .text(random.choose(["sse", "ndjson"]))]
        case 1: ["cases": ["200": .text(type(1)), "202": .text(type(1))]]
        case 2: ["fields": fields(2), "headers": ["X-A": "String?"]]
        default: ["type": .text(type(0)), "status": 201, "optional": true]
        }
    }

    private mutating func strategy() -> DocumentTree {
        var strategy: DocumentTree = ["style": .text(random.choose(["cursor", "page", "offset", "link", "key"]))]
        if random.once(in: 2) { strategy["parameter"] = .text(random.choose(["page", "cursor", "id"])) }
        if random.once(in: 2) { strategy["next"] = .text(random.choose(["next", "a.b.c", "links.next"])) }
        if random.once(in: 2) { strategy["elements"] = .text(random.choose(["items", "data.items", "a"])) }
        if random.once(in: 4) { strategy["default"] = true }
        if random.once(in: 4) { strategy["continue"] = .text(random.choose(["E0", "E1", "E2"])) }
        if random.once(in: 6) { strategy["use"] = "s" }
        return strategy
    }
}
