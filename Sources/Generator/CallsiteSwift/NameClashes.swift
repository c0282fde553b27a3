// Reports the names that had to yield, as one warning for each kind of declaration.

import CallsiteCore

/// A declaration that could not have the name it wanted.
package struct NameClash {
    package enum Kind: String, CaseIterable {
        case types, requests, nestedTypes, properties, parameters, headers, values, cases

        /// For messages: `12 more properties`.
        var plural: DiagnosticText {
            self == .nestedTypes
                ? "types in place" : self == .parameters ? "parameters and fields of bodies" : "\(rawValue)"
        }

        /// The holder of a name that no declaration of the same kind has, for messages.
        package var others: DiagnosticText {
            switch self {
            case .types: "a request, or a type of the API itself,"
            case .nestedTypes: "a type that is used there"
            case .requests, .properties, .parameters, .headers, .values, .cases: "a name that generated code needs"
            }
        }
    }
    package var kind: Kind
    /// The declaration's key in `renames:`.
    package var key: String
    /// The name that both want; `actualName` is the name it has instead.
    package var wantedName: String
    package var actualName: String
    /// The key of the declaration that keeps the name; nil: something of another kind keeps it.
    package var holder: String?
    var place: SourceLocation
    var holderPlace: SourceLocation?
}

extension Lowering {
    func nameClashes(
        _ resolved: ResolvedNames, of kind: NameClash.Kind, _ holder: (Int) -> (key: String, place: SourceLocation)
    ) -> [NameClash] {
        resolved.clashes.map { clash in
            let (key, place) = holder(clash.loser)
            let keeper = clash.holder.map(holder)
            return .init(
                kind: kind, key: key, wantedName: clash.name, actualName: resolved.names[clash.loser],
                holder: keeper?.key, place: place, holderPlace: keeper?.place)
        }
    }

    func reportClashes(_ diagnostics: inout Diagnostics) {
        // A declaration with an error has been reported at its place, and needs another name anyway.
        let errorPlaces = Set(diagnostics.all.lazy.filter { $0.severity == .error }.map(\.location))
        // If the user chose both names, neither may yield without the user's decision: that is an error.
        for clash in clashes where isChosen(clash) {
            let places = [clash.key, clash.holder].compactMap { key in key.flatMap { options.places[.renames, $0] } }
                .sorted { $0.precedes($1) }
            diagnostics.report(.renamesClash(clash, at: places.last ?? clash.place, other: places.first))
        }
        for kind in NameClash.Kind.allCases {
            let kindClashes = clashes.filter {
                $0.kind == kind && !isChosen($0) && !errorPlaces.contains($0.place)
                    && !($0.holderPlace.map(errorPlaces.contains) ?? false)
            }
            if !kindClashes.isEmpty { diagnostics.report(.nameClash(kindClashes, canChooseNames: api.canChooseNames)) }
        }
    }

    /// Whether both names come from `renames:`.
    private func isChosen(_ clash: NameClash) -> Bool {
        [clash.key, clash.holder].allSatisfy { key in
            guard let name = key.flatMap({ options.renames[$0] }) else { return false }
            // A property and the type that is written in its place share a key. The new name shows which of them it is
            // for.
            return clash.wantedName == name || clash.kind == .requests && clash.wantedName == name + "Request"
        }
    }
}

extension Diagnostic {
    static func renamesClash(_ clash: NameClash, at place: SourceLocation, other: SourceLocation?) -> Self {
        .error(
            "renames-clash",
            "'renames' gives '\(clash.holder ?? clash.wantedName)' and '\(clash.key)' one name, '\(clash.wantedName)'",
            help: "give one of them another name", at: place,
            notes: other.map { $0 == place ? [] : [.init("the other is renamed here", at: $0)] } ?? [])
    }
    /// - Parameter canChooseNames: Whether the description can choose names too.
    static func nameClash(_ clashes: [NameClash], canChooseNames: Bool) -> Self {
        let first = clashes[0]
        let isNamed = canChooseNames && first.kind != .values && first.kind != .cases
        let own: DiagnosticText = isNamed ? "'name:' there, or " : ""
        let sentences = clashes.prefix(3).map { clash -> DiagnosticText in
            let holder = clash.holder.map { "'\($0)'" } ?? clash.kind.others
            return "'\(clash.key)' is '\(clash.actualName)', since \(holder) is '\(clash.wantedName)'"
        }
        let others: DiagnosticText = clashes.count > 3 ? "; so are \(clashes.count - 3) more \(first.kind.plural)" : ""
        return .warning(
            "name-clash", sentences.joined(separator: "; ") + others,
            // Suggests the given name, not the wanted one: the holder of that may be unable to yield.
            help: clashes.lazy.compactMap { DiagnosticText.rename($0.key, to: $0.actualName) }.first.map {
                "\(own)\($0) in callsite.yaml keeps that name, or chooses another; 'callsite inspect --names' lists all"
            } ?? "'renames:' in callsite.yaml chooses other names; 'callsite inspect --names' lists all",
            at: first.place, notes: first.holderPlace.map { [.init("the name is kept here", at: $0)] } ?? [])
    }
}
