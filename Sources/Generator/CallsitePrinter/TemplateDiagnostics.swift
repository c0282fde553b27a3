import CallsiteCore

/// Mistakes in a template's syntax.
extension Diagnostic {
    static func unclosedTag(_ offset: Int, _ closing: String, _ file: TemplateFile) -> Diagnostic {
        .error("template-tag", "tag without an end", help: "expected '\(closing)'", at: file.location(offset))
    }

    static func malformedName(_ name: TemplateName, _ file: TemplateFile) -> Diagnostic {
        let help: DiagnosticText =
            switch name.text.utf8.first {
            case nil: "expected a name"
            case UInt8(ascii: "{"), UInt8(ascii: "&"): "nothing is escaped here: write the name alone, in two braces"
            case UInt8(ascii: "<"), UInt8(ascii: "$"): "templates have no parents and no blocks"
            default: "names are letters, digits and '_', with dots between them"
            }
        return .error("template-tag", "not a name: '\(name.text)'", help: help, at: file.location(name))
    }

    static func malformedPartial(_ name: TemplateName, _ file: TemplateFile) -> Diagnostic {
        .error(
            "template-tag", "not a template's name: '\(name.text)'", help: "names are letters, digits, '_' and '-'",
            at: file.location(name))
    }

    static func malformedDelimiters(_ offset: Int, _ file: TemplateFile) -> Diagnostic {
        .error(
            "template-tag", "malformed change of delimiters",
            help: "expected the new opening and closing delimiter with a space between, without '='",
            at: file.location(offset))
    }

    static func unclosedSection(_ name: TemplateName, _ file: TemplateFile) -> Diagnostic {
        .error("template-section", "section '\(name.text)' has no end", at: file.location(name))
    }

    static func closedWithoutOpening(_ name: TemplateName, _ file: TemplateFile) -> Diagnostic {
        .error("template-section", "end of '\(name.text)', which is not open", at: file.location(name))
    }

    static func closedOutOfTurn(_ name: TemplateName, _ open: TemplateName, _ file: TemplateFile) -> Diagnostic {
        .error(
            "template-section", "end of '\(name.text)' inside '\(open.text)'",
            help: "expected the end of '\(open.text)'", at: file.location(name),
            notes: [.init("'\(open.text)' starts here", at: file.location(open))])
    }

    static func sectionsTooDeep(_ name: TemplateName, _ file: TemplateFile) -> Diagnostic {
        .error(
            "template-section", "more than \(TemplateParser.depthLimit) sections inside each other",
            at: file.location(name))
    }
}

/// Mistakes in the use of a name.
extension Diagnostic {
    static func nameMistake(_ mistake: NameMistake, _ name: TemplateName, _ file: TemplateFile) -> Diagnostic {
        switch mistake {
        case .unknown(let word, let view, let names):
            .error(
                "template-name", "unknown name '\(word)' in '\(view)'", help: Spelling.help(for: word, among: names),
                at: file.location(name))
        case .notAView(let word, let noun, let isOptionalView):
            .error(
                "template-use", "'\(word)' in '\(name.text)' is \(noun)",
                help: isOptionalView ? "open a section over '\(word)'" : "only a view has names in it",
                at: file.location(name))
        }
    }

    static func notPrintable(_ name: TemplateName, _ noun: String, _ file: TemplateFile) -> Diagnostic {
        .error("template-use", "'\(name.text)' is \(noun)", help: "open a section over it", at: file.location(name))
    }

    static func mayBeAbsent(_ name: TemplateName, _ file: TemplateFile) -> Diagnostic {
        .error(
            "template-use", "'\(name.text)' is a text that may be absent",
            help: "open a section over it and print '.' there", at: file.location(name))
    }

    static func notASection(_ name: TemplateName, _ noun: String, _ file: TemplateFile) -> Diagnostic {
        .error(
            "template-use", "section over '\(name.text)', which is \(noun) and always there",
            help: "print it without a section", at: file.location(name))
    }

    static func neverAbsent(_ name: TemplateName, _ noun: String, _ file: TemplateFile) -> Diagnostic {
        .error(
            "template-use", "inverted section over '\(name.text)', which is \(noun) and always there",
            at: file.location(name))
    }

    static func noCurrentItem(_ name: TemplateName, _ file: TemplateFile) -> Diagnostic {
        .error("template-use", "'.' stands outside a section over texts", at: file.location(name))
    }

    static func itemIsNoSection(_ name: TemplateName, _ file: TemplateFile) -> Diagnostic {
        .error("template-use", "section over '.'", help: "'.' is a text: print it", at: file.location(name))
    }

    static func notInAList(_ name: TemplateName, _ file: TemplateFile) -> Diagnostic {
        .error(
            "template-use", "'\(name.text)' stands outside a section over a list",
            help: "only the items of a list are first or last", at: file.location(name))
    }

    static func unknownTemplate(_ name: String, candidates: [String], at location: SourceLocation) -> Diagnostic {
        .error(
            "unknown-template", "unknown template '\(name)'", help: Spelling.help(for: name, among: candidates),
            at: location)
    }

    static func templatesTooDeep(at location: SourceLocation) -> Diagnostic {
        .error(
            "template-depth", "more than \(TemplateOutput.depthLimit) templates call each other here",
            help: "a template that calls itself must come to an end", at: location)
    }
}

/// Mistakes in the files of `--templates`.
extension Diagnostic {
    static func templateFileName(_ path: String, at location: SourceLocation) -> Diagnostic {
        .error(
            "unknown-template", "not a template's file: '\(path)'", help: "expected a name that ends in '.mustache'",
            at: location)
    }

    static func templateTwice(_ name: String, at location: SourceLocation, first: SourceLocation) -> Diagnostic {
        .error(
            "template-twice", "template '\(name)' is there twice", at: location,
            notes: [.init("the other one", at: first)])
    }

    static func templateEncoding(at location: SourceLocation) -> Diagnostic {
        .error("template-encoding", "the template is not UTF-8", at: location)
    }
}
