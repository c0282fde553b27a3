#!/usr/bin/env python3
"""Type-checks the package's modules for Apple's systems, on Linux."""

import argparse
import concurrent.futures
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import time

import ziglang

sys.dont_write_bytecode = True
from interfaces import HERE, TOOLCHAIN, System, compiler_version

ROOT = HERE.parent.parent


class Module:
    """A target of the package, or a folder of generated code."""

    def __init__(self, name, kind, sources, dependencies):
        self.name, self.kind, self.sources, self.dependencies = name.replace("-", "_"), kind, sources, dependencies


def package_modules():
    text = subprocess.run(
        ["swift", "package", "describe", "--type", "json"], capture_output=True, text=True, cwd=ROOT, check=True)
    package = json.loads(text.stdout)
    modules = {}
    for target in package["targets"]:
        folder = ROOT / target["path"]
        sources = [folder / source for source in target["sources"]]
        # Sources that a plugin made when the tool was built.
        sources += sorted((ROOT / ".build/plugins/outputs").glob(f"*/{target['name']}/destination/**/*.swift"))
        dependencies = [name.replace("-", "_") for name in target.get("target_dependencies", [])]
        kind = "clang" if target["module_type"] in ("ClangTarget", "SystemLibraryTarget") else target["type"]
        module = Module(target["name"], kind, sources if kind != "clang" else [folder], dependencies)
        modules[module.name] = module
    linked = {
        target.replace("-", "_")
        for product in package["products"] if "library" in product["type"] for target in product["targets"]}
    return modules, linked


def require_delegate_methods(modules, folder):
    """Calls of delegates' methods as those of a class: they are optional on Apple's systems, which is Objective-C's."""
    for module in modules.values():
        for index, source in enumerate(module.sources):
            if source.is_file() and ".urlSession?(" in (text := source.read_text()):
                module.sources[index] = folder / module.name / source.name
                module.sources[index].parent.mkdir(parents=True, exist_ok=True)
                module.sources[index].write_text(text.replace(".urlSession?(", ".urlSession("))


def closure(names, modules):
    result, pending = set(), list(names)
    while pending:
        name = pending.pop()
        if name in result or name not in modules:
            continue
        result.add(name)
        pending += modules[name].dependencies
    return result


class Checker:
    def __init__(self, system, modules):
        self.system, self.modules = system, modules
        self.output = system.work / "package"
        shutil.rmtree(self.output, ignore_errors=True)
        self.output.mkdir()
        self.clang = self.output / "clang"
        self.clang.mkdir()
        self.make_clang_modules()

    def make_clang_modules(self):
        """Module maps for the C targets, and libyaml's header alone beside them."""
        for module in self.modules.values():
            if module.kind != "clang":
                continue
            [folder] = module.sources
            target = self.clang / module.name
            target.mkdir()
            headers = list((folder / "include").glob("*.h")) or list(folder.glob("*.h"))
            for header in headers:
                (target / header.name).symlink_to(header)
            if module.name == "CallsiteLibYAML":
                (target / "yaml.h").symlink_to("/usr/include/yaml.h")
            names = "".join(f'  header "{header.name}"\n' for header in headers)
            (target / "module.modulemap").write_text(f"module {module.name} {{\n{names}  export *\n}}\n")

    def flags(self, module):
        flags = [
            "-module-name", module.name, "-package-name", "callsite", "-swift-version", "6", "-enable-testing",
            "-warnings-as-errors", "-I", self.output,
        ]
        # One file may be the program; else its entry is marked '@main'.
        if not any(source.name == "main.swift" for source in module.sources):
            flags.append("-parse-as-library")
        if module.name == "CallsiteCurl":
            flags += ["-D", "CALLSITE_CURL"]
        for folder in self.clang.iterdir():
            flags += ["-Xcc", f"-fmodule-map-file={folder / 'module.modulemap'}", "-Xcc", f"-I{folder}"]
        return flags

    def check(self, module):
        target = self.output / f"{module.name}.swiftmodule"
        flags = self.flags(module)
        result = self.system.frontend("-emit-module", *flags, *module.sources, "-o", target)
        if not target.exists():
            # Others can be checked against its declarations.
            self.system.frontend(
                "-emit-module", "-experimental-skip-all-function-bodies", *flags, *module.sources, "-o", target)
        return sorted(set(re.findall(r"^(/[^\n]*?:\d+:\d+: (?:error|warning): .*|<unknown>.*error.*)$",
                                     result.stdout + result.stderr, flags=re.M)))

    def run(self, names):
        """The problems of these modules, in the order of their dependencies, two at a time."""
        waiting = {name for name in names if self.modules[name].kind not in ("clang", "plugin")}
        done, running, problems = set(), {}, {}
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            while waiting or running:
                for name in sorted(waiting):
                    needs = {n for n in self.modules[name].dependencies if n in names
                             and self.modules[n].kind not in ("clang", "plugin")}
                    if needs <= done:
                        running[pool.submit(self.check, self.modules[name])] = name
                        waiting.discard(name)
                ended, _ = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
                for future in ended:
                    name = running.pop(future)
                    problems[name] = future.result()
                    done.add(name)
        return problems


