// As much of UIKit as the guides use, so that their samples compile where UIKit isn't. Nothing of it does anything. The
// declarations have the names, labels and isolation of Apple's; compiled as a module called UIKit by
// DocumentationTests.

@_exported import Foundation

@MainActor open class UIViewController {
    public init() {}
    public required init?(coder: NSCoder) {}
    open func viewDidLoad() {}
    open func present(_ controller: UIViewController, animated: Bool, completion: (() -> Void)? = nil) {}
}

@MainActor open class UITableViewController: UIViewController {
    public init(style: UITableView.Style) { super.init() }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    open var tableView: UITableView! = UITableView()
    open var refreshControl: UIRefreshControl?
    open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 0 }
    open func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        UITableViewCell()
    }
    open func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {}
}

@MainActor open class UITableView {
    public enum Style: Sendable { case plain, grouped, insetGrouped }
    public func register(_ type: AnyClass?, forCellReuseIdentifier identifier: String) {}
    public func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
        UITableViewCell()
    }
    public func reloadData() {}
}

@MainActor open class UITableViewCell {
    public init() {}
    public var textLabel: UILabel? = UILabel()
}

@MainActor open class UILabel {
    public var text: String?
}

@MainActor public class UIAction {
    public init(handler: @escaping @MainActor (UIAction) -> Void) {}
}

@MainActor open class UIControl {
    public struct Event: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let valueChanged = Event(rawValue: 4096)
    }
    public init() {}
    public func addAction(_ action: UIAction, for events: Event) {}
}

@MainActor open class UIRefreshControl: UIControl {
    public func endRefreshing() {}
}

@MainActor open class UIAlertController: UIViewController {
    public enum Style: Sendable { case alert, actionSheet }
    public init(title: String?, message: String?, preferredStyle: Style) { super.init() }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    public func addAction(_ action: UIAlertAction) {}
}

@MainActor public class UIAlertAction {
    public enum Style: Sendable { case `default`, cancel, destructive }
    public init(title: String?, style: Style, handler: (@MainActor (UIAlertAction) -> Void)? = nil) {}
}

extension IndexPath {
    public var row: Int { self[1] }
}
