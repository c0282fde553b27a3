/// Makes OpenAPI documents of nothing but rules and chance, which call everything by a few names.
struct OpenAPIMaker {
    var random: Randomness
    let names: [String]
    /// Anything may refer to anything, and a container may be a reference; else the document is legal.
    let isWild: Bool
    let isSwagger: Bool
    /// How many nodes may still be made.
    var room = 120
    /// In front of what is beside the main file.
    var prefix = ""
    /// The files beside the main file.
    private static let files = ["other.yaml", "sub/third.yaml"]
    /// The schemas that a legal document may refer to without describing an endless value.
    var finished: [String] = []

    static func input(isWild: Bool, _ random: inout Randomness) -> FuzzInput {
        let names =
            isWild && random.once(in: 2) ? ["A", "B", "C", "D"] : NameTables.pool(isOdd: random.once(in: 2), &random)
        if !isWild, random.once(in: 8) {
            let tree = documentWithNamesEverywhere("Fuzz", names)
            return FuzzInput(.init("legal.json", Array(tree.text(.json).utf8)))
        }
        var maker = OpenAPIMaker(random: random, names: names, isWild: isWild, isSwagger: isWild && random.once(in: 6))
        let tree = maker.document()
        random = maker.random
        let style = random.choose(DocumentTree.Style.allCases)
        let name = (isWild ? "api" : "legal") + (style == .yaml ? ".yaml" : ".json")
        var input = FuzzInput(.init(name, Array(tree.text(style).utf8)))
        if isWild, random.once(in: 4) {
            // Others that refer back, and to each other.
            for path in Self.files.prefix(random.number(1...Self.files.count)) {
                var other = OpenAPIMaker(random: random, names: names, isWild: true, isSwagger: false)
                other.prefix = path.contains("/") ? "../" : ""
                input.others.append(.init(path, Array(other.document().text(.yaml).utf8)))
                random = other.random
            }
        }
        return input
    }

    // MARK: The document

    mutating func document() -> DocumentTree {
        var paths: DocumentTree = [:]
        for position in 0..<random.number(1...4) {
            let placeholder = random.once(in: 3) ? pathName() : nil
            paths["/p\(position)" + (placeholder.map { "/{\($0)}" } ?? "")] = pathItem(placeholder)
        }
        if isWild, random.once(in: 12) { paths = reference("pathItems") }
        if isSwagger {
            return [
                "swagger": "2.0", "info": ["title": "Fuzz", "version": "1"], "host": "example.com", "paths": paths,
                "definitions": section { $0.schema(0) }, "parameters": section { $0.parameter() },
                "responses": section { $0.response() },
            ]
        }
        // Callbacks and links need operations, which are there already.
        let components: DocumentTree = [
            "schemas": schemas(), "parameters": section { $0.parameter() }, "responses": section { $0.response() },
            "requestBodies": section { $0.body() }, "headers": section { $0.header() },
            "callbacks": section { $0.callback() }, "links": section { $0.link() },
            "pathItems": section { $0.pathItem(nil) }, "examples": section { $0.example() },
        ]
        return [
            "openapi": .text(random.choose(["3.0.3", "3.1.0", "3.2.0"])),
            "info": ["title": .text(name()), "version": "1"],
            "servers": [["url": "https://example.com"]],
            "tags": .list(names.map { ["name": .text($0)] }), "paths": paths, "components": components,
        ]
    }

    mutating func name() -> String { random.choose(names) }

    /// One that can stand in the braces of a path.
    private mutating func pathName() -> String {
        let name = name()
        return !name.isEmpty && name.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 | 0x20 || $0 == 0x5F }
            ? name : "id"
    }

    private mutating func schemas() -> DocumentTree {
        guard !isWild else { return section { $0.schema(0) } }
        var schemas: DocumentTree = [:]
        for name in names where schemas[name] == nil {
            room = max(room, 20)
            schemas[name] = namedSchema()
            finished.append(name)
        }
        return schemas
    }

    /// Each name with something, or with a reference.
    private mutating func section(_ make: (inout OpenAPIMaker) -> DocumentTree) -> DocumentTree {
        if isWild, random.once(in: 25) { return reference("schemas") }
        var section: DocumentTree = [:]
        for name in names where isWild || random.once(in: 2) {
            room = max(room, 8)
            section[name] = make(&self)
        }
        return section
    }

    // MARK: References

    private static let sections = [
        "schemas", "parameters", "responses", "requestBodies", "headers", "callbacks", "links", "pathItems", "examples",
    ]

    /// To something of a section, or, in a wild document, sometimes to anything else.
    mutating func reference(_ section: String) -> DocumentTree {
        let root = isSwagger ? (section == "schemas" ? "#/definitions" : "#/" + section) : "#/components/" + section
        let name = section == "schemas" && !isWild && !finished.isEmpty ? random.choose(finished) : name()
        var pointer = root + "/" + DocumentTree.escaped(name)
        if isWild {
            switch random.below(15) {
            case 0:
                pointer = random.choose([
                    "#", "#/", root, "#/components", "#/paths", "#/nowhere", "", "other.yaml", "#A", "A",
                    "#/info/title",
                ])
            case 1, 14:
                let file = prefix + random.choose(Self.files + ["api.yaml", "api.json"])
                pointer = file + random.choose([pointer, pointer, pointer, ""])
            case 2:
                pointer +=
                    "/"
                    + random.choose([
                        "properties", "items", "allOf/0", "oneOf/0", "schema", "content/application~1json/schema",
                        "$ref",
                    ])
            case 3: pointer += "/properties/" + DocumentTree.escaped(self.name())
            case 4:
                pointer = "#/paths/~1p0/get" + random.choose(["", "/parameters/0", "/responses/200", "/requestBody"])
            case 5: pointer = "#/components/\(random.choose(Self.sections))/" + DocumentTree.escaped(name)
            default: break
            }
        }
        var reference: DocumentTree = ["$ref": .text(pointer)]
        if isWild, random.once(in: 6) { reference["description"] = "beside it" }
        if isWild, random.once(in: 8) { reference["properties"] = [name: schema(3)] }
        if isWild, random.once(in: 12) { reference["allOf"] = [self.reference("schemas")] }
        return reference
    }

    /// Sometimes a reference in place of the thing itself.
    mutating func orReference(_ section: String, _ make: (inout OpenAPIMaker) -> DocumentTree) -> DocumentTree {
        room -= 1
        return isWild && (room <= 0 || random.once(in: 3)) ? reference(section) : make(&self)
    }
}