def prepared(system):
    """Makes the system's modules, unless they are there from the same sources."""
    digest = hashlib.sha256(compiler_version().encode() + system.triple.encode())
    for path in sorted(HERE.rglob("*")):
        if path.is_file() and path.suffix in (".py", ".h", ".swift", ".modulemap") and path.name != "check.py":
            digest.update(path.read_bytes())
    stamp = system.work / "stamp"
    if not stamp.exists() or stamp.read_text() != digest.hexdigest():
        system.prepare(pathlib.Path(ziglang.__file__).resolve().parent / "lib/libc/include/any-darwin-any")
        stamp.write_text(digest.hexdigest())


def generated(options, folders):
    """Modules of generated code: with the runtime embedded, and of the documents in these folders."""
    tool = ROOT / ".build/debug/callsite"
    runtime = ["CallsiteRuntime", "CallsitePagination", "CallsiteTransfers", "CallsiteToolkit", "CallsiteStore"]
    modules = {}
    wanted = [("Embedded", ROOT / "Specs/github.yaml", ["--embed-runtime"]),
              ("EmbeddedTransfers", ROOT / "Specs/transfers.yaml", ["--embed-runtime"])]
    wanted += [(f"Document{number}", document, []) for number, document in enumerate(folders)]
    for name, document, flags in wanted:
        output = options.work / "generated" / name
        shutil.rmtree(output, ignore_errors=True)
        result = subprocess.run(
            [tool, "generate", document, "--output", output, *flags], capture_output=True, text=True)
        sources = sorted(output.rglob("*.swift"))
        if not sources:
            raise RuntimeError(f"{document}: {result.stderr[:500]}")
        modules[name] = Module(name, "library", sources, [] if flags else runtime)
    return modules


def plugin_problems(modules, work):
    """The plugins, for this system's own SwiftPM and a stand-in for Xcode's part of it."""
    folder = work / "plugins"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    flags = [
        "-parse-as-library", "-swift-version", "6", "-package-description-version", "6.1.0", "-warnings-as-errors",
        "-I", str(TOOLCHAIN / "lib/swift/pm/PluginAPI"), "-I", str(folder),
    ]
    stand_in = HERE / "Xcode/XcodeProjectPlugin.swift"
    commands = [["-emit-module", "-module-name", "XcodeProjectPlugin", str(stand_in), "-o",
                 str(folder / "XcodeProjectPlugin.swiftmodule")]]
    commands += [["-typecheck", "-module-name", module.name, *map(str, module.sources)]
                 for module in modules.values() if module.kind == "plugin"]
    problems = []
    for command in commands:
        result = subprocess.run(["swiftc", *flags, *command], capture_output=True, text=True)
        problems += re.findall(r"^.*(?:error|warning): .*$", result.stdout + result.stderr, flags=re.M)
    return problems


