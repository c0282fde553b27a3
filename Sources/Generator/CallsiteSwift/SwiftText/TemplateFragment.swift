/// A value that a template may print: Swift code that is already safe for its place.
///
/// `String` does not conform, on purpose. Text of a description reaches a generated file only through a type that
/// escapes it, such as an identifier, a string literal or a documentation line, so no template can forget to.
package protocol TemplateFragment: Sendable {
    /// Appends the fragment's UTF-8.
    func write(to output: inout [UInt8])
}

/// A fragment whose string doesn't depend on the output before it.
package protocol TextFragment: TemplateFragment {
    var text: String { get }
}

extension TextFragment {
    package func write(to output: inout [UInt8]) { output.append(contentsOf: text.utf8) }
}

/// Printed in decimal digits.
extension Int: TemplateFragment {
    package func write(to output: inout [UInt8]) { output.append(contentsOf: String(self).utf8) }
}
