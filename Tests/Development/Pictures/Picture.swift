import Foundation

// The pictures of README and guides: SVG, made by `callsite-dev pictures` and kept fresh by a test. Another one is a
// line in `Picture.all`.

/// One committed picture.
public struct Picture: Sendable {
    /// The file's name without `.svg`, by which a guide shows it: `![…](mock)`.
    public let name: String
    /// The documentation catalog that it belongs to.
    let catalog: String
    let draw: @Sendable (_ root: URL) throws -> Drawing

    init(
        _ name: String, in catalog: String = "CallsiteRuntime",
        _ draw: @escaping @Sendable (_ root: URL) throws -> Drawing
    ) {
        self.name = name
        self.catalog = catalog
        self.draw = draw
    }

    public static let all: [Picture] = [
        Picture("showcase") { _ in try showcase() },
        Picture("diff") { _ in try breakingChanges() },
        Picture("diff-narrow") { _ in try breakingChanges(columns: 54) },
        Picture("pipeline") { _ in pipeline() },
        Picture("request") { _ in requestFlow() },
        Picture("pagination-states") { _ in paginationStates() },
        Picture("modules") { root in try moduleGraph(root) },
        Picture("generating") { root in try barChart("generating", root) },
        Picture("compiling") { root in try barChart("compiling", root) },
        Picture("compiling-models") { root in try compilingModels(root) },
        Picture("decoding") { root in try decodingSpeed(root) },
        Picture("scale") { root in try barChart("scale", root) },
        Picture("mistake") { _ in try mistake() },
        Picture("mistake-narrow") { _ in try mistake(columns: 54) },
        Picture("mock") { _ in try mockLog() },
        Picture("mock-faults") { _ in try mockFaults() },
        Picture("drift") { _ in try drift() },
        Picture("github-browser", in: "CallsiteStore") { root in try githubBrowser(root) },
    ]

    /// The committed file, below the package's folder.
    public var path: String { "Sources/Runtime/\(catalog)/\(catalog).docc/Resources/\(name).svg" }

    /// The file's text.
    ///
    /// - Parameter root: The package's folder.
    /// - Throws: An error if something can't be read.
    public func svg(root: URL) throws -> String { try draw(root).svg }

    /// The strings that are wider than the space for them, by estimate.
    public func overflows(root: URL) throws -> [String] { try draw(root).overflows }
}

/// Why a picture can't be made.
struct PictureProblem: Error, CustomStringConvertible {
    let description: String
}
