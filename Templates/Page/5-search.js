
// MARK: Search

const finder = document.getElementById("find");
const search = document.getElementById("search");
const results = document.getElementById("results");
const options = document.getElementById("options");
const found = document.getElementById("found");
let index = null;

/** Every operation and type with the words that it is found by, in lower case; made when something is first searched for. */
function searchIndex() {
    if (index !== null) return index;
    const entry = (item, link, about, path, rank, words) => ({
        name: item.name, link, about, rank, lower: item.name.toLowerCase(), path: path.toLowerCase(),
        more: [item.id, summary(item.docs), ...words].join(" ").toLowerCase(),
    });
    // Operations come first: a search begins with what one wants to do.
    index = [["Operations", operations.map((operation) => {
        const path = operation.method + " " + operation.path;
        const words = (operation.parameters || []).map((one) => one.wire || one.name);
        return entry(operation, operationLink(operation), path, path, 0, words);
    })], ["Types", types.map((type) => {
        const fields = (type.properties || []).map((one) => (one.wire || "") + " " + one.name);
        const cases = (type.cases || []).map((one) => one[1]);
        return entry(type, typeLink(type), kindText(type), "", ownerOf(type) === undefined ? 0 : -2, [...fields, ...cases]);
    })]];
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
    options.replaceChildren();
    found.textContent = "";
    search.removeAttribute("aria-activedescendant");
    results.hidden = words.length === 0;
    search.setAttribute("aria-expanded", String(!results.hidden));
    if (results.hidden) return;
    const counts = searchIndex().map(([kind, items]) => {
        const fitting = items.map((one) => [score(one, words), one]).filter((pair) => pair[0] > 0);
        fitting.sort((a, b) => b[0] - a[0]);
        if (fitting.length > 0) options.append(resultGroup(kind, fitting.slice(0, 25)));
        return counted(fitting.length, kind.toLowerCase().slice(0, -1));
    });
    found.textContent = counts.join(", ") + (options.firstChild ? "." : ": nothing is called so.");
    choose(0);
}

function resultGroup(kind, pairs) {
    const from = options.querySelectorAll("a").length;
    return el("div", { role: "group", "aria-label": kind }, el("div", { class: "kind", "aria-hidden": "true" }, kind),
        ...pairs.map(([, one], number) => {
            const attributes = { href: one.link, role: "option", id: "result" + (from + number), tabindex: "-1" };
            return el("a", { ...attributes, "aria-selected": "false" }, code(one.name), quiet(one.about));
        }));
}

function choose(number) {
    const links = options.querySelectorAll("a");
    if (links.length === 0) return;
    for (const link of links) link.setAttribute("aria-selected", "false");
    const link = links[(number + links.length) % links.length];
    link.setAttribute("aria-selected", "true");
    link.scrollIntoView({ block: "nearest" });
    search.setAttribute("aria-activedescendant", link.id);
}

function chosen() { return [...options.querySelectorAll("a")].findIndex((link) => link.getAttribute("aria-selected") === "true"); }

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
        const link = options.querySelector('a[aria-selected="true"]');
        if (link === null) return;
        location.hash = link.getAttribute("href");
        leaveSearch();
    } else if (event.key === "Escape") {
        leaveSearch();
    }
});
results.addEventListener("click", (event) => { if (event.target.closest("a") !== null) setTimeout(leaveSearch); });
document.addEventListener("click", (event) => { if (!finder.contains(event.target)) results.hidden = true; });
