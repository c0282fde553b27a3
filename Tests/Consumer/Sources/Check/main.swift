import CallsiteRuntime
import Committed
import Documented
import Foundation
import Plain
import Two

// Every target's requests, without a network.
let session = Session(
    transport: StubTransport([
        "GET /birds/1": .json(#"{"name":"Tit"}"#), "GET /users/1": .json(#"{"name":"Ann","cat":{"name":"Tom"}}"#),
        "GET /rivers": .json(#"[{"name":"Isar","flowsInto":{"name":"Donau","flowsInto":"Black Sea"}}]"#),
        "GET /rivers?page=2": .json("[]"), "GET /orders": .json(#"[{"id":1,"state":"open"},{"id":2,"state":"sent"}]"#),
    ]))
print(URL(string: "birds://birds/7").flatMap(bird) ?? 0)
print(
    try await birdName(session), try await userNames(session), try await openOrders(session),
    try await riverNames(session))
