/// Pairs the elements of two lists by keys, one rule after another. Each old element takes the first free one with its
/// key. Keys are looked up, since there may be thousands of elements.
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
        // The first of them is taken from the end.
        for index in news.indices.reversed() where free.contains(index) {
            if let key = newKey(news[index]) { candidates[key, default: []].append(index) }
        }
        var left: [Int] = []
        for index in removed {
            guard let key = oldKey(olds[index]), let other = candidates[key]?.popLast() else {
                left.append(index)
                continue
            }
            free.remove(other)
            pairs.append((index, other))
        }
        removed = left
    }
}
