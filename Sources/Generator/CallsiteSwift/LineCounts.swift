// Estimates the lines of declarations, to cut long files. An exact count would have to print them.

import CallsiteCore

/// Each declaration is measured once, however often files are cut.
final class LineCounts {
    private let lowering: Lowering
    private var endpoints: [Int?]
    private var types: [Int?]

    init(_ lowering: Lowering) {
        self.lowering = lowering
        endpoints = Array(repeating: nil, count: lowering.api.endpoints.count)
        types = Array(repeating: nil, count: lowering.api.types.count)
    }

    func count(of part: FilePart) -> Int {
        var lines = 0
        for index in part.endpoints { lines += count(ofEndpoint: index) }
        for id in part.models { lines += count(of: id) }
        for shape in part.shapes { lines += count(of: shape.original) }
        for failure in part.failures { lines += 12 + failure.errors.count * 8 }
        return lines
    }

    private func count(ofEndpoint index: Int) -> Int {
        if let known = endpoints[index] { return known }
        let endpoint = lowering.api.endpoints[index]
        var lines = 12 + Self.count(endpoint.documentation) + (endpoint.pagination == nil ? 0 : 8)
        if lowering.sharedFailures[index] == nil { lines += (endpoint.errors ?? []).count * 8 }
        let own = lowering.options.access == .internal ? 2 : 4
        for parameter in endpoint.parameters { lines += own + Self.count(parameter.property.documentation) }
        if case .fields(let fields)? = endpoint.body?.content {
            for field in fields { lines += own + Self.count(field.documentation) }
        }
        lines += count(inside: .endpoint(index))
        endpoints[index] = lines
        return lines
    }

    private func count(of id: API.TypeID) -> Int {
        if let known = types[id.index] { return known }
        let type = lowering.api[id]
        var lines = Self.count(type.documentation)
        switch type.content {
        case .object(let properties):
            lines += 10
            for property in properties { lines += (type.usage == .read ? 2 : 4) + Self.count(property.documentation) }
        case .enumeration(let cases): lines += 18 + cases.count * 3
        case .union(let union): lines += 16 + union.alternatives.count * 6
        case .alias: lines += 2
        case .own, .date: lines += 12
        }
        lines += count(inside: .type(id))
        types[id.index] = lines
        return lines
    }

    private func count(inside owner: API.NamedType.Owner) -> Int {
        var lines = 0
        for id in lowering.nested[owner] ?? [] {
            lines += lowering.shared[id] == nil ? count(of: id) : 2 + Self.count(lowering.api[id].documentation)
        }
        return lines
    }

    private static func count(_ text: String?) -> Int { text.map { $0.utf8.count { $0 == 0x0A } + 1 } ?? 0 }
}
