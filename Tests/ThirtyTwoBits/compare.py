#!/usr/bin/env python3
"""Runs the reading of JSON, numbers and dates, and percent encoding, with 32 bits and with 64: the results must agree.

WebAssembly's `Int` has 32 bits, as that of an Apple Watch before Series 9. It is compiled as Embedded Swift, without
Foundation, so stand-ins take its place on both sides. What is right with 64 bits, the package's own tests say.
"""

import ctypes
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys

import wasmtime

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
RUNTIME = ROOT / "Sources/Runtime"
SOURCES = [
    RUNTIME / "CallsiteRuntime/JSON/ByteBuffer.swift", RUNTIME / "CallsiteRuntime/JSON/ByteScan.swift",
    RUNTIME / "CallsiteRuntime/JSON/Tape.swift", RUNTIME / "CallsiteRuntime/JSON/TapeParser.swift",
    RUNTIME / "CallsiteRuntime/Reading/WireValue+Numbers.swift", RUNTIME / "CallsiteRuntime/Values/RFC3339.swift",
    RUNTIME / "CallsiteHTTP/PercentEncoding.swift",
]


def embedded(source):
    """The source without Foundation, and with the one error that it throws: Embedded Swift has no `any Error`."""
    text = source.read_text().replace("import Foundation", "import Shim")
    text = re.sub(r"\bthrows\b(?!\()", "throws(DecodingFailure)", text)
    text = re.sub(r"\bdo \{", "do throws(DecodingFailure) {", text)
    # Numbers that Embedded Swift can't read from text.
    text = re.sub(r"    /// A number as the nearest `Double`\..*?(?=    private func numberBytes)", "", text, flags=re.S)
    return text


def run(command):
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"{result.stdout}{result.stderr}"[:4000])


def build(work):
    shutil.rmtree(work, ignore_errors=True)
    (work / "sources").mkdir(parents=True)
    files = [HERE / "Main.swift", HERE / "StandIns.swift"]
    for source in SOURCES:
        file = work / "sources" / source.name
        file.write_text(embedded(source))
        files.append(file)
    common = [
        "-wmo", "-parse-as-library", "-package-name", "callsite", "-swift-version", "6", "-O", "-I", HERE, "-Xcc",
        f"-fmodule-map-file={HERE / 'module.modulemap'}", "-module-name", "ThirtyTwoBits", *files,
    ]
    run(["clang", "--target=wasm32-unknown-none", "-O2", "-ffreestanding", "-fno-builtin", "-nostdlib", "-w", "-I",
         HERE, "-c", HERE / "shim.c", "-o", work / "shim.o"])
    run(["swiftc", "-target", "wasm32-unknown-none-wasm", "-enable-experimental-feature", "Embedded",
         "-enable-experimental-feature", "Extern", *common, "-c", "-o", work / "code.o"])
    exports = [f"--export={name}" for name in ("bits", "input", "document", "number", "date", "year", "percent")]
    run(["wasm-ld", "--no-entry", *exports, "--allow-undefined", "-z", "stack-size=4194304", work / "code.o",
         work / "shim.o", "-o", work / "code.wasm"])
    run(["swiftc", "-emit-library", *common, "-Xlinker", "--unresolved-symbols=ignore-all", "-o", work / "code.so"])


class Wasm:
    def __init__(self, path):
        engine = wasmtime.Engine()
        self.store = wasmtime.Store(engine)
        module = wasmtime.Module.from_file(engine, str(path))
        linker = wasmtime.Linker(engine)
        pair = wasmtime.FuncType([wasmtime.ValType.i32()] * 2, [])
        linker.define_func("host", "result", pair, self.take)
        for wanted in module.imports:
            if wanted.module != "host":
                linker.define_func(wanted.module, wanted.name, wanted.type, self.missing(wanted.name))
        self.exports = linker.instantiate(self.store, module).exports(self.store)
        self.memory = self.exports["memory"]
        self.exports["bits"](self.store)
        self.exports["keep"](self.store)

    def missing(self, name):
        def fail(*_):
            raise RuntimeError(f"'{name}' is missing")
        return fail

    def take(self, place, count):
        self.text = bytes(self.memory.read(self.store, place, place + count))

    def bits(self):
        return self.exports["bits"](self.store)

    def result(self, name, data):
        self.exports["reset"](self.store)
        place = self.exports["input"](self.store, len(data))
        self.memory.write(self.store, data, place)
        self.exports[name](self.store, place, len(data))
        return self.text


