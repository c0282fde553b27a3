"""Makes the standard library, Darwin and Foundation for one of Apple's systems, of what a toolchain for Linux has.

The toolchain has its standard library as text with Apple's availability, and prints Foundation's declarations. Darwin's
headers are those of the wheel `ziglang`. Nothing of it links: it is for type-checking.
"""

import os
import pathlib
import re
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
TOOLCHAIN = pathlib.Path(shutil.which("swift-frontend")).resolve().parent.parent
LINUX = TOOLCHAIN / "lib/swift/linux"
SOURCE = "x86_64-unknown-linux-gnu" if os.uname().machine == "x86_64" else "aarch64-unknown-linux-gnu"
# The standard library's parts, in the order in which they need each other.
STANDARD = ["Swift", "_Concurrency", "_StringProcessing", "SwiftOnoneSupport"]
# Those that import Darwin or Foundation.
TESTING = ["Testing", "_Testing_Foundation"]
FURTHER = ["_Builtin_float", "Synchronization", "Observation"]
UNSAFE_AVAILABILITY = "-disable-availability-checking"


class System:
    """An Apple system with the oldest version that the package supports."""

    def __init__(self, name, triple, module_file, work):
        self.name, self.triple, self.module_file = name, triple, module_file
        self.work = work / name
        self.resources = self.work / "resources"
        self.modules = self.work / "modules"
        self.sdk = self.work / "sdk"

    def flags(self):
        return [
            "-target", self.triple, "-resource-dir", self.resources, "-sdk", self.sdk, "-disable-objc-interop",
            "-module-cache-path", self.work / "cache", "-I", self.modules, "-Xcc", f"-I{HERE / 'Darwin'}",
            "-I", HERE / "Darwin", "-plugin-path", TOOLCHAIN / "lib/swift/host/plugins", "-plugin-path",
            TOOLCHAIN / "lib/swift/host/plugins/testing",
        ]

    def frontend(self, *arguments):
        command = ["swift-frontend", *map(str, arguments), *map(str, self.flags())]
        return subprocess.run(command, capture_output=True, text=True)

    def folder(self, module):
        folder = self.resources / self.name / f"{module}.swiftmodule"
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def prepare(self, headers):
        """Makes all modules that the package imports. Raises an exception with what the compiler says."""
        shutil.rmtree(self.work, ignore_errors=True)
        for folder in (self.resources, self.modules, self.sdk / "usr"):
            folder.mkdir(parents=True)
        (self.sdk / "usr/include").symlink_to(headers)
        for folder in ("shims", "clang", "apinotes"):
            (self.resources / folder).symlink_to(TOOLCHAIN / "lib/swift" / folder)
        for module in STANDARD:
            self.standard(module)
        self.darwin()
        for module in FURTHER:
            self.standard(module)
        self.emit("Dispatch", [HERE / "Interfaces/Dispatch.swift"])
        print(f"{self.name}: the standard library and Darwin are made", flush=True)
        imports = ["Darwin", "Dispatch"]
        for source, module in [
            ("FoundationEssentials", "FoundationEssentials"),
            ("FoundationInternationalization", "FoundationInternationalization"),
            ("Foundation", "FoundationBase"), ("FoundationNetworking", "FoundationNet"), ("FoundationXML", "FoundationXML"),
        ]:
            self.synthesize(source, module, imports)
            imports.append(module)
        self.emit("Foundation", [HERE / "Interfaces/Foundation.swift"])
        for module in TESTING:
            self.standard(module)

    def standard(self, module):
        text = (LINUX / f"{module}.swiftmodule/{SOURCE}.swiftinterface").read_text()
        text = text.replace(SOURCE, self.triple)
        text = re.sub(r"^(?:public )?import Glibc$", "", text, flags=re.M)
        # Bodies for older systems, and functions of the runtime for Linux: only declarations matter here.
        text = re.sub(r"^ *@backDeployed.*$", "", text, flags=re.M)
        text = text.replace("self = _stdlib_remainderl(self, other)", "self = other")
        text = text.replace("self = _stdlib_squareRootl(self)", "self = 0")
        text = text.replace("_swift_stdlib_gettid()", "UInt32(0)")
        flags = {"Swift": ["-parse-stdlib"], "SwiftOnoneSupport": ["-parse-stdlib"],
                 "_Concurrency": ["-parse-stdlib", UNSAFE_AVAILABILITY]}.get(module, [])
        if module not in ("Swift", "SwiftOnoneSupport", "_Builtin_float", "_StringProcessing"):
            text = text.replace("-module-name", f"{UNSAFE_AVAILABILITY} -module-name", 1)
        folder = self.folder(module)
        source = folder / f"{self.module_file}.swiftinterface"
        source.write_text(text)
        target = folder / f"{self.module_file}.swiftmodule"
        result = self.frontend(
            "-compile-module-from-interface", "-module-name", module, *flags, source, "-o", target)
        if not target.exists():
            raise RuntimeError(f"{module}: {errors(result)}")

    def darwin(self):
        target = self.folder("Darwin") / f"{self.module_file}.swiftmodule"
        result = self.frontend(
            "-emit-module", "-module-name", "Darwin", "-import-underlying-module", "-parse-as-library",
            HERE / "Darwin/overlay.swift", "-o", target)
        if not target.exists():
            raise RuntimeError(f"Darwin: {errors(result)}")

    def emit(self, module, sources):
        target = self.modules / f"{module}.swiftmodule"
        result = self.frontend(
            "-emit-module", "-module-name", module, "-parse-as-library", *sources, "-o", target)
        if not target.exists():
            raise RuntimeError(f"{module}: {errors(result)}")

    def synthesize(self, source, module, imports):
        """The declarations of a module of Linux, without those that don't compile for this system."""
        printed = subprocess.run(
            ["swift-synthesize-interface", "-module-name", source, "-target", SOURCE, "-I", LINUX],
            capture_output=True, text=True).stdout
        interface = Interface(printed, imports, module, self.triple)
        path, target = self.modules / f"{module}.swiftinterface", self.modules / f"{module}.swiftmodule"
        for _ in range(40):
            path.write_text(interface.text())
            result = self.frontend("-compile-module-from-interface", "-module-name", module, path, "-o", target)
            if result.returncode == 0:
                print(f"{self.name}: {module} is made, without {interface.dropped} declarations", flush=True)
                return
            if not interface.drop(errors_by_line(result, path)):
                break
        raise RuntimeError(f"{module}: {errors(result)}")


