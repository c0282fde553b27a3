/// Terms that people search for, each with other words for the same. A guide has one of them in its title, a heading or
/// its first paragraph, unless it is a diagnostic (`GuideTests`). The site's search finds by each what the others find.
public enum SearchTerms {
    public static let groups: [[String]] = [
        // Requests.
        ["retry", "retries"], ["backoff"], ["jitter"], ["timeout", "time out"], ["cancel", "abort"],
        ["rate limit", "429", "too many requests", "throttling"], ["concurrency", "parallel", "concurrent"],
        ["idempotency", "idempotent"], ["headers"], ["add a header", "custom header", "set a header", "user agent"],
        ["query item", "query parameters", "query string"],
        ["staging", "environment"], ["base URL"], ["localhost"], ["async/await"],
        ["callback", "completion handler", "closure", "Combine", "publisher"], ["curl"],
        ["interceptor", "middleware", "adapter"], ["logging", "log", "logger", "debugging"],
        ["trace", "tracing", "traceparent", "OpenTelemetry"], ["swift-log"], ["swift-http-types"], ["URLSession"],
        ["transport", "compression", "gzip", "HTTP/2", "redirect"],
        // Connections and credentials.
        ["pin", "certificate pinning", "SSL pinning", "TLS pinning"], ["client certificate", "mTLS", "mutual TLS"],
        ["trust an authority", "self-signed certificate"], ["proxy"], ["metrics"],
        ["401", "unauthorized"], ["OAuth"], ["API key"], ["bearer token", "JWT", "access token"],
        ["refresh a token", "token refresh", "expired token"], ["keychain"], ["basic authentication", "basic auth"],
        ["authenticating", "login"], ["without secrets", "redact"],
        // Responses and values.
        ["error handling", "handling errors"], ["404"],
        ["decode", "decoding error", "keyNotFound", "typeMismatch", "JSONDecoder"],
        ["lenient", "leniently"], ["ETag", "caching", "If-None-Match", "304", "conditional request"],
        ["absent", "missing", "undefined"], ["null", "nil", "nullable"], ["PATCH"],
        ["enum"], ["unknown enum case", "unknown case", "unknown value"], ["date format", "timestamp", "ISO 8601"],
        ["snake_case", "camelCase", "CodingKeys"], ["Codable"], ["Hashable", "Equatable"], ["Identifiable"],
        ["untyped JSON", "arbitrary JSON", "AnyCodable"], ["own type", "custom type", "Money"],
        ["multipart", "form data"], ["upload"], ["download"], ["progress"], ["background"],
        ["SSE", "server-sent events", "EventSource", "NDJSON", "streaming", "stream response"],
        // Lists and screens.
        ["pagination", "paging"], ["next link", "link header"], ["cursor"], ["offset"],
        ["infinite scroll", "load more"], ["pull to refresh"],
        ["SwiftUI"], ["UIKit"], ["preview"], ["Observation"], ["coordinator"], ["deep link"], ["universal link"],
        // Descriptions.
        ["OpenAPI"], ["Swagger"], ["several files", "multiple files"], ["all keys", "JSON Schema"], ["generic"],
        ["unresolved reference", "broken link", "broken reference", "$ref"],
        ["generate only a part", "exclude", "filter", "skip an operation", "ignore an endpoint"],
        ["endpoint", "operation"], ["rename"], ["templates", "custom template", "mustache", "stencil"],
        ["fields", "properties", "optional fields", "required fields"],
        ["construct", "oneOf", "anyOf", "allOf", "discriminator", "additionalProperties", "polymorphism"],
        ["GraphQL"], ["gRPC", "protobuf"], ["WebSocket"], ["XML", "CSV"],
        // Generating and building.
        ["install"], ["getting started", "quick start", "tutorial", "hello world"], ["Xcode"], ["Linux"],
        ["Windows", "Android", "WebAssembly", "wasm"],
        ["Swift 5"], ["Swift 6", "strict concurrency"],
        ["embed the runtime", "CocoaPods", "Carthage", "vendoring"], ["binary", "Homebrew", "Mint"],
        ["trust", "Xcode Cloud"], ["privacy", "telemetry", "privacy manifest"], ["main actor"],
        ["namespace", "several APIs"], ["many descriptions", "monorepo"], ["several modules", "split modules"],
        ["Bazel"], ["CMake"], ["compiling"], ["make your build faster", "build time", "compile time", "slow build"],
        ["stale"],
        ["CI", "continuous integration"], ["GitHub Actions"], ["Docker"],
        ["before a commit", "pre-commit", "git hook"],
        ["semantic versioning", "semver"], ["breaking change", "compare versions", "diff"], ["changelog"],
        ["troubleshooting", "FAQ", "not working"],
        // Tests.
        ["mock", "fake server", "faker"], ["stub"], ["fixtures", "sample data"], ["record and replay", "VCR"],
        ["unit test", "XCTest", "Swift Testing"], ["offline", "without a network", "airplane mode"],
        ["let things go wrong", "latency", "fault injection"],
        // Other tools.
        ["Alamofire"], ["CreateAPI"], ["swift-openapi-generator"], ["APIKit"],
    ]
}
