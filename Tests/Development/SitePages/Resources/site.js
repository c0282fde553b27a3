"use strict";

// The header and the footer of all pages: the search over what search.js holds, in the order of ranking.js, and the
// pages before and after.
(() => {
    const finder = document.getElementById("find");
    const search = document.getElementById("search");
    const results = document.getElementById("results");
    const footer = document.getElementById("along");
    const root = document.documentElement.dataset.root;
    const isFile = location.protocol === "file:";

    /// The address of an entry. DocC's pages need a server: in a folder, guides are read in Markdown, and symbols can't be.
    function address([, kind, path]) {
        if (!isFile || !path.startsWith("documentation/")) return root + path;
        return ["guide", "section", "message"].includes(kind) ? root + path.replace(/\/(#.*)?$/, ".md") : null;
    }

    function find() {
        const isEmpty = search.value.trim() === "";
        results.replaceChildren();
        results.hidden = isEmpty;
        search.setAttribute("aria-expanded", String(!isEmpty));
        search.removeAttribute("aria-activedescendant");
        if (isEmpty) return;
        for (const entry of rank(searchEntries, search.value)) {
            const [title, kind, , , parent] = entry;
            const link = document.createElement("a");
            link.href = address(entry) ?? "";
            if (address(entry) === null) continue;
            const about = document.createElement("span");
            about.textContent = kind === "section" || kind === "message" ? `in ${parent}` : parent ? `${kind} of ${parent}` : kind;
            link.id = `result-${results.children.length}`;
            link.setAttribute("role", "option");
            link.tabIndex = -1;
            link.append(title, " ", about);
            results.append(link);
            if (results.children.length === 30) break;
        }
        if (results.children.length === 0) {
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
        for (const link of all) link.removeAttribute("aria-selected");
        const link = all[(number + all.length) % all.length];
        link.setAttribute("aria-selected", "true");
        search.setAttribute("aria-activedescendant", link.id);
        link.scrollIntoView({ block: "nearest" });
    }

    function close() {
        results.hidden = true;
        search.setAttribute("aria-expanded", "false");
    }

    search.addEventListener("input", find);
    search.addEventListener("focus", () => { if (search.value.trim() !== "") find(); });
    search.addEventListener("keydown", (event) => {
        const chosen = links().findIndex((link) => link.hasAttribute("aria-selected"));
        if (event.key === "ArrowDown" || event.key === "ArrowUp") {
            event.preventDefault();
            choose(chosen + (event.key === "ArrowDown" ? 1 : -1));
        } else if (event.key === "Enter" && chosen >= 0) {
            close();
            location.href = links()[chosen].href;
        } else if (event.key === "Escape") {
            search.value = "";
            find();
        }
    });
    finder.addEventListener("focusout", (event) => { if (!finder.contains(event.relatedTarget)) close(); });
    results.addEventListener("mousedown", (event) => event.preventDefault());
    results.addEventListener("click", close);
    // In DocC's pages this key is for their list of pages.
    if (document.body.classList.contains("own")) document.addEventListener("keydown", (event) => {
        const isWriting = event.target.closest?.("input, textarea, select, [contenteditable]");
        if (event.key !== "/" || isWriting || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        search.focus();
    });

    /// A path from the site's first folder, without the name of a folder's page.
    function folder(path) {
        const short = path.replace(/index\.html$/, "");
        return short === "" || short.endsWith("/") ? short : short + "/";
    }

    /// The pages before and after this one: guides and references in the order of the site, and the symbols of one parent
    /// in the order of DocC's sidebar. Before the first symbol comes its parent.
    function neighbors() {
        const base = new URL(root || "./", location.href).pathname;
        const path = folder(decodeURI(location.pathname.slice(base.length)));
        const isGuide = ([, kind]) => kind === "library" || kind === "guide" || kind === "reference";
        if (path === "") return [null, searchEntries.find(([, kind]) => kind === "guide")];
        const number = searchEntries.findIndex((entry) => folder(entry[2]) === path);
        if (number < 0) return [null, null];
        const entry = searchEntries[number];
        if (isGuide(entry)) {
            const pages = searchEntries.filter(isGuide);
            const place = pages.indexOf(entry);
            return [pages[place - 1], pages[place + 1]];
        }
        const above = (path) => path.replace(/[^/]+\/$/, "");
        const isBeside = (other) => other[4] === entry[4] && above(other[2]) === above(entry[2]) && other[2] !== entry[2];
        return [
            searchEntries.slice(0, number).findLast(isBeside) ?? searchEntries.find((other) => other[2] === above(entry[2])),
            searchEntries.slice(number + 1).find(isBeside),
        ];
    }

    /// Shows the pages before and after this one.
    function along() {
        const [before, after] = neighbors();
        footer.replaceChildren();
        for (const [page, label, name] of [[before, "Previous", "prev"], [after, "Next", "next"]]) {
            if (!page || address(page) === null) continue;
            const link = document.createElement("a");
            const about = document.createElement("span");
            about.textContent = label;
            link.rel = name;
            link.href = address(page);
            link.title = page[0];
            link.append(about, " ", page[0]);
            footer.append(link);
        }
        footer.hidden = footer.children.length === 0;
    }

    // DocC's script goes from page to page without loading one.
    for (const name of ["pushState", "replaceState"]) {
        const original = history[name];
        history[name] = function (...values) {
            original.apply(history, values);
            along();
        };
    }
    window.addEventListener("popstate", along);
    along();
    // In DocC's pages a button has no name. Keys can't scroll a wide table, nor the list of pages while the open one isn't in sight.
    const app = document.getElementById("app");
    if (app) new MutationObserver(() => {
        for (const button of app.querySelectorAll("button.toggle:not([aria-label])")) button.setAttribute("aria-label", "Pages above");
        const scrolled = ".table-wrapper:not([tabindex]), #sidebar-scroll-lock:not([tabindex])";
        for (const box of app.querySelectorAll(scrolled)) box.tabIndex = 0;
    }).observe(app, { childList: true, subtree: true });
    if (isFile) {
        for (const link of document.querySelectorAll("main a[href^='documentation/']")) {
            const entry = searchEntries.find(([, , path]) => path === link.getAttribute("href"));
            if (entry && address(entry)) link.href = address(entry);
        }
    }
})();
