import CallsiteStore
import Foundation
import Testing
import Waiting

private final class Log: Sendable {
    let all = Watched<[String]>([])
    var lines: [String] { all.value }
    func add(_ line: String) { all.update { $0.append(line) } }
}

@MainActor private class Screen: Coordinator {
    var children: [any Coordinator] = []
    let name: String
    let log: Log

    init(_ name: String, _ log: Log) {
        self.name = name
        self.log = log
    }

    deinit { log.add("\(name) released") }

    func start() { log.add("\(name) started") }

    func open(_ link: URL) -> Bool {
        guard link.host == name else { return false }
        log.add("\(name) opened \(link.absoluteString)")
        return true
    }
}

@Suite("Coordinators", .timeLimit(.minutes(10))) @MainActor struct CoordinatorTests {
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
        await log.all.wait { $0.count == 4 }
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
        log.all.update { $0 = [] }
        #expect(root.handDown(try #require(URL(string: "app://leaf/1"))))
        #expect(log.lines == ["leaf opened app://leaf/1"], "one of the two, the newest")
        #expect(root.handDown(try #require(URL(string: "app://old/2"))))
        #expect(!root.handDown(try #require(URL(string: "app://nobody/3"))))
        #expect(log.lines.count == 2)
    }
}
