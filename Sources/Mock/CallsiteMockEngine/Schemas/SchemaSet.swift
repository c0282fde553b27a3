/// How keywords are read.
package enum SchemaDialect: Hashable, Sendable {
    /// OpenAPI 3.1 and 3.2.
    case draft202012
    /// `nullable`, `exclusiveMinimum` as a flag, one schema in `items`; `$ref` hides what is beside it. `nullable:
    /// true` allows null whatever else the schema says, as most documents mean it (also beside `enum` and `allOf`).
    case openAPI30
    case draft4
}

/// All schemas of a document, compiled when the first is used. `$ref`s point into the document: JSON pointers, `$id`s,
/// `$anchor`s.
///
/// The schemas below `/components/schemas`, `/schemas`, `/$defs` and `/definitions`, and all that they refer to, are
/// compiled together. Any other schema is compiled on its own each time it is requested, and shares those: keep the
/// result.
package struct SchemaSet: Sendable {
    /// The definitions that every schema shares.
    private let definitions: Lazy<SchemaProgram>
    private let options: SchemaCompiler.Options

    /// The parts that aren't checked or can't be read, and why: patterns that aren't supported, unresolved references.
    package var notes: [String] { definitions.value.notes }

    /// - Parameter checksFormats: whether `format` is more than a note.
    package init(document: JSONValue, dialect: SchemaDialect, checksFormats: Bool = true) {
        let options = SchemaCompiler.Options(document: document, dialect: dialect, checksFormats: checksFormats)
        self.options = options
        definitions = Lazy {
            var compiler = SchemaCompiler(options, base: nil)
            compiler.compileDefinitions()
            return compiler.finish()
        }
    }

    /// The schema at a JSON pointer of the document, such as `/schemas/Pet`; `""` is the document itself. If there is
    /// nothing, the schema refuses every value and says why.
    package func schema(at pointer: String) -> CompiledSchema {
        CompiledSchema(
            compiled: Lazy { [definitions, options] in
                let program = definitions.value
                if let place = program.place(at: pointer), let node = program.nodeOfPlace[place] {
                    return (program, node)
                }
                var compiler = SchemaCompiler(options, base: program)
                let node = compiler.compile(pointer: pointer)
                return (compiler.finish(), node)
            })
    }

    /// A schema by value, whose `$ref`s point into the document.
    package func schema(_ value: JSONValue) -> CompiledSchema {
        CompiledSchema(
            compiled: Lazy { [definitions, options] in
                var compiler = SchemaCompiler(options, base: definitions.value)
                let node = compiler.compile(value)
                return (compiler.finish(), node)
            })
    }
}

/// A schema that can check and make values. It is compiled when it is first used.
package struct CompiledSchema: Sendable {
    fileprivate let compiled: Lazy<(SchemaProgram, Int)>

    var program: SchemaProgram { compiled.value.0 }
    var root: Int { compiled.value.1 }

    /// The parts that aren't checked, and why.
    package var notes: [String] { program.notes }
}

/// Whether a value is sent or received. In a request, `readOnly` properties aren't required, and are a mistake if
/// present; in a response, `writeOnly` ones.
package enum SchemaDirection: Hashable, Sendable {
    case request, response, any
}

/// A mistake in a value.
package struct SchemaMistake: Hashable, Sendable {
    /// A JSON pointer into the value: "/items/0/quantity".
    package let instance: String
    /// "type"
    package let keyword: String
    /// A JSON pointer to the keyword, in the document or in the schema that was given by value.
    package let schema: String
    /// 'expected an integer, found "two"'
    package let message: String
    /// The types that are allowed, if the value has another one.
    var expectedTypes: SchemaTypes?
    /// The name of the property that is missing.
    var missing: String?
}

/// A compiled document, or an addition to one. Immutable.
final class SchemaProgram: Sendable {
    struct Place: Sendable {
        let parent: Int
        let token: String
        let value: JSONValue
        /// The base URI of relative references.
        var base: String
        /// The place at which JSON pointers of references begin.
        var resource: Int
    }

    struct PlaceKey: Hashable, Sendable {
        let parent: Int
        let token: ExactString
    }

    let base: SchemaProgram?
    let firstPlace: Int
    let firstNode: Int
    let places: [Place]
    let placeIDs: [PlaceKey: Int]
    let nodeOfPlace: [Int: Int]
    let nodes: [SchemaNode]
    let notes: [String]
    let identifiers: [String: Int]

    init(
        base: SchemaProgram?, places: [Place], placeIDs: [PlaceKey: Int], nodeOfPlace: [Int: Int], nodes: [SchemaNode],
        notes: [String], identifiers: [String: Int]
    ) {
        self.base = base
        firstPlace = base.map { $0.firstPlace + $0.places.count } ?? 0
        firstNode = base.map { $0.firstNode + $0.nodes.count } ?? 0
        self.places = places
        self.placeIDs = placeIDs
        self.nodeOfPlace = nodeOfPlace
        self.nodes = nodes
        self.notes = notes
        self.identifiers = identifiers
    }

    @inline(__always) func node(_ index: Int) -> SchemaNode {
        if index >= firstNode { return nodes[index - firstNode] }
        return base?.node(index) ?? .refusing
    }

    func place(_ index: Int) -> Place? { index >= firstPlace ? places[index - firstPlace] : base?.place(index) }

    /// The place of a pointer, if something was compiled there.
    func place(at pointer: String) -> Int? {
        guard var place = firstPlace == 0 && !places.isEmpty ? 0 : nil, let tokens = JSONPointer.tokens(pointer) else {
            return nil
        }
        for token in tokens {
            guard let next = placeIDs[PlaceKey(parent: place, token: ExactString(token))] else { return nil }
            place = next
        }
        return place
    }

    func pointer(_ index: Int) -> String {
        var tokens: [String] = []
        var index = index
        while let place = place(index), place.parent >= 0 {
            tokens.append(place.token)
            index = place.parent
        }
        return tokens.reversed().map { "/" + JSONPointer.escaped($0) }.joined()
    }
}
