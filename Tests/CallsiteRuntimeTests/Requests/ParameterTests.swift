@testable import CallsiteHTTP
@testable import CallsiteRuntime
import Foundation
import Testing

@Suite("Query parameters")
struct QueryTests {
    @Test("scalars of every type, in order")
    func scalars() throws {
        let text = try query {
            $0.query["s"] = "a b+c&d=e;f#g/h?é~"
            $0.query["i"] = -7
            $0.query["d"] = 1.5
            $0.query["b"] = true
            $0.query["e"] = TicketState.unrecognized("x y")
            $0.query["t"] = Date(timeIntervalSince1970: 0.5)
            $0.query["c"] = CalendarDate("2024-02-29")
            $0.query["u"] = URL(string: "https://x.test/?a=b")!
            $0.query["dec"] = Decimal(string: "12345678901234567890.5")!
            $0.query["ts"] = Timestamp(Date(timeIntervalSince1970: 7))
            $0.query["p"] = Priority.high
            $0.query["none"] = String?.none
            $0.query["patch"] = Patch<Int>.unchanged
            $0.query["null"] = Patch<Int>.null
            $0.query["empty"] = ""
            $0.query["a&b=c[d]"] = 1
        }
        #expect(
            text
                == "s=a%20b%2Bc%26d%3De%3Bf%23g%2Fh%3F%C3%A9~&i=-7&d=1.5&b=true&e=x%20y&t=1970-01-01T00%3A00%3A00.500Z&c=2024-02-29"
                + "&u=https%3A%2F%2Fx.test%2F%3Fa%3Db&dec=12345678901234567890.5&ts=7&p=2&empty=&a%26b%3Dc%5Bd%5D=1")
    }

    @Test(
        "lists and objects in each style",
        arguments: [
            (ParameterStyle.form, true, "c=blue&c=a%2Cb", "R=100&n%26m=a%2Cb%20c"),
            (.form, false, "c=blue,a%2Cb", "c=R,100,n%26m,a%2Cb%20c"),
            (.spaceDelimited, false, "c=blue%20a%2Cb", nil),
            (.spaceDelimited, true, "c=blue&c=a%2Cb", "R=100&n%26m=a%2Cb%20c"),
            (.pipeDelimited, false, "c=blue%7Ca%2Cb", "c=R%7C100%7Cn%26m%7Ca%2Cb%20c"),
            (.pipeDelimited, true, "c=blue&c=a%2Cb", "R=100&n%26m=a%2Cb%20c"),
            (.tabDelimited, false, "c=blue%09a%2Cb", "c=R%09100%09n%26m%09a%2Cb%20c"),
            (.deepObject, true, "c%5B%5D=blue&c%5B%5D=a%2Cb", "c%5BR%5D=100&c%5Bn%26m%5D=a%2Cb%20c"),
        ] as [(ParameterStyle, Bool, String, String?)])
    func styles(_ style: ParameterStyle, _ explode: Bool, _ list: String, _ object: String?) throws {
        #expect(try query { $0.query["c", style: style, explode: explode] = ["blue", "a,b"] } == list)
        // One of its values has a space.
        if let object {
            #expect(try query { $0.query["c", style: style, explode: explode] = Color.sample } == object)
        } else {
            #expect(throws: EncodingFailure.self) {
                try query { $0.query["c", style: style, explode: explode] = Color.sample }
            }
        }
        #expect(try query { $0.query["c", style: style, explode: explode] = [String]() } == nil)
        #expect(try query { $0.query["c", style: style, explode: explode] = [String]?.none } == nil)
        #expect(try query { $0.query["c", style: style, explode: explode] = [String: Int]() } == nil)
        #expect(
            try query { $0.query["c", style: style, explode: explode] = ["x"] }
                == (style == .deepObject ? "c%5B%5D=x" : "c=x"))
    }

    @Test("a value with the delimiter of its list is refused, and its message hides the value")
    func delimiters() throws {
        for (style, text) in [(ParameterStyle.spaceDelimited, "a b"), (.pipeDelimited, "a|b"), (.tabDelimited, "a\tb")]
        {
            let failure = #expect(throws: EncodingFailure.self) {
                try query { $0.query["c", style: style, explode: false] = [text, "c"] }
            }
            #expect(failure?.description.contains(text) == false)
            #expect(try query { $0.query["c", style: style, explode: true] = [text, "c"] } != nil)
            #expect(try query { $0.query["c", style: style, explode: false] = text } != nil)
        }
    }

    @Test("what is the default: form exploded, the others not")
    func defaults() throws {
        #expect(try query { $0.query["c"] = [1, 2] } == "c=1&c=2")
        #expect(try query { $0.query["c", style: .form] = [1, 2] } == "c=1&c=2")
        #expect(try query { $0.query["c", style: .pipeDelimited] = [1, 2] } == "c=1%7C2")
        #expect(try query { $0.query["c", explode: false] = [1, 2] } == "c=1,2")
    }

    @Test("objects inside objects")
    func nested() throws {
        let value: JSONValue = ["a": ["b": ["c": 1, "d": nil]], "l": [1, 2], "o": [["x": 1], ["x": 2]], "z": "q"]
        let text = try query { $0.query["f", style: .deepObject] = value }
        #expect(
            text?.removingPercentEncoding == "f[a][b][c]=1&f[l][]=1&f[l][]=2&f[o][0][x]=1&f[o][1][x]=2&f[z]=q")
        #expect(
            try query { $0.query["f"] = value }?.removingPercentEncoding
                == "a[b][c]=1&l=1&l=2&o[0][x]=1&o[1][x]=2&z=q")
        #expect(
            try query { $0.query["f"] = [["x": 1], ["x": 2]] as JSONValue }?.removingPercentEncoding
                == "f[0][x]=1&f[1][x]=2")
        #expect(
            failure { _ = try query { $0.query["f", explode: false] = value } }
                == "f: lists and objects inside a list or an object need the style deepObject, or JSON")
        #expect(failure { _ = try query { $0.query["f", style: .matrix] = 1 } } == nil)
        #expect(
            failure { _ = try query { $0.query["f", style: .matrix] = [1] } }
                == "f: the style matrix is none for a query")
    }

    @Test("JSON in a parameter")
    func json() throws {
        #expect(
            try query { $0.query[json: "f"] = Account(login: "a\"b") }?.removingPercentEncoding
                == #"f={"login":"a\"b","id":1}"#)
        #expect(try query { $0.query[json: "f"] = Account?.none } == nil)
        #expect(try query { $0.query[json: "f"] = [1, 2] } == "f=%5B1%2C2%5D")
        #expect(try query { $0.query[json: "f"] = "s" } == "f=%22s%22")
    }

    @Test("a value without a form is refused with its name")
    func refused() {
        #expect(failure { _ = try query { $0.query["f"] = Double.nan } } == "f: nan has no form in JSON")
        #expect(failure { _ = try query { $0.query[json: "f"] = Double.nan } } == "f: nan has no form in JSON")
    }
}

