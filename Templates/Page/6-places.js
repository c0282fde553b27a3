
// MARK: Contents

const nav = document.getElementById("contents");
const main = document.getElementById("main");
const menu = document.getElementById("menu");

function contents() {
    const count = (number) => el("span", { class: "count" }, " " + number);
    const link = (href, text, ...more) => el("a", { href }, text, ...more);
    const group = (name, number, make) => {
        const inside = el("div");
        const details = el("details", null, el("summary", null, name, count(number)), inside);
        details.addEventListener("toggle", () => {
            if (!details.open || inside.firstChild) return;
            inside.append(...make());
            mark();
        });
        return details;
    };
    const operationLinks = (list) => list.map((operation) => link(operationLink(operation), operation.name));
    const typeLinks = (list) => list.map((type) => link(typeLink(type), type.name));
    return [
        link("#", "Overview"), link("#types", "All types", count(types.length)),
        link("#warnings", "Warnings", count(warnings.length)),
        el("h2", null, "Operations"),
        ...groups.map((one) => group(one.name, one.operations.length, () => operationLinks(one.operations))),
        el("h2", null, "Types"),
        ...initials().map(([initial, list]) => group(initial, list.length, () => typeLinks(list))),
    ];
}

/** Types that are nested in no other, by their first letters if there are many. */
function initials() {
    const isShort = types.length <= 100;
    const known = new Map();
    for (const type of byName(types)) {
        if (type.name.includes(".")) continue;
        const initial = isShort ? "All" : type.name[0].toUpperCase();
        if (!known.has(initial)) known.set(initial, []);
        known.get(initial).push(type);
    }
    return [...known].sort((a, b) => (a[0] < b[0] ? -1 : 1));
}

/** Marks the link to what is shown. */
function mark() {
    for (const link of nav.querySelectorAll("a[aria-current]")) link.removeAttribute("aria-current");
    for (const link of nav.querySelectorAll("a")) {
        if (link.getAttribute("href") === (location.hash || "#")) link.setAttribute("aria-current", "page");
    }
}

// MARK: Places and keys

/** The operation or type that the fragment names, with its list; null: the fragment names another view. */
function current() {
    const parts = location.hash.match(/^#(operation|type)\/(.*)$/);
    if (parts === null) return null;
    const list = parts[1] === "operation" ? operations : types;
    try {
        const name = decodeURIComponent(parts[2]);
        return { list, name, item: list.find((one) => one.name === name) };
    } catch {
        return { list, name: parts[2], item: undefined };
    }
}

function view() {
    const at = current();
    if (at === null) {
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
    menu.setAttribute("aria-expanded", "false");
    nav.classList.remove("open");
    mark();
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

menu.addEventListener("click", () => { menu.setAttribute("aria-expanded", String(nav.classList.toggle("open"))); });
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
show();
