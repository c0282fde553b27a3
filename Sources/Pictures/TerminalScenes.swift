import CallsiteCommands
import CallsiteCore
import CallsiteMockDescription
import CallsiteMockEngine
import CallsiteShell
import Foundation

/// Mistakes in a description as `callsite validate` shows them on a terminal: it is run for the picture.
func mistake() throws -> Drawing {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("callsite-picture-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let description = """
        callsite: 1
        api: Pets
        baseURL: https://api.example.com
        authentication: bearer

        endpoints:
          GetPet:
            path: /pets/{id}
            parameters: {ident: Int}
            response: Pte
          ListPets:
            path: /pets
            methd: GET
            response: [Pet]

        models:
          Pet: {id: Int, name: String, tags?: [String]}

        """
    try Data(description.utf8).write(to: folder.appendingPathComponent("pets.yaml"))
    let printed = Printed()
    let environment = Environment(
        workingDirectory: folder.path, variables: ["TERM": "xterm"], isErrorTerminal: true, outputWidth: 100,
        readInput: { _ in .success([]) },
        write: { _, bytes in
            printed.bytes += bytes
            return 0
        })
    let status = CallsiteCommands.run(["validate", "pets.yaml"], in: environment)
    guard status == 1 else {
        throw PictureProblem(description: "the mistakes of the picture are accepted now: status \(status)")
    }
    let picture = TerminalPicture(
        "\u{1B}[2m$\u{1B}[0m callsite validate pets.yaml\n" + String(decoding: printed.bytes, as: UTF8.self),
        title: "Mistakes in a description, shown in a terminal",
        summary:
            "callsite validate reports every mistake at once, each with its file, line and column, the source line with the place marked, and a "
            + "suggested fix.")
    return picture.drawing(columns: 100)
}

/// A mock's log: the requests are asked for the picture.
func mockLog() throws -> Drawing {
    let description = """
        callsite: 1
        api: Shop
        baseURL: https://api.example.com
        authentication: bearer

        endpoints:
          ListOrders:
            path: /orders
            parameters: {limit: Int?}
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
    let reading = readMock(
        SourceSet(main: .init(path: "shop.yaml", bytes: Array(description.utf8))), options: Options())
    guard let json = reading.json else {
        throw PictureProblem(description: "the description of the mock's picture has errors")
    }
    var options = MockEngine.Options()
    options.isStateful = true
    let host = MockHost(MockEngine(try MockDescription(json: json.utf8), options: options))
    let log = MockLog(isJSON: false, isColored: true)
    let credential = (name: "Authorization", value: "Bearer any")
    let questions: [(method: String, target: String, body: String?, hasCredential: Bool)] = [
        ("POST", "/orders", #"{"items":[{"name":"lamp","quantity":2}]}"#, true), ("GET", "/orders/1", nil, true),
        ("GET", "/orders?limit=ten", nil, true),
        ("POST", "/orders", #"{"items":[{"name":"lamp","quantity":"two"}]}"#, true), ("GET", "/orders", nil, false),
        ("DELETE", "/orders/1", nil, true), ("GET", "/orders/1", nil, true), ("GET", "/order", nil, true),
    ]
    for question in questions {
        let request = MockRequest(
            method: question.method, target: question.target,
            headers: (question.hasCredential ? [credential] : [])
                + (question.body == nil ? [] : [("Content-Type", "application/json")]),
            body: question.body.map { Array($0.utf8) })
        let answer = host.answer(request)
        log.add(
            request, answer.response.status, .milliseconds(1), operation: answer.operation, problems: answer.problems,
            delivery: answer.delivery)
    }
    let picture = TerminalPicture(
        "\u{1B}[2m$\u{1B}[0m callsite mock shop.yaml --stateful\nlistening on http://127.0.0.1:4010 (4 operations); Ctrl-C stops\n"
            + log.take().joined(),
        title: "The log of a mock, shown in a terminal",
        summary:
            "callsite mock prints a line for each request, with its status and what is wrong: an order is created, found and deleted, and wrong "
            + "requests are refused with the place of each mistake.")
    return picture.drawing(columns: 100)
}

/// What a run printed.
private final class Printed: @unchecked Sendable { var bytes: [UInt8] = [] }

/// The worked example in a terminal, as a test of its recorded it: `Data/github-browser.txt`.
func githubBrowser(_ root: URL) throws -> Drawing {
    let text = try String(
        contentsOf: root.appendingPathComponent("Sources/Pictures/Data/github-browser.txt"), encoding: .utf8)
    let picture = TerminalPicture(
        text.replacingOccurrences(of: "\u{241B}", with: "\u{1B}"), title: "github-browser in a terminal",
        summary:
            "The example program github-browser shows the issues of a repository: a list with numbers and titles, one row chosen, and the keys at "
            + "the bottom.")
    return picture.drawing(columns: 80)
}
