import CallsiteCore
import CallsiteSamples
import Testing

/// Commands in scripts and READMEs.
@Suite struct CurlReaderTests {
    private func read(_ text: String) -> SampleFile {
        let (files, problems) = SampleFiles.read([("README.md", Array(text.utf8))])
        #expect(problems.map(\.description) == [])
        return files.first ?? SampleFile(path: "")
    }

    private func shown(_ text: String) -> [String] {
        read(text).samples.map { "\($0.method) \(Shown.url($0.url)) \(Shown.body($0.body))" }
    }

    @Test(arguments: [
        ("curl https://x.example/a", "GET https://x.example /a  none"),
        ("curl -sSLX DELETE 'https://x.example/a?b=c&d'", "DELETE https://x.example /a b=c&d= none"),
        ("curl x.example:80/a -I", "HEAD http://x.example /a  none"),
        ("curl https://x.example/a -d a=1 --data b=%20 -d c", "POST https://x.example /a  form a=1&b= &c="),
        ("curl https://x.example/a -G -d a=1 --data-urlencode 'b=c d&e'", "GET https://x.example /a a=1&b=c d&e none"),
        ("curl https://x.example/a -d @body.json", "POST https://x.example /a  unknown"),
        ("curl https://x.example/a -T file", "PUT https://x.example /a  unknown"),
        (
            #"curl https://x.example/a --json '{"a":' --json '1}'"#,
            #"POST https://x.example /a  application/json {"a":1}"#
        ),
        (#"curl https://x.example/a -d '{"a":1}'"#, #"POST https://x.example /a  application/json {"a":1}"#),
        (#"curl https://x.example/a -H 'Content-Type: text/csv' -d a,b"#, "POST https://x.example /a  text/csv a,b"),
        (
            "curl https://x.example/a -F f=@x.png -F 'n=Bo;type=text/plain' --form-string 's=@x'",
            "POST https://x.example /a  multipart f=nil(file)&n=Bo&s=@x"
        ),
        (
            "curl -o out.json -w '%{http_code}' --max-time 5 --retry 3 https://x.example/a",
            "GET https://x.example /a  none"
        ),
        ("curl --url https://x.example/a --url-query b=c", "GET https://x.example /a b=c none"),
        (
            "curl https://x.example/{id}/<order id>/:name/YOUR_USER_ID",
            "GET https://x.example /{id}/{order_id}/{name}/{user_id}  none"
        ),
        (#"curl "$BASE_URL/a/$ORDER_ID?b=${PAGE:-1}&c=$C""#, "GET nil /a/{order_id} b=1&c=nil none"),
        ("curl https://<your-domain>/a", "GET nil /a  none"), ("curl https://{tenant}.x.example/a", "GET nil /a  none"),
        ("curl https://x.example/a?b=1&c=2", "GET https://x.example /a b=1&c=2 none"),
        ("curl https://x.example/a?key=YOUR_API_KEY", "GET https://x.example /a key=nil none"),
        (#"curl https://x.example/a -H $'X-A: it\'s' -d $'a=\u00e9'"#, "POST https://x.example /a  form a=é"),
        ("curl \\\n  -X PUT \\  \n  https://x.example/a", "PUT https://x.example /a  none"),
        (
            "curl ^\"https://x.example/a?b=1^&c=2^\" ^\r\n  --data-raw ^\"^{^\\^\"d^\\^\":1^}^\"",
            #"POST https://x.example /a b=1&c=2 application/json {"d":1}"#
        ),
        (
            "curl https://x.example/a -d @- <<'EOF'\n{\"a\": 1}\nEOF\n",
            "POST https://x.example /a  application/json {\"a\": 1}\n"
        ),
        ("curl https://x.example/a > out 2>&1", "GET https://x.example /a  none"),
        ("curl https://x.example/a # curl https://y.example", "GET https://x.example /a  none"),
    ])
    func commands(_ text: String, _ expected: String) { #expect(shown(text) == [expected]) }

    @Test func commandsAreFoundBehindOthers() {
        let text = """
            #!/bin/sh
            # curl https://x.example/no
            cd a && curl x.example/1; curl x.example/2 | jq . ; for i in 1; do curl x.example/3; done
            ID=$(curl -s x.example/4) TOKEN=a curl x.example/5
            echo not curl x.example/6
            if ! curl x.example/7; then exit; fi
            me@host:~$ /usr/bin/curl x.example/8
            curl --version
            """
        let file = read(text)
        #expect(file.samples.map { Shown.url($0.url) } == [1, 2, 3, 4, 5, 7, 8].map { "http://x.example /\($0) " })
        #expect(file.samples.map(\.place) == ["line 3", "line 3", "line 3", "line 4", "line 4", "line 6", "line 7"])
        #expect(file.notes.map(\.note) == ["a curl command without a URL is left out"])
    }

    @Test func variablesHaveTheValuesThatTheTextSets() {
        let text = """
            API="${API_ORIGIN:-http://localhost:4741}"
            export URL_PATH='/orders'
            ID=$(uuidgen)
            curl "${API}${URL_PATH}/$ID?page=$PAGE"
            curl $API/orders/$NUMBER
            NUMBER=17
            """
        #expect(
            read(text).samples.map { Shown.url($0.url) } == [
                "http://localhost:4741 /orders/{id} page=nil", "http://localhost:4741 /orders/{number=17} ",
            ])
    }

    @Test func severalURLsAndNextAreSeveralRequests() {
        #expect(
            shown("curl -d a=1 x.example/1 x.example/2 --next -X DELETE x.example/3") == [
                "POST http://x.example /1  form a=1", "POST http://x.example /2  form a=1",
                "DELETE http://x.example /3  none",
            ])
    }

    @Test(arguments: [
        ("-u me:hush", "basic"), ("--oauth2-bearer hush", "bearer"), (#"-H "Authorization: Bearer $T""#, "bearer"),
        ("-H 'authorization: Basic aGk='", "basic"), ("-H 'Authorization: Token x'", #"header("Authorization")"#),
        ("-H 'Authorization:'", "nil"), ("-b a=b", "nil"), ("--digest -u a:b", "basic"),
    ])
    func credentials(_ options: String, _ expected: String) {
        let sample = read("curl \(options) https://x.example/").samples.first
        #expect((sample?.authentication.map { "\($0)" } ?? "nil") == expected)
    }

    @Test func aReadmeHasCommandsWithTheirResponses() {
        let text = #"""
            # Shop

            Use curl as you like: it's common.
            curl is described at https://curl.example for readers.

            ```sh
            $ curl https://x.example/1
            ```

            Response:

            ```json
            {"a": 1}
            ```

            ```
            curl https://x.example/2
            HTTP/1.1 201 Created
            X-A: b

            {"b": 2}
            ```

            ```
            curl https://x.example/3
            [1,
             ...]
            curl https://x.example/4
            ```

            Request body:

            ```json
            {}
            ```

            Call `curl https://x.example/5` too.

            ```
            curl "https://x.example/6
            ```
            """#
        let file = read(text)
        #expect(
            file.samples.map { "\(Shown.url($0.url))\(Shown.response($0.response))" } == [
                #"https://x.example /1 200 Content-Type: application/json {"a": 1}"#,
                #"https://x.example /2 201 X-A: b {"b": 2}"#, "https://x.example /3 -", "https://x.example /4 -",
                "https://x.example /5 -",
            ])
        #expect(
            file.notes.map { "\($0.place) \($0.note)" } == ["line 25 the text below isn't JSON, so it is no response"])
        #expect(
            file.unreadable.map { "\($0.place) \($0.reason)" } == ["line 40 the \" of this curl command isn't closed"])
    }

    /// Reading takes time in proportion to the text; otherwise this test wouldn't end.
    @Test(arguments: [
        "'", "\"", "curl ", "\\", "\\\n", "$", "${", "$(", "<a", "&a", "`", "```\n", "curl -H \"\n", "| curl x.y/z ",
        "curl x.y/z <<EOF\n", "curl x.y/z\n{\n", "^\"", "-d a=1 ", "/{a}", "curl x.y/z '\n",
    ])
    func longTextsEnd(_ part: String) {
        let text = "curl https://x.example/a?b " + String(repeating: part, count: 30_000 / part.utf8.count)
        _ = SampleFiles.isSamples(Array(text.utf8), path: "")
        #expect(SampleFiles.read([("a", Array(text.utf8))]).files.count < 2)
    }

    @Test func otherProtocolsThanHTTPAreLeftOut() {
        let text = "curl file:///etc/passwd\ncurl https://x.example/a\ncurl http://undefined/b\n"
        let (files, _) = SampleFiles.read([("a.sh", Array(text.utf8))])
        #expect(files.first?.samples.map(\.url.origin) == ["https://x.example", nil])
        #expect(files.first?.notes.map(\.note) == ["a request by 'file' is left out"])
    }
}
