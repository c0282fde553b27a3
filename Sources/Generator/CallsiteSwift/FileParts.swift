// Divides declarations among files. The command line writes files that an editor can open, each with declarations that
// belong together: the requests of a tag, or of a part of the paths, with the models that nothing else uses. A build
// plugin must name its files before it knows the description, so it divides by the hashes of names.

import CallsiteCore

/// The declarations of one file.
struct FilePart {
    var name: String
    /// The summary of the file's tag.
    var summary: String?
    /// The file's module, if there are several; nil: the common module, which the others import.
    var module: String?
    var endpoints: [Int] = []
    var models: [API.TypeID] = []
    var shapes: [SharedShapes.Shape] = []
    var failures: [SharedFailures.Failure] = []

    /// Whether the file has no requests.
    var isModels: Bool { endpoints.isEmpty }
    var isEmpty: Bool { endpoints.isEmpty && models.isEmpty && shapes.isEmpty && failures.isEmpty }
}

/// The types that the common module declares, if there are several modules.
struct CommonTypes {
    let models: Set<API.TypeID>
    /// Shapes that several types have, by their originals.
    let shapes: Set<API.TypeID>

    init(_ parts: [FilePart]) {
        let common = parts.filter { $0.module == nil }
        models = Set(common.flatMap(\.models))
        shapes = Set(common.flatMap(\.shapes).map(\.original))
    }
}

extension Lowering {
    /// More untagged endpoints than this are divided by their paths.
    private static let untaggedLimit = 30
    /// The fewest endpoints that get a file of their own for a part of their paths.
    private static let groupLimit = 3
    /// Parts of paths get fewer modules than this, and in most descriptions a third of it. Whenever the common module
    /// changes, each module that imports it is emitted again.
    private static let pathModulesLimit = 64
    /// The names of the files for declarations that belong to no tag and no path.
    private static let otherFiles: Set<String> = ["Models", "Requests"]
    /// Models with more lines than this are divided among the files that use them.
    private static let modelsLimit = 2_000
    /// A file with more lines than this is cut: it would be too long to read.
    private static let fileLimit = 5_000
    /// The same for a description that is divided into modules. SwiftPM compiles by file, so small files keep the work
    /// for a change small.
    private static let moduleFileLimit = 1_000

    private var fileLimit: Int { options.splitsModules ? Self.moduleFileLimit : Self.fileLimit }

    func fileParts() -> [FilePart] {
        let models = api.types.indices.map(API.TypeID.init(index:)).filter {
            api[$0].owner == .api && !variableTypes.contains($0) && api[$0].ownType == nil
        }
        if let shards = options.shards { return parts(models, among: shards).filter { !$0.isEmpty } }
        let lines = LineCounts(self)
        var parts = requestParts()
        var rest = FilePart(name: "Models", models: models, shapes: shared.shapes, failures: sharedFailures.failures)
        if options.splitsModules {
            // The API's links name requests, and the common module can't import another.
            let linked = FilePart(
                name: "LinkedRequests", endpoints: parts.flatMap(\.endpoints).filter { providerNames[$0] != nil })
            for index in parts.indices {
                parts[index].module = SwiftNames.name(for: api.name + parts[index].name, .type)
                parts[index].endpoints.removeAll { providerNames[$0] != nil }
            }
            if !linked.isEmpty { parts.append(linked) }
        }
        if options.splitsModules || lines.count(of: rest) > Self.modelsLimit, parts.count > 1 {
            moveModels(from: &rest, to: &parts)
        }
        var files = parts.flatMap { cut($0, lines) } + cutModels(rest, lines)
        let names = FileNames.distinct(files.map { ownName + "+" + $0.name })
        for (index, name) in names.enumerated() { files[index].name = name }
        return files.filter { !$0.isEmpty }
    }

    // MARK: - A fixed list of files