@Suite("Links")
struct LinkTests {
    /// Encoded characters stay as they are: Foundation encodes a link that has one forbidden character once more.
    @Test(
        "brackets are encoded but round a host",
        arguments: [
            ("http://[::1]:8/a?filter[x]=Z%C3%BCrich", "http://[::1]:8/a?filter%5Bx%5D=Z%C3%BCrich"),
            ("?page[number]=2&q=a%20b", "?page%5Bnumber%5D=2&q=a%20b"),
            ("/a[0]//b[1]?x=5%", "/a%5B0%5D//b%5B1%5D?x=5%25"),
            ("//x.test?a[]=é", "//x.test?a%5B%5D=%C3%A9"),
        ])
    func brackets(_ link: String, _ encoded: String) throws {
        #expect(encodedURI(link) == encoded)
        let base = try #require(URL(string: "http://x.test/b"))
        #expect(URL(string: encoded, relativeTo: base)?.absoluteString.hasSuffix(encoded.drop { $0 == "/" }) == true)
    }
}

@Suite("Path parameters")
struct PathTests {
    @Test(
        "everything outside unreserved is encoded, once",
        arguments: [
            ("apple", "/r/apple"), ("a/b", "/r/a%2Fb"), ("../x", "/r/..%2Fx"), ("%2e%2e", "/r/%252e%252e"),
            ("a b+c?d#e", "/r/a%20b%2Bc%3Fd%23e"),
            ("é😀", "/r/%C3%A9%F0%9F%98%80"), ("...", "/r/..."), (".a", "/r/.a"), ("a~b_c-d.e", "/r/a~b_c-d.e"),
            ("a:b@c!$&'()*,;=", "/r/a%3Ab%40c%21%24%26%27%28%29%2A%2C%3B%3D"),
            ("\u{0}\n\r", "/r/%00%0A%0D"), ("\\", "/r/%5C"),
        ])
    func encoding(_ value: String, _ expected: String) throws {
        #expect(try path("/r/{x}") { $0.path["x"] = value } == expected)
    }