def c_problems(modules, zig, work):
    """The C files, compiled for macOS. CallsiteEpoll is for Linux only."""
    problems = []
    for module in modules.values():
        if module.kind != "clang" or module.name == "CallsiteEpoll":
            continue
        [folder] = module.sources
        for source in sorted(folder.glob("*.c")):
            result = subprocess.run(
                [*zig, "cc", "-target", "aarch64-macos", "-Wall", "-Wextra", "-Werror", "-I", folder / "include", "-c",
                 source, "-o", work / "object.o"], capture_output=True, text=True)
            problems += [] if result.returncode == 0 else [f"{source}: {result.stderr[:1000]}"]
    return problems


def delegate_methods(text):
    """The labels and types of the methods of URLSession's delegates. Inside a function type no label has a name."""
    found = set()
    for match in re.finditer(r"\bfunc urlSession\(", text):
        depth, end = 1, match.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        parameters = " ".join(text[match.end():end - 1].split())
        found.add(re.sub(r"(^|, )(\w+) \w+:", r"\1\2:", parameters))
    return found


def delegate_problems(system, sources):
    """Methods that look as a delegate's and are none: they would never be called, and no compiler would say so."""
    declarations = [system.modules / "FoundationNet.swiftinterface", HERE / "Interfaces/Foundation.swift"]
    known = delegate_methods("".join(file.read_text() for file in declarations))
    return [
        f"{source}: error: no delegate of URLSession has this method: urlSession({parameters})"
        for source in sources if "func urlSession(" in source.read_text()
        for parameters in sorted(delegate_methods(source.read_text()) - known)]


# Mistakes that must be found: the module, its file, a text in it, the text in its place, and the finding.
PLANTS = [
    ("CallsiteRuntime", "TapeParser.swift", "get { 1 << 30 }", "get { 1 << 40 }", "this shifts it by 40"),
    ("CallsiteRuntime", "RFC3339.swift", "enum RFC3339 {", "enum RFC3339 {\n    static let planted = 3_000_000_000",
     "needs an integer of 64 bits"),
    ("CallsiteRuntime", "RFC3339.swift", "let year = two(text, 0) * 100 +", "let year = two(text, 0) * two(text, 1) +",
     "this product may not fit"),
    ("CallsiteRuntime", "RetryPolicy.swift", "Double(days) * 86_400", "Double(days * 86_400)", "this product may not fit"),
    ("CallsiteRuntime", "CalendarDate.swift", "let day = RFC3339.day(daysSince1970:",
     "let planted = Int(date.timeIntervalSince1970)\n        let day = RFC3339.day(daysSince1970:",
     "this conversion may not fit"),
    ("CallsiteToolkit", "String+UTF8.swift", "extension String {",
     "import Synchronization\nlet planted = Mutex(0)\nextension String {", "only available in macOS 15"),
    ("CallsiteShell", "ParallelMap.swift", "import Darwin",
     "import Darwin\n    let planted = epoll_create1(0)", "cannot find 'epoll_create1' in scope"),
    ("CallsiteMockEngine", "Poller.swift", "Array<kevent>(", "[kevent](", "cannot call value of non-function type"),
    ("CallsiteRuntime", "NetworkTransport+URLSession.swift", "didReceive data: Data)", "didReceive data: [UInt8])",
     "no delegate of URLSession has this method"),
    ("CallsiteRuntime", "NetworkTransport+URLSession.swift", "configuration.urlCache = nil",
     "configuration.urlCache = none", "cannot find 'none' in scope"),
    ("CallsiteRuntime", "RequestType.swift", "@available(macOS 13,", "@available(macOS 14,",
     "'CallsiteNeedsIOS16OrMacOS13' is only available"),
]


