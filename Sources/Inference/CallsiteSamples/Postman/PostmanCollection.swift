import CallsiteCore
import CallsiteMockEngine
import CallsiteText

/// Postman's Collection Format, 2.0 and 2.1.
struct PostmanCollection {
    private(set) var file: SampleFile
    private var requests: PostmanRequestReader
    private var scripts = 0
    /// The index of each note in `file.notes`, and how often it was added.
    private var noteCounts: [String: (index: Int, count: Int)] = [:]

    /// An item that is still to be read, with everything that it inherits.
    private struct Entry {
        var item: JSONValue
        var place: String
        var tag: String?
        var authentication: Description.Authentication?
    }

    /// - Parameter prefix: Where the collection is in its file: `/collection`.
    init(_ collection: JSONValue, at prefix: String, path: String, globals: JSONValue?, environments: [JSONValue]) {
        var variables = PostmanVariables()
        variables.add(globals)
        variables.add(collection["variable"])
        for environment in environments { variables.add(environment) }
        requests = PostmanRequestReader(path: path, variables: variables)
        file = SampleFile(path: path)
        file.secrets = variables.secrets
        file.title = collection["info"]?["name"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        file.documentation = PostmanRequestReader.documentation(collection["info"]?["description"])
        read(collection, prefix)
        addFileNotes()
    }

    private mutating func read(_ collection: JSONValue, _ prefix: String) {
        countScripts(collection)
        var root = Entry(item: .null, place: prefix)
        root.authentication = authentication(collection["auth"], root)
        guard let items = collection["item"]?.array else {
            let kind = collection["item"].map(Quoted.kind) ?? "nothing"
            file.unreadable.append((prefix + "/item", "expected a list of requests and folders, found \(kind)"))
            return
        }
        // The last entry is read next.
        var entries = children(items, root)
        while let entry = entries.popLast() {
            countScripts(entry.item)
            var next = entry
            if let items = entry.item["item"]?.array {
                next.authentication = authentication(entry.item["auth"], entry)
                next.tag = entry.item["name"]?.string.flatMap { $0.isEmpty ? nil : $0 } ?? entry.tag
                entries += children(items, next)
            } else {
                read(entry)
            }
        }
        let hasCredentials = file.samples.contains { sample in
            sample.headers?.contains { ["authorization", "cookie"].contains($0.name.lowercased()) } ?? false
        }
        // Scripts and Postman's own cookie store may add credentials.
        for index in file.samples.indices { file.samples[index].hasCredentials = hasCredentials }
    }

    private func children(_ items: [JSONValue], _ parent: Entry) -> [Entry] {
        items.indices.reversed().map { index in
            var entry = parent
            (entry.item, entry.place) = (items[index], "\(parent.place)/item/\(index)")
            return entry
        }
    }

    private mutating func authentication(_ auth: JSONValue?, _ entry: Entry) -> Description.Authentication? {
        file.secrets.formUnion(PostmanAuthentication.secrets(of: auth))
        switch PostmanAuthentication(auth, &requests.variables) {
        case .inherited: return entry.authentication
        case .known(let authentication): return authentication
        case .unknown(let reason):
            add(note: reason, at: entry.place)
            return nil
        }
    }

    // MARK: - Requests

    private mutating func read(_ entry: Entry) {
        guard let request = entry.item["request"], !request.isNull else {
            let kind = entry.item.object == nil ? Quoted.kind(entry.item) : "neither"
            file.unreadable.append((entry.place, "expected an item with 'request' or 'item', found \(kind)"))
            return
        }
        var main: RequestSample?
        do throws(PostmanRequestReader.Mistake) {
            main = try sample(request, entry.place + "/request", entry)
        } catch {
            file.unreadable.append((error.place, error.reason))
        }
        var saved = 0
        for (index, response) in (entry.item["response"]?.array ?? []).enumerated() where !response.isNull {
            if add(response, "\(entry.place)/response/\(index)", request, main, entry) { saved += 1 }
        }
        if saved == 0, let main { file.samples.append(main) }
        takeNotes(entry.place)
    }

    private mutating func sample(
        _ request: JSONValue, _ place: String, _ entry: Entry
    ) throws(PostmanRequestReader.Mistake) -> RequestSample {
        var sample = try requests.read(request, at: place)
        sample.name = entry.item["name"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        sample.tag = entry.tag
        sample.documentation =
            sample.documentation ?? PostmanRequestReader.documentation(entry.item["description"])
        // An authentication header that is written out wins over a folder's 'auth', and over 'noauth'.
        let authentication = authentication(request["auth"], entry)
        let isOwn = request["auth"].map { !$0.isNull } ?? false
        if sample.authentication == nil {
            sample.authentication = authentication
        } else if isOwn, let authentication, authentication != .none {
            sample.authentication = authentication
        }
        return sample
    }

    /// Adds a saved response with its request. Returns whether it can be read.
    private mutating func add(
        _ response: JSONValue, _ place: String, _ request: JSONValue, _ main: RequestSample?, _ entry: Entry
    ) -> Bool {
        guard let status = response["code"]?.int ?? response["code"]?.string.flatMap({ Int($0) }), 100..<1000 ~= status
        else {
            add(note: "a saved response without a status ('code') is left out", at: place)
            return false
        }
        guard var sample = main else { return false }
        if let original = response["originalRequest"], original.object != nil || original.string != nil {
            do throws(PostmanRequestReader.Mistake) {
                sample = try self.sample(original, place + "/originalRequest", entry)
                sample.documentation = sample.documentation ?? main?.documentation
                // A saved request seldom repeats 'auth'.
                if original["auth"].map(\.isNull) ?? true { sample.authentication = main?.authentication }
            } catch {
                file.unreadable.append((error.place, error.reason))
                return false
            }
        }
        sample.place = place
        sample.response = recorded(response, status)
        file.samples.append(sample)
        return true
    }

    private mutating func recorded(_ response: JSONValue, _ status: Int) -> RecordedResponse {
        var headers = requests.headers(response["header"]).compactMap { header in
            header.item.value.map { (name: header.item.name, value: $0) }
        }
        let body = response["body"]?.string
        if let body, !body.isEmpty, !headers.contains(where: { MockText.isSame($0.name, "content-type") }),
            let type = PostmanRequestReader.mediaType(response["_postman_previewlanguage"]?.string)
        {
            headers.append(("Content-Type", type))
        }
        guard let body else {
            let isEmpty = status < 200 || status == 204 || status == 304
            return RecordedResponse(status: status, headers: headers, body: isEmpty ? [] : nil)
        }
        let bytes = Array(body.utf8)
        let typed = body.utf8.contains(0x3C) ? (try? JSONValue(parsing: bytes)).flatMap(PostmanTypes.typed) : nil
        return RecordedResponse(status: status, headers: headers, body: typed?.bytes ?? bytes)
    }

    // MARK: - Notes

    /// Adds a note. A repeated note is only counted.
    private mutating func add(note: String, at place: String) {
        if noteCounts[note] == nil { file.notes.append((place, note)) }
        noteCounts[note, default: (file.notes.count - 1, 0)].count += 1
    }

    private mutating func takeNotes(_ place: String) {
        for note in requests.notes { add(note: note, at: place) }
        requests.notes = []
    }

    private mutating func countScripts(_ item: JSONValue) {
        for event in item["event"]?.array ?? [] where event["disabled"]?.bool != true {
            let code = event["script"]?["exec"]
            let lines = code?.array?.compactMap(\.string) ?? [code?.string].compactMap(\.self)
            if lines.contains(where: { $0.utf8.contains { $0 > 0x20 } }) { scripts += 1 }
        }
    }

    private mutating func addFileNotes() {
        for (index, count) in noteCounts.values where count > 1 { file.notes[index].note += " (\(count) times)" }
        if file.samples.isEmpty, file.unreadable.isEmpty { file.notes.append(("", "it has no requests")) }
        guard scripts > 0 else { return }
        file.notes.append(("", "\(scripts == 1 ? "1 script is" : "\(scripts) scripts are") left out"))
    }
}
