import CallsiteRuntime
import Foundation
import Testing
import Waiting

private let ticket = #"""
    {"number":7,"title":"T","extra":{"a":[1,{"b":[]}]},"owner":{"login":"a","id":9007199254740993,"site":"https://x.test/?q=1"},
    "labels":["x","y"],"note":null,"color":null,"due":"2024-02-29","changed_at":"2024-01-02T03:04:05.678+09:00","state":"brand-new"}
    """#

@Suite("Models")
struct ModelTests {
    /// Both ways to read: the runtime's own and any `Decoder`.
    enum Backend: CaseIterable {
        case tape, decoder

        func read<T: WireDecodable>(_ json: String, as type: T.Type = T.self) throws -> T {
            switch self {
            case .tape: try decodeJSON(from: Data(json.utf8))
            case .decoder: try JSONDecoder().decode(T.self, from: Data(json.utf8))
            }
        }
    }

    @Test(arguments: Backend.allCases)
    func everyField(_ backend: Backend) throws {
        let value = try backend.read(ticket, as: Ticket.self)
        #expect(value.number == 7 && value.title == "T" && value.labels == ["x", "y"] && value.note == nil)
        #expect(value.owner == Account(login: "a", id: 9_007_199_254_740_993, site: URL(string: "https://x.test/?q=1")))
        #expect(value.color == .null && value.due == CalendarDate(year: 2024, month: 2, day: 29))
        #expect(value.changedAt == Date(timeIntervalSince1970: 1_704_132_245.678))
        #expect(value.state == .unrecognized("brand-new"))
    }

    @Test("absent fields: an error, nil, the default, unchanged", arguments: Backend.allCases)
    func absentFields(_ backend: Backend) throws {
        let value = try backend.read(
            #"{"note":"n","owner":{"id":1,"login":"a"},"title":"T","number":7,"labels":null}"#, as: Ticket.self)
        #expect(value == Ticket(number: 7, title: "T", owner: Account(login: "a"), note: "n"))
    }

    @Test("generic models, lists, dictionaries, recursion", arguments: Backend.allCases)
    func generics(_ backend: Backend) throws {
        #expect(try backend.read(#"{"items":["a"]}"#, as: Paged<String>.self).items == ["a"])
        #expect(try backend.read(#"{"items":[[1],[]]}"#, as: Paged<[Int]>.self).items == [[1], []])
        #expect(try backend.read(#"{"items":[1,null]}"#, as: Paged<Int?>.self).items == [1, nil])
        #expect(
            try backend.read(#"{"items":[{"a":"2024-01-01T00:00:00Z"}]}"#, as: Paged<[String: Date]>.self).items[0][
                "a"]?
                .timeIntervalSince1970 == 1_704_067_200)
        let comment = try backend.read(
            #"{"text":"a","parent":{"text":"b","parent":{"text":"c","parent":null}}}"#, as: Comment.self)
        #expect(comment == Comment(text: "a", parent: Comment(text: "b", parent: Comment(text: "c"))))
        let tagged = try backend.read(#"{"x":1,"id":2,"y":[true]}"#, as: Tagged.self)
        #expect(tagged.id == 2 && tagged.others == ["x": 1, "y": [true]])
    }

    @Test("a union with a discriminator keeps what it doesn't know", arguments: Backend.allCases)
    func discriminator(_ backend: Backend) throws {
        let values = try backend.read(
            #"[{"ref":"main","type":"push"},{"type":"account","login":"a","id":1},{"type":"new","x":1},{"x":2},{"type":null},{"type":3}]"#,
            as: Paged2<Happening>.self
        ).list
        #expect(
            values == [
                .push(Push(ref: "main")), .account(Account(login: "a")), .unrecognized(["type": "new", "x": 1]),
                .unrecognized(["x": 2]), .unrecognized(["type": nil]), .unrecognized(["type": 3]),
            ])
    }

    @Test("a discriminator may be a number or a Boolean, however it is written", arguments: Backend.allCases)
    func discriminatorOfOtherTypes(_ backend: Backend) throws {
        struct Kind: WireDecodable, Equatable {
            var text: String?
            init(from value: borrowing WireValue) throws { text = try value.discriminator("type") }
        }
        let values = try backend.read(
            #"[{"type":10},{"type":10.0},{"type":1e1},{"type":-3},{"type":2.5},{"type":9007199254740993},{"type":true},{"type":[]}]"#,
            as: Paged2<Kind>.self
        ).list
        #expect(values.map(\.text) == ["10", "10", "10", "-3", "2.5", "9007199254740993", "true", nil])
    }

    @Test("a discriminator needs an object")
    func discriminatorOfNull() {
        #expect(failure { _ = try read("[null]", as: [Happening].self) } == "/0: expected an object, found null")
    }

    @Test("a union by what fits best", arguments: Backend.allCases)
    func bestFit(_ backend: Backend) throws {
        let values = try backend.read(
            #"["s",{"ref":"r"},{"login":"a","id":1,"ref":"r"},{"login":"a","id":1,"site":null},[1,2],[],{"a":1},["x"],3,null]"#,
            as: Paged2<Owner>.self
        ).list
        #expect(
            values == [
                .string("s"), .push(Push(ref: "r")), .account(Account(login: "a")), .account(Account(login: "a")),
                .list([1, 2]), .list([]), .map(["a": 1]), .unrecognized(["x"]), .unrecognized(3), .unrecognized(nil),
            ])
    }

    /// The keys say nothing of these: a field does, where it is there.
    @Test("a union whose alternatives are known by an optional field", arguments: Backend.allCases)
    func markedShapes(_ backend: Backend) throws {
        struct Choice: WireDecodable {
            let position: Int
            init(from value: borrowing WireValue) throws {
                let fields = WireShape.object(required: [], optional: ["type", "id"])
                position = value.bestFit([
                    fields.having("type", "users"), fields.having("type", "4"),
                    .object(required: ["id"], optional: ["note"]), .list(fields.having("type", "users")),
                    .list(fields.having("type", "monitors")), .dictionary,
                ])
            }
        }
        let table: [(json: String, position: Int)] = [
            (#"{"type":"users","id":1}"#, 0), (#"{"id":1,"type":4}"#, 1), (#"{"type":4.0}"#, 1),
            (#"{"type":"4","x":1,"y":2}"#, 1),
            // Without the field its keys decide, and so where it is null, or no scalar.
            (#"{"id":1}"#, 0), (#"{}"#, 0), (#"{"type":null}"#, 0), (#"{"type":[1]}"#, 0),
            // Another value is something else.
            (#"{"type":"dogs","id":1}"#, 2), (#"{"type":"dogs"}"#, 5), (#"[{"type":"monitors"}]"#, 4),
            (#"[{"id":1}]"#, 3), (#"[{"type":"dogs"}]"#, -1), (#""users""#, -1),
        ]
        for (json, position) in table {
            let choice = try backend.read("[\(json)]", as: Paged2<Choice>.self).list[0]
            #expect(choice.position == position, "\(json)")
        }
    }

    /// Statistics of two versions: the keys are the same, the types aren't.
    @Test("of alternatives with the same keys the first that can be decoded is taken", arguments: Backend.allCases)
    func triedShapes(_ backend: Backend) throws {
        struct Texts: DecodableModel {
            let behind: String
            init(from fields: inout FieldReader) throws { behind = try fields["behind"] }
        }
        struct Numbers: DecodableModel {
            let behind: Int
            init(from fields: inout FieldReader) throws { behind = try fields["behind"] }
        }
        struct Choice: WireDecodable {
            let position: Int
            init(from value: borrowing WireValue) throws {
                let fields = WireShape.object(required: ["behind"], optional: ["note"])
                position = value.bestFit([
                    fields.tried(as: Texts.self), fields.tried(as: Numbers.self),
                    WireShape.object(required: ["behind"], optional: ["lag"]).tried(as: Texts.self), .dictionary,
                ])
            }
        }
        let table: [(json: String, position: Int)] = [
            (#"{"behind":"9b"}"#, 0), (#"{"behind":9}"#, 1), (#"{"behind":9,"x":1}"#, 1),
            // One that knows more of the keys comes first, if it can be decoded.
            (#"{"behind":"9b","lag":1}"#, 2), (#"{"behind":9,"lag":1}"#, 1), (#"{"behind":true}"#, 3),
            (#"{"other":9}"#, 3), ("[]", -1),
        ]
        for (json, position) in table {
            let choice = try backend.read("[\(json)]", as: Paged2<Choice>.self).list[0]
            #expect(choice.position == position, "\(json)")
        }
    }

    /// An enum value of a newer server fits no alternative, and is no reason to take another one.
    @Test("of alternatives that can be decoded one is taken whose enums have known values")
    func knownValuesDecide() throws {
        struct Ticketed: DecodableModel {
            let state: TicketState
            let history: [TicketState]
            init(from fields: inout FieldReader) throws {
                state = try fields["state"]
                history = try fields["history"] ?? []
            }
        }
        struct Ranked: DecodableModel {
            let state: Priority
            init(from fields: inout FieldReader) throws { state = try fields["state"] }
        }
        struct Worded: DecodableModel {
            let state: Word
            init(from fields: inout FieldReader) throws { state = try fields["state"] }
        }
        struct Choice: WireDecodable {
            let position: Int
            init(from value: borrowing WireValue) throws {
                let fields = WireShape.object(required: ["state"], optional: ["history"])
                position = value.bestFit([
                    fields.tried(as: Ticketed.self), fields.tried(as: Ranked.self), fields.tried(as: Worded.self),
                ])
            }
        }
        let table: [(json: String, position: Int)] = [
            (#"{"state":"open"}"#, 0), (#"{"state":"left"}"#, 2), (#"{"state":2}"#, 1), (#"{"state":"new"}"#, 0),
            (#"{"state":"new","history":["odd"]}"#, 2), (#"{"state":"le\u0066t"}"#, 2), (#"{"state":99}"#, 1),
        ]
        for (json, position) in table {
            #expect(try read("[\(json)]", as: [Choice].self)[0].position == position, "\(json)")
        }
    }

    /// The description has `{minimum: 0}`, which allows every type.
    @Test("a value of another type than the guessed one is absent, and reported")
    func guessedTypes() async throws {
        struct Level: DecodableModel {
            let level: Double?
            let note: String?
            init(from fields: inout FieldReader) throws {
                level = try fields[guessed: "level"]
                note = try fields[guessed: "note"]
            }
        }
        struct Request: RequestType {
            typealias Response = Level
            static let api = API(baseURL: "https://x.test")
            static var endpoint: Endpoint { .get("/") }
        }
        for (json, level, reports) in [
            (#"{"level":3}"#, 3, []), (#"{"level":null}"#, nil, []), ("{}", nil, []),
            (#"{"level":"high","note":7}"#, nil, ["/level", "/note"]), (#"{"level":[1]}"#, nil, ["/level"]),
        ] as [(String, Double?, [String])] {
            let transport = StubTransport(["GET /": .json(json)])
            let found = try await Session(transport: transport).response(to: Request())
            #expect(found.value.level == level)
            #expect(found.skippedElements.map(\.path) == reports, "\(json)")
        }
    }

    /// An open enum takes any string, and a union takes anything as `unrecognized`.
    @Test("a value that one alternative knows isn't kept by another", arguments: Backend.allCases)
    func knownValuesBeatKeptOnes(_ backend: Backend) throws {
        struct Choice: WireDecodable {
            let position: Int
            init(from value: borrowing WireValue) throws {
                position = value.bestFit([
                    .value(TicketState.self), .value(Date.self), .value(Priority.self), .value(Owner.self),
                    .value([String: TicketState].self).tried(as: [String: TicketState].self),
                    .value([String: Word].self).tried(as: [String: Word].self),
                    .list(.value(TicketState.self)).tried(as: [TicketState].self),
                    .list(.value(Word.self)).tried(as: [Word].self),
                ])
            }
        }
        let table: [(json: String, position: Int)] = [
            (#""open""#, 0), (#""2026-11-27T08:00:00Z""#, 1), ("2", 2), (#""new""#, 3), ("99", 2),
            (#"{"ref":"r"}"#, 3), (#"{"a":"open"}"#, 4), (#"{"a":"left"}"#, 5), (#"["left","left"]"#, 7),
            (#"["open","left"]"#, 6), ("[1,2]", 3),
        ]
        for (json, position) in table {
            let choice = try backend.read("[\(json)]", as: Paged2<Choice>.self).list[0]
            #expect(choice.position == position, "\(json)")
        }
    }

    @Test("a union that holds itself, as deep as it goes", .timeLimit(.minutes(10)))
    func recursiveUnion() throws {
        #expect(
            try read("[1,[2,[3,\"x\"]]]")
                == Tree.node([.leaf(1), .node([.leaf(2), .node([.leaf(3), .unrecognized("x")])])]))
        let text = String(repeating: "[", count: 100) + "1" + String(repeating: "]", count: 100)
        // A level of it takes five kilobytes in a debug build.
        #expect(try onLargeStack { try json(read(text, as: Tree.self)) } == text)
    }

    @Test("open enums of strings and integers", arguments: Backend.allCases)
    func openEnums(_ backend: Backend) throws {
        #expect(
            try backend.read(#"["open","new"]"#, as: Paged2<TicketState>.self).list == [.open, .unrecognized("new")])
        #expect(try backend.read("[2,9]", as: Paged2<Priority>.self).list == [.high, .unrecognized(9)])
        #expect(TicketState.unrecognized("open") == .open && Set([TicketState.unrecognized("open"), .open]).count == 1)
    }

    @Test("a property list, and what JSONEncoder writes, read back the same")
    func otherCoders() throws {
        let value = Ticket(
            number: 7, title: "T", owner: Account(login: "a", id: .max, site: URL(string: "https://x.test")),
            labels: ["x"], note: "n",
            color: .unchanged, due: CalendarDate("2024-02-29"), changedAt: Date(timeIntervalSince1970: 0.5),
            state: .unrecognized("new"))
        #expect(try PropertyListDecoder().decode(Ticket.self, from: PropertyListEncoder().encode(value)) == value)
        // A key that the model doesn't know may have a value that no JSON stands for.
        var tree = try #require(
            PropertyListSerialization.propertyList(from: PropertyListEncoder().encode(value), format: nil)
                as? [String: Any])
        (tree["icon"], tree["seen"]) = (Data([1, 2]), Date(timeIntervalSince1970: 0))
        let list = try PropertyListSerialization.data(fromPropertyList: tree, format: .xml, options: 0)
        #expect(try PropertyListDecoder().decode(Ticket.self, from: list) == value)
        #expect(try JSONDecoder().decode(Ticket.self, from: JSONEncoder().encode(value)) == value)
        #expect(try decodeJSON(Ticket.self, from: JSONEncoder().encode(value)) == value)
        #expect(try decodeJSON(Ticket.self, from: encodeJSON(value)) == value)
    }

    @Test("hand-written decoders read wire models inside")
    func insideCodable() throws {
        struct Cache: Codable, Equatable {
            var tickets: [Ticket]
            var date: Date
        }
        let cache = Cache(
            tickets: [Ticket(number: 1, title: "T", owner: Account(login: "a"))], date: Date(timeIntervalSince1970: 1))
        #expect(try JSONDecoder().decode(Cache.self, from: JSONEncoder().encode(cache)) == cache)
    }
}

/// A list at the top, so that a `Decoder` reads its elements the runtime's way.
struct Paged2<Element: WireDecodable>: WireDecodable {
    let list: [Element]

    init(from value: borrowing WireValue) throws { list = try value.decode() }
}

@Suite("Decoding failures")
struct DecodingFailureTests {
    private func ticket(_ changes: [String: String]) -> String {
        let fields = ["number": "7", "title": "\"T\"", "owner": #"{"login":"a","id":1}"#, "note": "null"].merging(
            changes
        ) { $1 }
        return "{" + fields.filter { !$1.isEmpty }.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    }

    @Test(
        "path, expected, found",
        arguments: [
            (["owner": #"{"login":null,"id":1}"#], "/items/1/owner/login: expected a string, found null"),
            (["owner": #"{"login":"a"}"#], "/items/1/owner/id: expected a value, found no such key"),
            (["owner": "[]"], "/items/1/owner: expected an object, found a list"),
            (["owner": "7"], "/items/1/owner: expected an object, found 7"),
            (["note": ""], "/items/1/note: expected a value, found no such key"),
            (["number": "\"7\""], "/items/1/number: expected an integer, found \"7\""),
            (["number": "7.5"], "/items/1/number: expected an integer, found 7.5"),
            (["number": "1e99"], "/items/1/number: expected an integer that fits Int, found 1e99"),
            (
                ["number": "9223372036854775808"],
                "/items/1/number: expected an integer that fits Int, found 9223372036854775808"
            ),
            (["title": "true"], "/items/1/title: expected a string, found true"),
            (["labels": #"["a",{}]"#], "/items/1/labels/1: expected a string, found an object"),
            (["labels": "{}"], "/items/1/labels: expected a list, found an object"),
            (["due": "\"2023-02-29\""], "/items/1/due: expected a calendar date like 2026-01-31, found \"2023-02-29\""),
            (
                ["changed_at": "\"yesterday\\n\""],
                "/items/1/changed_at: expected a date and time (RFC 3339), found \"yesterday�\""
            ),
        ])
    func places(_ changes: [String: String], _ message: String) {
        let json = #"{"items":[\#(ticket([:])),\#(ticket(changes))]}"#
        #expect(failure { _ = try read(json, as: Paged<Ticket>.self) } == message)
    }

    @Test("keys in a path are escaped as JSON Pointer wants it")
    func pointer() {
        #expect(
            failure { _ = try read(#"{"a/b~c":{"é\n":[1,"x"]}}"#, as: [String: [String: [Int]]].self) }
                == "/a~1b~0c/é\n/1: expected an integer, found \"x\"")
    }

    @Test("long values are cut")
    func long() throws {
        let error = try #require(
            failure { _ = try read("\"" + String(repeating: "x", count: 1000) + "\"", as: Int.self) })
        #expect(error == "/: expected an integer, found \"" + String(repeating: "x", count: 100) + "…\"")
    }

    @Test("through another decoder the path is the same")
    func otherDecoder() {
        #expect(
            failure { _ = try readByDecoder(#"{"items":[\#(ticket(["due": "\"x\""]))]}"#, as: Paged<Ticket>.self) }
                == "/items/0/due: expected a calendar date like 2026-01-31, found \"x\"")
        #expect(
            failure { _ = try readByDecoder(#"{"items":[\#(ticket(["owner": "{}"]))]}"#, as: Paged<Ticket>.self) }
                == "/items/0/owner/login: expected a value, found no such key")
    }

    @Test("an answer is told with its status and type")
    func response() throws {
        var failure = DecodingFailure(path: "/a", expected: "a string", found: "null")
        failure.response = .json("{}", status: 201)
        #expect(failure.description == "/a: expected a string, found null (201, application/json)")
        #expect(failure.localizedDescription == failure.description)
    }
}

private enum Word: OpenEnum {
    case left, right
    case unrecognized(String)

    static let knownCases: KnownCases<Self> = [.left, .right]

    var rawValue: String {
        switch self {
        case .left: "left"
        case .right: "right"
        case .unrecognized(let value): value
        }
    }
}