    /// Divides by a hash of the name, so that a change of one declaration changes one file.
    private func parts(_ models: [API.TypeID], among count: Int) -> [FilePart] {
        let count = max(1, count)
        var requests = (0..<count).map { FilePart(name: FileNames.shardName("Requests", $0)) }
        var others = (0..<count).map { FilePart(name: FileNames.shardName("Models", $0)) }
        func shard(_ name: String) -> Int { FileNames.shard(of: name, among: count) }
        for index in api.endpoints.indices { requests[shard(endpointNames[index].name)].endpoints.append(index) }
        for id in models { others[shard(name(of: id).name)].models.append(id) }
        for shape in shared.shapes { others[shard(shape.name.name)].shapes.append(shape) }
        for failure in sharedFailures.failures { others[shard(failure.name.name)].failures.append(failure) }
        return requests + others
    }

    // MARK: - Requests

    /// One part for each tag, then one for the endpoints without a tag. If these are many, parts of their paths have
    /// parts of their own among the tags.
    private func requestParts() -> [FilePart] {
        var tags: [String] = []
        var tagged: [String: [Int]] = [:]
        var untagged: [Int] = []
        for index in api.endpoints.indices {
            guard let tag = api.endpoints[index].tag else {
                untagged.append(index)
                continue
            }
            if tagged[tag] == nil { tags.append(tag) }
            tagged[tag, default: []].append(index)
        }
        let names = ResolvedNames(
            tags.map { tag in
                let text = api.tags[tag]?.group ?? tag
                let name = SwiftNames.name(for: text, .type)
                return WantedName(text, .type, base: SwiftNames.withoutValue(name, of: text))
            }, reserved: Self.otherFiles, suffix: "Tag"
        ).names
        var parts = zip(tags, FileNames.distinct(names)).map { tag, name in
            FilePart(name: name, summary: api.tags[tag]?.summary, endpoints: tagged[tag] ?? [])
        }
        var rest = FilePart(name: "Requests", endpoints: untagged)
        if untagged.count > Self.untaggedLimit {
            rest.endpoints = divideByPath(untagged, among: &parts)
        }
        parts.sort { $0.name.precedes($1.name) }
        return parts + [rest]
    }

    /// Adds endpoints to the parts that have the name of a part of their paths, or to new ones.
    ///
    /// - Returns: The endpoints that are too few for a part of their own.
    private func divideByPath(_ untagged: [Int], among parts: inout [FilePart]) -> [Int] {
        let limit = options.splitsModules ? Self.moduleGroupLimit(of: untagged.count) : Self.groupLimit
        var positions = parts.map(\.name).firstPositions
        var rest: [Int] = []
        for (group, endpoints) in byPath(untagged) {
            if let position = positions[group] {
                parts[position].endpoints += endpoints
            } else if group.isEmpty || endpoints.count < limit {
                rest += endpoints
            } else {
                // Some file systems ignore case.
                let isReserved = Self.otherFiles.contains { $0.lowercased() == group.lowercased() }
                let name = isReserved ? group + "Path" : group
                positions[name] = parts.count
                parts.append(FilePart(name: name, endpoints: endpoints))
            }
        }
        return rest
    }

    /// The fewest endpoints that get a module of their own for a part of their paths, by the number of endpoints
    /// without a tag. The steps are coarse: the limit changes only when a description has become twice as large.
    private static func moduleGroupLimit(of endpoints: Int) -> Int {
        var limit = 1
        while endpoints / limit >= pathModulesLimit { limit *= 2 }
        return max(groupLimit, limit)
    }

    /// Groups endpoints by the first path segment in which they differ. An empty name: the path has no such segment.
    private func byPath(_ endpoints: [Int]) -> [(name: String, endpoints: [Int])] {
        let paths = endpoints.map {
            api.endpoints[$0].path.plainText.split(separator: "/").filter { !$0.contains("{") }
        }
        var common = 0
        while let first = paths.first(where: { $0.count > common })?[common],
            paths.allSatisfy({ $0.count <= common || $0[common] == first })
        {
            common += 1
        }
        var groups: [String: [Int]] = [:]
        for (index, path) in zip(endpoints, paths) {
            let name = common < path.count ? SwiftNames.name(for: String(path[common]), .type) : ""
            groups[name, default: []].append(index)
        }
        return groups.sorted { $0.key.precedes($1.key) }.map { ($0.key, $0.value) }
    }

