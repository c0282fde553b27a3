/// The place in a source file that a message points at.
///
/// Lines and columns count from 1; a column counts Unicode scalars, as libyaml and editors do. `length` is the
/// number of scalars that the place covers on its line (0: unknown).
package struct SourceLocation: Hashable, Sendable {
    package var file: FileID
    package var line: Int32
    package var column: Int32
    package var length: Int32

    package init(file: FileID, line: Int, column: Int, length: Int = 0) {
        self.file = file
        self.line = Self.clamped(line)
        self.column = Self.clamped(column)
        self.length = Self.clamped(length)
    }

    /// Does the work of `Int32(clamping:)`, which is slow in a debug build: each node of a document has a location.
    private static func clamped(_ value: Int) -> Int32 {
        value >= Int(Int32.max) ? .max : value <= Int(Int32.min) ? .min : Int32(truncatingIfNeeded: value)
    }

    /// Orders places by file, then by line and column.
    package func precedes(_ other: SourceLocation) -> Bool {
        (file.index, line, column) < (other.file.index, other.line, other.column)
    }

    /// The place `scalars` further on the same line, covering `length`. A place over several lines has no length, and
    /// isn't moved.
    package func advanced(by scalars: Int, length: Int) -> SourceLocation {
        guard self.length > 0 else { return self }
        return SourceLocation(file: file, line: Int(line), column: Int(column) + scalars, length: length)
    }
}

/// The number of a file in the `SourceSet` it belongs to.
package struct FileID: Hashable, Sendable {
    package let index: Int
    package init(_ index: Int) { self.index = index }
    /// The description that was named on the command line; included files follow.
    package static let main = FileID(0)
    /// `callsite.yaml`, which is in no `SourceSet`: the code that prints messages knows the file.
    package static let configuration = FileID(-1)
    /// No file at all: an option.
    package static let commandLine = FileID(-2)
}

extension SourceLocation {
    /// An option of the command line.
    package static let commandLine = start(of: .commandLine)

    /// The beginning of `callsite.yaml`, which is read alone, as the main file.
    package static let configurationStart = start(of: .main)

    package static func start(of file: FileID) -> Self { Self(file: file, line: 1, column: 1) }

    /// The same place with the number that later stages have for `callsite.yaml`.
    var inConfiguration: SourceLocation {
        var location = self
        location.file = .configuration
        return location
    }
}
