import CallsiteCore

/// The kinds of things that a document may have and the generated API lacks.
package enum DifferenceKind: String, CaseIterable, Hashable, Sendable {
    case operation, parameter, property, optionality, enumValue, type, mediaType, status, schema, warning
}

/// Which warning explains which difference.
///
/// A warning explains a difference if it is about that kind of thing, and if it points at the place of what is missing:
/// at its key, its value, or at a keyword (`$ref`, `type`, `enum`, `items`, `discriminator`) of a schema that says it.
/// Warnings that leave out a whole thing, or make it any JSON, explain every difference inside it as well.
struct Explanations {
    private enum Reach { case here, inside }

    private static let all: [String: (kinds: Set<DifferenceKind>, reach: Reach)] = {
        let content: Set<DifferenceKind> = [.property, .optionality, .enumValue, .type, .schema]
        var table: [String: (kinds: Set<DifferenceKind>, reach: Reach)] = [:]
        // Schemas that become any JSON, or another type than they declare.
        for id in [
            "unresolved-reference", "reference-cycle", "not-a-schema", "schema-too-deep", "contradictory-schemas",
            "schemas-not-combined",
            "mixed-enum", "unknown-schema-type", "endless-merge", "too-many-bases", "tuple", "array-without-items",
            "alias-of-itself", "alternative-of-itself", "second-additional-properties",
        ] { table[id] = (content.union([.parameter, .status]), .inside) }
        table["integer-too-large"] = ([.enumValue, .type], .here)
        table["merged-union"] = ([.optionality], .here)
        table["infinite-model"] = ([.optionality], .here)
        table["other-form-fields"] = ([.property], .here)
        table["file-or-text"] = ([.type], .here)
        // Parts that are left out.
        for id in ["not-an-operation", "unusable-path", "unresolved-reference", "reference-cycle"] {
            table[id] = (Set(DifferenceKind.allCases), .inside)
        }
        for id in [
            "not-in-the-path", "incomplete-parameter", "list-as-query", "unknown-parameter-place",
            "authorization-parameter", "header-name", "transport-header",
        ] { table[id] = (content.union([.parameter]), .inside) }
        for id in [
            "body-of-get", "other-media-type", "other-multipart", "media-type-not-written", "media-type-not-read",
            "other-response", "body-of-nothing",
        ] {
            table[id] = (content.union([.mediaType]), .inside)
        }
        table["unknown-status"] = (content.union([.status]), .inside)
        return table
    }()

    private struct Position: Hashable {
        var file: Int
        var line: Int32
        var column: Int32
        init(_ place: SourceLocation) { (file, line, column) = (place.file.index, place.line, place.column) }
    }

    private var warnings: [Position: Set<String>] = [:]

    init(_ diagnostics: [Diagnostic]) {
        for diagnostic in diagnostics where Self.all[diagnostic.id] != nil {
            warnings[Position(diagnostic.location), default: []].insert(diagnostic.id)
            for place in diagnostic.repeats { warnings[Position(place), default: []].insert(diagnostic.id) }
        }
    }

    /// Whether a warning at one of these places is about such a difference.
    func explains(_ kind: DifferenceKind, at places: [SourceLocation]) -> Bool {
        places.contains { place in
            (warnings[Position(place)] ?? []).contains { Self.all[$0]?.kinds.contains(kind) ?? false }
        }
    }

    /// Whether a warning at one of these places says that all inside is left out or any JSON.
    func cover(_ places: [SourceLocation]) -> Bool {
        places.contains { place in (warnings[Position(place)] ?? []).contains { Self.all[$0]?.reach == .inside } }
    }
}
