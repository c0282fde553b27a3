// The names of types and requests in an imported description: the Swift names, so that they are easy to find.

import CallsiteCore
import CallsiteSwift

struct ImportedNames {
    /// The keys under `models:`.
    private(set) var models: [API.TypeID: String] = [:]
    /// The keys under `endpoints:`.
    private(set) var endpoints: [String]
    /// Swift names that differ from those that the keys give. They are written beside the keys.
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

    /// Pins each Swift name that the imported description (`copy`) changes.
    ///
    /// - Returns: Whether a pin is new.
    mutating func pin(comparing original: Lowering, to copy: Lowering) -> Bool {
        let count = modelPins.count + endpointPins.count
        for (position, id) in order.enumerated() where position < copy.typeNames.count {
            if original.name(of: id).name != copy.typeNames[position].name {
                modelPins[id] = original.name(of: id).name
            }
        }
        var copiedNames: [String: String] = [:]
        for (endpoint, name) in zip(copy.api.endpoints, copy.endpointNames) {
            copiedNames[endpoint.name] = name.name
        }
        for (index, name) in original.endpointNames.enumerated() {
            // An endpoint that isn't written has no name in the copy.
            if let copiedName = copiedNames[endpoints[index]], copiedName != name.name {
                endpointPins[index] = name.name
            }
        }
        return modelPins.count + endpointPins.count > count
    }

    /// The key for a Swift name: the name itself, if the format allows it and no other key has it.
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