    @Test("a value can't make its segment another path", arguments: ["", ".", ".."])
    func dots(_ value: String) throws {
        for template in ["/r/{owner}", "/{owner}/r", "/r/{owner}/s"] {
            let message = try #require(failure { _ = try path(template) { $0.path["owner"] = value } })
            #expect(message.hasPrefix("owner: "))
        }
    }

    @Test("several parameters in one segment are looked at together")
    func together() throws {
        #expect(try path("/{a}.{b}") { ($0.path["a"], $0.path["b"]) = ("x", "y") } == "/x.y")
        #expect(try path("/{a}.{b}") { ($0.path["a"], $0.path["b"]) = ("", "y") } == "/.y")
        #expect(
            try path("/compare/{base}...{head}") { ($0.path["base"], $0.path["head"]) = ("v1/0", "main") }
                == "/compare/v1%2F0...main")
        #expect(
            failure { _ = try path("/{a}.{b}") { ($0.path["a"], $0.path["b"]) = ("", "") } }
                == "a, b: \".\" can't stand in a path: it names another one")
        #expect(
            failure { _ = try path("/{a}{b}") { ($0.path["a"], $0.path["b"]) = (".", ".") } }
                == "a, b: \"..\" can't stand in a path: it names another one")
        #expect(
            failure { _ = try path("/{a}{b}/x") { ($0.path["a"], $0.path["b"]) = ("", "") } }
                == "a, b: an empty value can't stand in a path")
    }

    @Test(
        "a pattern allows slashes, and nothing that it doesn't say",
        arguments: [
            ("/v1/{x=shelves/*/books/*}:move", "shelves/1/books/a b", "/v1/shelves/1/books/a%20b:move"),
            ("/v1/{x=shelves/*/books/*}:move", "shelves/1/books", nil), ("/{x=a/*}", "b/1", nil),
            ("/{x=a/*}", "a/1/2", nil), ("/{x=a/*}", "a/", nil), ("/{x=a/*}", "a/..", nil), ("/{x=*/*}", "./b", nil),
            ("/f/{x=**}", "a/b?c#d", "/f/a/b%3Fc%23d"), ("/f/{x=**}", "a//b", nil), ("/f/{x=**}", "../b", nil),
            ("/f/{x=**}", "", nil), ("/f/{x=**}", "a%2Fb", "/f/a%252Fb"), ("/f/{x=a/**}/g", "a", "/f/a/g"),
            ("/f/{x=a/**}", "a/b/c", "/f/a/b/c"), ("/f/.{x=**}", ".", nil), ("/f/{x=**}.", ".", nil),
        ])
    func patterns(_ template: String, _ value: String, _ expected: String?) throws {
        if let expected {
            #expect(try path(template) { $0.path["x"] = value } == expected)
        } else {
            let message = try #require(failure { _ = try path(template) { $0.path["x"] = value } })
            #expect(message.hasPrefix("x: "))
        }
    }

    @Test(
        "styles, with and without explode",
        arguments: [
            (ParameterStyle.simple, false, "/5", "/3,4%2C5", "/R,100,n%26m,a%2Cb%20c"),
            (.simple, true, "/5", "/3,4%2C5", "/R=100,n%26m=a%2Cb%20c"),
            (.label, false, "/.5", "/.3,4%2C5", "/.R,100,n%26m,a%2Cb%20c"),
            (.label, true, "/.5", "/.3.4%2C5", "/.R=100.n%26m=a%2Cb%20c"),
            (.matrix, false, "/;id=5", "/;id=3,4%2C5", "/;id=R,100,n%26m,a%2Cb%20c"),
            (.matrix, true, "/;id=5", "/;id=3;id=4%2C5", "/;R=100;n%26m=a%2Cb%20c"),
        ])
    func styles(_ style: ParameterStyle, _ explode: Bool, _ scalar: String, _ list: String, _ object: String) throws {
        #expect(try path("/{id}") { $0.path["id", style: style, explode: explode] = 5 } == scalar)
        #expect(try path("/{id}") { $0.path["id", style: style, explode: explode] = ["3", "4,5"] } == list)
        #expect(try path("/{id}") { $0.path["id", style: style, explode: explode] = Color.sample } == object)
    }

    @Test("an empty label is the current folder and refused; an empty matrix has no equals sign")
    func emptyStyles() throws {
        #expect(throws: EncodingFailure.self) { try path("/{id}") { $0.path["id", style: .label] = "" } }
        #expect(throws: EncodingFailure.self) { try path("/{id}") { $0.path["id", style: .label] = [String]() } }
        #expect(throws: EncodingFailure.self) { try path("/{id}") { $0.path["id"] = [Int]() } }
        #expect(try path("/{id}") { $0.path["id", style: .matrix] = "" } == "/;id")
    }

    @Test("missing and unknown parameters are refused")
    func missing() {
        #expect(failure { _ = try path("/{a}/{b}") { $0.path["a"] = 1 } } == "b: the path needs a value")
        #expect(failure { _ = try path("/{a}") { $0.path["a"] = Int?.none } } == "a: the path needs a value")
        #expect(
            failure { _ = try path("/{a}") { ($0.path["a"], $0.path["b"]) = (1, 2) } }
                == "b: the path /{a} has no such parameter")
        #expect(
            failure { _ = try path("/{a}") { $0.path["a", style: .form] = 1 } }
                == "a: the style form is none for a path")
        #expect(
            failure { _ = try path("/{a}") { $0.path["a"] = [[1]] } }
                == "a: lists and objects inside a list or an object need the style deepObject, or JSON")
    }

    @Test("the template itself: its query, a fragment, odd characters, braces alone")
    func templates() throws {
        #expect(try path("/a?b=c&d={x}") { $0.path["x"] = "1&2" } == "/a?b=c&d=1%262")
        #expect(try path("/a?x=") { _ in } == "/a?x=")
        #expect(try path("/a#part") { _ in } == "/a")
        #expect(try path("a/b") { _ in } == "/a/b")
        #expect(try path("") { _ in } == "")
        #expect(try path("/a b/é/%41/{") { _ in } == "/a%20b/%C3%A9/%41/%7B")
        #expect(try path("/x:{a}:cancel") { $0.path["a"] = 1 } == "/x:1:cancel")
        #expect(try path("/{a}/{a}") { $0.path["a"] = 1 } == "/1/1")
    }
}

