/// English plurals, as far as they are sure: the name of one element, from the name of a list.
package enum Plurals {
    /// `order_items` gives `order_item`; nil if the last word isn't a plural, or may not be.
    package static func singular(_ text: String) -> String? {
        // `children`, `people`, `feet`, `teeth`, `criteria`.
        guard let end = text.utf8.last, "snethaSNETHA".utf8.contains(end) else { return nil }
        guard let last = Words.split(text).last, text.hasSuffix(last) else { return nil }
        // `URLs` and `IDs` are plurals of words in capitals, and `HTTPS` isn't one.
        if last.utf8.count > 1, !last.utf8.contains(where: { (0x61...0x7A).contains($0) }) { return nil }
        guard let word = singularWord(last.lowercased()) else { return nil }
        // Common letters keep their case: `Categories` gives `Category`.
        var common = ""
        for (old, new) in zip(last, word) {
            guard old.lowercased() == String(new) else { break }
            common.append(old)
        }
        return text.dropLast(last.count) + common + word.dropFirst(common.count)
    }

    package static func singularWord(_ word: String) -> String? {
        if let singular = irregular[word] { return singular }
        guard word.hasSuffix("s"), word.utf8.count > 3, !noPlurals.contains(word),
            word.utf8.allSatisfy({ (0x61...0x7A).contains($0) })
        else { return nil }
        func without(_ count: Int, _ ending: String = "") -> String { word.dropLast(count) + ending }
        if word.hasSuffix("ies") { return word.utf8.count > 4 ? without(3, "y") : nil }
        // `houses` and `causes`, and `radiuses` and `statuses`.
        if word.hasSuffix("uses") {
            return word.hasSuffix("ouses") || word.hasSuffix("auses") || endingInUse.contains(word)
                ? without(1) : without(2)
        }
        for ending in ["sses", "shes", "ches", "xes"] where word.hasSuffix(ending) { return without(2) }
        // Words with two possible singulars: `bases`, `axes`, `leaves`, `heroes`.
        for ending in ["ss", "us", "is", "oes", "lves", "eaves", "oaves", "zes", "yses"] where word.hasSuffix(ending) {
            return nil
        }
        for ending in ["ics", "ws"] where word.hasSuffix(ending) && !surePlurals.contains(word) { return nil }
        return without(1)
    }

    private static let irregular: [String: String] = [
        "ids": "id", "ips": "ip", "vms": "vm", "ads": "ad", "tvs": "tv", "people": "person", "children": "child",
        "men": "man", "women": "woman", "indices": "index", "indexes": "index", "vertices": "vertex",
        "matrices": "matrix", "statuses": "status", "aliases": "alias", "bonuses": "bonus", "campuses": "campus",
        "viruses": "virus", "buses": "bus", "lenses": "lens", "canvases": "canvas", "atlases": "atlas",
        "biases": "bias", "gases": "gas", "caches": "cache", "movies": "movie", "cookies": "cookie",
        "calories": "calorie", "selfies": "selfie", "menus": "menu", "cpus": "cpu", "gpus": "gpu", "skus": "sku",
        "apis": "api", "uris": "uri", "kpis": "kpi", "quizzes": "quiz", "sizes": "size", "prizes": "prize",
        "leaves": "leaf", "shelves": "shelf", "heroes": "hero", "potatoes": "potato", "shoes": "shoe",
        "analyses": "analysis", "niches": "niche", "taxis": "taxi", "zombies": "zombie", "pies": "pie", "ties": "tie",
        "lies": "lie", "brownies": "brownie", "rookies": "rookie", "hoodies": "hoodie", "genies": "genie",
        "smoothies": "smoothie", "newbies": "newbie", "freebies": "freebie", "veggies": "veggie", "foodies": "foodie",
        "sorties": "sortie", "prairies": "prairie", "goalies": "goalie", "birdies": "birdie", "bookies": "bookie",
        "geese": "goose", "feet": "foot", "teeth": "tooth", "mice": "mouse", "oxen": "ox", "criteria": "criterion",
        "phenomena": "phenomenon",
    ]

    /// Words that end in `s` and are one thing, or have no useful singular.
    private static let noPlurals: Set<String> = [
        "news", "series", "species", "means", "canvas", "atlas", "alias", "bias", "christmas", "texas", "kansas",
        "always", "https", "dns", "sms", "tls", "gps", "aws", "ios", "macos", "kubernetes", "chaos", "kudos", "goods",
        "earnings", "savings", "credentials", "bases", "axes", "theses", "crises", "diagnoses", "lives", "wives",
        "knives", "scarves", "has", "was", "gas", "does", "lens", "yes", "saas", "paas", "iaas", "nas", "sas", "rss",
        "css", "process", "access", "address", "settings", "preferences", "details", "properties", "metadatas",
        "headquarters", "contents", "aliasas", "sales", "tennis", "whereas", "perhaps", "thanks",
    ]

    private static let endingInUse: Set<String> = [
        "uses", "excuses", "abuses", "fuses", "refuses", "reuses", "accuses", "muses", "ruses", "misuses", "cruses",
        "recluses",
    ]

    /// The words in `ics` and `ws` that are plurals for sure.
    private static let surePlurals: Set<String> = [
        "topics", "metrics", "comics", "critics", "mechanics", "views", "reviews", "rows", "windows", "flows",
        "workflows", "shows", "laws", "interviews", "previews", "overviews", "crews", "followers", "arrows", "draws",
        "throws", "screws",
    ]
}
