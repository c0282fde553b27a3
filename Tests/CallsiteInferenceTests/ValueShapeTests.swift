import CallsiteInference
import Testing

struct ValueShapeTests {
    @Test func isThere() { _ = ValueShape() }
}
