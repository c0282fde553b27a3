// The output of a run, flat and without Swift's names: `callsite-dev corpus` compares it with the document.

import CallsiteCore
import CallsiteSwift

/// A document's nodes, what was generated from them, and what was said about it.
package struct GenerationRecord: Sendable {
    /// By file; nil: the file holds no document.
    package var roots: [Node?]
    package var paths: [String]
    package var isSwagger: Bool
    package var content: GeneratedContent
    package var printed: PrintedContent
    package var diagnostics: [Diagnostic]
}

/// nil: the main file is no OpenAPI or Swagger document.
package func generationRecord(_ sources: SourceSet, options: Options) -> GenerationRecord? {
    var diagnostics = Diagnostics()
    let nodes = parse(sources, &diagnostics)
    guard nodes.format != .native, nodes.documents[0] != nil else { return nil }
    let api = Front(nodes, options, &diagnostics).api(options, &diagnostics)
    let files = lower(api, options.withoutSharing, &diagnostics)
    return GenerationRecord(
        roots: nodes.documents.map { $0?.root }, paths: sources.paths, isSwagger: nodes.format == .swagger,
        content: GeneratedContent(api),
        printed: PrintedContent(files), diagnostics: diagnostics.sorted)
}

/// How much of an API is printed.
package struct PrintedContent: Hashable, Sendable {
    package var requests = 0
    package var types = 0
    package var properties = 0
    package var enumCases = 0
    package var alternatives = 0

    package init() {}
}

extension PrintedContent {
    init(_ files: [SwiftFile]) {
        for file in files {
            requests += file.requests.count
            for request in file.requests { add(request.types) }
            add(file.types)
        }
    }

    private mutating func add(_ types: [SwiftType]) {
        self.types += types.count
        for type in types {
            if let structure = type.structure {
                // The property that keeps unknown fields isn't one of the document's.
                properties += structure.properties.count { $0.knownFields == nil }
                add(structure.types)
            }
            if let union = type.union {
                alternatives += union.cases.count
                add(union.types)
            }
            enumCases += type.enumeration?.cases.count ?? 0
        }
    }
}

/// The requests and types of an API, as far as they are about the wire.
package struct GeneratedContent: Sendable {
    package indirect enum Shape: Hashable, Sendable {
        /// By its name in the native format: `String`, `JSON`, `Void`.
        case scalar(String)
        /// By its index in `types`.
        case named(Int)
        case list(Shape)
        case dictionary(Shape)
        case optional(Shape)
    }

    package struct Property: Sendable {
        package var wireName: String
        package var shape: Shape
        package var isOptional: Bool
        package var isNullable: Bool
        /// It is there even where the wire has none.
        package var hasDefault: Bool
        package var isReadOnly: Bool
        package var isWriteOnly: Bool
        /// The only text that it can be.
        package var constant: String?
    }

    package enum Content: Sendable {
        case object([Property], rest: Shape?)
        case enumeration([String])
        case union([Shape])
        case alias(Shape)
        /// The user's: what it holds is theirs to say.
        case own
    }

    package struct NamedType: Sendable {
        package var name: String
        /// It is a model of its own, not one in place.
        package var isTopLevel: Bool
        package var content: Content
        /// The values of a union's discriminator that lead to its cases.
        package var tags: Set<String> = []
        package var isRead: Bool
        package var isWritten: Bool
        package var place: SourceLocation
    }

    package enum BodyContent: Sendable {
        case fields([Property])
        case whole(Shape, isOptional: Bool)
    }

    package struct Body: Sendable {
        package var content: BodyContent
        /// `json`, `form`, `multipart`, `text` or `binary`.
        package var encoding: String
    }

    package struct Response: Sendable {
        package var shape: Shape
        /// The types of successful statuses that have types of their own; a status is `200` or `2XX`.
        package var cases: [(status: String, shape: Shape)]
        /// `json`, `text` or `binary`.
        package var encoding: String
        package var isStream: Bool
        package var isEvents: Bool
    }

    package struct Endpoint: Sendable {
        package var method: String
        package var path: String
        package var parameters: [(location: String, property: Property)]
        package var body: Body?
        package var response: Response
        /// `404`, `4XX` or `default`.
        package var errors: [(status: String, shape: Shape)]
        /// Fixed headers: `Content-Type`, `Accept`.
        package var headers: [String: String]
        package var place: SourceLocation
    }

    package var endpoints: [Endpoint]
    package var types: [NamedType]
}

extension GeneratedContent {
    init(_ api: API) {
        types = api.types.map { type in
            let content: Content =
                switch type.content {
                case .object(let properties): .object(properties.map(Property.init), rest: type.rest.map(Shape.init))
                case .enumeration(let cases): .enumeration(cases.map(\.wireValue))
                case .union(let union): .union(union.alternatives.map { Shape($0.shape) })
                case .alias(let target): .alias(Shape(target))
                case .own: .own
                case .date: .alias(.scalar(Scalar.string.rawValue))
                }
            var tags: Set<String> = []
            if case .union(let union) = type.content, union.discriminator != nil {
                tags = Set(union.alternatives.compactMap(\.tag))
            }
            return .init(
                name: type.name, isTopLevel: type.owner == .api, content: content, tags: tags,
                isRead: type.usage.contains(.read),
                isWritten: type.usage.contains(.written), place: type.place)
        }
        endpoints = api.endpoints.map { endpoint in
            let response = endpoint.response
            return .init(
                method: endpoint.method, path: endpoint.path.text,
                parameters: endpoint.parameters.map { ($0.location.rawValue, Property($0.property)) },
                body: endpoint.body.map(Body.init),
                response: .init(
                    shape: Shape(response.shape), cases: response.cases.map { ("\($0.status)", Shape($0.shape)) },
                    encoding: "\(response.encoding)", isStream: response.stream != nil,
                    isEvents: response.stream?.isEvents ?? false),
                errors: (endpoint.errors ?? api.errors).map { ("\($0.status)", Shape($0.shape)) },
                headers: Dictionary(endpoint.headers.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }),
                place: endpoint.place)
        }
    }
}

extension GeneratedContent.Shape {
    fileprivate init(_ shape: API.Shape) {
        switch shape {
        case .scalar(let scalar): self = .scalar(scalar.rawValue)
        // Only the native format has type parameters.
        case .typeParameter(let name): self = .scalar(name)
        case .named(let id, _): self = .named(id.index)
        case .list(let element): self = .list(.init(element))
        case .dictionary(let value): self = .dictionary(.init(value))
        case .optional(let wrapped): self = .optional(.init(wrapped))
        }
    }
}

extension GeneratedContent.Property {
    fileprivate init(_ property: API.Property) {
        self.init(
            wireName: property.wireName, shape: .init(property.shape),
            isOptional: property.presence == .optional || property.presence == .optionalNullable,
            isNullable: property.presence == .nullable || property.presence == .optionalNullable,
            hasDefault: property.defaultValue != nil, isReadOnly: property.isReadOnly,
            isWriteOnly: property.isWriteOnly,
            constant: property.isConstant ? property.writtenDefault?.kind.scalarText : nil)
    }
}

extension GeneratedContent.Body {
    fileprivate init(_ body: API.Body) {
        switch body.content {
        case .fields(let properties): content = .fields(properties.map(GeneratedContent.Property.init))
        case .whole(let shape, let isOptional): content = .whole(.init(shape), isOptional: isOptional)
        }
        encoding = body.encoding.rawValue
    }
}
