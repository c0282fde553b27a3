import Foundation

/// Writes the values of a request.
///
///     request.path["owner"] = owner
///     request.query["labels", style: .form, explode: false] = labels
///     request.header["If-None-Match"] = etag
///     request.body["title"] = title
///
/// nil and empty lists send nothing. Every value is encoded as in JSON and then unquoted, so that dates, enums and
/// numbers look alike in all places.
public struct RequestWriter: ~Copyable {
    /// Values for the names in the path's template.
    public var path = Parameters(.simple)
    /// Query items, sent in this order.
    public var query = Parameters(.form)
    public var header = Parameters(.simple)
    public var cookie = Parameters(.form)
    /// The fields of an inline body.
    public var body: FieldWriter
    /// Fields of a form with a style of their own, as for query items (OpenAPI's Encoding Object).
    public var form = Parameters(.form)
    /// The parts of an inline multipart body.
    package var parts: (any BodyParts)?
    private(set) var whole: (any WireEncodable)?
    /// A body that isn't encoded, and its media type, if the caller chose one.
    package var bytes: (body: HTTPBody, type: String?)?
    /// Makes the whole URL from the base URL.
    var url: ((URL) throws -> URL)?
    /// How long one attempt may take, in seconds; nil: the endpoint's limit.
    var timeout: Double?

    /// - Parameter body: How the body is encoded.
    init(body encoding: Endpoint.Body? = nil) {
        let isForm = if case .form = encoding { true } else { false }
        body = FieldWriter(makesTree: isForm)
        body.openObject()
    }

    /// Sets the whole body: a model, a list or a scalar; a `String` for text, `Data` for binary. nil sends no body.
    public mutating func setBody(_ value: some WireEncodable) { whole = value.isAbsent ? nil : value }

    /// Sets the whole body where there must be one that may be null: nil is sent as JSON `null`.
    public mutating func setBody(nullable value: some WireEncodable) { whole = value }

    /// The parameters of one place.
    public struct Parameters: Sendable {
        package struct Item: Sendable {
            let name: String
            let value: WireTree
            let style: ParameterStyle
            let explode: Bool
            /// The styles of lists inside the list, from the outside in.
            var elements: [ParameterStyle] = []
        }

        package private(set) var items: [Item] = []
        package private(set) var failure: EncodingFailure?
        private let defaultStyle: ParameterStyle

        package init(_ style: ParameterStyle) { defaultStyle = style }

        /// Sets a parameter in OpenAPI's default style for this place: `form` in queries and cookies, `simple` in
        /// paths and headers.
        public subscript<T: WireEncodable>(name: String) -> T {
            @available(*, unavailable, message: "parameters are only written here")
            get { fatalError("unavailable") }
            set { add(name, newValue, defaultStyle, nil) }
        }

        /// Sets a parameter in a style. By default `explode` is true for `form` and false for the others. The lists in
        /// a list have the styles `elements`, from the outside in; OpenAPI has no such styles.
        public subscript<T: WireEncodable>(
            name: String, style style: ParameterStyle, explode explode: Bool? = nil,
            elements elements: ParameterStyle...
        ) -> T {
            @available(*, unavailable, message: "parameters are only written here")
            get { fatalError("unavailable") }
            set { add(name, newValue, style, explode, elements) }
        }

        /// Sets a parameter in this place's default style.
        public subscript<T: WireEncodable>(name: String, explode explode: Bool) -> T {
            @available(*, unavailable, message: "parameters are only written here")
            get { fatalError("unavailable") }
            set { add(name, newValue, defaultStyle, explode) }
        }

        /// Sets a parameter whose value is JSON.
        public subscript<T: WireEncodable>(json name: String) -> T {
            @available(*, unavailable, message: "parameters are only written here")
            get { fatalError("unavailable") }
            set {
                guard !newValue.isAbsent else { return }
                // A setter can't throw: the first failure is kept until the request is rendered.
                do {
                    let json = String(decoding: try encodeJSON(newValue), as: UTF8.self)
                    items.append(Item(name: name, value: .scalar(json), style: defaultStyle, explode: false))
                } catch {
                    failure = failure ?? EncodingFailure("\(name): \(error)")
                }
            }
        }

        private mutating func add(
            _ name: String, _ value: some WireEncodable, _ style: ParameterStyle, _ explode: Bool?,
            _ elements: [ParameterStyle] = []
        ) {
            guard !value.isAbsent else { return }
            do {
                items.append(
                    Item(
                        name: name, value: try WireTree(value), style: style, explode: explode ?? (style == .form),
                        elements: elements))
            } catch {
                failure = failure ?? EncodingFailure("\(name): \(error)")
            }
        }
    }
}
