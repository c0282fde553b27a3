import CallsiteCommands
import CallsiteCore
import CallsiteMockDescription
import CallsiteMockEngine

// The mock's log, and what `callsite drift` reports: requests are sent to a mock for each picture.

/// The API of the pictures.
private let shop = """
    callsite: 1
    api: Shop
    baseURL: https://api.example.com
    authentication: bearer

    endpoints:
      ListOrders:
        path: /orders
        parameters: {page: Int?, limit: Int?}
        pagination: {style: page, parameter: page, size: limit}
        response: [Order]
      GetOrder:
        path: /orders/{id}
        parameters: {id: Int}
        response: Order
      CreateOrder:
        method: POST
        path: /orders
        body: {items: [Item]}
        response: {type: Order, status: 201}
      DeleteOrder:
        method: DELETE
        path: /orders/{id}
        parameters: {id: Int}

    models:
      Order: {id: Int, items: [Item]}
      Item: {name: String, quantity: Int}

    """

/// A client's side of the log.
private struct Asked {
    let request: MockRequest

    init(_ method: String, _ target: String, json body: String? = nil, hasCredential: Bool = true) {
        request = MockRequest(
            method: method, target: target,
            headers: (hasCredential ? [("Authorization", "Bearer any")] : [])
                + (body == nil ? [] : [("Content-Type", "application/json")]),
            body: body.map { Array($0.utf8) })
    }

    /// Orders that many lamps.
    static func order(_ quantity: String) -> Asked {
        Asked("POST", "/orders", json: #"{"items":[{"name":"lamp","quantity":\#(quantity)}]}"#)
    }
}

private func log(_ asked: [Asked], faults: [String] = []) throws -> String {
    let reading = readMock(SourceSet(main: .init(path: "shop.yaml", bytes: Array(shop.utf8))), options: Options())
    guard let json = reading.json else {
        throw PictureProblem(description: "the description of the mock's pictures has errors")
    }
    var options = MockEngine.Options()
    options.isStateful = true
    let host = MockHost(
        MockEngine(try MockDescription(json: json.utf8), options: options), faults: faults.compactMap { MockFault($0) })
    let log = MockLog(isJSON: false, isColored: true)
    for asked in asked { log.add(asked.request, host.answer(asked.request), .milliseconds(1)) }
    return "listening on http://127.0.0.1:4010 (4 operations); Ctrl-C stops\n" + log.take().joined()
}

func mockLog() throws -> Drawing {
    let log = try log([
        .order("2"), .order("1"), .order("5"), Asked("GET", "/orders/1"), Asked("GET", "/orders?limit=2"),
        Asked("GET", "/orders?limit=2&page=2"), Asked("GET", "/orders?limit=ten"), .order("\"two\""),
        Asked("GET", "/orders", hasCredential: false), Asked("DELETE", "/orders/1"), Asked("GET", "/orders/1"),
        Asked("GET", "/order"),
    ])
    let picture = TerminalPicture(
        Terminal.prompt + "callsite mock shop.yaml --stateful\n" + log, title: "The log of a mock, shown in a terminal",
        summary:
            "callsite mock prints a line for each request, with its status and what is wrong: orders are created, found, listed in pages and deleted, "
            + "and wrong requests are refused with the place of each mistake.")
    return picture.drawing()
}

/// Responses that fail on purpose.
func mockFaults() throws -> Drawing {
    let faults = ["latency=300ms", "503:retry-after=2:every=3", "cut-body:every=4"]
    let list = Asked("GET", "/orders")
    let log = try log([.order("2"), list, list, list, list, list, list, Asked("GET", "/orders/1")], faults: faults)
    let picture = TerminalPicture(
        Terminal.prompt + "callsite mock shop.yaml --stateful --latency 300ms \\\n"
            + "    --fault 503:retry-after=2:every=3 --fault cut-body:every=4\n" + log,
        title: "The log of a mock with faults, shown in a terminal",
        summary:
            "Every response comes 300 milliseconds late, each third one is a 503 and each fourth one ends amid its body; the log names the faults."
    )
    return picture.drawing()
}

/// A real server that does otherwise than its description.
func drift() throws -> Drawing {
    let json = [(name: "Content-Type", value: "application/json")]
    let recordings = [
        ("/orders/7", 200, #"{"id":"7","items":[{"name":"lamp","quantity":2}],"status":"open"}"#),
        ("/orders?limit=1", 200, #"[{"id":7,"items":[{"name":"lamp"}]}]"#),
        ("/orders/8", 410, #"{"message":"gone"}"#),
    ].map { target, status, body in
        Recording(
            Asked("GET", target).request, url: "https://api.example.com" + target,
            RecordedResponse(status: status, headers: json, body: Array(body.utf8)))
    }
    var files = ["shop.yaml": Array(shop.utf8)]
    for recording in recordings { files["Recordings/\(recording.name)-1.json"] = recording.contents }
    let printed = try Terminal.prints(["drift", "shop.yaml", "Recordings"], files: files, status: 2)
    let picture = TerminalPicture(
        Terminal.prompt + "callsite drift shop.yaml Recordings\n" + printed,
        title: "Differences between a server and its description, shown in a terminal",
        summary:
            "callsite drift names each difference between recorded responses and the description, with the recording and the line of the description."
    )
    return picture.drawing()
}
