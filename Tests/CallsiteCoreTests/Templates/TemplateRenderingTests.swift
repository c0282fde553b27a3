import CallsiteCore
import Testing

@Suite struct TemplateRenderingTests {
    static let view = SampleView(
        name: "Anna", note: "hi", isOn: true, owner: OwnerView(title: "Otto", isRich: true, pets: ["cat", "dog"]),
        children: [SampleView(name: "a"), SampleView(name: "b", words: ["x"]), SampleView(name: "c")],
        words: ["one", "two"])

    @Test(arguments: [
        ("", ""),
        ("text only", "text only"),
        ("{{name}}|{{ name }}|{{\nname\n}}", "Anna|Anna|Anna"),
        ("{{count}}", "3"),
        ("{{owner.title}} {{#owner.isRich}}rich{{/owner.isRich}}", "Otto rich"),
        ("{{#owner}}{{title}}{{#pets}}, {{.}}{{/pets}}{{/owner}}", "Otto, cat, dog"),
        ("{{#owner.pets}}{{.}}{{^last}}+{{/last}}{{/owner.pets}}", "cat+dog"),
        ("{{#isOn}}yes{{/isOn}}{{^isOn}}no{{/isOn}}", "yes"),
        ("{{#note}} = {{.}}{{/note}}", " = hi"),
        ("{{#note}}{{name}}: {{.}}{{/note}}", "Anna: hi"),
        ("{{#friend}}{{title}}{{/friend}}{{^friend}}nobody{{/friend}}", "nobody"),
        ("{{#children}}{{name}}{{^last}}, {{/last}}{{/children}}", "a, b, c"),
        ("{{#children}}{{#first}}[{{/first}}{{name}}{{#last}}]{{/last}}{{/children}}", "[abc]"),
        ("{{#children}}{{^words}}{{name}}{{/words}}{{/children}}", "ac"),
        ("{{#words}}{{#isOn}}{{.}}{{^last}} {{/last}}{{/isOn}}{{/words}}", "one two"),
        ("{{! nothing }}a{{! more\nlines }}b", "ab"),
        ("{{=<% %>=}}{{name}} <%name%>", "{{name}} Anna"),
        ("{{=| |=}}|name||={{ }}=|{{name}}", "AnnaAnna"),
        ("{ {name} } }} \\{ é", "{ {name} } }} \\{ é"),
    ]) func prints(_ template: String, _ expected: String) {
        let result = printed(template, Self.view)
        #expect(result.messages == "")
        #expect(result.text == expected)
    }

    @Test(arguments: [
        ("a\n{{#isOn}}\nb\n{{/isOn}}\nc\n", "a\nb\nc\n"),
        ("a\r\n  {{#isOn}}  \r\nb\r\n\t{{/isOn}}\r\nc", "a\r\nb\r\nc"),
        ("{{! first }}\na\n  {{! last }}", "a\n"),
        ("a\n{{!\n two lines\n}}\nb", "a\nb"),
        ("a {{! not alone }}\nb", "a \nb"),
        ("  {{name}}\n", "  Anna\n"),
        ("{{#words}}\n- {{.}}\n{{/words}}\n", "- one\n- two\n"),
        ("  {{=<% %>=}}\n<%name%>", "Anna"),
        ("{{#isOn}} {{/isOn}}\n", " \n"),
    ]) func tagsWithALineToThemselvesLeaveNone(_ template: String, _ expected: String) {
        #expect(printed(template, Self.view).text == expected)
    }

    @Test(arguments: [
        ("[{{> p}}]", "{{name}}", "[Anna]"),
        ("  {{> p}}\nz", "a\n{{name}}\n", "  a\n  Anna\nz"),
        ("  {{> p}}\n", "a\n\nb\n", "  a\n\n  b\n"),
        ("  {{> p}}\n", "a\r\n\r\nb\r\n", "  a\r\n\r\n  b\r\n"),
        ("  {{> p}}\n", "{{#words}}\n{{.}}\n{{/words}}\n", "  one\n  two\n"),
        ("  {{> p}}\n", "{{#isOn}}\n  x\n{{/isOn}}\n", "    x\n"),
        ("  {{> p}} tail\n", "a\nb", "  a\nb tail\n"),
        ("{{#words}}{{> p}}{{/words}}", "{{.}}{{^last}},{{/last}}", "one,two"),
        ("{{#children}}\n\t{{> p}}\n{{/children}}\n", "{{name}}\n", "\ta\n\tb\n\tc\n"),
        ("{{=<% %>=}}<%> p%>", "{{name}}", "Anna"),
    ]) func partials(_ template: String, _ partial: String, _ expected: String) {
        let result = printed(template, Self.view, calling: [(name: "p", text: partial)])
        #expect(result.messages == "")
        #expect(result.text == expected)
    }

    @Test func indentationAddsUpAndLeavesFragmentsAlone() {
        let view = SampleView(name: "x\ny")
        let partials = [(name: "p", text: "p\n  {{> q}}\np\n"), (name: "q", text: "{{name}}\nq\n")]
        let result = printed(" {{> p}}\nend\n", view, calling: partials)
        #expect(result.text == " p\n   x\ny\n   q\n p\nend\n")
    }

    @Test func aTemplateMayCallItselfForTheViewsInside() {
        let tree = SampleView(
            name: "1", children: [SampleView(name: "2", children: [SampleView(name: "3")]), SampleView(name: "4")])
        let node = (name: "node", text: "{{name}}\n{{#children}}\n  {{> node}}\n{{/children}}\n")
        let result = printed("{{> node}}\n", tree, calling: [node])
        #expect(result.text == "1\n  2\n    3\n  4\n")
    }

    @Test func callsWithoutEndAreReported() {
        let result = printed("{{> p}}", calling: [(name: "p", text: "x{{> p}}{{> p}}")])
        #expect(result.messages.contains("Templates/p.mustache:1:2: error: "))
        #expect(result.messages.hasSuffix("[template-depth]\n"))
        #expect(result.text == String(repeating: "x", count: 160))
    }
}
