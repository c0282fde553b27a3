// Parts of operations, said elsewhere: security, servers, parameters of path items, styles that are the default.

extension Rewriting {
    static let operations: [Rewriting] = [
        Rewriting("security of each operation") { tree in
            guard let security = tree["security"] else { return tree }
            var tree = tree
            tree.changeOperations { operation in
                if operation["security"] == nil { operation["security"] = security }
            }
            return tree
        },
        Rewriting("security of the document") { tree in
            guard tree["security"] == nil else { return tree }
            var tree = tree
            var all: Set<DocumentTree?> = []
            tree.changeOperations { all.insert($0["security"]) }
            guard all.count == 1, case .some(.some(let security)) = all.first else { return tree }
            tree["security"] = security
            tree.changeOperations { $0["security"] = nil }
            return tree
        },
        // Where operations have no ids, the names of requests follow from their paths.
        Rewriting("the server's path in the paths", isSwiftKept: false) { tree in
            guard let servers = tree["servers"]?.elements, servers.count == 1, tree["paths"]?.pairs?.isEmpty == false,
                let url = servers[0]["url"]?.scalarText, let mark = url.firstRange(of: "://"),
                let start = url[mark.upperBound...].firstIndex(of: "/")
            else { return tree }
            let path = url[start...]
            let prefix = path.hasSuffix("/") ? path.dropLast() : path
            var hasOwn = false
            var tree = tree
            tree.changePathItems { if $0["servers"] != nil { hasOwn = true } }
            tree.changeOperations { if $0["servers"] != nil { hasOwn = true } }
            guard !prefix.isEmpty, !prefix.contains("{"), !hasOwn, case .map(var items)? = tree["paths"] else {
                return tree
            }
            for index in items.indices where items[index].key.hasPrefix("/") {
                items[index].key = prefix + items[index].key
            }
            tree["paths"] = .map(items)
            var server = servers[0]
            server["url"] = .text(String(url[..<start]))
            tree["servers"] = [server]
            return tree
        },
        Rewriting("parameters of operations") { tree in
            var tree = tree
            tree.changePathItems { item in
                // Operations of OpenAPI 3.2 have no other place for them here.
                guard let shared = item["parameters"]?.elements, item["query"] == nil,
                    item["additionalOperations"] == nil
                else { return }
                item["parameters"] = nil
                for method in EditedDocument.methods {
                    guard var operation = item[method], operation.pairs != nil else { continue }
                    let own = operation["parameters"]?.elements ?? []
                    // An operation's own parameter goes before the path item's of that name, in its place.
                    let names = Set(own.map { [$0["name"], $0["in"], $0["$ref"]] })
                    guard !own.contains(where: { $0["$ref"] != nil }),
                        shared.allSatisfy({ !names.contains([$0["name"], $0["in"], $0["$ref"]]) })
                    else { continue }
                    operation["parameters"] = .list(own + shared)
                    item[method] = operation
                }
                let left = EditedDocument.methods.contains { method in
                    item[method]?["parameters"]?.elements.map { Array($0.suffix(shared.count)) != shared }
                        ?? (item[method] != nil)
                }
                if left { item["parameters"] = .list(shared) }
            }
            return tree
        },
        Rewriting("parameters of path items") { tree in
            var tree = tree
            tree.changePathItems { item in
                let methods = EditedDocument.methods.filter { item[$0]?.pairs != nil }
                guard item["parameters"] == nil, !methods.isEmpty, item["query"] == nil,
                    item["additionalOperations"] == nil,
                    // An operation's own parameters go before them.
                    let last = item[methods[0]]?["parameters"]?.elements?.last,
                    methods.allSatisfy({ item[$0]?["parameters"]?.elements?.last == last }),
                    last["in"]?.scalarText != "body"
                else { return }
                item["parameters"] = [last]
                for method in methods {
                    guard var operation = item[method], let own = operation["parameters"]?.elements else { continue }
                    operation["parameters"] = own.count == 1 ? nil : .list(Array(own.dropLast()))
                    item[method] = operation
                }
            }
            return tree
        },
        Rewriting("examples of media types and parameters") { tree in
            guard tree["swagger"] == nil else { return tree }
            var tree = tree
            tree.changeNodes { node in
                guard let example = node["example"], node["examples"] == nil, node["schema"] != nil else { return }
                node["example"] = nil
                node["examples"] = ["one": ["value": example]]
            }
            return tree
        },
        Rewriting("what is the default") { tree in
            guard tree["swagger"] == nil else { return tree }
            var tree = tree
            let styles = ["query": "form", "cookie": "form", "path": "simple", "header": "simple"]
            tree.changeNodes { node in
                guard node["name"] != nil, node["schema"] != nil, let place = node["in"]?.scalarText,
                    let style = styles[place]
                else { return }
                if node["required"] == nil { node["required"] = false }
                if node["deprecated"] == nil { node["deprecated"] = false }
                if node["style"] == nil { node["style"] = .text(style) }
                if node["explode"] == nil {
                    node["explode"] = .plain(node["style"]?.scalarText == "form" ? "true" : "false")
                }
            }
            tree.changeOperations { operation in
                if operation["deprecated"] == nil { operation["deprecated"] = false }
                if var body = operation["requestBody"], body["content"] != nil, body["required"] == nil {
                    body["required"] = false
                    operation["requestBody"] = body
                }
            }
            return tree
        },
    ]
}
