/// Configurations, which name parts of a small document: each key with a value that fits, or with one that doesn't.
enum ConfigurationInputs {
    /// The document that the configurations refer to.
    package static let document = """
        openapi: 3.1.0
        info: {title: Pets, version: "1"}
        paths:
          /pets:
            get: {operationId: listPets, tags: [pets], parameters: [{name: page, in: query, schema: {type: integer}}], responses: {"200": {description: ok, content: {application/json: {schema: {type: object, properties: {items: {type: array, items: {$ref: "#/components/schemas/Pet"}}, total: {type: integer}}}}}}}}
            post: {operationId: pets_create, tags: [pets], requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}}, responses: {"201": {description: ok}}}
          /pets/{petId}:
            get: {operationId: getPet, parameters: [{name: petId, in: path, required: true, schema: {type: string}}], responses: {"200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}}}}
        components:
          schemas:
            Pet: {type: object, required: [id], properties: {id: {type: integer}, kind: {type: string, enum: [cat, dog]}, price: {type: number, format: money}, owner: {$ref: "#/components/schemas/Owner"}}}
            Owner: {type: object, properties: {name: {type: string}, pet_ids: {type: array, items: {type: integer}}}}

        """

    static func input(_ seeds: FuzzSeeds, _ random: inout Randomness) -> FuzzInput {
        if !seeds.configurations.isEmpty, random.once(in: 4) {
            var bytes = random.choose(seeds.configurations).bytes
            for _ in 0..<random.number(1...6) { ByteMutations.mutate(&bytes, seeds, &random) }
            return FuzzInput(.init("callsite.yaml", bytes))
        }
        var tree: DocumentTree = ["callsite": 1, "descriptions": [entry(&random)]]
        if random.once(in: 4) {
            let key = random.choose(["access", "strict", "allowOutside", "embedRuntime"])
            tree[key] = value(of: key, &random)
        }
        for _ in 0..<random.below(3) { TreeMutations.mutate(&tree, seeds, &random) }
        var bytes = Array(tree.text(random.choose(DocumentTree.Style.allCases)).utf8)
        if random.once(in: 6) { ByteMutations.mutate(&bytes, seeds, &random) }
        return FuzzInput(.init("callsite.yaml", bytes))
    }

    /// A description, as the configuration lists it.
    static func entry(_ random: inout Randomness) -> DocumentTree {
        var entry: DocumentTree = ["source": "api.yaml", "output": "Generated"]
        for _ in 0..<random.number(1...5) {
            let key = random.choose(keys)
            entry[key] = value(of: key, &random)
        }
        return entry
    }

    private static let keys = [
        "target", "name", "include", "exclude", "formats", "types", "pagination", "access", "namespace", "strict",
        "allowOutside", "embedRuntime", "fixtures", "module", "renames", "naming", "conformances", "reading",
        "keepUnknownFields", "links", "deepLinks", "optional", "success", "authentication", "reconnect",
        "nonexhaustive", "sharing", "modules",
    ]

    /// Parts of the document, and what none of it is called.
    private static let parts = [
        "Pet", "Pet.id", "Pet.kind", "Pet.kind.cat", "Pet.owner", "Owner", "Owner.name", "Owner.pet_ids", "listPets",
        "getPet", "getPet.petId", "pets_create", "listPets.page", "Pet.", ".id", ".", "", "..", "Nothing",
        "Pet.nothing", "Pet.kind.nothing", "all", "*", "Pet.id.id", "pet",
    ]

    private static func name(_ random: inout Randomness) -> String {
        switch random.below(4) {
        case 0: random.choose(NameTables.odd)
        case 1: random.choose(parts)
        case 2: random.choose(["Animal", "B", "C", "x", "y", "id", "Owner", "Pet", "ListPetsRequest", "Array"])
        default: NameTables.plainName(&random)
        }
    }

    private static func names(_ random: inout Randomness) -> DocumentTree {
        .list((0..<random.below(3)).map { _ in .text(name(&random)) })
    }

