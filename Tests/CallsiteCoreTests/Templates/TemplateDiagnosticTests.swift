import CallsiteCore
import Testing

@Suite struct TemplateDiagnosticTests {
    /// Each is an error although no view was rendered; `1️⃣` is where.
    @Test(arguments: [
        ("a\n é1️⃣{{nmae}}", "unknown name 'nmae' in 'sample'; did you mean 'name'? [template-name]"),
        ("{{#children}}1️⃣{{title}}{{/children}}", "unknown name 'title' in 'sample'"),
        ("{{#owner}}1️⃣{{name}}{{/owner}}", "unknown name 'name' in 'owner'"),
        ("1️⃣{{owner.nam}}", "unknown name 'nam' in 'owner'"),
        ("1️⃣{{#gone}}{{/gone}}", "unknown name 'gone' in 'sample'"),
        ("1️⃣{{^gone}}{{/gone}}", "unknown name 'gone' in 'sample'"),
        (
            "1️⃣{{friend.title}}",
            "'friend' in 'friend.title' is an optional view; open a section over 'friend' [template-use]"
        ),
        ("1️⃣{{name.x}}", "'name' in 'name.x' is a text; only a view has names in it [template-use]"),
        ("1️⃣{{isOn}}", "'isOn' is a flag; open a section over it [template-use]"),
        ("1️⃣{{children}}", "'children' is a list of views"),
        ("1️⃣{{note}}", "'note' is a text that may be absent"),
        ("1️⃣{{#name}}{{/name}}", "section over 'name', which is a text and always there"),
        ("1️⃣{{^owner}}{{/owner}}", "inverted section over 'owner', which is a view and always there"),
        ("1️⃣{{.}}", "'.' stands outside a section over texts"),
        ("{{#words}}{{#owner}}1️⃣{{.}}{{/owner}}{{/words}}", "'.' stands outside a section over texts"),
        ("{{#words}}1️⃣{{#.}}{{/.}}{{/words}}", "section over '.'"),
        ("1️⃣{{#last}}{{/last}}", "'last' stands outside a section over a list"),
        (
            "{{#children}}{{#owner}}1️⃣{{^first}}{{/first}}{{/owner}}{{/children}}",
            "'first' stands outside a section over a list"
        ),
        ("{{#children}}1️⃣{{first}}{{/children}}", "'first' is a flag"),
        ("1️⃣{{> gone}}", "unknown template 'gone'"),
        ("1️⃣{{> *gone}}", "not a template's name: '*gone'"),
        ("x1️⃣{{{name}}}", "not a name: '{name'; nothing is escaped here"),
        ("1️⃣{{&name}}", "not a name: '&name'; nothing is escaped here"),
        ("1️⃣{{$block}}", "not a name: '$block'; templates have no parents and no blocks [template-tag]"),
        ("1️⃣{{}}", "not a name: ''; expected a name [template-tag]"),
        ("1️⃣{{owner..title}}", "not a name: 'owner..title'"),
        ("1️⃣{{name", "tag without an end; expected '}}' [template-tag]"),
        ("1️⃣{{=<% %>}}", "tag without an end; expected '=}}' [template-tag]"),
        ("1️⃣{{=<%=}}", "malformed change of delimiters"),
        ("1️⃣{{#isOn}}", "section 'isOn' has no end [template-section]"),
        ("1️⃣{{/isOn}}", "end of 'isOn', which is not open [template-section]"),
        ("{{#isOn}}1️⃣{{/note}}", "end of 'note' inside 'isOn'; expected the end of 'isOn' [template-section]"),
    ]) func reportsAtItsPlace(_ marked: String, _ message: String) throws {
        let parts = marked.split(separator: "1️⃣", omittingEmptySubsequences: false)
        let lines = parts[0].split(separator: "\n", omittingEmptySubsequences: false)
        let result = printed(parts.joined())
        #expect(result.text == nil)
        let place = "Templates/main.mustache:\(lines.count):\((lines.last ?? "").unicodeScalars.count + 1): error: "
        #expect(result.messages.hasPrefix(place + message), "\(result.messages)")
    }

    @Test func allErrorsAreReported() {
        let result = printed("{{a}}\n{{> p}}\n{{b}}", calling: [(name: "p", text: "{{c}}")])
        #expect(result.messages.split(separator: "\n").count == 3)
    }

    @Test func aPartialIsCheckedForEachViewItIsCalledWith() {
        let result = printed("{{> p}}{{#owner}}{{> p}}{{/owner}}", calling: [(name: "p", text: "{{name}}")])
        #expect(result.messages.hasPrefix("Templates/p.mustache:1:1: error: unknown name 'name' in 'owner'"))
        let other = printed("{{#words}}{{> p}}{{/words}}{{> p}}", calling: [(name: "p", text: "{{.}}")])
        #expect(other.messages.hasPrefix("Templates/p.mustache:1:1: error: '.' stands outside"))
    }

    /// A hundred thousand sections inside each other are an error, not a crash.
    @Test func depthOfSections() {
        let allowed = String(repeating: "{{#isOn}}", count: 64) + String(repeating: "{{/isOn}}", count: 64)
        #expect(printed(allowed).text == "")
        let result = printed(String(repeating: "{{#isOn}}", count: 100_000))
        #expect(result.text == nil)
        #expect(
            result.messages
                == "Templates/main.mustache:1:577: error: more than 64 sections inside each other [template-section]\n")
    }

    /// Whatever a template holds, compiling ends, with text or with a message.
    @Test func rubbish() {
        let pieces = [
            "{{", "}}", "#", "^", "/", ">", "!", "=", "isOn", "name", ".", " ", "\n", "\r\n", "\u{0}", "é", "{{=",
            "=}}", "{{#words}}",
        ]
        var state: UInt64 = 88_172_645_463_325_252
        for _ in 0..<2_000 {
            var template = ""
            for _ in 0..<12 {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                template += pieces[Int(state % UInt64(pieces.count))]
            }
            let result = printed(template, TemplateRenderingTests.view)
            #expect((result.text == nil) == !result.messages.isEmpty, "\(template.debugDescription)")
        }
    }
}
