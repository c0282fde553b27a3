"use strict";

// The order of the search's results, and nothing else: no element of a page. `SearchTests` says what must come first.

/// A word without its ending: "retries" is found by "retry", "tracing" by "trace", and "migrate" by "migration".
function stem(word) {
    let end = word;
    if (end.length > 4 && end.endsWith("ies")) end = end.slice(0, -3) + "y";
    else if (end.length > 3 && end.endsWith("s") && !end.endsWith("ss")) end = end.slice(0, -1);
    for (const suffix of ["ing", "ed", "ly", "ion", "or"]) {
        // "or" ends other words than those of verbs: "author", "color".
        if (end.length < suffix.length + 3 || !end.endsWith(suffix) || suffix === "or" && !/.{4}tor$/.test(end)) continue;
        end = end.slice(0, -suffix.length);
        if (/([^aeiouls])\1$/.test(end)) end = end.slice(0, -1);
        break;
    }
    return end.length > 3 && end.endsWith("e") ? end.slice(0, -1) : end;
}

/// The words of a text; "HTTP/2" is one.
function words(text) { return text.toLowerCase().replace(/(\p{L})\/(?=\d)/gu, "$1").match(/[\p{L}\p{N}]+/gu) ?? []; }

/// The stems of a text. Names of Swift are found by their parts too.
function stems(text) {
    const parts = text.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2");
    return new Set([...words(text), ...words(parts)].map(stem));
}

/// Words that say nothing of what is looked for.
const fillers = new Set(("a an and are as at be can do does for from get has have how i if in into is it its my of on or our " +
    "that the their this to two use using versus via vs want what when where which why with without you your").split(" "));

/// The stems of a query or a term, without fillers unless it has nothing else.
function asked(text) {
    const all = words(text);
    const telling = all.filter((word) => !fillers.has(word));
    return (telling.length > 0 ? telling : all).map(stem);
}

/// How well a word fits: 1 for a word, less for the beginning of one or for a longer one, 0 if it isn't there.
function fit(word, found, isLast) {
    if (found.has(word)) return 1;
    if (word.length < (isLast ? 2 : 4)) return 0;
    for (const other of found) if (other.startsWith(word) || other.length > 4 && word.startsWith(other)) return 0.4;
    return 0;
}

/// Guides come before symbols, unless a symbol is asked for by its name.
const kindWeights = { guide: 1.6, section: 1.25, reference: 1.2, message: 0.8, key: 0.7, library: 0.6, diagnostic: 0.5 };
const symbolWeight = 0.5;

/// The name that a title has: of a symbol's declaration, without types.
function name([title, kind]) {
    if (kind in kindWeights) return title;
    return title.replace(/[(:<].*/, "").replace(/^.* (?=\S)/, "");
}

/// The stems of all entries, and how many entries have each.
function vocabulary(entries) {
    if (entries.vocabulary) return entries.vocabulary;
    entries.vocabulary = new Map();
    for (const entry of entries) {
        entry.stems = [stems(name(entry)), stems(entry[3])];
        for (const word of new Set([...entry.stems[0], ...entry.stems[1]])) {
            entries.vocabulary.set(word, (entries.vocabulary.get(word) ?? 0) + 1);
        }
    }
    return entries.vocabulary;
}

/// How many letters must be added, left out, changed or swapped with their neighbors to make one word of another.
function distance(one, other) {
    let [before, row] = [[], [...Array(other.length + 1).keys()]];
    for (let i = 1; i <= one.length; i += 1) {
        const next = [i];
        for (let j = 1; j <= other.length; j += 1) {
            const isSame = one[i - 1] === other[j - 1];
            next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (isSame ? 0 : 1));
            if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) next[j] = Math.min(next[j], before[j - 2] + 1);
        }
        [before, row] = [row, next];
    }
    return row[other.length];
}

