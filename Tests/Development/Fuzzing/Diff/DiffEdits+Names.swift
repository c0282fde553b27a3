// Edits of names, and of what only a generator of Swift sees: part H of the rules.

extension DiffEdit {
    static let names: [DiffEdit] = [
        .init("component-renamed") { document in
            guard let component = document.choose(document.components), let way = document.way(document.schemasKey)
            else { return false }
            let old = document.reference(to: component.name)["$ref"]?.scalarText ?? ""
            let new = document.reference(to: "Zebra" + component.name)["$ref"]?.scalarText ?? ""
            document.change(way) { $0.rename(component.name, to: "Zebra" + component.name) }
            document.tree.replace(old, with: new)
            return true
        },
        .init("component-inlined") { document in
            let referring = document.schemas.filter { $0.node["$ref"] != nil && $0.role != .alternative }
            guard let schema = document.choose(referring), let reference = schema.node["$ref"]?.scalarText,
                let component = document.components.first(where: {
                    document.reference(to: $0.name)["$ref"]?.scalarText == reference
                })
            else { return false }
            // One that refers to itself can't be written in place.
            guard !component.node.text(.json).contains(DocumentTree.quoted(reference)) else { return false }
            document.change(schema.way) { $0 = component.node }
            return true
        },
        .init("component-extracted") { document in
            guard
                let object = document.object(where: {
                    if case .component = $0.role { false } else { $0.role != .alternative }
                })
            else {
                return false
            }
            let node = object.node
            let reference = document.reference(to: "ZebraExtracted")
            document.change(object.way) { $0 = reference }
            if document.isSwagger {
                if document.tree["definitions"] == nil { document.tree["definitions"] = [:] }
            } else {
                if document.tree["components"] == nil { document.tree["components"] = [:] }
                if document.tree["components"]?["schemas"] == nil { document.tree["components"]?["schemas"] = [:] }
            }
            guard let way = document.way(document.schemasKey) else { return false }
            document.change(way) { $0["ZebraExtracted"] = node }
            return true
        },
        .init("component-added") { document in
            guard let way = document.way(document.schemasKey) else { return false }
            document.change(way) { $0["ZebraAdded"] = ["type": "object", "properties": ["zebra": text]] }
            return true
        },
        .init("component-name-meets") { document in
            guard let component = document.choose(document.components), let way = document.way(document.schemasKey)
            else { return false }
            let name = component.name.prefix(1).lowercased() + component.name.dropFirst() + "_"
            guard let object = document.object(), let properties = document.way("properties", from: object.way) else {
                return false
            }
            let reference = document.reference(to: name)
            document.change(properties) { $0["zebra_other"] = reference }
            document.change(way) { $0[name] = ["type": "object", "properties": ["zebra": text]] }
            return true
        },
        .init("two-components-became-one") { document in
            let objects = document.components.filter { $0.node["properties"] != nil }
            guard objects.count > 1 else { return false }
            let old = document.reference(to: objects[1].name)["$ref"]?.scalarText ?? ""
            let new = document.reference(to: objects[0].name)["$ref"]?.scalarText ?? ""
            guard old != new, let way = document.way(document.schemasKey) else { return false }
            document.change(way) { $0[objects[1].name] = nil }
            document.tree.replace(old, with: new)
            return true
        },
        .init("title-changed") { document in
            guard let object = document.object(where: { if case .component = $0.role { false } else { true } }) else {
                return false
            }
            document.change(object.way) { $0["title"] = "ZebraTitle" }
            return true
        },
    ]
}
