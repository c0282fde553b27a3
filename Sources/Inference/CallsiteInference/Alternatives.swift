import CallsiteCore
import CallsiteText

extension ObjectShape {
    /// Kinds of objects that a field's value tells apart.
    package struct Alternatives {
        package var discriminator: ExactString
        package var variants: [(tag: ExactString, variant: Variant)]
    }

    /// The kinds of objects, if a field's value decides which other fields there are; nil: they are of one kind.
    package var alternatives: Alternatives? {
        let optional = fields.filter { $0.field.count < count }
        guard optional.count >= 2 else { return nil }
        for name in discriminators {
            guard let field = field(name), field.count == count, field.shape.strings.count == count,
                let variants = variants(by: name), (2...24).contains(variants.count), count >= variants.count * 2,
                variants.keys.allSatisfy({ PersonalData.isNeutral($0.text) })
            else { continue }
            // Either the kind decides every optional field, or at least half of them are missing in a whole kind.
            let missingInKind = optional.count { field in
                variants.values.contains { $0.count >= 4 && $0.fields[field.name] == nil }
            }
            let decidedByKind = optional.count { field in
                variants.values.allSatisfy { [nil, $0.count].contains($0.fields[field.name]) }
            }
            let isClear = decidedByKind == optional.count && variants.values.allSatisfy { $0.count >= 2 }
            let fieldSets = Set(variants.values.map { Set($0.fields.keys) })
            guard isClear || missingInKind >= 2 && missingInKind * 2 >= optional.count && decidedByKind >= 1,
                fieldSets.count * 2 >= variants.count, fieldSets.count >= 2
            else { continue }
            let sorted = variants.sorted { $0.key.text.precedes($1.key.text) }
            return .init(discriminator: name, variants: sorted.map { ($0.key, $0.value) })
        }
        return nil
    }
}
