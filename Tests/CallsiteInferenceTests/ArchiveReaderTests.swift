import CallsiteMockEngine
import CallsiteSamples
import Testing

/// HTTP archives, recordings, and files that are neither.
@Suite struct ArchiveReaderTests {
    private func read(_ text: String) -> (files: [SampleFile], problems: [SampleProblem]) {
        SampleFiles.read([("x.json", Array(text.utf8))])
    }

    private func entry(_ url: String, _ more: String = "", method: String = "GET") -> String {
        #"{"request": {"method": "\#(method)", "url": "\#(url)"\#(more)}, "response": {"status": 200, "content": {"mimeType": "application/json", "text": "{}"}}}"#
    }

    private func archive(_ entries: String...) -> String {
        #"{"log": {"version": "1.2", "entries": [\#(entries.joined(separator: ","))], "pages": []}}"#
    }

    @Test func entriesBecomeSamples() throws {
        let form =
            #", "headers": [{"name": "Content-Type", "value": "application/x-www-form-urlencoded"}], "postData": {"mimeType": "", "text": "a=1&b=c%20d"}"#
        let parts =
            #", "headers": [{"name": "Content-Type", "value": "multipart/form-data; boundary=b"}], "postData": {"text": "--b\r\nContent-Disposition: form-data; name=\"n\"\r\n\r\n1\r\n--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x\"\r\n\r\nx\r\n--b--\r\n"}"#
        let preflight =
            #", "headers": [{"name": "Origin", "value": "https://y.example"}, {"name": "Access-Control-Request-Method", "value": "GET"}]"#
        let file = try #require(
            read(
                archive(
                    entry("https://x.example/a%20b/{id}/?q=%7B1%7D"),
                    entry("https://x.example/f", form, method: "POST"),
                    entry("https://x.example/p", parts, method: "post"), entry("data:image/png;base64,x"),
                    entry("https://x.example/a", preflight, method: "OPTIONS"), "5")
            ).files.first)
        #expect(
            file.samples.map {
                "\($0.method) \(Shown.url($0.url)) \(Shown.body($0.body)) \(Shown.response($0.response))"
            } == [
                "GET https://x.example /a b/{id}/ q={1} none 200 Content-Type: application/json {}",
                "POST https://x.example /f  form a=1&b=c d 200 Content-Type: application/json {}",
                "POST https://x.example /p  multipart n=1&f=nil(file) 200 Content-Type: application/json {}",
            ])
        #expect(
            file.samples.map { $0.headers?.count } == [nil, 1, 1] && file.samples.allSatisfy { !$0.hasCredentials })
        #expect(file.unreadable.map(\.place) == ["/log/entries/5"])
        #expect(
            file.notes.map(\.note) == [
                "1 of other protocols than HTTP are left out", "1 CORS preflights of a browser are left out",
            ])
    }

    @Test func anArchiveThatIsCutOffGivesTheEntriesBefore() throws {
        let whole = archive(entry("https://x.example/1"), entry("https://x.example/2"), entry("https://x.example/3"))
        for cut in [whole.utf8.count / 2, whole.utf8.count - 3, whole.utf8.count - 20] {
            let file = try #require(SampleFiles.read([("a.har", Array(whole.utf8.prefix(cut)))]).files.first)
            #expect(!file.samples.isEmpty && file.unreadable.count == 1)
            #expect(file.unreadable.first?.place == "/log/entries/\(file.samples.count)")
            #expect(file.unreadable.first?.reason.hasPrefix("the file is cut off here: expected ") == true)
        }
        // A mistake in the middle is none.
        #expect(throws: MockError.self) {
            try Recordings.read(Array(archive(entry("https://x.example/1") + "x", entry("https://x.example/2")).utf8))
        }
    }

    @Test func aRecordingIsASample() {
        let sample = read(
            #"{"request": {"method": "POST", "url": "https://x.example/a", "body": {"json": {"b": 1}}}, "response": {"status": 201, "headers": ["A: b"]}}"#
        ).files.first?.samples.first
        #expect(
            sample.map { Shown.body($0.body) + Shown.response($0.response) } == "application/json {\"b\":1}201 A: b ")
        #expect(sample?.headers == nil && sample?.hasCredentials == false && sample?.place == "")
    }

    @Test func reasonsHaveNoSecrets() {
        let (files, problems) = SampleFiles.read([
            ("a.har", Array(archive(entry("https://x.example/a", #", "postData": "password=hush&a=b""#)).utf8)),
            ("b.json", Array(#"{"info": {"_postman_id": "x"}, "item": [{"token": "a"hush"}]}"#.utf8)),
        ])
        #expect(files.first?.unreadable.count == 1 && problems.count == 1)
        #expect(!"\(files.map(\.unreadable)) \(problems)".contains("hush"))
    }

    @Test(arguments: [
        (#"{"openapi": "3.1.0"}"#, false, "it is an OpenAPI document"),
        ("openapi: 3.1.0\ninfo: {}\n", false, "it is an OpenAPI document"),
        (
            "# curl -X\nswagger: '2.0'\ninfo:\n  description: |\n    curl https://x.example\n", false,
            "it is an OpenAPI document"
        ),
        ("callsite: 1\napi: Shop\n", false, "it is a description in Callsite's format"),
        (#"{"_type": "export", "__export_format": 4, "resources": []}"#, true, "it is an Insomnia export"),
        ("type: collection.insomnia.rest/5.0\nname: A\n", true, "it is an Insomnia export"),
        (#"{"version": "1", "name": "A", "type": "collection"}"#, true, "it is of a Bruno collection"),
        ("meta {\n  name: A\n}\n", true, "it is of a Bruno collection"),
        (#"{"order": [], "name": "A", "requests": []}"#, true, "it is a Postman collection of format 1"),
        (
            #"{"values": [{"key": "a", "value": "b"}], "name": "A"}"#, true,
            "it has only the variables of a Postman environment"
        ),
        ("{openapi: 3.0.0, paths: {}}\n", false, "it is a description"),
        ("", true, "expected an OpenAPI document"), ("hello", true, "expected an OpenAPI document"),
        (#"{"a": 1}"#, true, "expected an OpenAPI document"), ("[]", true, "expected an OpenAPI document"),
        ("\u{0}\u{1}", true, "expected an OpenAPI document"),
        (#"{"info": {"_postman_id": ""}, "item": [}"#, true, "1:40: expected a value"),
    ])
    func otherFilesAreNamed(_ text: String, _ isSamples: Bool, _ reason: String) {
        #expect(SampleFiles.isSamples(Array(text.utf8), path: "") == isSamples)
        let (files, problems) = read(text)
        #expect(files.isEmpty && problems.count == 1)
        #expect(problems.first?.reason.hasPrefix(reason) == true, "\(problems)")
    }

    /// The document's reader knows UTF-16, as YAML may be.
    @Test func wideTextIsSavedAnew() {
        func wide(_ text: String) -> [UInt8] {
            [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        }
        // A damaged description is reported where its mistake is.
        #expect(!SampleFiles.isSamples(Array("openap: 3.1.0\n".utf8), path: "openapi.YML"))
        #expect(SampleFiles.isSamples(Array("curl https://example.com\n".utf8), path: "requests.yaml"))
        #expect(!SampleFiles.isSamples(wide("openapi: 3.1.0\ninfo: {}\n"), path: ""))
        let (_, problems) = SampleFiles.read([("a.har", wide(#"{"log": {"entries": []}}"#))])
        #expect(problems.map(\.reason) == ["it is UTF-16: save it as UTF-8"])
    }

    @Test func aBrokenCommandIsStillACommand() {
        let (files, problems) = read("curl 'https://x.example/a\n")
        #expect(
            problems.isEmpty && files.first?.unreadable.map(\.reason) == ["the ' of this curl command isn't closed"])
    }
}
