import Foundation

/// Compiles generated files with a main file against the runtime of this build, and runs the program with the path of
/// its input.
///
/// - Parameter folder: The place of the program; its contents are replaced.
/// - Returns: The output with the exit status; nil: the program doesn't compile, which is printed.
func outputOfProgram(
    main: String, _ files: [(name: String, contents: [UInt8])], input: String, in folder: URL
) throws -> (status: Int32, text: String)? {
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    func write(_ name: String, _ contents: Data) throws -> String {
        let file = folder.appendingPathComponent(name)
        try contents.write(to: file)
        return file.path
    }
    var paths = [try write("main.swift", Data(main.utf8))]
    for file in files { paths.append(try write(file.name, Data(file.contents))) }
    let input = try write("input.txt", Data(input.utf8))
    let executable = folder.appendingPathComponent("program").path
    let compiled = try captured(
        [
            "swiftc", "-swift-version", "6", "-suppress-warnings", "-I",
            buildFolder.appendingPathComponent("Modules").path, "-o", executable,
        ] + paths + runtimeObjects())
    guard compiled.status == 0 else {
        print("! the program doesn't compile: \(compiled.text.prefix(3000))")
        return nil
    }
    return try captured([executable, input])
}
