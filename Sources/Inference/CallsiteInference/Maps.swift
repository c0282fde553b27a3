import CallsiteText

extension ValueShape {
    /// Makes dictionaries of the objects in it whose names are data.
    ///
    /// - Parameter secrets: None of them may be a name, or a value that is listed.
    func findMaps(_ secrets: KnownSecrets) {
        var seen: Set<ObjectIdentifier> = []
        findMaps(secrets, &seen)
    }

    private func findMaps(_ secrets: KnownSecrets, _ seen: inout Set<ObjectIdentifier>) {
        strings.forget { secrets.isIn($0) }
        element?.findMaps(secrets, &seen)
        guard let objects, seen.insert(ObjectIdentifier(objects)).inserted else { return }
        objects.forgetVariants { secrets.isIn($0) }
        for field in objects.fields {
            if PersonalData.isSecret(field.name.text) { field.field.shape.forgetAll() }
            // Behind `tokens`, the names may be the tokens, unless they are words: `Worker`, `Manager`.
            if let inner = field.field.shape.objects, PersonalData.areSecrets(field.name.text), inner.hasValuesAlike,
                inner.names.contains(where: { $0.text.utf8.contains { 0x30...0x39 ~= $0 } })
            {
                inner.becomeMap()
            }
            field.field.shape.findMaps(secrets, &seen)
        }
        if objects.isMap || objects.names.contains(where: { secrets.isIn($0.text) }) {
            objects.becomeMap().findMaps(secrets, &seen)
        } else {
            objects.values?.findMaps(secrets, &seen)
        }
    }

    /// Forgets the values below a secret's name, however deep they are.
    private func forgetAll(level: Int = 0) {
        strings.forget { _ in true }
        guard level < 32 else { return }
        element?.forgetAll(level: level + 1)
        objects?.forgetVariants { _ in true }
        objects?.values?.forgetAll(level: level + 1)
        for field in objects?.fields ?? [] { field.field.shape.forgetAll(level: level + 1) }
    }

    /// The kinds of JSON, but for null.
    var kinds: Set<String> {
        var kinds: Set<String> = []
        if booleans > 0 { kinds.insert("boolean") }
        if integers + numbers > 0 { kinds.insert("number") }
        if strings.count > 0 { kinds.insert("string") }
        if lists > 0 { kinds.insert("list") }
        if objects != nil { kinds.insert("object") }
        return kinds
    }
}

extension ObjectShape {
    /// Whether the names of fields are data: numbers, ids, dates, or ever new ones, with values that are alike.
    fileprivate var isMap: Bool {
        guard values == nil, let first = names.first else { return false }
        // A person's data must be no field of a model, whatever it leads to.
        if names.contains(where: { !PersonalData.isNeutral($0.text) }) { return true }
        if areKeys { return names.count > 1 || PathValue.isSurelyValue(first.text) }
        guard hasValuesAlike else { return false }
        // Fields come again, and keys are ever new.
        let rare = fields.count { $0.field.count <= 2 }
        return names.count >= 8 && count >= 3 && rare * 5 >= names.count * 4
    }

    /// Names that look like identifiers, or begin as most others that do: `cus_9s6XKz`, `cus_odearsp`.
    private var areKeys: Bool {
        let values = names.map(\.text).filter(PathValue.isValue)
        guard !values.isEmpty, values.count * 2 >= names.count else { return false }
        let prefixes = Set(values.compactMap(PathValue.prefix))
        return names.allSatisfy { name in
            PathValue.isValue(name.text) || PathValue.isLongID(name.text)
                || PathValue.prefix(of: name.text).map { prefixes.contains($0) } ?? false
        }
    }

    fileprivate var hasValuesAlike: Bool {
        var common: Set<String>?
        var all: Set<ExactString> = []
        var shared: Set<ExactString>?
        for (_, field) in fields {
            let kinds = field.shape.kinds
            if kinds.isEmpty { continue }
            guard kinds.count == 1, common == nil || common == kinds else { return false }
            common = kinds
            guard let objects = field.shape.objects, objects.values == nil else { continue }
            let names = Set(objects.names)
            all.formUnion(names)
            shared = shared.map { $0.intersection(names) } ?? names
        }
        guard let common else { return false }
        return common != ["object"] || all.isEmpty || (shared?.count ?? 0) * 2 >= all.count
    }
}
