import CallsiteMockEngine
import CallsiteText

extension ObjectShape {
    /// Objects of several kinds, which a field tells apart.
    package struct Alternatives {
        package var discriminator: ExactString
        package var variants: [(tag: ExactString, variant: Variant)]
    }

    /// The kinds of objects, where a field's value decides which others there are; nil: they are of one kind.
    package var alternatives: Alternatives? {
        let optional = fields.count { $0.field.count < count }
        guard optional >= 2 else { return nil }
        for name in discriminators {
            guard let field = field(name), field.count == count, field.shape.strings.count == count,
                let variants = variants(by: name), (2...24).contains(variants.count), count >= variants.count * 2,
                variants.keys.allSatisfy({ PersonalData.isNeutral($0.text) })
            else { continue }
            let sorted = variants.sorted { $0.key.text.utf8.lexicographicallyPrecedes($1.key.text.utf8) }
            // Each kind has all of its fields nearly always, and most kinds have one of their own.
            let open = sorted.map { $0.value.optionalFields }.max() ?? 0
            let sets = Set(sorted.map { Set($0.value.fields.keys) })
            guard open * 3 <= optional, sets.count * 2 >= variants.count, sets.count >= 2 else { continue }
            return .init(discriminator: name, variants: sorted.map { ($0.key, $0.value) })
        }
        return nil
    }
}

extension ObjectShape.Variant {
    fileprivate var optionalFields: Int { fields.values.count { $0 < count } }
}
