import CallsiteShell
import SitePages
import Testing

@testable import CallsiteCommands

/// The pages of the manual, which a release has.
@Suite struct ManPageTests {
    private let pages = manPages(date: "December 1, 2026")

    @Test func everyCommandHasAPage() throws {
        #expect(Set(pages.map(\.name)).count == Command.all.count + 1)
        let overview = try #require(pages.first { $0.name == "callsite.1" })
        for command in Command.all {
            let name = "callsite-" + command.name.replacing(" ", with: "-")
            let page = try #require(pages.first { $0.name == name + ".1" })
            for option in command.helpOptions { #expect(page.text.contains("Fl -\(option.long)"), "\(name)") }
            #expect(overview.text.contains(".Xr \(name) 1"))
        }
    }

    /// A line that begins with a dot is a request of roff, and a backslash begins an escape.
    @Test func nothingElseIsARequest() {
        let known: Set<Substring> = [
            ".Dd", ".Dt", ".Os", ".Sh", ".Nm", ".Nd", ".Op", ".Ar", ".Pp", ".Bl", ".It", ".El", ".Bd", ".Ed", ".Xr",
        ]
        for page in pages {
            for line in page.text.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
                #expect(known.contains(line.prefix { $0 != " " }), "\(page.name): \(line)")
            }
            let escapes = page.text.matches(of: /\\[^&e]/)
            #expect(escapes.isEmpty, "\(page.name)")
        }
    }
}
