import CallsiteInference
import CallsiteMockEngine
import CallsiteText
import Testing

struct ValueShapeTests {
    private func shape(_ texts: String...) throws -> ValueShape {
        let shape = ValueShape()
        for text in texts { shape.add(try JSONValue(parsing: text)) }
        return shape
    }

    @Test func countsKinds() throws {
        let shape = try shape("1", "2.5", "null", "\"a\"", "[]", "[1]", "{\"a\": 1}", "true")
        #expect(shape.count == 8)
        #expect((shape.integers, shape.numbers, shape.nulls, shape.booleans) == (1, 1, 1, 1))
        #expect((shape.lists, shape.emptyLists, shape.element?.integers) == (2, 1, 1))
        #expect(shape.objects?.field(ExactString("a"))?.count == 1)
    }

    /// Names of JSON are the same where their bytes are, and Swift's strings where they look the same.
    @Test func namesThatLookTheSameAreTwo() throws {
        let shape = try shape("{\"\u{E9}\": 1, \"e\u{301}\": \"a\"}", "{\"e\u{301}\": \"b\"}")
        let objects = try #require(shape.objects)
        #expect(objects.names.count == 2)
        #expect(objects.field(ExactString("\u{E9}"))?.shape.integers == 1)
        #expect(objects.field(ExactString("e\u{301}"))?.count == 2)
    }

    /// A comment whose replies are comments is one shape.
    @Test func objectsThatHoldTheirOwnKindAreOne() throws {
        let shape = try shape(#"{"id": 1, "replies": [{"id": 2, "replies": [{"id": 3, "replies": []}]}]}"#)
        let comment = try #require(shape.objects)
        let reply = try #require(comment.field(ExactString("replies"))?.shape.element?.objects)
        comment.unite(with: reply)
        let united = try #require(shape.objects)
        #expect(united.count == 3)
        #expect(united.field(ExactString("replies"))?.shape.element?.objects === united)
        #expect(united.field(ExactString("id"))?.count == 3)
    }

    @Test(arguments: [
        (["2026-01-31T12:00:00Z", "2026-01-31T12:00:00.5+01:00"], StringForm.dateTime),
        (["2026-01-31", "2026-02-28"], .day), (["https://a.example/b", "http://c.example"], .url),
        (["123e4567-e89b-12d3-a456-426614174000", "00000000-0000-0000-0000-000000000000"], .uuid),
        (["2026-01-31", "today"], nil), (["2026-01-31"], nil), (["2026-02-30", "2026-02-31"], nil),
    ])
    func formsOfStrings(_ texts: [String], _ form: StringForm?) throws {
        let shape = ValueShape()
        for text in texts { shape.add(.string(text)) }
        #expect(shape.strings.form == form)
    }

    @Test func anEnumNeedsTenValues() {
        let few = ValueShape()
        for _ in 0..<9 { few.add(.string("open")) }
        #expect(few.strings.enumValues == nil)
        few.add(.string("closed"))
        #expect(few.strings.enumValues == ["closed", "open"])
    }

    @Test(arguments: [
        ("Ask ada@example.com", "Ask <redacted>"), ("Call +1 (415) 555-0100 now", "Call <redacted> now"),
        ("sk_live_4eC39HqLyjWDarjtT1zdp7dc", "<redacted>"), ("the 2nd of 2026-01-31", "the 2nd of 2026-01-31"),
        ("POST /v1/customers/{id}", "POST /v1/customers/{id}"),
        ("https://ada:secret@example.com/?token=abc", "https://<redacted>@example.com/?token=<redacted>"),
    ])
    func personalDataIsRedacted(_ text: String, _ redacted: String) {
        #expect(PersonalData.redacted(text) == redacted)
    }
}
