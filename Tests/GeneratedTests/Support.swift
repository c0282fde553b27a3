import CallsiteRuntime
import Foundation
import LoopbackServer

/// A server on a loopback port, and a session that sends to it over real HTTP.
final class Loopback: Sendable {
    let server: LoopbackServer
    let session: Session

    init(
        credential: Credential? = nil, idleTimeout: Double = LoopbackServer.patience,
        _ reply: @escaping LoopbackServer.Handler
    ) throws {
        server = try LoopbackServer(reply)
        let transport = NetworkTransport(idleTimeout: idleTimeout)
        session = Session(baseURL: server.baseURL, transport: transport, credential: credential)
    }
}

let userJSON = #"""
    {"id":9007199254740993,"node_id":"MDQ6","login":"octocat","type":"User","avatar_url":"https://example.com/a.png",
     "html_url":"https://github.com/octocat","site_admin":false}
    """#

func issueJSON(number: Int = 7, title: String = #""Caf\u00e9 \ud83d\ude00""#, user: String = userJSON) -> String {
    #"""
    {"unknown":{"deep":[1,2,{"x":null}]},"id":1,"node_id":"I_1","number":\#(number),"title":\#(title),"body":null,"state":"open",
     "state_reason":"moonstruck","html_url":"https://github.com/apple/swift/issues/7","user":\#(user),"author_association":"MEMBER",
     "labels":[],"assignees":[],"locked":false,"comments":0,"milestone":null,"assignee":null,"active_lock_reason":null,
     "created_at":"2024-01-02T03:04:05.678+09:00","updated_at":"2024-01-02t03:04:05z","closed_at":null}
    """#
}