def missed_plants(checker):
    missed = []
    for name, file, text, replacement, finding in PLANTS:
        module = checker.modules[name]
        [source] = [source for source in module.sources if source.name == file]
        contents = source.read_text()
        planted = checker.output / "planted" / file
        planted.parent.mkdir(exist_ok=True)
        planted.write_text(contents.replace(text, replacement, 1))
        sources = [planted if other == source else other for other in module.sources]
        result = checker.system.frontend("-typecheck", *checker.flags(module), *sources)
        findings = result.stdout + result.stderr + "".join(delegate_problems(checker.system, [planted]))
        findings += "".join(word_problems(checker.system, checker.flags(module), sources, planted))
        if text not in contents or finding not in findings:
            missed.append(f"{name}/{file}: '{replacement.splitlines()[-1]}' isn't found")
    return missed


def expressions(node):
    """All expressions and patterns of a syntax tree."""
    pending = [node]
    while pending:
        node = pending.pop()
        if isinstance(node, dict):
            yield node
            pending += node.values()
        elif isinstance(node, list):
            pending += node


INT = "$sSiD"
# The initializers of `Int` that trap for a number that is too large, of types of 64 bits.
WIDE = re.compile(r"\$sySi(s5Int64V|s6UInt64V|Su|Sd)cD")
# Products and conversions that fit, each as its file and line.
BOUNDED = {line.split(" | ")[0] for line in (HERE / "bounds.txt").read_text().split("\n")}


def word_problems(system, flags, sources, source):
    """What is another number where an `Int` has 32 bits: literals above its largest value, and shifts of 32 and more.
    Besides, products that may be large, and conversions of numbers of 64 bits."""
    others = [other for other in sources if other != source]
    result = system.frontend("-dump-ast", "-dump-ast-format", "json", *flags, "-primary-file", source, *others)
    text = source.read_bytes()
    problems = []
    def literal(node):
        return int(node["value"], 0) if node.get("_kind") == "integer_literal_expr" and "value" in node else None

    def require_bound(line, place, kind):
        code = text.decode().split("\n")[line - 1].strip()
        if f"{source.name}: {code}" not in BOUNDED:
            problems.append(f"{place}: error: this {kind} may not fit 32 bits: say in bounds.txt why it does")

    for node in expressions(json.loads(result.stdout)):
        line = text.count(b"\n", 0, node.get("range", {}).get("start", 0)) + 1
        place = f"{source}:{line}"
        value = literal(node) if node.get("type") == INT else None
        if value is not None and abs(value) > 0x7FFF_FFFF:
            problems.append(f"{place}: error: {value} needs an integer of 64 bits, and an 'Int' may have 32")
        function = node.get("fn", {}) if node.get("_kind") == "call_expr" else {}
        if function.get("_kind") == "constructor_ref_call_expr" and WIDE.fullmatch(function.get("type", "")):
            require_bound(line, place, "conversion")
        if node.get("_kind") != "binary_expr" or node.get("implicit"):
            continue
        names = [inner["base_name"] for inner in expressions(node["fn"]) if "base_name" in inner]
        sides = [argument["expr"] for argument in node["args"]["args"]]
        if len(sides) != 2 or sides[0].get("type") != INT:
            continue
        if names[:1] and names[0] in ("<<", ">>", "&<<", "&>>") and (literal(sides[1]) or 0) >= 32:
            problems.append(f"{place}: error: an 'Int' may have 32 bits, and this shifts it by {literal(sides[1])}")
        # A small factor, as that of an escape or a digit, is harmless with what fits into memory.
        if names[:1] == ["*"] and sides[1].get("type") == INT and all((literal(side) or 100) >= 100 for side in sides):
            require_bound(line, place, "product")
    return sorted(set(problems))


def words(checker, names):
    """The problems of 32 bits in these modules. A product that a server decides would end the process."""
    jobs = []
    for name in sorted(names):
        module = checker.modules[name]
        if module.kind != "clang":
            jobs += [(checker.system, checker.flags(module), module.sources, source) for source in module.sources]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return [problem for problems in pool.map(lambda job: word_problems(*job), jobs) for problem in problems]


