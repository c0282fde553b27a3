import Foundation

/// The format of a streamed response.
public enum StreamFormat: Equatable, Sendable {
    /// `text/event-stream` (WHATWG HTML, 9.2): the data of each event is one element, decoded as JSON, or used as it is
    /// if the element is a `String`. An event whose data is `end` (`[DONE]`) ends the stream.
    /// With another `element`, it is decoded from the whole event instead.
    case events(end: String? = nil, reconnects: Reconnection = .withIDs, element: EventElement = .data)
    /// A JSON value on each line (`application/x-ndjson`). Empty lines are skipped. A value behind a record separator
    /// may take several lines (`application/json-seq`, RFC 7464).
    case lines

    /// When a stream of events reconnects, continuing after the last event that had an id. Only idempotent requests
    /// reconnect.
    ///
    /// Without ids, a server starts again and sends events that have been delivered.
    public enum Reconnection: Sendable {
        case never
        /// After a lost connection, if no event can be delivered twice: the events have ids, or none has arrived yet.
        case withIDs
        /// After a lost connection, with ids or without.
        case afterLoss
        /// Also when the server has ended the response, as browsers do.
        case always
    }

    /// The part of a server-sent event that an element of the stream is decoded from.
    public enum EventElement: Sendable {
        /// The data, as JSON, or as it is for a `String`.
        case data
        /// An object with the event's own fields: `event`, `data` and `id` as strings, `retry` as an integer
        /// (OpenAPI 3.2, "Server-Sent Event Streams").
        case event
        /// The object of `event`, with `data` decoded as JSON where it is JSON.
        case eventWithJSON
    }

    var accept: String {
        switch self {
        case .events: "text/event-stream"
        case .lines: "application/x-ndjson, application/jsonl, application/json;q=0.9"
        }
    }
}
