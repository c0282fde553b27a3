// A function for each kind of text: its result must be the same whatever the size of `Int`.
import Shim

private func give(_ text: String) {
    var text = text
    text.withUTF8 { host_result($0.baseAddress!, Int32($0.count)) }
}

@_expose(wasm, "input") @_cdecl("input")
public func input(_ count: Int32) -> UnsafeMutablePointer<UInt8> { .allocate(capacity: Int(count)) }

@_expose(wasm, "bits") @_cdecl("bits")
public func bits() -> Int32 { Int32(Int.bitWidth) }

/// All values of a document, or the reason why it isn't one.
@_expose(wasm, "document") @_cdecl("document")
public func document(_ bytes: UnsafePointer<UInt8>, _ count: Int32) {
    do throws(DecodingFailure) {
        let tape = try TapeParser.parse(UnsafeBufferPointer(start: bytes, count: Int(count)))
        var text = ""
        write(tape, 0, &text)
        give(text + "!")
    } catch {
        give(error.expected + "; " + error.found)
    }
}

private func write(_ tape: borrowing Tape, _ index: Int, _ text: inout String) {
    text += String(tape.tag(index)) + ":"
    if tape.tag(index) >= Tape.Tag.array {
        var child = index + 1
        while child < tape.after(index) {
            write(tape, child, &text)
            child = tape.isObject(index) && child == index + 1 ? child + 1 : tape.after(child)
        }
    } else if tape.tag(index) >= Tape.Tag.string {
        text += tape.string(index)
        var buffer = ByteBuffer()
        var unescaped = tape.string(index)
        unescaped.withUTF8 { if let start = $0.baseAddress { buffer.appendQuoted(start, $0.count) } }
        text += String(decoding: buffer.data.bytes, as: UTF8.self)
    } else {
        text += String(decoding: tape.raw(index), as: UTF8.self)
    }
    text += ","
}

/// A number as each type of integer.
@_expose(wasm, "number") @_cdecl("number")
public func number(_ bytes: UnsafePointer<UInt8>, _ count: Int32) {
    func read<T: FixedWidthInteger>(_ type: T.Type) -> String {
        do throws(DecodingFailure) {
            let tape = try TapeParser.parse(UnsafeBufferPointer(start: bytes, count: Int(count)))
            return try withUnsafePointer(to: tape) { (tape) throws(DecodingFailure) in
                String(try WireValue(tape: tape, index: 0).integer(type))
            }
        } catch {
            return "none"
        }
    }
    func wide() -> String {
        do throws(DecodingFailure) {
            let tape = try TapeParser.parse(UnsafeBufferPointer(start: bytes, count: Int(count)))
            return try withUnsafePointer(to: tape) { (tape) throws(DecodingFailure) in
                let value = try WireValue(tape: tape, index: 0).uint64()
                return value.map { String($0) } ?? "too large"
            }
        } catch {
            return "none"
        }
    }
    // An `Int` is as wide as the processor's words, and no number is cut.
    if let int = Int64(read(Int.self)), String(int) != read(Int64.self) { return give("cut") }
    give(read(Int8.self) + " " + read(Int32.self) + " " + read(UInt32.self) + " " + read(Int64.self) + " " + wide())
}

/// A point in time as milliseconds, and as it is written.
@_expose(wasm, "date") @_cdecl("date")
public func date(_ bytes: UnsafePointer<UInt8>, _ count: Int32) {
    guard let date = RFC3339.date(UnsafeBufferPointer(start: bytes, count: Int(count))) else { return give("none") }
    let milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded())
    give(String(milliseconds) + " " + (RFC3339.text(date) ?? "none"))
}

/// A hash of the results for each day of a year, at other times with other fractions and zones.
@_expose(wasm, "year") @_cdecl("year")
public func year(_ bytes: UnsafePointer<UInt8>, _ count: Int32) {
    var year = 0
    for index in 0..<Int(count) { year = year * 10 + Int(bytes[index] - 0x30) }
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func combine(_ text: String) { for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 } }
    for month in 1...12 {
        for day in 1...31 where RFC3339.isDay(year: year, month: month, day: day) {
            let time = "T" + (day % 24 < 10 ? "0" : "") + String(day % 24) + ":59:3" + String(month % 10)
            var text = Array((RFC3339.text(year: year, month: month, day: day) + time).utf8)
            text += Array((day % 2 == 0 ? ".25Z" : "+01:30").utf8)
            let date = text.withUnsafeBufferPointer { RFC3339.date($0) }
            combine(date.flatMap { RFC3339.text($0) } ?? "none")
            combine(String(Int64(date?.timeIntervalSince1970 ?? 0)))
        }
    }
    give(String(hash))
}

@_expose(wasm, "percent") @_cdecl("percent")
public func percent(_ bytes: UnsafePointer<UInt8>, _ count: Int32) {
    let text = String(decoding: UnsafeBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
    give(percentEncoded(text) + " " + formEncoded(text) + " " + encodedLiteral(text[...]))
}
