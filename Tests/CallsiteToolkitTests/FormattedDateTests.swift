import CallsiteRuntime
import CallsiteToolkit
import Foundation
import Testing

/// Dates in formats of their own, as the generator declares them.
@Suite struct FormattedDateTests {
    struct USDay: FormattedDay {
        static let format = DateFormat("MM/dd/yyyy")
        var day: CalendarDate
        init(_ day: CalendarDate) { self.day = day }
    }
    struct Berlin: FormattedDate {
        static let format = DateFormat("dd.MM.yyyy HH:mm", timeZone: "Europe/Berlin")
        var date: Date
        init(_ date: Date) { self.date = date }
    }
    struct HalfPastEast: FormattedDate {
        static let format = DateFormat("yyyyMMddHHmmss", timeZone: "+05:30")
        var date: Date
        init(_ date: Date) { self.date = date }
    }
    struct Zoned: FormattedDate {
        static let format = DateFormat("EEE, d MMM yyyy hh:mm:ss.SSS a XX")
        var date: Date
        init(_ date: Date) { self.date = date }
    }
    struct Nowhere: FormattedDate {
        static let format = DateFormat("yyyy-MM-dd HH:mm", timeZone: "Nowhere/City")
        var date: Date
        init(_ date: Date) { self.date = date }
    }

    private func roundTrip<Value: FormattedDate>(_ text: String, as: Value.Type) throws -> (Date, String) {
        let values = try decodeJSON([Value].self, from: Data("[\"\(text)\"]".utf8))
        return (values[0].date, String(decoding: try encodeJSON(values), as: UTF8.self))
    }

    @Test func days() throws {
        let days = try decodeJSON([USDay].self, from: Data(#"["02/29/2024", "12/31/1899"]"#.utf8))
        #expect(
            days.map(\.day) == [
                CalendarDate(year: 2024, month: 2, day: 29), CalendarDate(year: 1899, month: 12, day: 31),
            ])
        #expect(
            String(decoding: try encodeJSON(days), as: UTF8.self)
                == #"["02\/29\/2024","12\/31\/1899"]"#.replacing("\\", with: ""))
        #expect(days[1] < days[0])
    }

    /// Summer time counts.
    @Test func pointsInTime() throws {
        #expect(
            try roundTrip("01.07.2024 12:30", as: Berlin.self) == (
                Date(timeIntervalSince1970: 1_719_829_800), #"["01.07.2024 12:30"]"#
            ))
        #expect(
            try roundTrip("01.01.2024 12:30", as: Berlin.self) == (
                Date(timeIntervalSince1970: 1_704_108_600), #"["01.01.2024 12:30"]"#
            ))
        #expect(
            try roundTrip("20240101053000", as: HalfPastEast.self) == (
                Date(timeIntervalSince1970: 1_704_067_200), #"["20240101053000"]"#
            ))
        let zoned = try roundTrip("Mon, 1 Jan 2024 01:00:00.250 PM +0200", as: Zoned.self)
        #expect(zoned == (Date(timeIntervalSince1970: 1_704_106_800.25), #"["Mon, 1 Jan 2024 11:00:00.250 AM Z"]"#))
    }

    @Test(arguments: ["13/01/2024", "02/30/2024", "2024-01-31", "", "01/31/2024 x"])
    func whatIsNoDateIsAnError(_ text: String) {
        let failure = #expect(throws: DecodingFailure.self) {
            try decodeJSON([USDay].self, from: Data("[\"\(text)\"]".utf8))
        }
        #expect("\(failure!)".contains("a date in the format MM/dd/yyyy"), "\(failure!)")
    }

    @Test func unknownTimeZoneIsAnErrorBothWays() {
        #expect(throws: DecodingFailure.self) {
            try decodeJSON([Nowhere].self, from: Data(#"["2024-01-31 12:00"]"#.utf8))
        }
        let failure = #expect(throws: EncodingFailure.self) {
            try encodeJSON([Nowhere(Date(timeIntervalSince1970: 0))])
        }
        #expect("\(failure!)".contains("Nowhere/City"))
    }
}
