// Compares the declarations printed from a document with those printed from its imported description. They should be
// the same, in the same order; each one that differs gets a warning. The comparison covers everything that templates
// see, so nothing has to be listed here.

import CallsiteCore
import CallsitePrinter
import CallsiteSwift

func reportDifferences(
    between original: Lowered, and copy: Lowered, _ losses: Diagnostics, _ diagnostics: inout Diagnostics
) {
    let reportedPlaces = Set(losses.all.map(\.location))
    let api = original.lowering.api
    func report(_ what: String, _ difference: ImportDifference?, at place: SourceLocation) {
        guard let difference, !reportedPlaces.contains(place) else { return }
        diagnostics.report(.importDiffers(what, difference.path, at: place))
    }
    let different = differentFiles(original.files, copy.files)
    guard !different.isEmpty else { return }
    let old = original.files.filter { different.contains($0.name) }
    let new = copy.files.filter { different.contains($0.name) }
    var requests: [String: SwiftRequest] = [:]
    for request in new.lazy.flatMap(\.requests) { requests[request.name.name] = request }
    for request in old.lazy.flatMap(\.requests) {
        let index = original.lowering.endpointNames.firstIndex(of: request.name)
        let place = index.map { api.endpoints[$0].place } ?? api.place
        report(request.name.name, requests[request.name.name].map { difference(request, $0) } ?? .missing, at: place)
    }
    var types: [String: SwiftType] = [:]
    for type in new.lazy.flatMap(\.types) { if let name = type.declaredName { types[name] = type } }
    for type in old.lazy.flatMap(\.types) {
        guard let name = type.declaredName else { continue }
        let index = api.types.indices.first {
            api.types[$0].owner == .api && original.lowering.typeNames[$0].name == name
        }
        report(
            name, types[name].map { difference(type, $0) } ?? .missing,
            at: index.map { api.types[$0].place } ?? api.place)
    }
    report(api.name, difference(original.files.first?.api as Any, copy.files.first?.api as Any), at: api.place)
    if diagnostics.all.allSatisfy({ !["import-differs", "not-imported", "import-refused"].contains($0.id) }) {
        report(
            api.name,
            ImportDifference(path: "the order of declarations in \(different.sortedByBytes().joined(separator: ", "))"),
            at: api.place)
    }
}

/// The names of files that are printed differently, but for the line that says where they come from.
private func differentFiles(_ old: [SwiftFile], _ new: [SwiftFile]) -> Set<String> {
    var diagnostics = Diagnostics()
    let templates = TemplateSet(overriding: [], firstFile: 1, &diagnostics)
    func printed(_ files: [SwiftFile]) -> [String: [UInt8]] {
        let files = files.map { file in
            var file = file
            file.header = []
            return file
        }
        var result: [String: [UInt8]] = [:]
        for (file, output) in zip(files, render(files, with: templates, firstTemplateFile: 1, &diagnostics)) {
            result[file.name] = output.contents
        }
        return result
    }
    let (old, new) = (printed(old), printed(new))
    return Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
}

struct ImportDifference {
    /// The way to what differs, as generated code's parts are called: `properties 2 type`.
    var path: String

    static let missing = ImportDifference(path: "it is missing")
}

/// The first difference of two values of one type; nil: they are the same.
private func difference(_ a: Any, _ b: Any) -> ImportDifference? {
    if let a = a as? any Hashable, let b = b as? any Hashable {
        return AnyHashable(a) == AnyHashable(b) ? nil : ImportDifference(path: "")
    }
    let (left, right) = (Mirror(reflecting: a), Mirror(reflecting: b))
    guard left.children.count == right.children.count else { return ImportDifference(path: "") }
    if left.children.isEmpty { return "\(a)" == "\(b)" ? nil : ImportDifference(path: "") }
    for (number, (one, other)) in zip(left.children, right.children).enumerated() {
        guard one.label == other.label else { return ImportDifference(path: "") }
        guard let inner = difference(one.value, other.value) else { continue }
        let name = left.displayStyle == .optional || left.displayStyle == .enum ? nil : one.label ?? String(number + 1)
        return ImportDifference(
            path: [name, inner.path.isEmpty ? nil : inner.path].compactMap { $0 }.joined(separator: " "))
    }
    return nil
}

extension SwiftType {
    fileprivate var declaredName: String? { (structure?.name ?? enumeration?.name ?? union?.name ?? alias?.name)?.name }
}

extension Diagnostic {
    static func importDiffers(_ what: String, _ path: String, at place: SourceLocation) -> Self {
        .warning(
            "import-differs",
            "'\(what)' is not the same from the imported description" + (path.isEmpty ? "" : ": \(path)"),
            help: "compare what 'callsite generate' writes from both", at: place)
    }
}
