// As much of SwiftUI as the guides use, so that their samples compile where SwiftUI isn't. Nothing of it does anything.
// The declarations have the names, labels and isolation of Apple's; compiled as a module called SwiftUI by
// DocumentationTests.

@_exported import Foundation

@MainActor public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError() }
}

/// A view without a body of its own.
public protocol PlainView: View where Body == Never {}
extension PlainView {
    public var body: Never { fatalError() }
}

public struct EmptyView: PlainView {
    public init() {}
}

public struct Text: PlainView {
    public init(_ content: some StringProtocol) {}
}

public struct ProgressView: PlainView {
    public init() {}
}

public struct Button<Label: View>: PlainView {
    public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) where Label == Text {}
}

public struct List<Content: View>: PlainView {
    public init(@ViewBuilder content: () -> Content) {}
}

public enum HorizontalAlignment: Sendable { case leading, center, trailing }

public struct VStack<Content: View>: PlainView {
    public init(alignment: HorizontalAlignment = .center, @ViewBuilder content: () -> Content) {}
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: PlainView {
    public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content)
    {}
}

extension ForEach where Data.Element: Identifiable, ID == Data.Element.ID {
    public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
}

public struct TupleView<each Part: View>: PlainView {
    init(_ parts: repeat each Part) {}
}

public enum EitherView<First: View, Second: View>: PlainView {
    case first(First)
    case second(Second)
}

public struct OptionalView<Content: View>: PlainView {
    init(_ content: Content?) {}
}

@resultBuilder public enum ViewBuilder {
    @MainActor public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    @MainActor public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<
        repeat each Content
    > {
        TupleView(repeat each content)
    }
    public static func buildEither<First: View, Second: View>(first: First) -> EitherView<First, Second> {
        .first(first)
    }
    public static func buildEither<First: View, Second: View>(second: Second) -> EitherView<First, Second> {
        .second(second)
    }
    @MainActor public static func buildIf<Content: View>(_ content: Content?) -> OptionalView<Content> {
        OptionalView(content)
    }
}

public struct ModifiedView<Content: View>: PlainView {
    init(_ content: Content) {}
}

extension View {
    public func onAppear(perform action: (@MainActor () -> Void)? = nil) -> some View { ModifiedView(self) }
    public func task(@_inheritActorContext _ action: @escaping @Sendable () async -> Void) -> some View {
        ModifiedView(self)
    }
    public func refreshable(action: @escaping @Sendable () async -> Void) -> some View { ModifiedView(self) }
}

@MainActor @propertyWrapper public struct State<Value> {
    public var wrappedValue: Value
    public init(initialValue: Value) { wrappedValue = initialValue }
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

public protocol ObservableObject: AnyObject {}

@propertyWrapper public struct Published<Value> {
    public var wrappedValue: Value
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

// MARK: - An app

@MainActor public protocol App {
    associatedtype Body: Scene
    var body: Body { get }
    init()
}
extension App {
    public static func main() {}
}

@MainActor public protocol Scene {}

public struct WindowGroup<Content: View>: Scene {
    public init(@ViewBuilder content: () -> Content) {}
}

@MainActor public protocol PreviewProvider {
    associatedtype Previews: View
    @ViewBuilder static var previews: Previews { get }
}

public struct NavigationStack<Root: View>: PlainView {
    public init(@ViewBuilder root: () -> Root) {}
}

public struct NavigationLink<Label: View, Destination: View>: PlainView {
    public init(@ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label) {}
}

public struct Font: Hashable, Sendable {
    public static let headline = Font()
    public static let subheadline = Font()
}

extension View {
    public func font(_ font: Font?) -> some View { ModifiedView(self) }
    public func navigationTitle(_ title: some StringProtocol) -> some View { ModifiedView(self) }
}
