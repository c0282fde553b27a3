import CallsiteRuntime
import Shop

// `./orders http://127.0.0.1:8080` asks another server than the description's, such as `callsite mock`.
let session = CommandLine.arguments.count > 1 ? Session(baseURL: CommandLine.arguments[1]) : Session()
do {
    for order in try await session.send(ListOrdersRequest()) {
        print(order.id, order.total.amount, order.total.currency)
    }
} catch {
    print("can't list the orders: \(error)")
}