def condition_value(condition, facts):
    """The value of a condition of `#if`."""
    names = {"||": " or ", "&&": " and ", "!": " not "}
    text = re.sub(r"\|\||&&|!(?!=)", lambda match: names[match[0]], condition)
    text = re.sub(r"compiler\(>=[\d.]+\)", "True", text)
    text = re.sub(r"(?:canImport|os|arch|targetEnvironment|hasFeature)\(\w+\)|_endian\(\w+\)|\b[A-Z][A-Z_]+\b",
                  lambda match: str(match[0] in facts), text)
    return eval(text, {"__builtins__": {}})


def active_lines(text, facts):
    """The numbers of the lines that are compiled where these facts hold, without the directives."""
    lines, stack = set(), []
    for number, line in enumerate(text, 1):
        directive = re.match(r"\s*#(if|elseif|else|endif)\b\s*([^/]*)", line)
        if not directive:
            if all(is_active for is_active, _ in stack):
                lines.add(number)
            continue
        kind, condition = directive[1], directive[2].strip()
        if kind == "if":
            value = condition_value(condition, facts)
            stack.append((value, value))
        elif kind == "endif":
            stack.pop()
        else:
            _, was_active = stack[-1]
            value = not was_active and (kind == "else" or condition_value(condition, facts))
            stack[-1] = (value, was_active or value)
    return lines


def unseen_lines(modules):
    """Lines that a build by Xcode compiles, and this check doesn't."""
    checked = {"canImport(Darwin)", "canImport(Foundation)", "canImport(Observation)", "DEBUG"}
    checked |= {"canImport(XcodeProjectPlugin)", "CALLSITE_CURL", "os(macOS)"}
    unseen = []
    for module in modules.values():
        for source in module.sources if module.kind != "clang" else []:
            text = source.read_text()
            if "#if" not in text:
                continue
            frameworks = set(re.findall(r"canImport\(\w+\)", text)) - {
                "canImport(Glibc)", "canImport(Musl)", "canImport(Android)", "canImport(WASILibc)", "canImport(Bionic)",
                "canImport(FoundationNetworking)", "canImport(FoundationXML)"}
            lines = text.split("\n")
            seen = active_lines(lines, checked)
            for system in ("macOS", "iOS", "watchOS", "tvOS", "visionOS"):
                facts = (checked - {"os(macOS)"}) | frameworks | {f"os({system})"}
                unseen += [f"{source.relative_to(ROOT)}:{line}" for line in active_lines(lines, facts) - seen
                           if lines[line - 1].strip()]
    return sorted(set(unseen))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / ".build/apple")
    parser.add_argument("documents", nargs="*", type=pathlib.Path, help="descriptions whose code is checked too")
    options = parser.parse_args()
    modules, linked = package_modules()
    require_delegate_methods(modules, options.work / "required")
    problems = plugin_problems(modules, options.work)
    problems += c_problems(modules, [sys.executable, "-m", "ziglang"], options.work)
    problems += [f"{line}: isn't checked" for line in unseen_lines(modules)]
    code = generated(options, options.documents)
    require_delegate_methods(code, options.work / "required")
    for name, triple, file in [
        ("macosx", "arm64-apple-macosx13.0", "arm64-apple-macos"),
        ("iphoneos", "arm64-apple-ios16.0", "arm64-apple-ios"),
    ]:
        start = time.time()
        system = System(name, triple, file, options.work)
        prepared(system)
        committed = {module for module in modules if module.startswith("Generated") and modules[module].kind != "test"}
        names = set(modules) if name == "macosx" else closure(linked | committed, modules)
        checker = Checker(system, modules | code)
        found = checker.run(names | set(code))
        problems += [problem for module in sorted(found) for problem in found[module]]
        if name == "macosx":
            problems += missed_plants(checker)
            # What apps link: an Apple Watch before Series 9 has words of 32 bits.
            problems += words(checker, {module for module in closure(linked, modules) if "Mock" not in module})
            sources = [source for module in modules.values() if module.kind != "clang" for source in module.sources]
            problems += delegate_problems(system, sources)
        print(f"{name}: {len(found)} modules, {time.time() - start:.0f} s", flush=True)
    for problem in problems:
        print(problem.replace(str(ROOT) + "/", ""))
    sys.exit(1 if problems else 0)


main()
