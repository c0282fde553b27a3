"use strict";

// The order of the search's results, and nothing else: no element of a page. `SearchTests` says what must come first.

/// A word without its ending: "retries" is found by "retry", and "tracing" by "trace".
function stem(word) {
    let end = word;
    if (end.length > 4 && end.endsWith("ies")) end = end.slice(0, -3) + "y";
    else if (end.length > 3 && end.endsWith("s") && !end.endsWith("ss")) end = end.slice(0, -1);
    for (const suffix of ["ing", "ed", "ly"]) {
        if (end.length < suffix.length + 3 || !end.endsWith(suffix)) continue;
        end = end.slice(0, -suffix.length);
        if (/([^aeiouls])\1$/.test(end)) end = end.slice(0, -1);
        break;
    }
    return end.length > 3 && end.endsWith("e") ? end.slice(0, -1) : end;
}

function words(text) { return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []; }

/// The stems of a text. Names of Swift are found by their parts too.
function stems(text) {
    const parts = text.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2");
    return new Set([...words(text), ...words(parts)].map(stem));
}

/// How well a word fits: 1 for a word, less for the beginning of one, 0 if it isn't there.
function fit(word, found, isLast) {
    if (found.has(word)) return 1;
    if (word.length < (isLast ? 2 : 4)) return 0;
    for (const other of found) if (other.startsWith(word)) return 0.4;
    return 0;
}

/// Guides come before symbols, unless a symbol is asked for by its name.
const kindWeights = { guide: 1.6, section: 1.25, reference: 1.2, key: 0.7, library: 0.6, diagnostic: 0.6 };
const symbolWeight = 0.5;

/// The name that a title has: of a symbol's declaration, without types.
function name([title, kind]) {
    if (kind in kindWeights) return title;
    return title.replace(/[(:<].*/, "").replace(/^.* (?=\S)/, "");
}

/// The entries that have the words, the best first. Those that lack a word are found only if none has all of them.
function rank(entries, query) {
    const asked = words(query).map(stem);
    if (asked.length === 0) return [];
    const written = query.trim();
    let found = [];
    for (const entry of entries) {
        const [, kind, , text] = entry;
        entry.stems ??= [stems(name(entry)), stems(text)];
        const [inName, inText] = entry.stems;
        const isGuide = kind === "guide" || kind === "section";
        let [score, missing, named] = [0, 0, 0];
        asked.forEach((word, index) => {
            const isLast = index === asked.length - 1;
            const [first, second] = [fit(word, inName, isLast), fit(word, inText, isLast)];
            if (first === 0 && second === 0) missing += 1;
            named += first;
            // A guide's text is its first paragraph and its headings; other texts are longer.
            score += Math.max(10 * first, (kind === "guide" ? 6.5 : 4) * second);
        });
        if (missing === asked.length) continue;
        score = score / asked.length * (kindWeights[kind] ?? symbolWeight) + 4 * named / Math.max(1, inName.size);
        if (!isGuide && name(entry) === written && /[\p{Lu}-]/u.test(written)) score += 20;
        found.push({ entry, score, missing });
    }
    const fewest = Math.min(...found.map((one) => one.missing));
    found = found.filter((one) => one.missing === fewest);
    return found.sort((a, b) => b.score - a.score).map((one) => one.entry);
}
