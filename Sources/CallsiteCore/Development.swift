import CallsiteLibYAML

// What `callsite-dev` needs of the stages, and nothing else does.

/// What a stage gives, printed: `nodes`, `description`, `api` or `swift`. nil: there is no such stage.
package func dumpStage(_ stage: String, _ sources: SourceSet) -> String? {
    var diagnostics = Diagnostics()
    let nodes = parse(sources, &diagnostics)
    let description = readDescription(nodes, Options(), &diagnostics)
    let api = resolve(description, Options(), &diagnostics)
    var text = ""
    switch stage {
    case "nodes":
        for document in nodes.documents {
            if let document { dump(document.root, to: &text) }
        }
    case "description": dump(description, to: &text)
    case "api": dump(api, to: &text)
    case "swift": dump(lower(api, Options(), &diagnostics), to: &text)
    default: return nil
    }
    return text
}

/// libyaml's own scan of a document, without anything of ours: what generation is measured against.
package func scanWithLibYAML(_ bytes: [UInt8]) {
    var parser = yaml_parser_t()
    guard yaml_parser_initialize(&parser) == 1 else { return }
    defer { yaml_parser_delete(&parser) }
    bytes.withUnsafeBufferPointer { input in
        yaml_parser_set_input_string(&parser, input.baseAddress, input.count)
        var isDone = false
        while !isDone {
            var token = yaml_token_t()
            guard yaml_parser_scan(&parser, &token) == 1 else { return }
            isDone = token.type == YAML_STREAM_END_TOKEN
            yaml_token_delete(&token)
        }
    }
}
