import CallsiteText

extension ValueShape {
    /// Turns objects whose field names are data, such as `cus_9s6XKz`, into dictionaries.
    ///
    /// - Parameter secrets: Values that must not become a field's name or a value of an enum.
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
            // The names in `tokens` may be the tokens themselves, unless they are words: `Worker`, `Manager`.
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

    /// Forgets the values below a secret's name, down to 32 levels.
    private func forgetAll(level: Int = 0) {
        strings.forget { _ in true }
        guard level < 32 else { return }
        element?.forgetAll(level: level + 1)
        objects?.forgetVariants { _ in true }
        objects?.values?.forgetAll(level: level + 1)
        for field in objects?.fields ?? [] { field.field.shape.forgetAll(level: level + 1) }
    }

    /// The kinds of JSON values, except null.
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
    /// Whether the names of fields are data: numbers, ids or dates, or names that rarely repeat and have values alike.
    fileprivate var isMap: Bool {
        guard values == nil, let first = names.first else { return false }
        // Personal data must not become a field of a model, whatever its value is.
        if names.contains(where: { !PersonalData.isNeutral($0.text) }) { return true }
        if areKeys { return names.count > 1 || PathValue.isSurelyValue(first.text) }
        guard hasValuesAlike else { return false }
        // Fields repeat from object to object, and keys don't.
        let rare = fields.count { $0.field.count <= 2 }
        return names.count >= 8 && count >= 3 && rare * 5 >= names.count * 4
    }

    /// Whether the names look like identifiers, or have the prefix of others that do: `cus_9s6XKz`, `cus_odearsp`.
    private var areKeys: Bool {
        let values = names.map(\.text).filter(PathValue.isValue)
        guard !values.isEmpty, values.count * 2 >= names.count else { return false }
        let prefixes = Set(values.compactMap(PathValue.prefix))
        return names.allSatisfy { name in
            PathValue.isValue(name.text) || PathValue.isLongID(name.text)
                || PathValue.prefix(of: name.text).map { prefixes.contains($0) } ?? false
        }
    }

    /// Whether all values are of one kind. Objects must also share half of their fields.
    fileprivate var hasValuesAlike: Bool {
        var commonKinds: Set<String>?
        var allNames: Set<ExactString> = []
        var sharedNames: Set<ExactString>?
        for (_, field) in fields {
            let kinds = field.shape.kinds
            if kinds.isEmpty { continue }
            guard kinds.count == 1, commonKinds == nil || commonKinds == kinds else { return false }
            commonKinds = kinds
            guard let objects = field.shape.objects, objects.values == nil else { continue }
            let names = Set(objects.names)
            allNames.formUnion(names)
            sharedNames = sharedNames.map { $0.intersection(names) } ?? names
        }
        guard let commonKinds else { return false }
        return commonKinds != ["object"] || allNames.isEmpty || (sharedNames?.count ?? 0) * 2 >= allNames.count
    }
}
