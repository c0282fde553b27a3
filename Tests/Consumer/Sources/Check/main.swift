import CallsiteRuntime
import Committed
import Plain
import Two

// Every target's requests, without a network.
let session = Session(
    transport: StubTransport([
        "GET /birds/1": .json(#"{"name":"Tit"}"#), "GET /users/1": .json(#"{"name":"Ann","cat":{"name":"Tom"}}"#),
        "GET /orders": .json(#"[{"id":1,"state":"open"},{"id":2,"state":"sent"}]"#),
    ]))
print(try await birdName(session), try await userNames(session), try await openOrders(session))
