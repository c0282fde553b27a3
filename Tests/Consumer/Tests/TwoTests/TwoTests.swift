import Testing
import Two

@Test func modelsOfBothDescriptions() {
    let user = Cats.User.fixture(name: "Ann", cat: .fixture(name: "Tom"))
    #expect(user.name == "Ann" && user.cat.name == "Tom")
    #expect(Dogs.User.fixture(name: "Bo").name == "Bo")
}
