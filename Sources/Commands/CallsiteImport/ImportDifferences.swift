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
    func report(_ name: String, _ difference: String?, at place: SourceLocation) {
        guard let difference, !reportedPlaces.contains(place) else { return }
        diagnostics.report(.importDiffers(name, difference, at: place))
    }
    let different = differentFiles(original.files, copy.files)
    guard !different.isEmpty else { return }
    let old = original.files.filter { different.contains($0.name) }
    let new = copy.files.filter { different.contains($0.name) }
    let requests = Dictionary(new.flatMap(\.requests).map { ($0.name.name, $0) }) { $1 }
    for request in old.lazy.flatMap(\.requests) {
        let index = original.lowering.endpointNames.firstIndex(of: request.name)
        let place = index.map { api.endpoints[$0].place } ?? api.place
        report(request.name.name, requests[request.name.name].map { difference(request, $0) } ?? missing, at: place)
    }
    let namedTypes = new.flatMap(\.types).compactMap { type in type.declaredName.map { ($0, type) } }
    let types = Dictionary(namedTypes) { $1 }
    for type in old.lazy.flatMap(\.types) {
        guard let name = type.declaredName else { continue }
        let index = api.types.indices.first {
            api.types[$0].owner == .api && original.lowering.typeNames[$0].name == name
        }
        report(
            name, types[name].map { difference(type, $0) } ?? missing,
            at: index.map { api.types[$0].place } ?? api.place)
    }
    report(api.name, difference(original.files.first?.api as Any, copy.files.first?.api as Any), at: api.place)
    if diagnostics.all.allSatisfy({ !["import-differs", "not-imported", "import-refused"].contains($0.id) }) {
        report(
            api.name, "the order of declarations in \(different.sortedByBytes().joined(separator: ", "))",
            at: api.place)
    }
}

/// The names of files that are printed differently, apart from the header that names their source.
private func differentFiles(_ old: [SwiftFile], _ new: [SwiftFile]) -> Set<String> {
    var diagnostics = Diagnostics()
    let templates = TemplateSet(overriding: [], firstFile: 1, &diagnostics)
    func printed(_ files: [SwiftFile]) -> [String: [UInt8]] {
        let files = files.map { file in
            var file = file
            file.header = []
            return file
        }
        let outputs = render(files, with: templates, firstTemplateFile: 1, &diagnostics)
        return Dictionary(zip(files, outputs).map { ($0.name, $1.contents) }) { $1 }
    }
    let (old, new) = (printed(old), printed(new))
    return Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
}

private let missing = "it is missing"

/// The path to the first difference of two values of one type, such as `properties 2 type`; nil if the values are the
/// same.
private func difference(_ a: Any, _ b: Any) -> String? {
    if let a = a as? any Hashable, let b = b as? any Hashable { return AnyHashable(a) == AnyHashable(b) ? nil : "" }
    let (left, right) = (Mirror(reflecting: a), Mirror(reflecting: b))
    guard left.children.count == right.children.count else { return "" }
    if left.children.isEmpty { return "\(a)" == "\(b)" ? nil : "" }
    for (number, (old, new)) in zip(left.children, right.children).enumerated() {
        guard old.label == new.label else { return "" }
        guard let inner = difference(old.value, new.value) else { continue }
        let isPart = left.displayStyle != .optional && left.displayStyle != .enum
        let name = isPart ? old.label ?? String(number + 1) : ""
        return [name, inner].filter { !$0.isEmpty }.joined(separator: " ")
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
