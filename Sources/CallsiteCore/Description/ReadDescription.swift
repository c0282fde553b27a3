/// In: the nodes of all files. Out: the description, by the reader for the main file's format.
package func readDescription(_ nodes: NodeSet, _ diagnostics: inout Diagnostics) -> Description {
    readNative(nodes, &diagnostics)
}
