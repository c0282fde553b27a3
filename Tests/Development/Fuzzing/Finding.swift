/// Something that must not happen with any input.
package struct Finding: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        /// The process was ended by a signal.
        case crash
        /// It took longer than two seconds of processor time.
        case hang
        /// It took more memory than the bound.
        case memory
        /// A message points at no file, or at a place that its file doesn't have.
        case place
        /// A message about what is the generator's own: a template, a version, a description that it wrote itself.
        case `internal`
        /// A legal document is refused.
        case refused
        /// The same input has two outputs.
        case unstable
        /// The commands don't agree with each other.
        case disagreement
        /// Two ways to read the same bytes give two values.
        case reading
        /// The output is no Swift.
        case unparsable
        /// The output doesn't compile in Swift 6 mode, with warnings as errors.
        case uncompilable
    }

    package var kind: Kind
    package var detail: String

    package init(_ kind: Kind, _ detail: String) {
        self.kind = kind
        self.detail = detail
    }

    /// Nothing else can be tried in the same process.
    package var endsProcess: Bool { kind == .crash || kind == .hang || kind == .memory }

    /// Two findings with one signature have, as far as the signature shows, one cause: everything that an input chose
    /// for itself is left out.
    package var signature: String {
        var text = detail.split(separator: "\n").first.map(String.init) ?? ""
        // Not an apostrophe: what is quoted stands between others.
        text = text.replacing(/([A-Za-z])'([a-z])/) { "\($0.1)\($0.2)" }
        for (pattern, replacement) in [("'[^']*'", "'…'"), ("\"[^\"]*\"", "\"…\""), ("[0-9]+", "n")] {
            guard let pattern = try? Regex(pattern) else { continue }
            text = text.replacing(pattern, with: replacement)
        }
        return "\(kind.rawValue): \(text.prefix(160))"
    }
}
