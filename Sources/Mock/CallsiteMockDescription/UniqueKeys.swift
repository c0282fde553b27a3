/// Keys that no two schemas share: `Pet`, `Pet-2`, `Pet-3`.
struct UniqueKeys {
    private var keys: Set<String> = []
    /// The last number behind a name that several schemas have.
    private var numbers: [String: Int] = [:]

    mutating func key(for name: String) -> String {
        var key = name
        while !keys.insert(key).inserted {
            let number = numbers[name, default: 1] + 1
            numbers[name] = number
            key = "\(name)-\(number)"
        }
        return key
    }
}