    // MARK: - Models

    /// Moves the models, shapes and failures that only one part uses to that part.
    private func moveModels(from rest: inout FilePart, to parts: inout [FilePart]) {
        var users = FileUsers(self)
        for (number, part) in parts.enumerated() {
            let isCommon = options.splitsModules && part.module == nil
            for index in part.endpoints { users.add(index, in: isCommon ? nil : number) }
        }
        users.addAPI()
        func move<Element>(_ kind: WritableKeyPath<FilePart, [Element]>, _ user: (Element) -> Int?) {
            for element in rest[keyPath: kind] {
                if let part = user(element) { parts[part][keyPath: kind].append(element) }
            }
            rest[keyPath: kind].removeAll { user($0) != nil }
        }
        move(\.models) { users.part(of: $0) }
        move(\.shapes) { users.part(of: $0) }
        move(\.failures) { users.part(of: $0) }
    }

    // MARK: - Files of a size that can be opened

    /// One file. If that is too long: one of requests and one of models, both cut again as long as they are too long.
    private func cut(_ part: FilePart, _ lines: LineCounts) -> [FilePart] {
        guard lines.count(of: part) > fileLimit else { return [part] }
        var requests = part
        (requests.models, requests.shapes, requests.failures) = ([], [], [])
        var models = part
        (models.endpoints, models.summary, models.name) = ([], nil, part.name + "Models")
        return cutRequests(requests, lines) + cutModels(models, lines)
    }

    /// Cuts by the path segment in which the endpoints differ, and each of the files again by a later segment. Segments
    /// with few endpoints share a file. If that is too long, it is cut by first letters.
    private func cutRequests(_ part: FilePart, _ lines: LineCounts) -> [FilePart] {
        guard lines.count(of: part) > fileLimit else { return [part] }
        var files: [FilePart] = []
        var rest = part
        rest.endpoints = []
        var keys: [Int: String] = [:]
        let groups = byPath(part.endpoints)
        for (group, endpoints) in groups {
            if groups.count > 1, !group.isEmpty, endpoints.count >= Self.groupLimit {
                let name = part.name == "Requests" ? group : part.name + group
                let file = FilePart(name: name, summary: part.summary, module: part.module, endpoints: endpoints)
                files += cutRequests(file, lines)
            } else {
                rest.endpoints += endpoints
                // Operations of one path differ in their names only.
                for index in endpoints {
                    keys[index] = groups.count > 1 && !group.isEmpty ? group : endpointNames[index].name
                }
            }
        }
        return files + cutByLetters(rest, lines, endpointName: { keys[$0] ?? endpointNames[$0].name })
    }

    private func cutModels(_ part: FilePart, _ lines: LineCounts) -> [FilePart] {
        // All shared types begin with the API's name.
        let prefix = SwiftNames.name(for: api.name, .type)
        return cutByLetters(part, lines, dropping: prefix, endpointName: { endpointNames[$0].name })
    }

