// The names of types and requests in the description that is written: as in Swift, so that they are easy to find.

import CallsiteCore
import CallsiteSwift

struct ImportedNames {
    /// The keys under `models:`.
    private(set) var models: [API.TypeID: String] = [:]
    /// The keys under `endpoints:`.
    private(set) var endpoints: [String]
    /// Swift names that reading the keys wouldn't give.
    private(set) var modelPins: [API.TypeID: String] = [:]
    private(set) var endpointPins: [Int: String] = [:]
    /// The models in the order in which they are written.
    let order: [API.TypeID]

    init(_ resolver: Resolver, _ lowering: Lowering) {
        // Models are the first types; the others are declared where they are used.
        order = resolver.models.values.sorted { $0.index < $1.index }
        var usedNames = Set(Scalar.allCases.map(\.rawValue))
        for id in order {
            let name = lowering.name(of: id).name
            models[id] = Self.key(for: name, &usedNames)
            if models[id] != name { modelPins[id] = name }
        }
        usedNames = []
        endpoints = []
        for name in lowering.endpointNames.map(\.name) {
            let key = Self.key(
                for: name.hasSuffix("Request") && name.utf8.count > 7 ? String(name.dropLast(7)) : name, &usedNames)
            if key + "Request" != name, key != name { endpointPins[endpoints.count] = name }
            endpoints.append(key)
        }
    }

    /// Where a name came out differently it is said. Returns whether there was any.
    mutating func pin(comparing original: Lowering, to copy: Lowering) -> Bool {
        let count = modelPins.count + endpointPins.count
        for (position, id) in order.enumerated() where position < copy.typeNames.count {
            if original.name(of: id).name != copy.typeNames[position].name {
                modelPins[id] = original.name(of: id).name
            }
        }
        var given: [String: String] = [:]
        for (endpoint, name) in zip(copy.api.endpoints, copy.endpointNames) { given[endpoint.name] = name.name }
        for (index, name) in original.endpointNames.enumerated() {
            // Those that aren't written have none.
            if let other = given[endpoints[index]], other != name.name { endpointPins[index] = name.name }
        }
        return modelPins.count + endpointPins.count > count
    }

    /// A name as the format wants one: the name itself, where that can be.
    private static func key(for name: String, _ usedNames: inout Set<String>) -> String {
        var result = name
        if !isTypeName(result) {
            result = String(
                name.unicodeScalars.filter { $0.properties.isAlphabetic || ("0"..."9").contains($0) }.prefix(90))
            result = isTypeName(result) ? result : "Type" + result
        }
        let base = result
        var number = 2
        while !usedNames.insert(result).inserted {
            result = base + String(number)
            number += 1
        }
        return result
    }
}
