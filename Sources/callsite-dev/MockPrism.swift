import Foundation
import MockHarness

/// `callsite-dev mock-prism DIR`: each `.txt` below a folder is a case of Prism's test harness.
func mockPrism(_ arguments: [String]) throws {
    guard let folder = arguments.first else { throw Problem("name the folder of the cases") }
    let paths = (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".txt") }.sorted()
    var (passed, failed) = (0, 0)
    for path in paths where !path.hasPrefix("proxy/") {
        let text = try String(contentsOfFile: folder + "/" + path, encoding: .utf8)
        guard let test = PrismCase(name: path, text: text) else {
            print("\(path): not a case")
            continue
        }
        let differences = test.differences()
        if differences.isEmpty {
            passed += 1
        } else {
            failed += 1
            print(path)
            for difference in differences { print("    " + difference) }
        }
    }
    print("\(passed) of \(passed + failed) cases are answered alike")
}