    private static func filter(_ random: inout Randomness) -> DocumentTree {
        let key = random.choose(["tags", "paths", "operations"])
        let values = ["pets", "/pets/*", "GET /pets", "list*", "*", "**", "", "*a*b*c*", "getPet", "nothing"]
        return [key: .list((0..<random.number(1...3)).map { _ in .text(random.choose(values)) })]
    }

    private static func map(of value: (inout Randomness) -> DocumentTree, _ random: inout Randomness) -> DocumentTree {
        var map: DocumentTree = [:]
        for _ in 0..<random.number(1...4) { map[random.choose(parts)] = value(&random) }
        return map
    }

    /// One of the values for all operations, or rules with them.
    private static func rules(_ values: [DocumentTree], _ random: inout Randomness) -> DocumentTree {
        if random.once(in: 3) { return random.choose(values) }
        var rule = filter(&random)
        rule["use"] = random.choose(values)
        return random.once(in: 2) ? ["apply": [rule]] : ["default": random.choose(values), "apply": [rule]]
    }

    private static func value(of key: String, _ random: inout Randomness) -> DocumentTree {
        switch key {
        case "include", "exclude": return filter(&random)
        case "formats":
            let types: [DocumentTree] = [
                "String", "Int", "Decimal", ["type": "Money", "import": "MoneyKit"], ["type": .text(name(&random))],
                [:],
            ]
            return [random.choose(["money", "uri", "", "x"]): random.choose(types)]
        case "types":
            return map(
                of: { ["type": .text(name(&$0)), "import": .text($0.once(in: 2) ? "Kit" : name(&$0))] }, &random)
        case "pagination":
            let strategy: DocumentTree = [
                "style": .text(random.choose(["page", "cursor", "offset", "link"])),
                "parameter": .text(random.choose(["page", "nothing"])),
                "elements": .text(random.choose(["items", "nothing", "items.id", ""])), "total": "total",
            ]
            var rule = filter(&random)
            rule["use"] = random.choose(["s", strategy, "none", "t"])
            var pagination: DocumentTree = [
                "detect": .plain(random.choose(["on", "off", "maybe"])), "strategies": ["s": strategy], "apply": [rule],
            ]
            if random.once(in: 3) { pagination["default"] = random.choose(["s", strategy, "none", "t"]) }
            return pagination
        case "authentication":
            return rules(
                [
                    "none", "bearer", ["header": "X-Key"], ["none", "bearer"], ["all": ["basic", ["query": "k"]]],
                    ["all": []],
                ], &random)
        case "reconnect": return rules(["always", "never", "afterLoss", "withIDs", "x"], &random)
        case "success":
            return rules(["none", ["id": 1], ["nothing": true], ["name": ["a", .plain("null")]], [:], "x"], &random)
        case "access": return .text(random.choose(["public", "internal", "package", "private"]))
        case "strict", "allowOutside", "embedRuntime", "nonexhaustive", "modules":
            return .plain(random.choose(["true", "false", "warn", "maybe", "[..]"]))
        case "sharing": return .plain(random.choose(["on", "off", "true", "no", "[]"]))
        case "renames": return map(of: { .text(name(&$0)) }, &random)
        case "naming":
            return [
                "operations": .text(random.choose(["byResource", "byID", "x"])), "dropTag": true,
                "dropPrefix": names(&random),
                "patterns": [
                    random.choose(["*", "P*t", "*_*", "**", "", "list*"]): .text(
                        random.choose(["$1", "X$1", "$2", "$", "$9", "", "$1$1$1"]))
                ],
            ]
        case "conformances": return map(of: { names(&$0) }, &random)
        case "reading": return .list([.text(random.choose(["lenientDates", "skippingLists", "x"]))])
        case "keepUnknownFields": return random.once(in: 2) ? "all" : names(&random)
        case "optional": return names(&random)
        case "links":
            return map(
                of: { .list([.text($0.choose(["pets/{petId}", "pets?page={page}", "{petId}", "/", "a/{x}", ""]))]) },
                &random)
        case "deepLinks":
            return [
                "schemes": [.text(random.choose(["app", "https", "a b", ""]))],
                "hosts": [.text(random.choose(["example.com", "a/b", ""]))],
            ]
        default: return .text(name(&random))
        }
    }
}
