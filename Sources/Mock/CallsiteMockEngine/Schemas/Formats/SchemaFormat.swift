import CallsiteText

/// The formats that are checked. Others are notes for people, and let everything through.
package enum SchemaFormat: String, Sendable {
    case dateTime = "date-time"
    case date, time, duration, email
    case idnEmail = "idn-email"
    case hostname
    case idnHostname = "idn-hostname"
    case ipv4, ipv6, uri
    case uriReference = "uri-reference"
    case iri
    case iriReference = "iri-reference"
    case uriTemplate = "uri-template"
    case uuid, regex
    case jsonPointer = "json-pointer"
    case relativeJSONPointer = "relative-json-pointer"
    case byte, base64url, int32, int64, float, double, uint32, uint64

    /// The format's name in a message, after "expected".
    var words: String {
        switch self {
        case .dateTime: "a date and time such as 2026-01-31T09:30:00Z"
        case .date: "a date such as 2026-01-31"
        case .time: "a time such as 09:30:00Z"
        case .duration: "a duration such as P3DT12H"
        case .email, .idnEmail: "an email address"
        case .hostname, .idnHostname: "a host name"
        case .ipv4: "an IPv4 address such as 192.0.2.1"
        case .ipv6: "an IPv6 address such as 2001:db8::1"
        case .uri, .iri: "an absolute URI such as https://example.com"
        case .uriReference, .iriReference: "a URI or a relative reference"
        case .uriTemplate: "a URI template"
        case .uuid: "a UUID such as 123e4567-e89b-12d3-a456-426614174000"
        case .regex: "a regular expression"
        case .jsonPointer: "a JSON pointer such as /a/0"
        case .relativeJSONPointer: "a relative JSON pointer such as 1/a"
        case .byte: "Base64"
        case .base64url: "Base64 in its URL-safe alphabet"
        case .int32: "an integer of 32 bits"
        case .int64: "an integer of 64 bits"
        case .uint32: "an integer of 32 bits that isn't negative"
        case .uint64: "an integer of 64 bits that isn't negative"
        case .float: "a number that fits a float"
        case .double: "a number that fits a double"
        }
    }

    /// The numbers that a format of numbers allows; nil: it is a format of strings.
    var range: ClosedRange<ExactNumber>? {
        func number(_ digits: String) -> ExactNumber { ExactNumber(JSONValue.Number(checked: digits)) }
        return switch self {
        case .int32: ExactNumber(Int(Int32.min))...ExactNumber(Int(Int32.max))
        case .int64: ExactNumber(.min)...ExactNumber(.max)
        case .uint32: ExactNumber(0)...ExactNumber(4_294_967_295)
        case .uint64: ExactNumber(0)...number("18446744073709551615")
        case .float: number("-3.4028235e38")...number("3.4028235e38")
        case .double: number("-1.7976931348623157e308")...number("1.7976931348623157e308")
        default: nil
        }
    }

    package func allows(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return switch self {
        case .dateTime: FormatReader.isDateTime(bytes)
        case .date: FormatReader.isDate(bytes[...])
        case .time: FormatReader.isTime(bytes[...])
        case .duration: FormatReader.isDuration(bytes)
        case .email: FormatReader.isEmail(bytes, ascii: true)
        case .idnEmail: FormatReader.isEmail(bytes, ascii: false)
        case .hostname: FormatReader.isHostName(bytes[...])
        case .idnHostname: FormatReader.isInternationalHostName(text)
        case .ipv4: FormatReader.isIPv4(bytes[...])
        case .ipv6: FormatReader.isIPv6(bytes[...])
        case .uri: URIReader.isURI(bytes, ascii: true, needsScheme: true)
        case .uriReference: URIReader.isURI(bytes, ascii: true, needsScheme: false)
        case .iri: URIReader.isURI(bytes, ascii: false, needsScheme: true)
        case .iriReference: URIReader.isURI(bytes, ascii: false, needsScheme: false)
        case .uriTemplate: URIReader.isTemplate(bytes)
        case .uuid: FormatReader.isUUID(bytes)
        case .regex: Pattern.isRegularExpression(text)
        case .jsonPointer: FormatReader.isPointer(bytes[...])
        case .relativeJSONPointer: FormatReader.isRelativePointer(bytes)
        case .byte: FormatReader.isBase64(bytes, urlSafe: false)
        case .base64url: FormatReader.isBase64(bytes, urlSafe: true)
        case .int32, .int64, .uint32, .uint64, .float, .double: true
        }
    }
}
