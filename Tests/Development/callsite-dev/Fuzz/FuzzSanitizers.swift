import Foundation

/// Builds this very program with a sanitizer and runs it.
func runSanitized(_ sanitizer: String, _ words: [String]) throws {
    var words = words
    if let index = words.firstIndex(of: "--sanitize") { words.removeSubrange(index...index + 1) }
    let folder = ".build/sanitize-\(sanitizer)"
    let build = ["swift", "build", "--product", "callsite-dev", "--sanitize", sanitizer, "--scratch-path", folder]
    print(build.joined(separator: " "))
    try run(build)
    let program = try output(build + ["--show-bin-path"]) + "/callsite-dev"
    // Memory that Foundation and Swift's runtime keep to the end is no finding. Children inherit the environment.
    setenv("ASAN_OPTIONS", "detect_leaks=0", 0)
    // A sanitizer takes time, stack for what it puts between the variables, and memory.
    try run([program, "fuzz", "--patience", "60", "--stack", "\(8 << 20)", "--memory", "\(4 << 30)"] + words)
}
