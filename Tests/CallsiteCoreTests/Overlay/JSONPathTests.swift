import Foundation
import Fuzzing
import Testing

@testable import CallsiteCore
@testable import CallsiteOverlay

/// Queries by RFC 9535.
@Suite struct JSONPathTests {
    /// The example of the RFC's first chapter, in other words.
    private static let shop = """
        {"shop": {"books": [
            {"kind": "essay", "author": "Ada", "title": "Engines", "price": 9},
            {"kind": "novel", "author": "Bo", "title": "Rain", "price": 13.5, "isbn": "1-2"},
            {"kind": "novel", "author": "Cy", "title": "Sun", "price": 8.5, "isbn": "3-4"}],
          "bicycle": {"color": "red", "price": 399}},
         "x-owner": {"a b": "ü", "it's": true, "": 0}, "limit": 10}
        """

    private static let queries: [(query: String, result: [String])] = [
        ("$.shop.books[*].author", ["Ada", "Bo", "Cy"]),
        ("$..author", ["Ada", "Bo", "Cy"]),
        ("$.shop..price", ["9", "13.5", "8.5", "399"]),
        ("$..books[2].title", ["Sun"]), ("$..books[-1].title", ["Sun"]), ("$..books[9].title", []),
        ("$..books[0,1].title", ["Engines", "Rain"]), ("$..books[:2].title", ["Engines", "Rain"]),
        ("$..books[::-1].title", ["Sun", "Rain", "Engines"]), ("$..books[1:].title", ["Rain", "Sun"]),
        ("$..books[::0].title", []), ("$..books[-2:-1].title", ["Rain"]),
        ("$..books[?@.isbn].title", ["Rain", "Sun"]), ("$..books[?!@.isbn].title", ["Engines"]),
        ("$..books[?@.price < 10].title", ["Engines", "Sun"]),
        ("$..books[?(@.price<$.limit)].title", ["Engines", "Sun"]),
        ("$..books[?@.kind=='novel'&&@.price>=10||@.title == 'Engines'].author", ["Ada", "Bo"]),
        ("$..books[?@.author > 'Ada' && @.author != \"Cy\"].author", ["Bo"]),
        ("$..books[?match(@.isbn, '[0-9]-2')].title", ["Rain"]), ("$..books[?match(@.isbn, '[0-9]')].title", []),
        ("$..books[?search(@.title, 'n')].title", ["Engines", "Rain", "Sun"]),
        ("$..books[?search(@.title, '(')].title", []),
        ("$..books[?length(@.title) == 3].title", ["Sun"]), ("$..books[?count(@.*) > 4].title", ["Rain", "Sun"]),
        ("$..books[?value(@..kind) == 'essay'].title", ["Engines"]), ("$..books[?length(@) == 4].title", ["Engines"]),
        ("$['x-owner']['a b']", ["ü"]), ("$.x-owner['it\\'s']", ["true"]), ("$[\"x-owner\"][\"\"]", ["0"]),
        ("$['x-owner']['\\u0061 b']", ["ü"]), ("$.shop.books[?@.none == @.other].title", ["Engines", "Rain", "Sun"]),
        ("$ .shop [ 'bicycle' , 'none' ] .color", ["red"]), ("$.limit.limit", []), ("$[0]", []),
    ]

