/// In: the nodes of all files. Out: the description, by the reader for the main file's format.
package func readDescription(_ nodes: NodeSet, _ options: Options, _ diagnostics: inout Diagnostics) -> Description {
    switch nodes.format {
    case .native: readNative(nodes, &diagnostics)
    case .openAPI, .swagger: readOpenAPI(nodes, options, &diagnostics)
    }
}
