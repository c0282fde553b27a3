import Foundation
import SwiftCompiler
import Testing

/// The runtime stays as small as `Sources/Runtime/budgets.txt` says, and its modules know no others than it allows.
@Suite struct RuntimeBudgetTests {
    private struct Budget {
        let module: String
        let lines: Int
        let imports: Set<String>
    }

    private static let folder = PackageLayout.root.appendingPathComponent("Sources/Runtime")

    private static func budgets() throws -> [Budget] {
        let text = try String(contentsOf: folder.appendingPathComponent("budgets.txt"), encoding: .utf8)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
            let words = line.split(separator: " ").map(String.init)
            guard words.count > 1, let lines = Int(words[1]) else { return nil }
            return Budget(module: words[0], lines: lines, imports: Set(words.dropFirst(2)))
        }
    }

    private static func lines(of module: String) throws -> [Substring] {
        let root = folder.appendingPathComponent(module)
        let names = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        return try names.filter { $0.hasSuffix(".swift") }.flatMap { name in
            try String(contentsOf: root.appendingPathComponent(name), encoding: .utf8).split(separator: "\n")
                .map { $0.drop { $0 == " " } }.filter { !$0.isEmpty && !$0.hasPrefix("//") }
        }
    }

    @Test func everyModuleKeepsItsBudget() throws {
        let budgets = try Self.budgets()
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter {
            $0.hasPrefix("Callsite")
        }
        // The module of C has no Swift.
        #expect(Set(budgets.map(\.module)).union(["CallsiteLibCurl"]) == Set(folders))
        for budget in budgets {
            let count = try Self.lines(of: budget.module).count
            #expect(
                count <= budget.lines, "\(budget.module) has \(count) lines of code, and \(budget.lines) are allowed")
            // A budget far above the module would let it grow without a word.
            #expect(count * 50 >= budget.lines * 48, "\(budget.module) has \(count) lines of code: lower its budget")
        }
    }

    @Test func modulesKnowOnlyWhatTheyMay() throws {
        for budget in try Self.budgets() {
            for line in try Self.lines(of: budget.module) {
                guard let match = line.firstMatch(of: /^(?:@\w+ |public |internal )*import (Callsite\w+)$/) else {
                    continue
                }
                #expect(budget.imports.contains(String(match.1)), "\(budget.module): \(line)")
            }
        }
    }

    /// The APIs for which Apple requires a reason in a privacy manifest (Describing use of required reason API): an app
    /// needs none for the runtime.
    @Test func runtimeUsesNoAPIThatNeedsAReason() throws {
        let names = [
            "UserDefaults", "NSUserDefaults", "systemUptime", "mach_absolute_time", "activeInputModes",
            "creationDate", "modificationDate", "fileModificationDate", "contentModificationDateKey", "creationDateKey",
            "getattrlist", "getattrlistbulk", "fgetattrlist", "getattrlistat", "stat", "fstat", "fstatat", "lstat",
            "volumeAvailableCapacityKey", "volumeAvailableCapacityForImportantUsageKey",
            "volumeAvailableCapacityForOpportunisticUsageKey", "volumeTotalCapacityKey", "systemFreeSize", "systemSize",
            "statfs", "statvfs", "fstatfs", "fstatvfs",
        ]
        let search = try Regex("\\b(" + names.joined(separator: "|") + ")\\b")
        // libcurl's part is for Linux.
        for budget in try Self.budgets() where budget.module != "CallsiteCurl" {
            for line in try Self.lines(of: budget.module) {
                #expect(line.firstMatch(of: search) == nil, "\(budget.module): \(line)")
            }
        }
    }
}
