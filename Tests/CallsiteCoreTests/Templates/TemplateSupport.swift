import CallsiteCore
import CallsitePrinter
import CallsiteSwift

/// Text as it is: what only tests may print.
struct PlainText: TemplateFragment {
    let text: String
    init(_ text: String) { self.text = text }
    func write(to output: inout [UInt8]) { output.append(contentsOf: text.utf8) }
}

/// A view with a name of each kind, which holds views of its own type.
struct SampleView: TemplateView {
    var name = "N"
    var note: String?
    var isOn = false
    var owner = OwnerView()
    var friend: OwnerView?
    var children: [SampleView] = []
    var words: [String]?

    static let contract = ViewContract<SampleView>(
        "sample", "A view of the tests.",
        [
            .text("name", "Its name.") { PlainText($0.name) },
            .text("note", "A note.") { $0.note.map(PlainText.init) },
            .text("count", "How many children it has.") { $0.children.count },
            .flag("isOn", "Whether it is on.") { $0.isOn },
            .view("owner", "Its owner.") { $0.owner },
            .view("friend", "Its friend.") { $0.friend },
            .list("children", "Its children.") { $0.children },
            .lines("words", "Its words.") { $0.words?.map(PlainText.init) },
        ])
}

/// A view inside a `SampleView`.
struct OwnerView: TemplateView {
    var title = "O"
    var isRich = false
    var pets: [String] = []
    static let contract = ViewContract<OwnerView>(
        "owner", "Whose it is.",
        [
            .text("title", "What it is called.") { PlainText($0.title) },
            .flag("isRich", "Whether it is rich.") { $0.isRich },
            .lines("pets", "Its pets.") { $0.pets.map(PlainText.init) },
        ])
}

/// The output of the template `main` for a view, with other templates that it calls, and the reported messages.
func printed(
    _ template: String, _ view: SampleView = SampleView(), calling others: [(name: String, text: String)] = []
) -> (text: String?, messages: String) {
    var diagnostics = Diagnostics()
    let templates = TemplateSet([(name: "main", text: template)] + others)
    let compiled = templates.compile("main", for: SampleView.self, firstFile: 0, &diagnostics)
    let text = compiled.map { String(decoding: $0.render(view, &diagnostics), as: UTF8.self) }
    return (text, DiagnosticRenderer(paths: templates.paths).text(diagnostics))
}
