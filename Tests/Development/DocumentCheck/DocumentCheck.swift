import CallsiteCore

// Compares the contents of a document, counted from its nodes, with the code generated from it. The contents are found
// here again, without the generator's reader, so that a mistake of the one isn't one of the other.

/// Something that a document says and the generated API doesn't hold, without a warning.
package struct DocumentDifference: Hashable, Sendable {
    package var kind: DifferenceKind
    package var message: String
    package var place: SourceLocation
}

package struct DocumentReport: Sendable {
    /// How many things of each kind the document says.
    package internal(set) var counts: [DifferenceKind: Int] = [:]
    /// How many of them a warning explains.
    package internal(set) var explained: [DifferenceKind: Int] = [:]
    package internal(set) var differences: [DocumentDifference] = []

    package init() {}

    /// In the order of the document.
    package var sorted: [DocumentDifference] {
        differences.sorted { a, b in
            (a.place.file.index, a.place.line, a.place.column, a.message) < (
                b.place.file.index, b.place.line, b.place.column, b.message
            )
        }
    }
}

/// A path with the names of its parameters alone between the braces: `{name}` for `{+name}` and `{name=shelves/*}`.
package func withPathNames(_ path: String) -> String { DocumentCheck.withPathNames(path) }

package func checkDocument(_ record: GenerationRecord) -> DocumentReport {
    var check = DocumentCheck(record)
    check.checkOperations()
    check.checkComponents()
    check.checkIncoming()
    check.checkPrinting(record.printed)
    check.reportUntrueWarnings(record.diagnostics)
    return check.report
}

/// The state that the parts of the check share.
struct DocumentCheck {
    let reader: DocumentReader
    let content: GeneratedContent
    let explanations: Explanations
    let claims: WarningClaims
    var report = DocumentReport()
    /// The types at a place.
    let typesByPlace: [SourceLocation: [Int]]
    /// Comparisons that were begun, so that each is made once and recursive schemas end.
    var compared: Set<Comparison> = []
    /// Differences that were reported already: many paths lead to one schema.
    var told: Set<DocumentDifference> = []
    /// Schemas whose properties and values were counted.
    var counted: Set<Node.ID> = []
    var statements: [[Node.ID]: Statement] = [:]

    struct Comparison: Hashable {
        var schemas: [Node.ID]
        var shape: GeneratedContent.Shape
        var isCovered: Bool
        var direction: Direction
    }

    /// Where a value goes: read-only properties aren't sent, write-only ones aren't received.
    enum Direction: Hashable { case read, written, both }

    init(_ record: GenerationRecord) {
        reader = DocumentReader(record)
        content = record.content
        explanations = Explanations(record.diagnostics)
        claims = WarningClaims(record.diagnostics)
        var types: [SourceLocation: [Int]] = [:]
        for (index, type) in record.content.types.enumerated() { types[type.place.start, default: []].append(index) }
        typesByPlace = types
    }

    /// Whether all that was resolved is printed.
    mutating func checkPrinting(_ printed: PrintedContent) {
        var resolved = PrintedContent()
        resolved.requests = content.endpoints.count
        resolved.types = content.types.count
        for type in content.types {
            switch type.content {
            case .object(let properties, _): resolved.properties += properties.count
            case .union(let alternatives): resolved.alternatives += alternatives.count
            case .enumeration(let cases): resolved.enumCases += cases.count
            case .alias, .own: break
            }
        }
        let place = SourceLocation(file: .main, line: 1, column: 1)
        for (kind, what, all, found) in [
            (DifferenceKind.operation, "requests", resolved.requests, printed.requests),
            (.schema, "types", resolved.types, printed.types),
            (.property, "properties", resolved.properties, printed.properties),
            (.enumValue, "values of enums", resolved.enumCases, printed.enumCases),
            (.type, "alternatives", resolved.alternatives, printed.alternatives),
        ] where found < all {
            differ(kind, "\(all - found) of \(all) \(what) aren't printed", at: place, isCovered: false)
        }
    }

    mutating func count(_ kind: DifferenceKind, _ number: Int = 1) { report.counts[kind, default: 0] += number }

    /// Reports a difference, unless a warning explains it.
    mutating func differ(
        _ kind: DifferenceKind, _ message: String, at place: SourceLocation, or places: [SourceLocation] = [],
        isCovered: Bool
    ) {
        let difference = DocumentDifference(kind: kind, message: message, place: place)
        guard told.insert(difference).inserted else { return }
        if isCovered || explanations.explains(kind, at: [place] + places) {
            report.explained[kind, default: 0] += 1
        } else {
            report.differences.append(difference)
        }
    }

    mutating func statement(_ schemas: [Node]) -> Statement {
        let key = schemas.map(\.id)
        if let known = statements[key] { return known }
        let statement = reader.statement(schemas)
        statements[key] = statement
        return statement
    }

    /// Behind aliases and optionals.
    func resolved(_ shape: GeneratedContent.Shape) -> GeneratedContent.Shape {
        var shape = shape
        for _ in 0..<1000 {
            switch shape {
            case .optional(let wrapped): shape = wrapped
            case .named(let index):
                guard case .alias(let target) = content.types[index].content else { return shape }
                shape = target
            default: return shape
            }
        }
        return shape
    }
}

extension SourceLocation {
    /// The place without its length.
    var start: SourceLocation { SourceLocation(file: file, line: Int(line), column: Int(column)) }
}
