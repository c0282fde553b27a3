/// One message for the user, as data. Printing it is `DiagnosticRenderer`'s job.
///
/// Each kind of diagnostic is made by a static member beside the code that raises it, and has a stable `id` in
/// kebab-case, which the printed line shows at its end: `[unknown-type]`.
package struct Diagnostic: Hashable, Sendable {
    package enum Severity: String, Hashable, Sendable { case error, warning }

    /// A related place, such as the other of two clashing declarations.
    package struct Note: Hashable, Sendable {
        package var message: DiagnosticText
        package var location: SourceLocation
        package init(_ message: DiagnosticText, at location: SourceLocation) {
            self.message = message
            self.location = location
        }
    }

    package var id: String
    package var severity: Severity
    /// The finding: one short lower-case phrase that stands alone. The message, the help and the notes hold no line
    /// break and no invisible character: `DiagnosticText` makes them.
    package var message: DiagnosticText
    /// The suggested fix, where the message alone does not say it: printed after the message and a semicolon.
    package var help: DiagnosticText?
    package var location: SourceLocation
    package var notes: [Note]
    /// Its cause may show in many places: `sorted` lists equal messages once.
    package var isPerCause = false
    /// The other places where the cause shows.
    package var repeats: [SourceLocation] = []
    /// The part of a document that it is about, which `sorted` puts before the message; nil: the message names it.
    package var subject: DiagnosticText?

    /// ` (and at 12 more places)`.
    package var repetition: String {
        repeats.isEmpty ? "" : " (and at \(repeats.count) more place\(repeats.count == 1 ? "" : "s"))"
    }

    /// `in 'Pet', the array doesn't describe its elements`.
    fileprivate var withSubject: Self {
        guard let subject else { return self }
        var diagnostic = self
        diagnostic.message = "in '\(subject)', \(message)"
        diagnostic.subject = nil
        return diagnostic
    }

    /// The same, listed once for all places where its cause shows.
    package var oncePerCause: Self {
        var diagnostic = self
        diagnostic.isPerCause = true
        return diagnostic
    }

    package init(
        _ severity: Severity, id: String, _ message: DiagnosticText, help: DiagnosticText? = nil,
        at location: SourceLocation, notes: [Note] = []
    ) {
        self.id = id
        self.severity = severity
        self.message = message
        self.help = help
        self.location = location
        self.notes = notes
    }

    package static func error(
        _ id: String, _ message: DiagnosticText, help: DiagnosticText? = nil, at location: SourceLocation,
        notes: [Note] = []
    ) -> Self {
        Self(.error, id: id, message, help: help, at: location, notes: notes)
    }
    /// - Parameter isPerCause: Its cause may show in many places.
    package static func warning(
        _ id: String, _ message: DiagnosticText, help: DiagnosticText? = nil, at location: SourceLocation,
        notes: [Note] = [], isPerCause: Bool = false
    ) -> Self {
        var warning = Self(.warning, id: id, message, help: help, at: location, notes: notes)
        warning.isPerCause = isPerCause
        return warning
    }
}

