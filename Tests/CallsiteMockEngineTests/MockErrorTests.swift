import CallsiteMockEngine
import Testing

@Suite struct MockErrorTests {
    @Test func saysWhatIsWrong() { #expect("\(MockError("port 80 is in use"))" == "port 80 is in use") }
}
