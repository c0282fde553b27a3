import CallsiteMockEngine
import Testing

private let orders = """
    openapi: 3.0.3
    info: {title: Orders, version: "1"}
    security: []
    paths:
      /orders:
        post:
          requestBody:
            required: true
            content: {application/xml: {schema: {$ref: "#/components/schemas/Order"}}}
          responses: {"204": {description: done}}
      /any:
        post:
          requestBody: {content: {text/xml: {schema: {oneOf: [{$ref: "#/components/schemas/Order"}, {type: string}]}}}}
          responses: {"204": {description: done}}
    components:
      schemas:
        Order:
          type: object
          required: [id, lines, tags]
          additionalProperties: false
          properties:
            id: {type: integer, xml: {attribute: true}}
            isPaid: {type: boolean, xml: {name: paid}}
            note: {type: string, maxLength: 5}
            lines:
              type: array
              xml: {wrapped: true}
              items: {type: object, xml: {name: line}, required: [sku], properties: {sku: {type: string}, count: {type: integer, minimum: 1}}}
            tags: {type: array, items: {type: string, xml: {name: tag}}}
    """

/// Bodies of XML are judged by their schemas.
@Suite struct XMLTests {
    @Test(
        arguments: [
            ("<order id='1'><lines/></order>", []),
            (
                "<?xml version=\"1.0\"?>\n<!-- a --><o:order xmlns:o='urn:o' id=\"1\"><paid>true</paid><note>a&amp;b</note>"
                    + "<lines><line><sku>x</sku><count>2</count></line><line><sku><![CDATA[<y>]]></sku></line></lines>"
                    + "<tag>1</tag><tag>2</tag></o:order>\n",
                []
            ),
            (
                "<order id='one'><paid>maybe</paid><note>too long</note><lines><line><count>0</count></line></lines></order>",
                [
                    "body /id: expected an integer, found \"one\"", "body /isPaid: expected a boolean, found \"maybe\"",
                    "body /note: expected at most 5 characters, found 8",
                    "body /lines/0: the property \"sku\" is missing",
                    "body /lines/0/count: expected a number from 1, found 0",
                ]
            ),
            (
                "<order><lines/><color>red</color></order>",
                ["body the property \"id\" is missing", "body /color: the property \"color\" isn't allowed"]
            ),
            ("<order id='1'><lines></order>", ["body not valid XML: line 1: </order> closes nothing"]),
            ("<order id='1'>\n<lines>", ["body not valid XML: line 2: <lines> isn't closed"]),
            (
                "<!DOCTYPE a [<!ENTITY b 'c'>]><order id='1'>&b;</order>",
                ["body not valid XML: line 1: a document type isn't accepted"]
            ),
            ("<order id='1'>&lol;</order>", ["body not valid XML: line 1: '&' begins no known character reference"]),
            ("<order id='1'>&#+65;</order>", ["body not valid XML: line 1: '&' begins no known character reference"]),
            ("<order id=1/>", ["body not valid XML: line 1: the value of 'id' isn't in quotes"]),
            ("<order>true</order>", ["body expected an object, found \"true\""]),
            (
                "<order><x><y>1</y></x><lines/></order>",
                ["body the property \"id\" is missing", "body /x: the property \"x\" isn't allowed"]
            ),
            ("no XML", ["body not valid XML: line 1: text stands outside the root element"]),
            (
                String(repeating: "<a>", count: 300),
                ["body not valid XML: line 1: elements are more than 256 levels deep"]
            ),
        ] as [(String, [String])])
    func isJudged(_ body: String, _ expected: [String]) throws {
        let mock = try engine(orders)
        let sent = MockRequest(
            method: "POST", target: "/orders", headers: [("Content-Type", "application/xml")], body: Array(body.utf8))
        guard case .operation(let judged) = mock.judge(sent) else {
            Issue.record("there is such an operation")
            return
        }
        #expect(Set(judged.problems.map { "\($0.place) \($0)" }) == Set(expected))
    }

    /// Where alternatives leave open what is a list, nothing is said.
    @Test func isNotJudgedWhereItIsUncertain() throws {
        let mock = try engine(orders)
        let sent = MockRequest(
            method: "POST", target: "/any", headers: [("Content-Type", "text/xml")], body: Array("<a><b/></a>".utf8))
        guard case .operation(let judged) = mock.judge(sent) else {
            Issue.record("there is such an operation")
            return
        }
        #expect(judged.problems.isEmpty)
    }
}