    @Test(arguments: queries) func queriesSelect(_ query: String, _ result: [String]) throws {
        let tree = OverlayTree(try #require(Self.document(Self.shop)).root, limit: 1000)
        let nodes = try JSONPath(query).select(in: OverlayNode(tree: tree, index: OverlayTree.root))
        #expect(nodes.map { tree[$0.index].node.text ?? "a collection" } == result)
    }

    private static let mistakes: [(query: String, reason: String, offset: Int)] = [
        ("", "a query begins with '$'", 0), ("paths", "a query begins with '$'", 0),
        ("$.", "a name is missing at the end", 2), ("$./pets", "this name needs brackets and quotes: ['…']", 2),
        ("$.paths[", "a name in quotes, an index, '*' or '?' is missing at the end", 8),
        ("$['a'", "']' is missing at the end", 5),
        ("$['a", "the quote isn't closed", 2), ("$['\\x']", "this escape isn't one of JSON", 3),
        ("$.a ", "' ' has no meaning here", 3),
        ("$['\\uD800']", "half of a surrogate pair is no character", 3),
        ("$[01]", "an integer has no leading zero, and no minus sign before zero", 2),
        ("$[9007199254740993]", "this integer is too large", 2),
        ("$[-9223372036854775808]", "this integer is too large", 2),
        ("$[?@.a == @.*]", "this query may select several nodes, and one value is needed", 10),
        ("$[?1]", "this value must be compared with another", 3),
        ("$[?length(@)]", "this value must be compared with another", 3),
        ("$[?match(@, 'a') == true]", "the result of this function can't be compared", 3),
        ("$[?size(@) == 1]", "there is no function 'size'; there are count, length, match, search and value", 3),
        ("$[?count(@, @) == 1]", "'count' takes one argument", 3), ("$[?count(1) == 1]", "'count' takes a query", 9),
        ("$[?name == 1]", "'name' is neither a literal nor a function; a name of a member begins with '@.'", 3),
        ("$[?!@.a == 1]", "a negated comparison needs parentheses", 4), ("$[?(@.a]", "')' is missing before ']'", 7),
        ("$[?@.a = 1]", "']' is missing before '='", 7),
        ("$[?" + String(repeating: "(", count: 60), "the filter is nested too deeply", 43),
    ]

    @Test(arguments: mistakes) func mistakesHaveAPlace(_ query: String, _ reason: String, _ offset: Int) {
        let problem = #expect(throws: JSONPath.Problem.self) { try JSONPath(query) }
        #expect(problem?.reason.description == reason && problem?.offset == offset, "\(problem as Any)")
    }

    /// Any string is a query or a problem with a place in it, and any query selects in bounded time.
    @Test func anyStringIsReadOrRefused() throws {
        let tree = OverlayTree(try #require(Self.document(Self.shop)).root, limit: 1000)
        let seeds = Self.queries.map { Array($0.query.unicodeScalars) }
        let signs = Array("$@.*[]()'\"?!&|=<>:,-0 9e\\uéa_\u{7F}".unicodeScalars)
        var random = Randomness(seed: 61)
        for _ in 0..<4000 {
            var scalars = seeds[Int.random(in: seeds.indices, using: &random)]
            for _ in 0..<Int.random(in: 1...4, using: &random) where !scalars.isEmpty {
                let place = Int.random(in: scalars.indices, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: scalars.remove(at: place)
                case 1: scalars.insert(signs[Int.random(in: signs.indices, using: &random)], at: place)
                default: scalars[place] = signs[Int.random(in: signs.indices, using: &random)]
                }
            }
            let text = String(String.UnicodeScalarView(scalars))
            do throws(JSONPath.Problem) {
                let query = try JSONPath(text)
                _ = try? query.select(in: OverlayNode(tree: tree, index: OverlayTree.root), steps: 2000)
            } catch {
                #expect((0...scalars.count).contains(error.offset), "\(text)")
            }
        }
    }

    /// A query whose results multiply at each step ends, and says so.
    @Test func aQueryHasABound() throws {
        let nested = String(repeating: "[", count: 80) + String(repeating: "]", count: 80)
        let tree = OverlayTree(try #require(Self.document(nested)).root, limit: 1000)
        let query = try JSONPath("$" + String(repeating: "..*", count: 20))
        #expect(throws: JSONPathLimit.self) {
            try query.select(in: OverlayNode(tree: tree, index: OverlayTree.root), steps: 100_000)
        }
        let deep = try JSONPath(
            "$..[?" + String(repeating: "$..[?", count: 15) + "@.a" + String(repeating: "]", count: 16))
        #expect(throws: JSONPathLimit.self) {
            try deep.select(in: OverlayNode(tree: tree, index: OverlayTree.root), steps: 100_000)
        }
    }

    /// The package's folder.
    static let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }

    static func document(_ json: String) -> YAMLDocument? {
        var diagnostics = Diagnostics()
        return parse(.init(path: "a.json", bytes: Array(json.utf8)), .main, &diagnostics)
    }

    // MARK: - The compliance test suite

    /// The folder of a suite: in `$CALLSITE_SHARED/suites`, or in `../shared/suites` beside the repository.
    static func suite(_ name: String) -> URL? {
        let beside = root.deletingLastPathComponent().appendingPathComponent("shared")
        let shared = ProcessInfo.processInfo.environment["CALLSITE_SHARED"].map { URL(fileURLWithPath: $0) } ?? beside
        let folder = shared.appendingPathComponent("suites/" + name)
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }

    @Test(.enabled(if: suite("jsonpath") != nil)) func complianceTestSuite() throws {
        let file = try #require(Self.suite("jsonpath")).appendingPathComponent("cts.json")
        let json = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
        let cases = try #require(json["tests"] as? [[String: Any]])
        #expect(cases.count >= 703)
        for test in cases {
            let name = test["name"] as? String ?? "", selector = test["selector"] as? String ?? ""
            guard test["invalid_selector"] == nil else {
                #expect(throws: JSONPath.Problem.self, "\(name): \(selector)") { try JSONPath(selector) }
                continue
            }
            func canonical(_ value: Any?) throws -> String {
                let data = try JSONSerialization.data(withJSONObject: try #require(value), options: .fragmentsAllowed)
                let document = try #require(Self.document(String(decoding: data, as: UTF8.self)), "\(name)")
                return document.root.canonical
            }
            let data = try JSONSerialization.data(
                withJSONObject: try #require(test["document"]), options: .fragmentsAllowed)
            let root = try #require(Self.document(String(decoding: data, as: UTF8.self)), "\(name)").root
            let tree = OverlayTree(root, limit: 1_000_000)
            let nodes = try JSONPath(selector).select(in: OverlayNode(tree: tree, index: OverlayTree.root))
            let result = "[" + nodes.map { tree[$0.index].node.canonical }.joined(separator: ",") + "]"
            let expected = try (test["results"] as? [Any] ?? [test["result"] as Any]).map(canonical)
            #expect(expected.contains(result), "\(name): \(selector)")
        }
    }
}

extension JSONPath {
    func select<Node: JSONPathNode>(
        in root: Node, steps: Int = JSONPathLimit.mostSteps
    ) throws(JSONPathLimit) -> [Node] {
        var steps = steps
        return try select(in: root, steps: &steps)
    }
}

extension Node {
    /// The same for equal JSON values.
    var canonical: String {
        if let elements { return "[" + elements.map(\.canonical).joined(separator: ",") + "]" }
        if let pairs {
            return "{" + pairs.map { "\($0.key.text ?? ""):\($0.value.canonical)" }.sorted().joined(separator: ",")
                + "}"
        }
        switch value {
        case .string(let text)?: return "'\(text)'"
        case .integer(let digits)?, .float(let digits)?: return Double(digits).map { "\($0)" } ?? digits
        case .bool(let flag)?: return "\(flag)"
        default: return "null"
        }
    }
}
