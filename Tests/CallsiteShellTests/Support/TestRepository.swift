import Foundation
import Testing

@testable import CallsiteCommands

extension TestFolder {
    /// Runs git in a folder, without the settings of this machine.
    @discardableResult
    func git(_ arguments: [String], in name: String) throws -> String {
        let result = try ChildProgram.run(
            ["git", "-C", path(name)] + arguments,
            variables: [
                "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "a",
                "GIT_AUTHOR_EMAIL": "a@example.com", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.com",
            ],
            limit: 1 << 20)
        #expect(result.status == 0, "git \(arguments): \(String(decoding: result.errors, as: UTF8.self))")
        return String(decoding: result.output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Commits everything in a folder.
    func commit(_ message: String, in name: String) throws {
        try git(["add", "-A"], in: name)
        try git(["commit", "-qm", message], in: name)
    }
}
