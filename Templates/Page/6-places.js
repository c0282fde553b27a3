
// MARK: Contents

const nav = document.getElementById("contents");
const main = document.getElementById("main");
const menu = document.getElementById("menu");

/** A list of more is folded, and parted where it can be. */
const longList = 30;
/** What each folded group of the contents holds, and what fills it. */
const folds = new Map();

function contentsLink(href, ...text) { return el("a", { href }, ...text); }
function count(number) { return el("span", { class: "count" }, " " + number); }

/** - shown: the part of the name that groups around it don't have. */
function contentsGroup(name, items, make, shown = name) {
    const inside = el("div");
    const details = el("details", null, el("summary", { title: name }, shown, count(items.length)), inside);
    folds.set(details, { items: new Set(items), fill: () => { if (!inside.firstChild) inside.append(...make()); } });
    details.addEventListener("toggle", () => {
        if (!details.open) return;
        folds.get(details).fill();
        mark();
    });
    return details;
}

function contents() {
    const typeLinks = (list) => list.map((type) => el("a", { href: typeLink(type), title: type.name }, type.name));
    return [
        contentsLink("#", "Overview"), contentsLink("#types", "All types", count(types.length)),
        contentsLink("#warnings", "Warnings", count(warnings.length)),
        el("h2", null, "Operations"),
        ...groups.map((one) => contentsGroup(one.name, one.operations, () => operationLinks(one.operations))),
        el("h2", null, "Types"),
        ...initials().map(([initial, list]) => contentsGroup(initial, list, () => typeLinks(list))),
    ];
}

/** A long list is parted by the paths: by the word that tells most of them apart. */
function operationLinks(list) {
    for (let more = 0; list.length > longList && more < 3; more += 1) {
        const parts = new Map();
        for (const operation of list) {
            const key = prefix(operation.path, more);
            if (!parts.has(key)) parts.set(key, []);
            parts.get(key).push(operation);
        }
        if (parts.size > 1) return [...parts].flatMap(([name, part]) =>
            part.length < 4 ? part.map(operationEntry)
                : [contentsGroup(name, part, () => part.map(operationEntry), name.slice(prefix(name).length) || name)]);
    }
    return list.map(operationEntry);
}

function operationEntry(operation) {
    return el("a", { href: operationLink(operation), title: operation.name }, method(operation.method), operation.name);
}

/** Types that are nested in no other, by their first letters if there are many. */
function initials() {
    const isShort = types.length <= 100;
    const known = new Map();
    for (const type of byName(types)) {
        if (ownerOf(type) !== undefined) continue;
        const initial = isShort ? "All" : type.name[type.name.lastIndexOf(".") + 1].toUpperCase();
        if (!known.has(initial)) known.set(initial, []);
        known.get(initial).push(type);
    }
    return [...known].sort((a, b) => (a[0] < b[0] ? -1 : 1));
}

/** Marks the link to what is shown. */
function mark() {
    for (const link of nav.querySelectorAll("a[aria-current]")) link.removeAttribute("aria-current");
    const at = shownEntry();
    const href = at === null ? location.hash || "#" : at.link;
    for (const link of nav.querySelectorAll("a")) {
        if (link.getAttribute("href") === href) link.setAttribute("aria-current", at === null || at.isExact ? "page" : "true");
    }
}

/** The operation or type of the contents that is shown, or the one that the shown type is nested in. */
function shownEntry() {
    const at = current();
    if (at === null || at.item === undefined) return null;
    let item = at.item;
    for (let owner = item; owner !== undefined; owner = ownerOf(item)) item = owner;
    return { item, link: operations.includes(item) ? operationLink(item) : typeLink(item), isExact: item === at.item };
}