    /// Cuts by the first letter of names. A file that is still too long is cut by the next letter.
    ///
    /// - Parameter endpointName: The name by which an endpoint is filed.
    private func cutByLetters(
        _ part: FilePart, _ lines: LineCounts, letters: Int = 0, dropping prefix: String = "",
        endpointName: (_ endpoint: Int) -> String
    ) -> [FilePart] {
        guard lines.count(of: part) > fileLimit, letters < 40 else { return [part] }
        var files: [String: FilePart] = [:]
        func change(_ name: String, _ body: (inout FilePart) -> Void) {
            let own = name.hasPrefix(prefix) && name != prefix ? name.dropFirst(prefix.count) : name[...]
            let start = own.unicodeScalars.prefix(letters + 1)
            let isPlain = start.allSatisfy { $0.isASCII && $0 != "_" }
            let suffix = isPlain ? Words.capitalised(String(Substring(start)).lowercased()) : "Other"
            let file = String(part.name.dropLast(letters)) + suffix
            body(&files[file, default: FilePart(name: file, summary: part.summary, module: part.module)])
        }
        for index in part.endpoints { change(endpointName(index)) { $0.endpoints.append(index) } }
        for id in part.models { change(name(of: id).name) { $0.models.append(id) } }
        for shape in part.shapes { change(shape.name.name) { $0.shapes.append(shape) } }
        for failure in part.failures { change(failure.name.name) { $0.failures.append(failure) } }
        return files.values.sorted { $0.name.precedes($1.name) }.flatMap { file in
            file.name.hasSuffix("Other")
                ? [file]
                : cutByLetters(file, lines, letters: letters + 1, dropping: prefix, endpointName: endpointName)
        }
    }
}

/// Finds the part that alone uses a model, a shared type or a shared failure. Each is visited twice at most: when the
/// first part reaches it, and when a second part does.
private struct FileUsers {
    private enum Use: Equatable { case unused, one(Int), several }

    private let lowering: Lowering
    private var types: [Use]
    private var failures: [String: Use] = [:]

    init(_ lowering: Lowering) {
        self.lowering = lowering
        types = Array(repeating: .unused, count: lowering.api.types.count)
    }

    func part(of id: API.TypeID) -> Int? { if case .one(let part) = types[id.index] { part } else { nil } }
    func part(of shape: SharedShapes.Shape) -> Int? { part(of: shape.original) }
    func part(of failure: SharedFailures.Failure) -> Int? {
        if case .one(let part)? = failures[failure.name.name] { part } else { nil }
    }

    /// - Parameter part: nil: the types that the endpoint uses are common.
    mutating func add(_ endpoint: Int, in part: Int?) {
        let own = part.map(Use.one) ?? .several
        add(lowering.shapes(ofEndpoint: endpoint), .endpoint(endpoint), own)
        guard let failure = lowering.sharedFailures[endpoint] else { return }
        let oldUse = failures[failure.name.name] ?? .unused
        let use = oldUse == .unused || oldUse == own ? own : .several
        failures[failure.name.name] = use
        add(failure.errors.map(\.shape), nil, use)
    }

    /// Types that the API's own file names belong to no part.
    mutating func addAPI() {
        let api = lowering.api
        add(api.errors.map(\.shape) + api.baseURL.variables.map(\.shape), nil, .several)
    }

    /// Adds the types that an owner names, and the shared types that it has an alias of. A type that several parts use
    /// makes the types that it uses common, too.
    private mutating func add(_ shapes: [API.Shape], _ owner: API.NamedType.Owner?, _ use: Use) {
        var waiting = declarations(shapes, owner).map { (id: $0, use: use) }
        while let (id, use) = waiting.popLast() {
            let newUse: Use = types[id.index] == .unused || types[id.index] == use ? use : .several
            guard types[id.index] != newUse else { continue }
            types[id.index] = newUse
            waiting += declarations(lowering.shapes(of: id), .type(id)).map { ($0, newUse) }
        }
    }

    private func declarations(_ shapes: [API.Shape], _ owner: API.NamedType.Owner?) -> [API.TypeID] {
        shapes.flatMap(\.namedTypes).compactMap(outermost) + (owner.map(sharedTypes) ?? [])
    }

    /// The top-level declaration that a type is nested in; nil: a request.
    private func outermost(_ id: API.TypeID) -> API.TypeID? {
        var id = id
        while true {
            if let shape = lowering.shared[id] { return shape.original }
            switch lowering.api[id].owner {
            case .api: return id
            case .endpoint: return nil
            case .type(let owner): id = owner
            }
        }
    }

    private func sharedTypes(in owner: API.NamedType.Owner) -> [API.TypeID] {
        (lowering.nested[owner] ?? []).flatMap { id in
            lowering.shared[id].map { [$0.original] } ?? sharedTypes(in: .type(id))
        }
    }
}
