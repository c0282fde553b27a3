import Foundation

/// The shape of a union's alternative, so that the best one is found without decoding each.
public enum WireShape: Sendable {
    /// An object with keys of any name; less specific than one whose keys are known.
    case dictionary
    /// A type that is decoded as one value: for scalars, enums, unions and dictionaries.
    case value(any WireDecodable.Type)
    /// A list whose first element, if it has any, fits.
    indirect case list(WireShape)
    /// An object that has all the required keys; the fewer unknown keys, the better.
    case object(required: [String], optional: [String] = [])
    /// A shape that has a value of its own in a field, where the field is there.
    indirect case marked(WireShape, field: StaticString, value: String)
    /// A shape that another alternative has too, so that the value is decoded to find out which it is.
    indirect case tried(WireShape, any WireDecodable.Type)

    /// The same shape for values with this value in a field. A value with another one there doesn't fit.
    ///
    /// - Parameters:
    ///   - field: The field's key.
    ///   - value: A string, or a number or Boolean as JSON writes it.
    public func having(_ field: StaticString, _ value: String) -> WireShape {
        .marked(self, field: field, value: value)
    }

    /// The same shape for values that must be decoded as `type`, if other shapes fit as well.
    public func tried(as type: any WireDecodable.Type) -> WireShape { .tried(self, type) }
}

extension WireValue {
    /// The position of the shape that fits best, or -1 if none fits.
    ///
    /// A shape fits if its required keys are there. A shape that is known by a field's value comes first, then the
    /// shape with the fewest unknown keys, then the first. An enum or a union that doesn't recognize the value comes
    /// last. If several shapes fit, a tried shape must also be decoded, and the fewest unrecognized values (of enums
    /// and unions) are preferred. If no shape can be decoded, the best is returned, so that its error says why.
    public func bestFit(_ shapes: [WireShape]) -> Int {
        var best = -1
        var (count, fewest) = (0, Int.max)
        let keys = keys()
        for (position, shape) in shapes.enumerated() {
            guard let unknown = unknownKeys(shape, keys) else { continue }
            count += 1
            if unknown < fewest { (best, fewest) = (position, unknown) }
        }
        // A union around this one compares how well its alternatives fit.
        if tape.pointee.notes.tried.index == index { tape.pointee.notes.tried.unknownKeys = fewest }
        guard count > 1, case .tried = shapes[best] else { return best }
        return firstDecoded(shapes, keys) ?? best
    }

    /// The best of several fitting shapes that can be decoded; nil if none can.
    private func firstDecoded(_ shapes: [WireShape], _ keys: [String]?) -> Int? {
        let fitting = shapes.enumerated().compactMap { position, shape in
            unknownKeys(shape, keys).map { (unknown: $0, position: position) }
        }
        var best: (position: Int, unrecognized: Int)?
        for candidate in fitting.sorted(by: { $0 < $1 }) {
            guard case .tried(_, let type) = shapes[candidate.position] else {
                return best?.position ?? candidate.position
            }
            // A list that leaves out what can't be decoded would fit anything.
            guard let unrecognized = trial(as: type, skipsElements: false)?.unrecognized else { continue }
            if unrecognized == 0 { return candidate.position }
            if unrecognized < best?.unrecognized ?? .max { best = (candidate.position, unrecognized) }
        }
        return best?.position
    }

    /// Notes a value that no case of an enum or a union stands for, or that is read as any JSON.
    func noteUnrecognized() { tape.pointee.notes.unrecognized += size }

    /// The number of keys and values in this value, and itself.
    private var size: Int { tape.pointee.after(index) - index }

    /// The number of keys that the shape doesn't know; nil if the shape doesn't fit.
    private func unknownKeys(_ shape: WireShape, _ keys: [String]?) -> Int? {
        switch shape {
        case .dictionary: return keys?.count
        case .value(let type): return trial(as: type).map { $0.unrecognized < size ? $0.unknownKeys : .max - 1 }
        case .list(let element): return unknownKeysOfFirst(element)
        case .object(let required, let optional):
            guard let keys, required.allSatisfy(keys.contains) else { return nil }
            var unknown = 0
            for key in keys where !required.contains(key) && !optional.contains(key) { unknown += 1 }
            return unknown
        case .marked(let shape, let field, let value):
            // The field is read first, since another value there excludes the shape at once.
            let fieldValue = try? discriminator(field)
            if let fieldValue, fieldValue != value { return nil }
            // Marked shapes come before all others; several of them are compared by their keys.
            return unknownKeys(shape, keys).map { fieldValue == nil ? $0 : $0 - 1_000_000 }
        case .tried(let shape, _): return unknownKeys(shape, keys)
        }
    }

    /// - Parameter skipsElements: Whether lists may leave out elements, where the response is read so.
    /// - Returns: How well the type fits; nil if the value can't be decoded as it.
    private func trial(as type: any WireDecodable.Type, skipsElements: Bool = true) -> ReadingNotes.Fit? {
        let notes = tape.pointee.notes
        let (options, skipped, unrecognized) = (notes.options, notes.skipped.count, notes.unrecognized)
        // A scalar is tried at once. A container is tried once for each type.
        guard tape.pointee.tag(index) >= Tape.Tag.array else {
            defer { notes.unrecognized = unrecognized }
            return (try? type.init(from: self)) == nil
                ? nil : .init(unrecognized: notes.unrecognized - unrecognized, unknownKeys: 0)
        }
        if !skipsElements { notes.options.remove(.skippingLists) }
        let key = ReadingNotes.Trial(index: index, type: ObjectIdentifier(type), options: notes.options)
        // Values that a trial leaves out are reported when the value is read, not here.
        defer {
            notes.options = options
            notes.skipped.removeSubrange(skipped...)
            notes.unrecognized = unrecognized
        }
        if let fit = notes.trials[key] { return fit }
        let outer = notes.tried
        notes.tried = (index, 0)
        let isDecoded = (try? type.init(from: self)) != nil
        let result =
            isDecoded
            ? ReadingNotes.Fit(
                unrecognized: notes.unrecognized - unrecognized, unknownKeys: notes.tried.unknownKeys) : nil
        notes.tried = outer
        notes.trials[key] = .some(result)
        return result
    }

    private func unknownKeysOfFirst(_ element: WireShape) -> Int? {
        guard tape.pointee.tag(index) == Tape.Tag.array else { return nil }
        guard tape.pointee.after(index) > index + 1 else { return 0 }
        let first = WireValue(tape, index + 1)
        return first.unknownKeys(element, first.keys())
    }

    /// The keys of an object; nil if the value isn't an object.
    private func keys() -> [String]? {
        guard isObject else { return nil }
        var keys: [String] = []
        let end = tape.pointee.after(index)
        var at = index + 1
        while at < end {
            keys.append(tape.pointee.string(at))
            at = tape.pointee.after(at + 1)
        }
        return keys
    }
}
