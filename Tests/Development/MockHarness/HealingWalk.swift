import CallsiteMockEngine
import CallsiteText

/// Requests of every operation with the responses that a description allows, as they would be recorded.
package struct HealingWalk {
    package private(set) var exchanges: [RecordedExchange] = []
    private let engine: MockEngine
    private var random: UInt64

    private static let variants = 6

    /// - Parameter mostOperations: How many operations are asked, from all parts of the description.
    package init(_ engine: MockEngine, seed: UInt64, mostOperations: Int = 60) {
        (self.engine, random) = (engine, seed)
        let operations = engine.description.operations
        let step = max(1, operations.count / mostOperations)
        for index in stride(from: 0, to: operations.count, by: step) { add(operations[index]) }
    }

    private mutating func below(_ limit: Int) -> Int {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((random >> 33) % UInt64(max(limit, 1)))
    }

    private mutating func add(_ operation: MockDescription.Operation) {
        let request = engine.exampleRequest(operation)
        let described = Set(operation.responses.compactMap(\.exact))
        for response in operation.responses {
            guard let status = status(of: response, described) else { continue }
            let media = response.content.first { MediaType($0.type)?.isJSON == true }
            guard let media, let schema = media.schema else {
                guard response.content.isEmpty else { continue }
                add(request, status, headers(response, 0), [])
                continue
            }
            var variants = 0..<Self.variants
            while let variant = variants.popFirst() {
                guard let body = value(schema, variant)?.bytes else { continue }
                let type = media.type.contains("*") ? "application/json" : media.type
                add(request, status, headers(response, variant) + [("Content-Type", type)], body)
                // A large value has each kind of value many times, and takes long to make and to judge.
                if body.count > 20_000 { variants = variants.prefix(max(0, 2 - variant)) }
            }
        }
    }

    /// A response that the description doesn't allow isn't one.
    private mutating func add(
        _ request: MockRequest, _ status: Int, _ headers: [(name: String, value: String)], _ body: [UInt8]
    ) {
        let response = RecordedResponse(status: status, headers: headers, body: body)
        let exchange = RecordedExchange(request, url: request.target, response)
        let drift = engine.drift(in: exchange)
        if drift.call != nil, drift.request.isEmpty, drift.response.isEmpty { exchanges.append(exchange) }
    }

    private func status(of response: MockDescription.Response, _ described: Set<Int>) -> Int? {
        if let exact = response.exact { return exact }
        let family = response.status.first?.wholeNumberValue
        let candidates = family.map { [$0 * 100, $0 * 100 + 18, $0 * 100 + 9] } ?? [500, 418, 503]
        return candidates.first { !described.contains($0) }
    }

    private func headers(_ response: MockDescription.Response, _ seed: Int) -> [(name: String, value: String)] {
        response.headers.compactMap { header in
            var options = MakeOptions(seed: UInt64(seed), direction: .response)
            options.name = header.name
            guard header.isRequired || seed == 0, let value = try? header.schema.makeValue(options).get() else {
                return nil
            }
            return (header.name, XMLText.scalar(value))
        }
    }

    // MARK: - Values

    private mutating func value(_ schema: CompiledSchema, _ variant: Int) -> JSONValue? {
        var options = MakeOptions(seed: UInt64(variant) &+ random % 1000, direction: .response)
        options.isFull = variant != 1
        options.usesExamples = variant == 0
        guard var value = try? schema.makeValue(options).get(), schema.isValid(value, direction: .response) else {
            return nil
        }
        guard variant > 1 else { return value }
        // Optional fields are left out, and values become null, where that is allowed.
        for _ in 0..<12 {
            let changed = changed(value, depth: 0)
            if schema.isValid(changed, direction: .response) { value = changed }
        }
        return value
    }

    private mutating func changed(_ value: JSONValue, depth: Int) -> JSONValue {
        switch value {
        case .object(var fields) where !fields.isEmpty && depth < 12:
            let key = fields.keys[below(fields.count)]
            let inner = fields[key] ?? .null
            let isContainer = inner.object?.isEmpty == false || inner.array?.isEmpty == false
            switch below(isContainer ? 6 : 2) {
            case 0: fields[key] = nil
            case 1: fields[key] = .null
            default: fields[key] = changed(inner, depth: depth + 1)
            }
            return .object(fields)
        case .array(var elements) where !elements.isEmpty && depth < 12:
            let index = below(elements.count)
            elements[index] = changed(elements[index], depth: depth + 1)
            return .array(elements)
        default: return .null
        }
    }
}
