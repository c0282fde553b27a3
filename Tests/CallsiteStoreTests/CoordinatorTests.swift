import CallsiteStore
import Foundation
import Testing

@MainActor private final class Log { var lines: [String] = [] }

@MainActor private class Screen: Coordinator {
    var children: [any Coordinator] = []
    let name: String
    let log: Log

    init(_ name: String, _ log: Log) {
        self.name = name
        self.log = log
    }

    deinit { let (name, log) = (name, log); Task { @MainActor in log.lines.append("\(name) released") } }

    func start() { log.lines.append("\(name) started") }

    func open(_ link: URL) -> Bool {
        guard link.host == name else { return false }
        log.lines.append("\(name) opened \(link.absoluteString)")
        return true
    }
}

@Suite("Coordinators", .timeLimit(.minutes(1))) @MainActor struct CoordinatorTests {
    @Test func childrenAreStartedKeptAndReleased() async {
        let log = Log()
        let root = Screen("root", log)
        root.begin(Screen("child", log))
        (root.children[0] as? Screen)?.begin(Screen("grandchild", log))
        #expect(log.lines == ["child started", "grandchild started"])
        weak let grandchild = root.children[0].children[0]
        #expect(grandchild != nil)
        if let child = root.children.first as? Screen { root.end(child) }
        #expect(root.children.isEmpty && grandchild == nil)
        for _ in 0..<1_000 where log.lines.count < 4 { await Task.yield() }
        #expect(Set(log.lines.suffix(2)) == ["child released", "grandchild released"])
    }

    @Test func aLinkIsHandedDownToAGrandchild() throws {
        let log = Log()
        let root = Screen("root", log)
        for name in ["old", "new"] {
            let child = Screen(name, log)
            root.begin(child)
            child.begin(Screen("leaf", log))
        }
        log.lines = []
        #expect(root.handDown(try #require(URL(string: "app://leaf/1"))))
        #expect(log.lines == ["leaf opened app://leaf/1"], "one of the two, the newest")
        #expect(root.handDown(try #require(URL(string: "app://old/2"))))
        #expect(!root.handDown(try #require(URL(string: "app://nobody/3"))))
        #expect(log.lines.count == 2)
    }
}