class Native:
    def __init__(self, path, work):
        # The library asks for `host_result`, which one in C gives to Python.
        source = work / "host.c"
        source.write_text(
            "#include <stdint.h>\nvoid (*result)(const uint8_t *, int32_t);\n"
            "void host_result(const uint8_t *b, int32_t n) { result(b, n); }\n")
        run(["clang", "-shared", "-fPIC", source, "-o", work / "host.so"])
        host = ctypes.CDLL(str(work / "host.so"), ctypes.RTLD_GLOBAL)
        function = ctypes.CFUNCTYPE(None, ctypes.POINTER(ctypes.c_uint8), ctypes.c_int32)
        self.callback = function(self.take)
        ctypes.c_void_p.in_dll(host, "result").value = ctypes.cast(self.callback, ctypes.c_void_p).value
        self.library = ctypes.CDLL(str(path))

    def take(self, place, count):
        self.text = ctypes.string_at(place, count)

    def bits(self):
        return self.library.bits()

    def result(self, name, data):
        getattr(self.library, name)(data, len(data))
        return self.text


def numbers(random):
    for _ in range(100_000):
        digits = str(random.getrandbits(random.choice([4, 8, 31, 32, 33, 53, 63, 64, 65, 80])))
        if random.random() < 0.3:
            digits += "." + str(random.getrandbits(random.choice([3, 20, 60])))
        if random.random() < 0.3:
            digits += random.choice("eE") + random.choice(["", "+", "-"]) + str(random.choice([0, 1, 2, 9, 18, 19, 40, 4294967297]))
        yield "number", (random.choice(["", "-"]) + digits).encode()


def dates():
    for year in range(10_000):
        yield "year", str(year).encode()
    for text in ("2038-01-19T03:14:08Z", "1901-12-13T20:45:51Z", "9999-12-31T23:59:60.999999Z", "0000-01-01T00:00:00-23:59",
                 "2024-02-30T00:00:00Z", "2024-01-01T00:00:00.123456789012345678Z", "2024-01-01"):
        yield "date", text.encode()


def documents(random):
    """JSON's test suite where it is beside the package, and documents that are changed at one place."""
    for file in sorted((ROOT.parent / "shared/suites/json-test-suite").rglob("*.json")):
        yield "document", file.read_bytes()
    value = {"a\nb": [1, -2.5e3, "é\u0001\\\"/", None, True, {"": [], "x" * 40: {}}], "n": 12345678901234567890, "a": [[]]}
    text = json.dumps(value, ensure_ascii=False).encode()
    yield "document", text
    for _ in range(20_000):
        changed = bytearray(text)
        changed[random.randrange(len(text))] = random.choice(b'"\\{}[],:0eE-+.tnu\x00\xe9\x80 ')
        yield "document", bytes(changed)


def texts(random):
    for _ in range(2_000):
        yield "percent", "".join(chr(random.choice([random.randrange(32, 127), random.randrange(160, 0xD000)]))
                                 for _ in range(random.randrange(1, 30))).encode()


def main():
    work = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / ".build/32-bits"
    build(work)
    wasm, native = Wasm(work / "code.wasm"), Native(work / "code.so", work)
    assert (wasm.bits(), native.bits()) == (32, 64)
    generator = random.Random(55)
    counts, differences = {}, 0
    for vectors in (documents(generator), numbers(generator), dates(), texts(generator)):
        for name, data in vectors:
            counts[name] = counts.get(name, 0) + 1
            left, right = None, native.result(name, data)
            try:
                left = wasm.result(name, data)
            except wasmtime.Trap as trap:
                left = str(trap).encode()
            if left != right:
                differences += 1
                if differences <= 20:
                    print(f"{name} {data[:80]!r}: {left[:200]!r} with 32 bits, {right[:200]!r} with 64")
    print(", ".join(f"{count} of '{name}'" for name, count in counts.items()) + f": {differences} differences")
    sys.exit(1 if differences else 0)


main()