@Suite("Headers and cookies")
struct HeaderTests {
    @Test("header parameters")
    func parameters() throws {
        let all = try headers {
            $0.header["X-Text"] = "a, b; é"
            $0.header["X-List"] = ["a", "b"]
            $0.header["X-Object"] = Color(red: 1, name: "x")
            $0.header["X-Exploded", explode: true] = Color(red: 1, name: "x")
            $0.header["X-Date"] = Date(timeIntervalSince1970: 0)
            $0.header["X-None"] = Int?.none
            $0.header["X-Empty"] = [Int]()
        }
        #expect(
            all["x-text"] == "a, b; é" && all["X-List"] == "a,b" && all["X-Object"] == "R,1,n&m,x"
                && all["X-Exploded"] == "R=1,n&m=x")
        #expect(all["X-Date"] == "1970-01-01T00:00:00Z" && all["X-None"] == nil && all["X-Empty"] == nil)
    }

    @Test(
        "what would end the line is refused, and its value not told",
        arguments: ["a\r\nX: y", "a\nb", "a\rb", "a\u{0}", "a\u{1B}", "a\u{7F}"])
    func injection(_ value: String) {
        #expect(
            failure { _ = try headers { $0.header["X-A"] = value } }
                == "X-A: a header can't hold a line break or another control character"
        )
    }

    @Test("names are tokens", arguments: ["", "a b", "a:b", "a\r\n", "é", "a(b)"])
    func names(_ name: String) {
        #expect(failure { _ = try headers { $0.header[name] = "x" } }?.hasSuffix("isn't a header name") == true)
    }

    @Test("the transport's own headers are refused", arguments: ["Content-Length", "transfer-encoding"])
    func transportHeaders(_ name: String) {
        #expect(throws: EncodingFailure.self) { try headers { $0.header[name] = "1" } }
    }

    @Test("cookies share one line; what a cookie can't hold is encoded")
    func cookies() throws {
        let all = try headers {
            $0.cookie["session"] = "abc=="
            $0.cookie["list"] = ["a", "b"]
            $0.cookie["joined", explode: false] = ["a,b", "c"]
            $0.cookie["object", explode: false] = ["k": "v w"]
            $0.cookie["empty"] = [String]()
            $0.cookie["odd"] = "a b;c\"é\n"
            $0.cookie["none"] = String?.none
            $0.cookie["a=b;c"] = "d"
        }
        #expect(
            all.values(of: "Cookie") == [
                "session=abc==; list=a; list=b; joined=a%2Cb,c; object=k,v%20w; odd=a%20b%3Bc%22%C3%A9%0A; a%3Db%3Bc=d"
            ])
    }

    @Test("a collection of headers")
    func collection() {
        var headers: HTTPHeaders = ["A": "1", "b": "2", "a": "3"]
        #expect(headers["a"] == "1, 3" && headers.values(of: "A") == ["1", "3"] && headers["c"] == nil)
        headers["A"] = "4"
        #expect(headers.fields.map(\.name) == ["A", "b"] && headers["a"] == "4")
        headers.append("B", "5")
        #expect(headers.values(of: "b") == ["2", "5"])
        headers["b"] = nil
        headers.merge(["x": "1", "X": "2", "a": "9"])
        #expect(headers.fields.map(\.value) == ["1", "2", "9"])
        #expect(HTTPHeaders([.init("A", "1")]) == ["a": "1"] && HTTPHeaders([.init("A", "1")]) != ["a": "2"])
        #expect(
            (["Authorization": "secret", "X": "y"] as HTTPHeaders).description == "Authorization: <redacted>\nX: y")
    }

    @Test("typed headers")
    func typed() throws {
        let headers: HTTPHeaders = [
            "I": " 7 ", "S": "007", "B": "true", "D": "2024-02-29", "L": "a, b", "N": "1,2",
            "T": "1970-01-01T00:00:00Z", "F": "1.5", "E": "new", "Z": "07", "H": "Thu, 01 Jan 1970 00:00:07 GMT",
        ]
        // HTTP's own form of dates, where the description says 'date-time'.
        #expect(try headers.decode("H") == Date(timeIntervalSince1970: 7))
        #expect(try headers.decode("H") == "Thu, 01 Jan 1970 00:00:07 GMT")
        #expect(
            try headers.decode("i", as: Int.self) == 7 && headers.decode("S") == "007" && headers.decode("B") == true)
        #expect(
            try headers.decode("D") == CalendarDate("2024-02-29") && headers.decode("L") == ["a", "b"]
                && headers.decode("N") == [1, 2])
        #expect(
            try headers.decode("T") == Date(timeIntervalSince1970: 0) && headers.decode("F") == 1.5
                && headers.decode("I") == "7")
        #expect(
            try headers.decode("E") == TicketState.unrecognized("new") && headers.decode("missing") == Int?.none
                && headers.decode("I") == Int?.some(7))
        #expect(failure { _ = try headers.decode("S", as: Int.self) } == "header S: expected an integer, found \"007\"")
        #expect(
            failure { _ = try headers.decode("missing", as: Int.self) }
                == "header missing: expected a value, found no such header")
        #expect(
            failure { _ = try headers.decode("L", as: Int?.self) } == "header L: expected an integer, found \"a, b\"")
    }

    /// As Swift reads hexadecimal digits, `+F` is a number.
    @Test func percentSignsWithoutTwoDigitsStay() {
        #expect(SecretText.percentDecoded(Array("a%+Fb%-0c%4%41".utf8)[...]) == "a%+Fb%-0c%4A")
    }
}
