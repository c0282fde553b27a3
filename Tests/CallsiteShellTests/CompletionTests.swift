import CallsitePrinter
import CallsiteShell
import Foundation
import SwiftCompiler
import Testing

@testable import CallsiteCommands

/// `callsite completions`, in the shells themselves. A shell that isn't installed is left out; `.ci/full` installs all.
@Suite struct CompletionTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
        try folder.writeSpecification()
        try folder.write("", to: "My Specs/an api.yaml")
        try folder.makeFolder("Sources")
        for shell in CompletionShell.allCases {
            try folder.write(shell.script, to: "completions.\(shell.rawValue)")
        }
    }

    /// The words before the cursor, those that must be offered, and those that must not.
    private static let lines: [(line: String, offered: [String], refused: [String])] = [
        ("callsite ", ["generate", "diff", "completions"], ["pets.yaml"]),
        ("callsite gen", ["generate"], ["diff"]),
        ("callsite help con", ["configuration"], ["validate"]), ("callsite help f", ["format"], []),
        ("callsite explain unknown-t", ["unknown-type"], []), ("callsite completions z", ["zsh"], ["bash"]),
        ("callsite schema c", ["configuration"], ["description"]), ("callsite templates e", ["eject"], []),
        ("callsite generate --acc", ["--access"], []), ("callsite generate --access pu", ["public"], ["internal"]),
        ("callsite generate pe", ["pets.yaml"], []), ("callsite generate --output Sou", ["Sources"], []),
        ("callsite generate -o ", ["Sources", "My Specs"], ["pets.yaml"]),
        ("callsite generate My", ["My Specs"], []), ("callsite diff --accept My", ["My Specs"], []),
        ("callsite import pets.yaml -o pe", ["pets.yaml"], []),
        ("callsite inspect pets.yaml --wi", ["--wide"], []),
        ("callsite diff --fail-on ", ["app", "degraded", "none"], ["pets.yaml"]),
        ("callsite diff --fail-on app,deg", ["app,degraded"], ["app,none"]),
        ("callsite diff --format ", ["json", "markdown"], ["pets.yaml"]),
        ("callsite mock --fault ", ["503", "cut-body"], ["pets.yaml"]),
        ("callsite mock --port ", [], ["pets.yaml"]), ("callsite diff --against ", [], ["pets.yaml"]),
    ]

    private static func path(of shell: CompletionShell) -> String? {
        ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(shell.rawValue)" }.first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }

    @Test(arguments: CompletionShell.allCases) func everyOptionIsThere(_ shell: CompletionShell) {
        for command in Command.all {
            #expect(shell.script.contains(command.words[0]))
            for option in command.helpOptions { #expect(shell.script.contains(option.long)) }
        }
    }

    @Test(
        .enabled(if: CompletionTests.path(of: .bash) != nil, "bash isn't installed"), .timeLimit(.minutes(10)))
    func bashOffers() async throws {
        var script = ". ./completions.bash\n"
        for item in Self.lines {
            // As readline splits it.
            let words = item.line.split(separator: " ", omittingEmptySubsequences: false)
            script += "COMP_WORDS=(\(words.map { "'\($0)'" }.joined(separator: " ")))\n"
            script += "COMP_CWORD=\(words.count - 1)\n_callsite\n"
            script += "printf 'LINE\\n'; printf '%s\\n' \"${COMPREPLY[@]}\"\n"
        }
        // With a '='.
        script +=
            "COMP_WORDS=(callsite generate --access = pu)\nCOMP_CWORD=4\n_callsite\necho \"equals ${COMPREPLY[*]}\"\n"
        script +=
            "COMP_WORDS=(callsite generate --access =)\nCOMP_CWORD=3\n_callsite\necho \"equals ${COMPREPLY[*]}\"\n"
        try folder.write(script, to: "complete.bash")
        let text = try await output(["complete.bash"], of: .bash)
        expect(text, .bash)
        #expect(text.contains("equals public\n") && text.contains("equals internal package public\n"), "\(text)")
    }

    @Test(
        .enabled(if: CompletionTests.path(of: .fish) != nil, "fish isn't installed"), .timeLimit(.minutes(10)))
    func fishOffers() async throws {
        var script = "source completions.fish\n"
        for item in Self.lines { script += "echo LINE\ncomplete -C '\(item.line)' | string replace -r '\\t.*' ''\n" }
        try folder.write(script, to: "complete.fish")
        expect(try await output(["--no-config", "complete.fish"], of: .fish), .fish)
    }

    /// Its completions need a line editor, so a terminal is made for it.
    @Test(
        .enabled(if: CompletionTests.path(of: .zsh) != nil, "zsh isn't installed"), .timeLimit(.minutes(10)))
    func zshOffers() async throws {
        try FileManager.default.copyItem(atPath: folder.path("completions.zsh"), toPath: folder.path("_callsite"))
        try folder.write(
            """
            PROMPT=
            unsetopt beep
            fpath=($PWD $fpath)
            autoload -Uz compinit
            compinit -D -u
            compadd() {
                local -a found
                if (( ! ${@[(I)-[OAD]]} )); then
                    builtin compadd -O found "$@"
                    print -rl -- $found >> offers.txt
                fi
                builtin compadd "$@"
            }
            offer() {
                print LINE >> offers.txt
                zle list-choices
                print END >> offers.txt
                BUFFER=
            }
            zle -N offer
            bindkey '^I' offer
            print READY >> offers.txt
            """, to: "setup.zsh")
        var script = """
            zmodload zsh/zpty
            wait_for() {
                local turn
                for turn in {1..600}; do
                    (( $(grep -c "^$1$" offers.txt 2>/dev/null) >= $2 )) && return
                    sleep 0.05
                done
            }
            zpty -b shell '\(Self.path(of: .zsh) ?? "zsh") -f -i'
            zpty -w shell '. ./setup.zsh'
            wait_for READY 1

            """
        for (index, item) in Self.lines.enumerated() {
            script += "zpty -w -n shell $'\(item.line)\\t'\nwait_for END \(index + 1)\n"
        }
        script += "zpty -d shell\ncat offers.txt\n"
        try folder.write(script, to: "complete.zsh")
        let text = try await output(["-f", "complete.zsh"], of: .zsh)
        // Each list of words is a LINE, also the first one of an autoloaded function.
        expect(text.replacing("END\n", with: ""), .zsh)
    }

    private func output(_ arguments: [String], of shell: CompletionShell) async throws -> String {
        let path = try #require(Self.path(of: shell))
        return try await ChildProcess.run([path] + arguments, in: URL(fileURLWithPath: folder.path)).text
    }

    private func expect(_ text: String, _ shell: CompletionShell) {
        let parts = text.components(separatedBy: "LINE\n").dropFirst()
        #expect(parts.count == Self.lines.count, "\(text)")
        for (item, part) in zip(Self.lines, parts) {
            // fish writes a blank as it must be typed, and a folder with its slash.
            let offers = Set(
                part.split(separator: "\n").map { line in
                    let word = String(line.replacing("\\ ", with: " "))
                    return word.hasSuffix("/") ? String(word.dropLast()) : word
                })
            for word in item.offered {
                let isOffered = offers.contains(word) || (shell == .zsh && offers.contains(lastPart(word)))
                #expect(isOffered, "\(shell): '\(item.line)' offers \(offers.sorted()), not '\(word)'")
            }
            for word in item.refused {
                #expect(!offers.contains(word), "\(shell): '\(item.line)' offers '\(word)'")
            }
        }
    }

    /// zsh completes the last of several words with commas between by itself.
    private func lastPart(_ word: String) -> String { word.split(separator: ",").last.map(String.init) ?? word }
}