/// The reports of all stages of a run so far. Every stage appends and goes on, so that a user sees all at once.
package struct Diagnostics: Hashable, Sendable {
    package private(set) var all: [Diagnostic] = []
    package private(set) var hasErrors = false
    private var errors = 0
    /// Reports are dropped: something is only being tried.
    package var isMuted = false

    /// Drops reports until `isMuted` is what this returns.
    mutating func mute() -> Bool {
        defer { isMuted = true }
        return isMuted
    }

    /// No run keeps more errors than this: a file of rubbish would otherwise bury its first, telling line.
    package static let limit = 1000
    /// A large document may earn many warnings, each of which says what it lost.
    package static let warningLimit = 100_000

    package init() {}

    /// With this many messages, one more suggestion doesn't help, and finding one takes time.
    var wantsNoMoreSuggestions: Bool { isMuted || all.count >= Self.suggestionLimit }

    /// After this many messages, more suggestions aren't read.
    static let suggestionLimit = 100

    package mutating func report(_ diagnostic: Diagnostic) {
        guard !isMuted else { return }
        if diagnostic.severity == .error {
            hasErrors = true
            errors += 1
            if errors <= Diagnostics.limit { all.append(diagnostic) }
        } else if all.count - errors < Diagnostics.warningLimit {
            all.append(diagnostic)
        }
    }

    /// Reports why there is no value: `guard … else { return diagnostics.fail(.emptyName(at: place)) }`.
    ///
    /// - Returns: nil.
    mutating func fail<Value>(_ diagnostic: Diagnostic) -> Value? {
        report(diagnostic)
        return nil
    }

    /// Removes warnings whose cause a later pass has reported.
    mutating func removeAll(where isSuperseded: (Diagnostic) -> Bool) {
        guard all.contains(where: { $0.severity == .warning && isSuperseded($0) }) else { return }
        all.removeAll { $0.severity == .warning && isSuperseded($0) }
    }

    /// Removes messages, errors too, that follow from another error.
    mutating func removeAll(withIDs ids: Set<String>, unless isKept: (Diagnostic) -> Bool = { _ in false }) {
        let others = all.filter { ids.contains($0.id) && !isKept($0) }
        guard !others.isEmpty else { return }
        errors -= others.count { $0.severity == .error }
        hasErrors = errors > 0
        all.removeAll { ids.contains($0.id) && !isKept($0) }
    }

    package mutating func append(_ others: Diagnostics) { for diagnostic in others.all { report(diagnostic) } }

    /// In the order of the files and places, equal places in the order of the stages; the same diagnostic once, and one
    /// for each cause.
    package var sorted: [Diagnostic] {
        var seen = Set<Diagnostic>()
        let sorted = all.enumerated()
            .filter { seen.insert($0.element).inserted }
            .sorted { a, b in
                let (x, y) = (a.element.location, b.element.location)
                return (x.file.index, x.line, x.column, Int32(a.offset)) < (
                    y.file.index, y.line, y.column, Int32(b.offset)
                )
            }
            .map(\.element)
        guard sorted.contains(where: \.isPerCause) else { return sorted.map(\.withSubject) }
        struct Cause: Hashable {
            var id: String
            var message: DiagnosticText
            var help: DiagnosticText?
        }
        var result: [Diagnostic] = []
        var positions: [Cause: Int] = [:]
        for diagnostic in sorted {
            if diagnostic.isPerCause {
                let cause = Cause(id: diagnostic.id, message: diagnostic.message, help: diagnostic.help)
                if let position = positions[cause] {
                    result[position].repeats += [diagnostic.location] + diagnostic.repeats
                    continue
                }
                positions[cause] = result.count
            }
            result.append(diagnostic)
        }
        return result.map(\.withSubject)
    }

    mutating func setSubjects(_ subject: (Diagnostic) -> DiagnosticText?) {
        for index in all.indices { all[index].subject = subject(all[index]) }
    }

    /// The same with the file numbers that `number` gives.
    package func renumbered(_ number: (FileID) -> FileID) -> Diagnostics {
        var result = self
        for index in result.all.indices {
            result.all[index].location.file = number(all[index].location.file)
            for repeated in all[index].repeats.indices {
                result.all[index].repeats[repeated].file = number(all[index].repeats[repeated].file)
            }
            for note in all[index].notes.indices {
                result.all[index].notes[note].location.file = number(all[index].notes[note].location.file)
            }
        }
        return result
    }

    /// The same with each error made a warning.
    ///
    /// - Parameter outcome: The consequence of an error, by its id, which replaces the suggested fix.
    package func treatingErrorsAsWarnings(outcome: (String) -> DiagnosticText? = { _ in nil }) -> Diagnostics {
        var lenient = Diagnostics()
        for var diagnostic in all {
            if diagnostic.severity == .error, let help = outcome(diagnostic.id) { diagnostic.help = help }
            diagnostic.severity = .warning
            lenient.report(diagnostic)
        }
        return lenient
    }

    /// The same with each warning made an error: `--strict`.
    package func treatingWarningsAsErrors() -> Diagnostics {
        var strict = Diagnostics()
        for var diagnostic in all {
            diagnostic.severity = .error
            strict.report(diagnostic)
        }
        return strict
    }
}