/** Unfolds the groups that hold what is shown, and folds those that were unfolded for something else. */
function reveal() {
    const at = shownEntry();
    const open = (container) => {
        for (const details of container.querySelectorAll("details")) {
            const fold = folds.get(details);
            const holds = at !== null && fold.items.has(at.item);
            if (!holds && details.dataset.auto) {
                details.open = false;
                delete details.dataset.auto;
            }
            if (!holds || details.open) continue;
            fold.fill();
            details.open = true;
            details.dataset.auto = "yes";
            open(details);
        }
    };
    open(nav);
    mark();
    const link = nav.querySelector("a[aria-current]");
    if (link === null || nav.clientHeight === 0) return;
    const place = link.getBoundingClientRect(), frame = nav.getBoundingClientRect();
    if (place.top < frame.top || place.bottom > frame.bottom) nav.scrollTop += place.top - frame.top - frame.height / 3;
}

// MARK: Places and keys

/** The operation or type that the fragment names, by its name in Swift or in the description; null: it names another view. */
function current() {
    const parts = location.hash.match(/^#(operation|type)\/(.*)$/);
    if (parts === null) return null;
    const list = parts[1] === "operation" ? operations : types;
    try {
        const name = decodeURIComponent(parts[2]);
        return { list, name, item: list.find((one) => one.name === name) || list.find((one) => one.id === name) };
    } catch {
        return { list, name: parts[2], item: undefined };
    }
}

function view() {
    const at = current();
    if (at === null) {
        const group = groups.find((one) => groupLink(one) === location.hash);
        if (group !== undefined) return groupView(group);
        const others = { "#types": typesView, "#warnings": warningsView, "#keys": keysView };
        return (Object.hasOwn(others, location.hash) ? others[location.hash] : overview)();
    }
    if (at.item === undefined) {
        return [el("h1", null, "Not found"), el("p", null, "Nothing is called ", code(at.name), " here.")];
    }
    return at.list === operations ? operationView(at.item) : typeView(at.item);
}

function show() {
    main.replaceChildren(...view().filter((node) => node !== null));
    const title = main.querySelector("h1").textContent;
    document.title = title === data.api ? data.api + " in Swift" : title + ", " + data.api;
    openMenu(false);
    reveal();
}

function step(offset) {
    const at = current();
    const list = at === null ? operations : at.list;
    const position = at === null || at.item === undefined ? -1 : list.indexOf(at.item);
    const next = list[Math.max(0, Math.min(list.length - 1, position + offset))];
    if (next !== undefined) location.hash = list === operations ? operationLink(next) : typeLink(next);
}

const keys = {
    "/": () => {
        search.focus();
        search.select();
    },
    j: () => step(1), k: () => step(-1), o: () => { location.hash = "#"; }, t: () => { location.hash = "#types"; },
    w: () => { location.hash = "#warnings"; }, "?": () => { location.hash = "#keys"; },
};

document.addEventListener("keydown", (event) => {
    if (event.target === search || event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
});

function openMenu(isOpen) {
    menu.setAttribute("aria-expanded", String(isOpen));
    nav.classList.toggle("open", isOpen);
}

menu.addEventListener("click", () => {
    openMenu(!nav.classList.contains("open"));
    reveal();
});
document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !nav.classList.contains("open")) return;
    openMenu(false);
    menu.focus();
});
window.addEventListener("beforeprint", () => {
    for (const chunk of main.querySelectorAll("div, details")) fill(chunk);
    for (const details of main.querySelectorAll("details:not([open])")) {
        details.open = true;
        details.dataset.printed = "yes";
    }
});
window.addEventListener("afterprint", () => {
    for (const details of main.querySelectorAll("details[data-printed]")) {
        details.open = false;
        delete details.dataset.printed;
    }
});
document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    main.focus();
});
window.addEventListener("hashchange", () => {
    show();
    scrollTo(0, 0);
    main.focus({ preventScroll: true });
});

document.getElementById("home").textContent = data.api;
nav.append(...contents());
if (operations.length <= longList) for (const details of nav.querySelectorAll("details")) {
    const isShort = folds.get(details).items.size <= longList;
    if (isShort) folds.get(details).fill();
    details.open = isShort;
}
show();