class Interface:
    """The text of a module's declarations."""

    def __init__(self, printed, imports, module, triple):
        self.lines = [f"import {name}" for name in imports]
        for line in printed.split("\n"):
            if re.match(r"\s*(@_exported )?import |\s*///?", line):
                continue
            if re.search(r"\bsubscript\b.*->", line) and "{" not in line:
                line += " { get set }"
            self.lines.append(re.sub(r"\b(internal|private|fileprivate)\(set\) ", "", line))
        self.head = [
            "// swift-interface-format-version: 1.0", f"// swift-compiler-version: {compiler_version()}",
            f"// swift-module-flags: -target {triple} -disable-objc-interop -enable-library-evolution -swift-version 5"
            f" -module-name {module}",
        ]
        self.dropped = 0

    def text(self):
        return "\n".join(self.head + self.lines) + "\n"

    def end(self, start):
        """The last line of the declaration that begins at a line."""
        depth = 0
        for index in range(start, len(self.lines)):
            depth += self.lines[index].count("{") - self.lines[index].count("}")
            if depth <= 0:
                return index
        return start

    def drop(self, errors):
        """Leaves out what has an error: a conformance, else a small declaration, else a large one. False: nothing."""
        broken, changed = {}, False
        for line, message in errors:
            index = line - len(self.head) - 1
            if not 0 <= index < len(self.lines) or not self.lines[index]:
                continue
            lost = re.match(r"type '[^']+' does not conform to protocol '([^']+)'", message)
            if lost and re.search(rf"[:,]\s*(\w+\.)?{lost[1]}\b", self.lines[index]):
                line = re.sub(rf"(?<=[:,])\s*(\w+\.)?{lost[1]}\b\s*,?", " ", self.lines[index])
                self.lines[index] = re.sub(r"[:,]\s*\{", "{", line)
                self.dropped += 1
                changed = True
            else:
                broken[index] = self.end(index)
        small = {start: end for start, end in broken.items() if end - start <= 6}
        if small or changed:
            broken = small
        for start, end in sorted(broken.items(), reverse=True):
            for index in range(start, end + 1):
                self.lines[index] = ""
            # Its attributes stand on lines of their own.
            index = start - 1
            while index >= 0 and re.match(r"\s*@", self.lines[index]) and not re.search(
                r"\b(func|var|init|struct|class|enum|protocol|extension|let|typealias|case|subscript)\b",
                self.lines[index],
            ):
                self.lines[index] = ""
                index -= 1
            self.dropped += 1
        return changed or bool(broken)


def errors_by_line(result, path):
    found = re.findall(rf"{re.escape(str(path))}:(\d+):\d+: error: (.*)", result.stdout + result.stderr)
    return [(int(line), text) for line, text in found if "failed to build module" not in text]


def errors(result):
    lines = [line for line in (result.stdout + result.stderr).split("\n") if "error:" in line]
    return "\n".join(lines[:12]) or (result.stdout + result.stderr)[-1500:]


def compiler_version():
    text = subprocess.run(["swift-frontend", "--version"], capture_output=True, text=True)
    return (text.stdout + text.stderr).split("\n")[0]
