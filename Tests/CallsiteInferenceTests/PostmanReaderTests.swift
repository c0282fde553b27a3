import CallsiteCore
import CallsiteMockEngine
import CallsiteSamples
import Testing
import Waiting

/// Postman collections, with everything that they leave to variables, folders and environments.
@Suite struct PostmanReaderTests {
    private static let info =
        #""info": {"name": "Shop", "description": {"content": "Sells."}, "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}"#

    private func read(_ items: String, _ more: String = "", environments: String...) -> SampleFile {
        let collection = "{\(Self.info)\(more.isEmpty ? "" : ", " + more), \"item\": [\(items)]}"
        let files = [("shop.json", collection)] + environments.enumerated().map { ("env\($0).json", $1) }
        let (result, problems) = onLargeStack { SampleFiles.read(files.map { (path: $0.0, bytes: Array($0.1.utf8)) }) }
        #expect(problems.map(\.description) == [] && result.count == 1)
        return result.first ?? SampleFile(path: "")
    }

    private func request(_ url: String, _ more: String = "") -> String {
        #"{"name": "A", "request": {"method": "GET", "url": \#(url)\#(more.isEmpty ? "" : ", " + more)}}"#
    }

    @Test(arguments: [
        (#""https://API.example.com:443/v1/orders/:id?a=b%20c&d""#, "https://api.example.com /v1/orders/{id} a=b c&d="),
        (#""{{base}}/orders/{{id}}""#, "nil /orders/{id} "), (#""{{known}}/orders""#, "https://x.example /v2/orders "),
        (#""{{known}}/orders/{{number}}""#, "https://x.example /v2/orders/{number=7} "),
        (#""https://{{host}}:{{port}}/a/""#, "nil /a/ "), (#""localhost:3000/a""#, "http://localhost:3000 /a "),
        (#""/a?x={{number}}&y={{none}}&z={{$guid}}""#, "nil /a x=7&y=nil&z=nil"),
        (#"{"raw": "{{base}}/a/:b", "variable": [{"key": "b", "value": "5"}]}"#, "nil /a/{b=5} "),
        (
            #"{"protocol": "https", "host": ["x", "example"], "port": "8443", "path": ["a", "{{number}}", ":c"], "query": [{"key": "q", "value": "1", "disabled": true}, {"key": "r", "value": null}]}"#,
            "https://x.example:8443 /a/{number=7}/{c} q=1?&r="
        ),
        (#"{"host": "{{base}}", "path": "a/b", "raw": "{{base}}/a/b?c=1#d"}"#, "nil /a/b c=1"),
        (#"{"host": ["{{known}}"], "path": [{"type": "string", "value": "a"}, ""]}"#, "https://x.example /v2/a/ "),
        (#""{{folder}}/a""#, "nil /b/c/a "), (#""https://x.example/{{folder}}/a""#, "https://x.example /b/c/a "),
        (#""https://x.example/{id}/<integer>""#, "https://x.example /{id}/{integer} "),
        (#""{{self}}/a""#, "nil /a "),
    ])
    func urls(_ url: String, _ expected: String) {
        let variables =
            #""variable": [{"key": "known", "value": "https://{{name}}/v2"}, {"key": "name", "value": "x.example"}, {"key": "number", "value": 7}, {"key": "folder", "value": "/b/c"}, {"key": "self", "value": "{{self}}{{self}}"}]"#
        let file = read(request(url), variables)
        #expect(file.samples.map { Shown.url($0.url) } == [expected])
    }

    @Test func environmentsWinOverTheCollectionAndLaterOverEarlier() {
        let file = read(
            request(#""{{a}}/{{b}}/{{c}}/{{d}}""#),
            #""variable": [{"key": "a", "value": "https://old.example"}, {"key": "c", "value": "3"}]"#,
            environments:
                #"{"name": "one", "values": [{"key": "a", "value": "https://one.example", "enabled": true}, {"key": "b", "value": "1"}], "_postman_variable_scope": "environment"}"#,
            #"{"name": "two", "values": [{"key": "b", "value": "2"}, {"key": "d", "value": "4", "enabled": false}]}"#,
            #"{"values": [{"key": "c", "value": "global"}, {"key": "d", "value": "5"}], "_postman_variable_scope": "globals"}"#
        )
        #expect(file.samples.map { Shown.url($0.url) } == ["https://one.example /{b=2}/{c=3}/{d=5} "])
    }

    @Test func foldersAreTagsAndCredentialsAreInherited() {
        let items = #"""
            {"name": "Outer", "auth": {"type": "apikey", "apikey": [{"key": "key", "value": "X-Key"}, {"key": "value", "value": "hush"}]}, "item": [
              {"name": "Inner", "item": [{"name": "One", "request": "https://x.example/1"}]},
              {"name": "Two", "request": {"url": "https://x.example/2", "auth": {"type": "noauth"}, "description": "Text."}},
              {"name": "Three", "request": {"url": "https://x.example/3", "auth": {"type": "basic", "basic": {"username": "a", "password": "hush"}}}}]},
            {"name": "Four", "request": {"url": "https://x.example/4", "auth": null}},
            {"name": "Five", "request": {"url": "https://x.example/5", "auth": {"type": "hawk", "hawk": []}}},
            {"name": "Six", "request": {"url": "https://x.example/6", "auth": {"type": "apikey", "apikey": [{"key": "key", "value": "k"}, {"key": "in", "value": "query"}]}}}
            """#
        let file = read(items, #""auth": {"type": "oauth2", "oauth2": []}"#)
        #expect(
            file.samples.map { "\($0.name ?? "") \($0.tag ?? "-") \($0.authentication.map { "\($0)" } ?? "nil")" } == [
                #"One Inner header("X-Key")"#, "Two Outer none", "Three Outer basic", "Four - bearer", "Five - nil",
                #"Six - query("k")"#,
            ])
        #expect(file.samples[1].documentation == "Text.")
        #expect(file.title == "Shop" && file.documentation == "Sells.")
        #expect(file.notes.map(\.note) == ["authentication 'hawk' has no place in a description"])
    }

    @Test func aHeaderWithAVariableSaysTheCredential() {
        let headers =
            #"{"key": "Authorization", "value": "Bearer {{token}}"}, {"key": "X-Trace", "value": "1", "disabled": true}"#
        let file = read(request(#""https://x.example/""#, #""header": [\#(headers)]"#))
        #expect(file.samples.map(\.authentication) == [.bearer])
        #expect(file.samples.first?.headers?.map(\.value) == [nil, "1"])
        #expect(file.samples.first?.headers?.map(\.isOptional) == [false, true])
        let text = read(request(#""https://x.example/""#, #""header": "A: b\nC:d""#))
        #expect(text.samples.first?.headers?.map { "\($0.name)=\($0.value ?? "")" } == ["A=b", "C=d"])
    }

    @Test(arguments: [
        (
            #"{"mode": "raw", "raw": "{\"a\": {{n}}}", "options": {"raw": {"language": "json"}}}"#,
            #"application/json {"a": null}"#
        ),
        (#"{"mode": "raw", "raw": "{\"a\": \"{{n}}\"}"}"#, #"application/json {"a": "{{n}}"}"#),
        (
            #"{"mode": "raw", "raw": "{\"a\":\"<integer>\",\"b\":\"<boolean>\",\"c\":\"<string>\"}"}"#,
            #"application/json {"a":0,"b":true,"c":"<string>"}"#
        ),
        (#"{"mode": "raw", "raw": "<a/>", "options": {"raw": {"language": "xml"}}}"#, "application/xml <a/>"),
        (#"{"mode": "raw", "raw": " "}"#, "none"), (#"{"mode": "raw", "raw": "x", "disabled": true}"#, "none"),
        (
            #"{"mode": "urlencoded", "urlencoded": [{"key": "a", "value": "1"}, {"key": "b", "value": "{{n}}", "disabled": true}]}"#,
            "form a=1&b=nil?"
        ),
        (#"{"mode": "urlencoded", "urlencoded": "a=1&b=c%20d"}"#, "form a=1&b=c d"),
        (
            #"{"mode": "formdata", "formdata": [{"key": "a", "value": "1", "type": "text"}, {"key": "f", "src": "x.png", "type": "file"}]}"#,
            "multipart a=1&f=nil(file)"
        ),
        (
            #"{"mode": "graphql", "graphql": {"query": "{a}", "variables": "{\"b\": 1}"}}"#,
            #"application/json {"query":"{a}","variables":{"b":1}}"#
        ),
        (#"{"mode": "file", "file": {"src": "x"}}"#, "unknown"), ("{}", "none"), ("null", "none"),
    ])
    func bodies(_ body: String, _ expected: String) {
        let file = read(request(#""https://x.example/""#, #""body": \#(body)"#))
        #expect(file.samples.map { Shown.body($0.body) } == [expected])
    }

    @Test func eachSavedResponseIsASample() {
        let item = #"""
            {"name": "Cancel", "request": {"method": "POST", "url": "https://x.example/orders/:id"}, "response": [
              {"code": 200, "body": "{}", "_postman_previewlanguage": "json", "originalRequest": {"method": "POST", "url": "https://x.example/orders/17"}},
              {"code": 204, "header": "A: b\nC: d"}, null, {"name": "no code"}, {"code": "409", "header": [{"key": "Content-Type", "value": "text/plain"}], "body": "no"}]}
            """#
        let file = read(item, #""auth": {"type": "bearer"}"#)
        #expect(
            file.samples.map { "\($0.place) \(Shown.url($0.url))\(Shown.response($0.response))" } == [
                "/item/0/response/0 https://x.example /orders/17 200 Content-Type: application/json {}",
                "/item/0/response/1 https://x.example /orders/{id} 204 A: b, C: d ",
                "/item/0/response/4 https://x.example /orders/{id} 409 Content-Type: text/plain no",
            ])
        #expect(file.samples.map(\.authentication) == [.bearer, .bearer, .bearer])
        #expect(
            file.notes.map { "\($0.place): \($0.note)" } == [
                "/item/0/response/3: a saved response without a status ('code') is left out"
            ])
    }

    @Test func mistakesNameTheirPlaces() {
        let file = read(
            #"null, {}, {"item": [5, {"request": 5}]}, {"request": {"url": {}}}, {"request": {"method": 5, "url": "/"}}, {"request": {"url": ""}}"#
        )
        #expect(
            file.unreadable.map { "\($0.place): \($0.reason)" } == [
                "/item/0: expected an item with 'request' or 'item', found null",
                "/item/1: expected an item with 'request' or 'item', found neither",
                "/item/2/item/0: expected an item with 'request' or 'item', found a number",
                "/item/2/item/1/request: expected a request, found a number", "/item/3/request/url: the URL is empty",
                "/item/4/request/method: expected a method, found a number", "/item/5/request/url: the URL is empty",
            ])
    }

    @Test func scriptsAreCounted() {
        let script = #""event": [{"script": {"exec": ["", "pm.test()"]}}, {"script": {"exec": [""]}}]"#
        let file = read(#"{"name": "A", \#(script), "request": "https://x.example/"}"#, script)
        #expect(file.notes.map(\.note) == ["2 scripts are left out"])
    }

    @Test func aWrappedCollectionIsRead() {
        let (files, problems) = SampleFiles.read([
            ("a.json", Array(#"{"collection": {\#(Self.info), "item": [5, {"request": "https://x.example/a"}]}}"#.utf8))
        ])
        #expect(problems.isEmpty && files.first?.samples.map(\.place) == ["/collection/item/1/request"])
        #expect(files.first?.unreadable.map(\.place) == ["/collection/item/0"])
    }

    /// Otherwise this test wouldn't end.
    @Test func valuesThatGrowEnd() {
        let chain = (0..<60).map { #"{"key": "v\#($0)", "value": "{{v\#($0 + 1)}}{{v\#($0 + 1)}}"}"# }.joined(
            separator: ",")
        let body = String(repeating: "{{v45}}", count: 10_000)
        let file = read(
            request(#""{{v0}}/{{v59}}""#, #""body": {"mode": "raw", "raw": "\#(body)"}"#),
            #""variable": [\#(chain), {"key": "v60", "value": "xxxxxxxx"}]"#)
        #expect(file.samples.count == 1)
        let deep = String(repeating: #"{"item": ["#, count: 200) + String(repeating: "]}", count: 200)
        #expect(read(deep).samples.isEmpty)
    }
}
