import Foundation

/// Decides what is shown next, so that no screen knows another. Coordinators form a tree: each keeps its children as
/// long as they are needed, and hands deep links down to them.
///
///     final class ListCoordinator: Coordinator {
///         var children: [any Coordinator] = []
///
///         func start() { show(list) }
///
///         func open(_ link: URL) -> Bool {
///             guard case .story(let provider)? = StoriesLink(link) else { return false }
///             begin(StoryCoordinator(provider))
///             return true
///         }
///     }
@MainActor
public protocol Coordinator: AnyObject {
    /// The child coordinators whose work isn't done. Change them by `begin` and `end` only.
    var children: [any Coordinator] { get set }

    /// Shows the first screen.
    func start()

    /// Opens a link if this coordinator can show it. Otherwise it returns false, and its children are asked.
    func open(_ link: URL) -> Bool
}

extension Coordinator {
    public func open(_ link: URL) -> Bool { false }

    /// Keeps a child coordinator and starts it.
    public func begin(_ child: some Coordinator) {
        children.append(child)
        child.start()
    }

    /// Releases a child coordinator whose work is done, with its children.
    public func end(_ child: some Coordinator) { children.removeAll { $0 === child } }

    /// Hands a link down the tree: this coordinator is asked first, then its children, the newest first. Returns false
    /// if none can show it.
    public func handDown(_ link: URL) -> Bool { open(link) || children.reversed().contains { $0.handDown(link) } }
}
