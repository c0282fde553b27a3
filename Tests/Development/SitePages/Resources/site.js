"use strict";

// The search of the site's own pages, over what search.js holds: a title, a kind, a path and further words for each.

const finder = document.getElementById("find");
const search = document.getElementById("search");
const results = document.getElementById("results");
const root = document.documentElement.dataset.root;

function score([title, kind, , text], words) {
    const name = title.toLowerCase();
    let total = 0;
    for (const word of words) {
        const at = name.indexOf(word);
        if (name === word) total += 100;
        else if (at === 0) total += 60;
        else if (at > 0) total += 30;
        else if (text.toLowerCase().includes(word)) total += kind === "guide" ? 40 : 8;
        else return 0;
    }
    return total + (kind === "guide" ? 20 : 0) - title.length / 100;
}

function find() {
    const words = search.value.toLowerCase().split(/\s+/).filter((word) => word);
    results.replaceChildren();
    results.hidden = words.length === 0;
    if (results.hidden) return;
    const found = searchEntries.map((entry) => [score(entry, words), entry]).filter((pair) => pair[0] > 0);
    found.sort((a, b) => b[0] - a[0]);
    for (const [, [title, kind, path]] of found.slice(0, 40)) {
        const link = document.createElement("a");
        const about = document.createElement("span");
        link.href = root + path;
        about.textContent = kind;
        link.append(title, about);
        results.append(link);
    }
    if (found.length === 0) {
        const nothing = document.createElement("p");
        nothing.textContent = "No results.";
        results.append(nothing);
    }
    choose(0);
}

function links() { return [...results.querySelectorAll("a")]; }

function choose(number) {
    const all = links();
    if (all.length === 0) return;
    for (const link of all) link.classList.remove("chosen");
    const link = all[(number + all.length) % all.length];
    link.classList.add("chosen");
    link.scrollIntoView({ block: "nearest" });
}

search.addEventListener("input", find);
search.addEventListener("keydown", (event) => {
    const chosen = links().findIndex((link) => link.classList.contains("chosen"));
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        choose(chosen + (event.key === "ArrowDown" ? 1 : -1));
    } else if (event.key === "Enter" && chosen >= 0) {
        location.href = links()[chosen].href;
        results.hidden = true;
    } else if (event.key === "Escape") {
        search.value = "";
        find();
        search.blur();
    }
});
document.addEventListener("click", (event) => { if (!finder.contains(event.target)) results.hidden = true; });
results.addEventListener("click", () => { results.hidden = true; });
document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target === search || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    search.focus();
});