/// The known word that a mistyped one is meant to be: the nearest, and of these the most frequent.
function corrected(word, known) {
    if (word.length < 5 || /\d/.test(word)) return word;
    let [nearest, count, result] = [word.length < 8 ? 1 : 2, 0, word];
    for (const [other, frequency] of known) {
        if (other.length < 4 || Math.abs(other.length - word.length) > nearest) continue;
        const far = distance(word, other);
        if (far < nearest || far === nearest && frequency > count) [nearest, count, result] = [far, frequency, other];
    }
    return result;
}

/// The words of a query, each with its weight and with other phrases for it: the other spellings of a term that the query
/// has. A word that is nowhere stands for the one that it is meant to be.
function asks(entries, terms, query) {
    const known = vocabulary(entries);
    const phrases = terms.map((spellings) => spellings.map(asked));
    const all = new Map([...phrases.flat(2).map((word) => [word, 0]), ...known]);
    const isKnown = (word) => all.has(word) || [...known.keys()].some((other) => other.startsWith(word));
    const list = asked(query).map((word) => isKnown(word) ? word : corrected(word, all));
    const result = list.map((word) => ({
        // A rare word says more than a frequent one.
        word, others: [], weight: 1 + Math.log(entries.length / ((known.get(word) ?? 0) + 1)),
    }));
    for (const spellings of phrases) {
        for (const phrase of spellings) {
            for (let start = 0; start + phrase.length <= list.length; start += 1) {
                if (!phrase.every((word, index) => word === list[start + index])) continue;
                const others = spellings.filter((other) => other !== phrase);
                for (let index = 0; index < phrase.length; index += 1) result[start + index].others.push(...others);
            }
        }
    }
    // A word that is still unknown can't be found.
    return result.filter((ask) => ask.others.length > 0 || isKnown(ask.word));
}

/// How well a word, or another phrase for it, fits.
function best(ask, found, isLast) {
    let most = fit(ask.word, found, isLast);
    for (const other of ask.others) if (most < 0.7 && other.every((word) => found.has(word))) most = 0.7;
    return most;
}

/// The entries that have the words or other words for them, the best first.
///
/// - Parameter terms: groups of spellings that mean the same.
function rank(entries, query, terms = searchTerms) {
    const list = asks(entries, terms, query);
    const written = query.trim();
    const whole = list.reduce((sum, ask) => sum + ask.weight, 0);
    const found = [];
    for (const entry of entries) {
        const kind = entry[1];
        const [inName, inText] = entry.stems;
        const isGuide = kind === "guide" || kind === "section" || kind === "message";
        // A guide's text is its first paragraph and its headings; other texts are longer, and say less the longer they are.
        const inTextWeight = kind === "guide" ? 6.5 : 4 * Math.max(0.6, Math.min(1, 60 / Math.max(1, inText.size)));
        let [score, named, has] = [0, 0, 0];
        list.forEach((ask, index) => {
            const isLast = index === list.length - 1;
            const [first, second] = [best(ask, inName, isLast), best(ask, inText, isLast)];
            named += first;
            if (first > 0 || second > 0) has += ask.weight;
            score += ask.weight * Math.max(10 * first, inTextWeight * second);
        });
        if (has === 0) continue;
        score = score / whole + 3 * Math.min(1, named / Math.max(1, inName.size));
        // A symbol or a key that lacks a word is rarely meant, and so is a message of which few words are there.
        score *= (kindWeights[kind] ?? symbolWeight) * (has / whole) ** (isGuide ? 1 : 3);
        if (kind === "message") score *= Math.min(1, (list.length > 1 ? 2 : 1) * named / inName.size);
        const isWhole = list.length > 1 && list.length === inName.size && list.every((ask) => inName.has(ask.word));
        if (!isGuide && isWhole) score += 4;
        // A type of Swift, a message, or a key with a hyphen.
        if (!isGuide && name(entry) === written && /^\p{Lu}|-/u.test(written)) score += 20;
        found.push({ entry, score });
    }
    return found.sort((a, b) => b.score - a.score).map((one) => one.entry);
}
