"use strict";

// The header and the footer of all pages: the search over what search.js holds, in the order of ranking.js, and the
// guides before and after.
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
        return kind === "guide" || kind === "section" ? root + path.replace(/\/(#.*)?$/, ".md") : null;
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
            about.textContent = kind === "section" ? `in ${parent}` : parent ? `${kind} of ${parent}` : kind;
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

    /// The page's path from the site's first folder, as entries have it.
    function here() {
        const base = new URL(root || "./", location.href).pathname;
        const path = location.pathname.slice(base.length).replace(/index\.html$/, "");
        return path === "" || path.endsWith("/") ? path : path + "/";
    }

    /// Shows the guides before and after this page.
    function along() {
        const pages = searchEntries.filter(([, kind]) => kind === "guide" || kind === "reference");
        const number = pages.findIndex(([, , path]) => path.replace(/index\.html$/, "") === here());
        footer.replaceChildren();
        const isFirst = here() === "";
        footer.hidden = number < 0 && !isFirst;
        if (footer.hidden) return;
        for (const [page, label, name] of [
            [isFirst ? null : pages[number - 1], "Previous", "prev"], [pages[isFirst ? 0 : number + 1], "Next", "next"],
        ]) {
            if (!page) continue;
            const link = document.createElement("a");
            const about = document.createElement("span");
            about.textContent = label;
            link.rel = name;
            link.href = address(page);
            link.append(about, " ", page[0]);
            footer.append(link);
        }
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
    if (isFile) {
        for (const link of document.querySelectorAll("main a[href^='documentation/']")) {
            const entry = searchEntries.find(([, , path]) => path === link.getAttribute("href"));
            if (entry && address(entry)) link.href = address(entry);
        }
    }
})();
