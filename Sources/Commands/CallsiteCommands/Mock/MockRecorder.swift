import CallsiteMockEngine

/// Handles a request with `--record`: sends it on to the real server, records the response, compares it with the
/// description, and returns the response.
struct MockRecorder: Sendable {
    let upstream: Upstream
    let folder: RecordingFolder
    private let host: MockHost

    init(_ upstream: Upstream, _ folder: RecordingFolder, _ host: MockHost) {
        (self.upstream, self.folder, self.host) = (upstream, folder, host)
    }

    func pass(_ request: MockRequest, _ log: MockLog, _ respond: @escaping @Sendable (ServedResponse) -> Void) {
        let start = ContinuousClock.now
        let ownHost = request.header("host")
        upstream.send(request) { result in
            let answer: MockHost.Answer
            let response: ServedResponse
            switch result {
            case .success(let recorded):
                let (operation, problems) = host.judge(request, answeredWith: recorded)
                folder.add(Recording(request, url: upstream.base + request.target, recorded, log.secrets))
                answer = .init(
                    response: MockResponse(status: recorded.status), operation: operation, problems: problems)
                response = passed(recorded, ownHost)
            case .failure(let error):
                let problem = MockProblem(operation: nil, .response, "", error.description)
                answer = .init(response: MockResponse(status: 502), problems: [problem])
                response = ServedResponse(.badGateway(error.description), Delivery())
            }
            log.add(request, answer, ContinuousClock.now - start)
            respond(response)
        }
    }

    /// The response without headers that concern the connection to the real server. URLs of that server become URLs of
    /// the mock, so that the client sends its next requests to the mock.
    private func passed(_ response: RecordedResponse, _ ownHost: String?) -> ServedResponse {
        let omittedNames: Set<String> = [
            "connection", "keep-alive", "transfer-encoding", "content-length", "content-encoding", "proxy-authenticate",
            "proxy-authentication-info", "trailer", "upgrade", "alt-svc", "strict-transport-security", "date",
        ]
        var headers: [(String, String)] = []
        for (name, value) in response.headers where !omittedNames.contains(name.lowercased()) {
            let hasURL = ["location", "content-location", "link"].contains(name.lowercased())
            if hasURL, let ownHost {
                headers.append((name, value.replacingBase(upstream.base, with: "http://\(ownHost)")))
            } else {
                headers.append((name, value))
            }
        }
        return ServedResponse(status: response.status, headers: headers, body: .bytes(response.body ?? []))
    }
}

extension String {
    /// Replaces `base` in URLs that begin with it. `https://a.example` isn't the base of `https://a.example.org/`.
    fileprivate func replacingBase(_ base: String, with other: String) -> String {
        var result = ""
        var rest = Substring(self)
        while let first = rest.first {
            let remainder = rest.dropFirst(base.count)
            if rest.hasPrefix(base), remainder.first.map({ "/?#>\" ".contains($0) }) ?? true {
                result += other
                rest = remainder
            } else {
                result.append(first)
                rest.removeFirst()
            }
        }
        return result
    }
}
