import CallsiteRuntime
import Foundation

// Models and requests as the generator prints them.

struct Account: Model, Equatable {
    let login: String
    let id: Int64
    let site: URL?

    init(login: String, id: Int64 = 1, site: URL? = nil) {
        self.login = login
        self.id = id
        self.site = site
    }

    init(from fields: inout FieldReader) throws {
        login = try fields["login"]
        id = try fields["id"]
        site = try fields["site"]
    }

    func encode(to fields: inout FieldWriter) {
        fields["login"] = login
        fields["id"] = id
        fields["site"] = site
    }

    static var shape: WireShape { .object(required: ["login", "id"], optional: ["site"]) }
}

struct Ticket: Model, Equatable {
    let number: Int
    let title: String
    let owner: Account
    let labels: [String]
    let note: String?
    let color: Patch<String>
    let due: CalendarDate?
    let changedAt: Date?
    let state: TicketState

    init(
        number: Int, title: String, owner: Account, labels: [String] = [], note: String? = nil,
        color: Patch<String> = .unchanged, due: CalendarDate? = nil, changedAt: Date? = nil, state: TicketState = .open
    ) {
        self.number = number
        self.title = title
        self.owner = owner
        self.labels = labels
        self.note = note
        self.color = color
        self.due = due
        self.changedAt = changedAt
        self.state = state
    }

    init(from fields: inout FieldReader) throws {
        number = try fields["number"]
        title = try fields["title"]
        owner = try fields["owner"]
        labels = try fields["labels", default: []]
        note = try fields[nullable: "note"]
        color = try fields["color"]
        due = try fields["due"]
        changedAt = try fields["changed_at"]
        state = try fields["state", default: .open]
    }

    func encode(to fields: inout FieldWriter) {
        fields["number"] = number
        fields["title"] = title
        fields["owner"] = owner
        fields["labels"] = labels
        fields[nullable: "note"] = note
        fields["color"] = color
        fields["due"] = due
        fields["changed_at"] = changedAt
        fields["state"] = state
    }
}

enum TicketState: OpenEnum {
    case open, closed
    case unrecognized(String)

    static let knownCases: KnownCases<Self> = [.open, .closed]

    var rawValue: String {
        switch self {
        case .open: "open"
        case .closed: "closed"
        case .unrecognized(let value): value
        }
    }
}

enum Priority: OpenEnum {
    case low, high
    case unrecognized(Int)

    static let knownCases: KnownCases<Self> = [.low, .high]

    var rawValue: Int {
        switch self {
        case .low: 1
        case .high: 2
        case .unrecognized(let value): value
        }
    }
}

struct Paged<Element: WireDecodable>: DecodableModel {
    let items: [Element]

    init(from fields: inout FieldReader) throws { items = try fields["items"] }
}

struct Comment: Model, Equatable {
    let text: String
    var parent: Comment? { _parent?.value }
    private let _parent: Indirect<Comment>?

    init(text: String, parent: Comment? = nil) {
        self.text = text
        _parent = parent.map { Indirect($0) }
    }

    init(from fields: inout FieldReader) throws {
        text = try fields["text"]
        _parent = try fields["parent"]
    }

    func encode(to fields: inout FieldWriter) {
        fields["text"] = text
        fields["parent"] = _parent
    }
}

struct Tagged: Model, Equatable {
    let id: Int
    let others: [String: JSONValue]

    init(from fields: inout FieldReader) throws {
        id = try fields["id"]
        others = try fields.others(besides: ["id"])
    }

    func encode(to fields: inout FieldWriter) {
        fields["id"] = id
        fields.merge(others)
    }
}

struct Push: Model, Equatable {
    let ref: String

    init(ref: String) { self.ref = ref }

    init(from fields: inout FieldReader) throws { ref = try fields["ref"] }

    func encode(to fields: inout FieldWriter) { fields["ref"] = ref }

    static var shape: WireShape { .object(required: ["ref"]) }
}

/// A union with a discriminator.
enum Happening: WireCodable, Equatable {
    case push(Push)
    case account(Account)
    case unrecognized(JSONValue)

    init(from value: borrowing WireValue) throws {
        switch try value.discriminator("type") {
        case "push": self = .push(try value.decode())
        case "account": self = .account(try value.decode())
        default: self = .unrecognized(try value.decode())
        }
    }

    func write(to output: inout FieldWriter) {
        switch self {
        case .push(let payload): output.write(payload, discriminator: "type", is: "push")
        case .account(let payload): output.write(payload, discriminator: "type", is: "account")
        case .unrecognized(let payload): output.write(payload)
        }
    }
}

/// A union by what fits best.
enum Owner: WireCodable, Equatable {
    case string(String)
    case push(Push)
    case account(Account)
    case list([Int])
    case map([String: Int])
    case unrecognized(JSONValue)

    init(from value: borrowing WireValue) throws {
        switch value.bestFit([.value(String.self), Push.shape, Account.shape, .list(.value(Int.self)), .dictionary]) {
        case 0: self = .string(try value.decode())
        case 1: self = .push(try value.decode())
        case 2: self = .account(try value.decode())
        case 3: self = .list(try value.decode())
        case 4: self = .map(try value.decode())
        default: self = .unrecognized(try value.decode())
        }
    }

    func write(to output: inout FieldWriter) {
        switch self {
        case .string(let value): output.write(value)
        case .push(let value): output.write(value)
        case .account(let value): output.write(value)
        case .list(let value): output.write(value)
        case .map(let value): output.write(value)
        case .unrecognized(let value): output.write(value)
        }
    }
}

/// A union that holds itself.
indirect enum Tree: WireCodable, Equatable {
    case leaf(Int)
    case node([Tree])
    case unrecognized(JSONValue)

    init(from value: borrowing WireValue) throws {
        switch value.bestFit([.value(Int.self), .list(.value(Tree.self))]) {
        case 0: self = .leaf(try value.decode())
        case 1: self = .node(try value.decode())
        default: self = .unrecognized(try value.decode())
        }
    }

    func write(to output: inout FieldWriter) {
        switch self {
        case .leaf(let value): output.write(value)
        case .node(let value): output.write(value)
        case .unrecognized(let value): output.write(value)
        }
    }
}
