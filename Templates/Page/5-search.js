
// MARK: Search

const finder = document.getElementById("find");
const search = document.getElementById("search");
const results = document.getElementById("results");
let index = null;

/** Every operation and type with the words that it is found by, in lower case; made when something is first searched for. */
function searchIndex() {
    if (index !== null) return index;
    const found = (item, link, about, path, rank, words) => ({
        name: item.name, link, about, rank, lower: item.name.toLowerCase(), path: path.toLowerCase(),
        more: [item.id, summary(item.docs), ...words].join(" ").toLowerCase(),
    });
    index = operations.map((operation) => {
        const path = operation.method + " " + operation.path;
        const words = (operation.parameters || []).map((one) => one.wire || one.name);
        return found(operation, operationLink(operation), path, path, 2, words);
    }).concat(types.map((type) => {
        const fields = (type.properties || []).map((one) => (one.wire || "") + " " + one.name);
        const cases = (type.cases || []).map((one) => one[1]);
        return found(type, typeLink(type), kindText(type), "", type.name.includes(".") ? -2 : 0, [...fields, ...cases]);
    }));
    return index;
}

/** How well something fits; 0: a word is nowhere in it. */
function score(one, words) {
    let total = 0;
    for (const word of words) {
        const at = one.lower.indexOf(word);
        if (one.lower === word || one.lower === word + "request") total += 100;
        else if (at === 0) total += 60;
        else if (at > 0) total += 30;
        else if (one.path.includes(word)) total += 20;
        else if (one.more.includes(word)) total += 5;
        else return 0;
    }
    return total + one.rank - one.name.length / 100;
}

function find() {
    const words = search.value.toLowerCase().split(/\s+/).filter((word) => word);
    results.replaceChildren();
    search.removeAttribute("aria-activedescendant");
    results.hidden = words.length === 0;
    search.setAttribute("aria-expanded", String(!results.hidden));
    if (results.hidden) return;
    const found = searchIndex().map((one) => [score(one, words), one]).filter((pair) => pair[0] > 0);
    found.sort((a, b) => b[0] - a[0]);
    found.slice(0, 50).forEach(([, one], number) => {
        const attributes = { href: one.link, role: "option", id: "result" + number, tabindex: "-1" };
        results.append(el("a", attributes, code(one.name), quiet(one.about)));
    });
    if (found.length === 0) results.append(el("p", null, "No results."));
    if (found.length > 50) results.append(el("p", null, counted(found.length - 50, "more result") + "."));
    choose(0);
}

function choose(number) {
    const links = results.querySelectorAll("a");
    if (links.length === 0) return;
    for (const link of links) link.classList.remove("chosen");
    const link = links[(number + links.length) % links.length];
    link.classList.add("chosen");
    link.scrollIntoView({ block: "nearest" });
    search.setAttribute("aria-activedescendant", link.id);
}

function chosen() { return [...results.querySelectorAll("a")].findIndex((link) => link.classList.contains("chosen")); }

function leaveSearch() {
    search.value = "";
    find();
    search.blur();
}

search.addEventListener("input", find);
search.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        choose(chosen() + (event.key === "ArrowDown" ? 1 : -1));
    } else if (event.key === "Enter") {
        const link = results.querySelector("a.chosen");
        if (link === null) return;
        location.hash = link.getAttribute("href");
        leaveSearch();
    } else if (event.key === "Escape") {
        leaveSearch();
    }
});
results.addEventListener("click", (event) => { if (event.target.closest("a") !== null) setTimeout(leaveSearch); });
document.addEventListener("click", (event) => { if (!finder.contains(event.target)) results.hidden = true; });
