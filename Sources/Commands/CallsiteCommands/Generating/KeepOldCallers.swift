import CallsiteCore
import CallsiteDiff
import CallsitePrinter
import CallsiteShell

/// `generate --since`: the older description is compared with the new one, and what callers miss is declared once more.
func keepOldCallers(_ old: SourceSet, _ new: SourceSet, _ options: Options, _ output: Output) -> OldCallers {
    var result = OldCallers()
    let before = readContract(old, options: options, isConfigurationForAnother: true, findsShared: false)
    result.missing = before.missing
    // Its warnings were reported when it was generated, so only errors matter here.
    guard let contract = before.contract else {
        result.diagnostics = before.diagnostics
        return result
    }
    guard let now = readContract(new, options: options).contract, let first = output.files.first else { return result }
    let forwarding = forwarding(from: contract, to: now, options: options, declared: output.declarations)
    result.isUnrelated = forwarding.isUnrelated
    guard !forwarding.text.isEmpty else { return result }
    let header = String(decoding: first.contents.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    let taken = Set(output.files.map { $0.name.lowercased() })
    let names = ["Deprecated", "DeprecatedNames", "OldNames"].map { FileNames.fileName("\(now.name)+\($0)") }
    // Three tags of one description could have these names; then the last is as good as any.
    guard let name = names.first(where: { !taken.contains($0.lowercased()) }) else { return result }
    result.file = .init(name: name, contents: Array((header + "\n" + forwarding.text).utf8))
    result.declarations = forwarding.names
    return result
}
