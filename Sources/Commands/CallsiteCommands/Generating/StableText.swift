import CallsiteCore
import CallsiteShell

/// A string that is the same for equal values in every process. Unlike in Swift's own descriptions and hashes, sets and
/// dictionaries are in order. Locations in files are left out.
///
/// - Returns: nil if the value contains something without such a string, such as an object.
func stableText(_ value: Any) -> String? {
    switch value {
    case is SourceLocation, is ConfiguredPlaces: return ""
    // The length comes first, so that one string can't look like two.
    case let text as String: return "\(text.utf8.count):\(text)"
    case let number as any BinaryInteger: return "\(number)"
    case let number as Double: return "\(number)"
    case let flag as Bool: return flag ? "+" : "-"
    default: break
    }
    let mirror = Mirror(reflecting: value)
    var parts: [String] = []
    for child in mirror.children {
        guard let text = stableText(child.value) else { return nil }
        parts.append("\(child.label ?? "")=\(text)")
    }
    switch mirror.displayStyle {
    case .set, .dictionary: return "{\(parts.sorted().joined(separator: ","))}"
    case .enum where parts.isEmpty: return "\(value)"
    case .struct, .enum, .tuple, .collection, .optional: return "(\(parts.joined(separator: ",")))"
    default: return nil
    }
}
