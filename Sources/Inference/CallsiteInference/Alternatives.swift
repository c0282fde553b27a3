import CallsiteCore
import CallsiteText

extension ObjectShape {
    /// Objects of several kinds, which a field tells apart.
    package struct Alternatives {
        package var discriminator: ExactString
        package var variants: [(tag: ExactString, variant: Variant)]
    }

    /// The kinds of objects, where a field's value decides which others there are; nil: they are of one kind.
    package var alternatives: Alternatives? {
        let optional = fields.filter { $0.field.count < count }
        guard optional.count >= 2 else { return nil }
        for name in discriminators {
            guard let field = field(name), field.count == count, field.shape.strings.count == count,
                let variants = variants(by: name), (2...24).contains(variants.count), count >= variants.count * 2,
                variants.keys.allSatisfy({ PersonalData.isNeutral($0.text) })
            else { continue }
            // Most fields that some objects lack belong to some kinds only, and one at least always.
            let separate = optional.count { field in
                variants.values.contains { $0.count >= 4 && $0.fields[field.name] == nil }
            }
            let decided = optional.count { field in
                variants.values.allSatisfy { [nil, $0.count].contains($0.fields[field.name]) }
            }
            let isClear = decided == optional.count && variants.values.allSatisfy { $0.count >= 2 }
            let sets = Set(variants.values.map { Set($0.fields.keys) })
            guard isClear || separate >= 2 && separate * 2 >= optional.count && decided >= 1,
                sets.count * 2 >= variants.count, sets.count >= 2
            else { continue }
            let sorted = variants.sorted { $0.key.text.precedes($1.key.text) }
            return .init(discriminator: name, variants: sorted.map { ($0.key, $0.value) })
        }
        return nil
    }
}
