/// How a response is sent, beside what it says.
package struct Delivery: Hashable, Sendable {
    package var delay = Duration.zero
    /// There is no response.
    package var drops = false
    /// The connection ends after so many bytes of the body.
    package var cutAfter: Int?
    package var bytesPerSecond: Int?

    package init() {}
}

/// Which faults meet a request, and what they make of its response. `turns` counts the requests that each has met, by its place.
package struct FaultInjection: Sendable {
    package var faults: [MockFault]
    private var turns: [Int] = []
    private var random: UInt64

    package init(_ faults: [MockFault] = [], seed: UInt64) {
        self.faults = faults
        random = seed
    }

    /// The faults of the next request, in their order.
    package mutating func next(for operation: MockDescription.Operation?) -> [MockFault] {
        if turns.count < faults.count { turns += Array(repeating: 0, count: faults.count - turns.count) }
        return faults.indices.compactMap { index in
            let fault = faults[index]
            guard fault.meets(operation) else { return nil }
            if fault.share < 1, unit() >= fault.share { return nil }
            turns[index] += 1
            return turns[index] % fault.turn == 0 ? fault : nil
        }
    }

    /// From 0 up to 1 (SplitMix64).
    private mutating func unit() -> Double {
        random &+= 0x9E37_79B9_7F4A_7C15
        var value = random
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        value ^= value >> 31
        return Double(value >> 11) / Double(UInt64(1) << 53)
    }

    /// A response as faults leave it.
    package mutating func apply(
        _ met: [MockFault], to response: inout MockResponse, of judged: MockEngine.Judged?, _ engine: MockEngine
    ) -> Delivery {
        var delivery = Delivery()
        for fault in met {
            switch fault.kind {
            case .latency(let least, let most): delivery.delay += least + (most - least) * unit()
            case .drop: delivery.drops = true
            case .cutBody: delivery.cutAfter = response.body.count / 2
            case .slowBody(let rate): delivery.bytesPerSecond = rate
            case .status(let status, let retryAfter):
                if let judged {
                    response = engine.error(status, to: judged)
                } else {
                    response = ProblemDetails.response(status, "Fault", detail: "a fault of the mock")
                }
                if let retryAfter { response.set("Retry-After", String(retryAfter)) }
            case .malformedBody:
                response.body = Array(response.body.prefix(max(1, response.body.count - 1 - response.body.count / 4)))
                response.pieces = []
            case .wrongContentType:
                response.set("Content-Type", "text/html; charset=utf-8")
                response.body = Array("<!DOCTYPE html><html><body><h1>Sign in to the network</h1></body></html>".utf8)
                response.pieces = []
            case .wrongType: response.changeType()
            case .repeatedPage, .emptyPage, .linkElsewhere:
                // What isn't a page misleads nobody.
                guard let judged, 200..<300 ~= response.status else { continue }
                response.misleadPaging(fault.kind, judged)
            }
        }
        return delivery
    }
}

extension MockEngine {
    /// The description's own response for a status, or a problem document.
    func error(_ status: Int, to judged: Judged) -> MockResponse {
        guard let response = responder.error(judged.operation, status, orAny: true) else {
            return ProblemDetails.response(status, "Fault", detail: "a fault of the mock")
        }
        var choice = MockResponder.Choice(isDynamic: false, example: nil, seed: options.seed)
        choice.isLenient = true
        var known = KnownBodies()
        return responder.make(response, status: status, judged, choice, &known)
    }
}

extension MockResponse {
    package mutating func set(_ name: String, _ value: String) {
        headers.removeAll { MockText.isSame($0.name, name) }
        headers.append((name, value))
    }

    fileprivate var json: JSONValue? {
        get { try? JSONValue(parsing: body) }
        set {
            guard let newValue else { return }
            body = newValue.bytes
            pieces = []
        }
    }

    /// The first field, by its key, gets a value of another type.
    fileprivate mutating func changeType() {
        guard let value = json else { return }
        json = Self.changed(value, depth: 0)
    }

    private static func changed(_ value: JSONValue, depth: Int) -> JSONValue {
        switch value {
        case .object(var fields):
            guard let first = fields.pairs.first(where: { !$0.value.isNull }), depth < 32 else { return .array([value]) }
            fields[first.key] = changed(first.value, depth: depth + 1)
            return .object(fields)
        case .array(let elements):
            guard let first = elements.first, depth < 32 else { return .object(JSONObject()) }
            return .array([changed(first, depth: depth + 1)] + elements.dropFirst())
        case .string: return .bool(true)
        default: return .object(JSONObject())
        }
    }

    fileprivate mutating func misleadPaging(_ kind: MockFault.Kind, _ judged: MockEngine.Judged) {
        let paging = judged.operation.paging
        guard let style = paging["style"]?.string else { return }
        let own = "http://" + (judged.request.header("host") ?? "localhost") + judged.request.target
        let target = kind == .linkElsewhere ? "https://elsewhere.example/" : own
        if kind == .emptyPage {
            let path = paging["elements"]?.string.map { $0.split(separator: ".").map(String.init) } ?? []
            json = path.isEmpty ? .array([]) : (json ?? .object(JSONObject())).setting(path[...], JSONValue.array([]))
        }
        if style == "link" {
            set("Link", "<\(target)>; rel=\"next\"")
            return
        }
        let parameters = paging["parameter"]?.names ?? []
        for (index, next) in (paging["next"]?.names ?? []).enumerated() {
            let parameter = index < parameters.count ? parameters[index] : nil
            let first = PageCursor.forms(0, for: parameter, of: judged.operation).first
            // A number leads nowhere else.
            if style != "nextURL", kind == .linkElsewhere, first?.string == nil { continue }
            let again: JSONValue? =
                style == "nextURL" || kind == .linkElsewhere
                ? .string(target) : parameter.flatMap { judged.values["query " + $0] } ?? first
            json = json?.setting(next.split(separator: ".").map(String.init)[...], again)
        }
        if let more = paging["hasNext"]?.string { json = json?.setting(more.split(separator: ".").map(String.init)[...], .bool(true)) }
        if let last = paging["isLast"]?.string { json = json?.setting(last.split(separator: ".").map(String.init)[...], .bool(false)) }
    }
}
