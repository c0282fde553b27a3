/// Pairs the elements of two lists by keys, one rule after another. Each old element is paired with the first free new
/// element that has its key. Elements are looked up by key, since there may be thousands of them.
struct KeyMatcher<Element> {
    private let olds: [Element]
    private let news: [Element]
    private(set) var pairs: [(old: Int, new: Int)] = []
    private(set) var removed: [Int]
    private var free: Set<Int>

    init(_ olds: [Element], _ news: [Element]) {
        (self.olds, self.news) = (olds, news)
        (removed, free) = (Array(olds.indices), Set(news.indices))
    }

    var added: [Int] { free.sorted() }

    mutating func match(_ key: (Element) -> String?) { match(key, key) }

    mutating func match(_ oldKey: (Element) -> String?, _ newKey: (Element) -> String?) {
        guard !removed.isEmpty, !free.isEmpty else { return }
        var candidates: [String: [Int]] = [:]
        // In reverse order, so that `popLast` returns the first candidate.
        for index in news.indices.reversed() where free.contains(index) {
            if let key = newKey(news[index]) { candidates[key, default: []].append(index) }
        }
        var unpaired: [Int] = []
        for index in removed {
            guard let key = oldKey(olds[index]), let match = candidates[key]?.popLast() else {
                unpaired.append(index)
                continue
            }
            free.remove(match)
            pairs.append((index, match))
        }
        removed = unpaired
    }
}
