
// MARK: Parts of a view

/** Code with a title, and a button that copies it. */
function codeBlock(title, pieces, note) {
    const text = codeText(pieces);
    const block = el("pre", { tabindex: "0", role: "group", "aria-label": title }, ...codeLines(pieces));
    const button = el("button", { type: "button", "aria-label": "Copy: " + title }, "Copy");
    button.addEventListener("click", async () => {
        try {
            await navigator.clipboard.writeText(text);
            button.textContent = "Copied";
        } catch {
            const range = document.createRange();
            range.selectNodeContents(block);
            getSelection().removeAllRanges();
            getSelection().addRange(range);
            button.textContent = "Selected";
        }
        setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
    return el("div", { class: "call" }, el("div", { class: "title" }, el("span", null, title), button), block,
        unfolding(block, title), note ? el("p", { class: "about" }, note) : null);
}

/** A button that shows all of a block that is cut; it is hidden where nothing is. */
function unfolding(block, title) {
    const size = counted(block.children.length, "line");
    const button = el("button", { type: "button", hidden: "" });
    const show = (isWhole) => {
        block.classList.toggle("whole", isWhole);
        button.textContent = isWhole ? "Show less" : `Show all (${size})`;
        button.setAttribute("aria-label", button.textContent + ": " + title);
        button.setAttribute("aria-expanded", String(isWhole));
    };
    button.addEventListener("click", () => {
        show(!block.classList.contains("whole"));
        button.scrollIntoView({ block: "nearest" });
    });
    show(false);
    heights.observe(block);
    return button;
}

/** A width decides where lines are broken, and so whether a block is cut. */
const heights = new ResizeObserver((sizes) => requestAnimationFrame(() => {
    for (const { target } of sizes) {
        target.nextSibling.hidden = target.scrollHeight <= target.clientHeight && !target.classList.contains("whole");
    }
}));

/** A sample of JSON by its number; null: there is none. */
function sampleBlock(title, number) {
    if (number === undefined) return null;
    const sample = data.samples[number];
    return codeBlock(title, sample.code, sample.short ? "Shortened: optional values are left out." : "");
}

function entry(...children) { return el("div", { class: "entry" }, ...children); }

function heading(text, item, link) {
    return el("h1", null, code(...words(text)), item.deprecated ? el("span", { class: "badge old" }, "deprecated") : null,
        el("a", { class: "anchor", href: link, "aria-label": "Link to this place" }, "#"));
}

function section(title, ...children) {
    const inside = children.flat().filter((child) => child !== null);
    return inside.length ? [el("h2", null, title), ...inside] : [];
}

/** Names and what is said of each; a null is left out. */
function facts(pairs) {
    const list = el("dl");
    for (const [name, nodes] of pairs) {
        if (nodes !== null && nodes.length) list.append(el("dt", null, name), el("dd", null, ...nodes));
    }
    return list;
}

/** A parameter, a field, a header: its declaration, how it is sent, and what the description says. */
function propertyEntry(property) {
    const about = [];
    const wire = property.wire === undefined ? property.name : property.wire;
    if (property.in === "whole body") about.push("the body", ...(property.about ? [": ", ...inline(property.about)] : []));
    else if (property.in !== undefined) about.push(property.in, " ", code(wire));
    else if (property.wire !== undefined && wire !== "*") about.push("JSON ", code(wire));
    if (property.note !== undefined) about.push((about.length ? ", " : "") + property.note);
    const value = property.default === undefined ? "" : " = " + property.default;
    return entry(
        el("p", null, code(property.name + ": ", ...typeNodes(property.type), value)),
        about.length ? el("p", { class: "about" }, ...about) : null, limits(property), docs(property.docs));
}

/** The values that a property may have. */
function limits(property) {
    const patterns = (property.patterns || []).flatMap((pattern) => [" matches ", code(pattern)]);
    if (property.limits === undefined && patterns.length === 0) return null;
    return el("p", { class: "about" }, "Value: ", property.limits || null, ...patterns);
}

function headerEntry([name, value]) { return entry(code(name + ": " + value)); }

function statusEntry(owner, one, happens, ...more) {
    const type = one.type === undefined ? ["no body"] : [code(...typeNodes(one.type))];
    return entry(
        el("p", null, code(owner + "." + one.name), " ", ...type), el("p", { class: "about" }, happens + statusWords(one) + "."),
        ...more);
}

/** `status 404`, `any other status`. */
function statusWords(one) { return one.status[0].toLowerCase() + one.status.slice(1); }

/** A sample that is made when it is opened. */
function folded(title, number) {
    if (number === undefined) return null;
    const details = el("details", null, el("summary", null, title));
    fillings.set(details, () => [sampleBlock(title, number)]);
    details.addEventListener("toggle", () => { if (details.open) fill(details); });
    return details;
}

function failureEntries(failure, owner) {
    if (failure.cases === undefined) {
        const type = code(...typeNodes(failure.type));
        return [
            el("p", null, "An unsuccessful status throws ", type, ", which holds the status and the body."),
            folded("JSON", failure.sample),
        ];
    }
    const name = failure.name === "Failure" ? owner + ".Failure" : failure.name;
    return failure.cases.map((one) => statusEntry(name, one, "Thrown for ", folded("JSON", one.sample)));
}

function credentialNodes(number) {
    const credential = data.credentials[number];
    if (credential.argument === undefined) return [credential.text];
    return [credential.text, el("p", null, code("Session(credential: " + credential.argument + ")"))];
}

/** The alternatives to the credential of a sample. */
function alternatives(others) { return others === undefined ? "" : "Or, in place of this credential: " + others.join("; or: ") + "."; }

/** Whether an operation needs no credential where others need one. */
function isOpen(operation) { return data.credentials.length > 1 && data.credentials[operation.credential].none === true; }

/** The credentials of an API, and how many operations need each. */
function credentialsInBrief() {
    const counts = data.credentials.map((_, number) => operations.filter((one) => one.credential === number).length);
    const used = data.credentials.map((_, number) => number).filter((number) => counts[number] > 0);
    if (used.length === 1) return credentialNodes(used[0]);
    used.sort((a, b) => counts[b] - counts[a]);
    return used.map((number) => el("p", null, counted(counts[number], "operation") + ": ", data.credentials[number].text));
}

/** Links to the items before and after one. */
function around(list, item, link) {
    const at = list.indexOf(item);
    const one = (other, before, after) =>
        other === undefined ? el("span") : el("a", { href: link(other) }, before + other.name + after);
    return el("div", { class: "around" }, one(list[at - 1], "← ", ""), one(list[at + 1], "", " →"));
}

/** A message, its quoted names as code. */
function ticked(text) { return text.split(/'([^']*)'/).map((part, number) => (number % 2 === 1 ? code(part) : part)); }

// MARK: Rows

/** Rows that are made when they come near the window: a document may have thousands. */
const waiting = new IntersectionObserver((sightings) => {
    for (const sighting of sightings) if (sighting.isIntersecting) fill(sighting.target);
}, { rootMargin: "1200px" });
const fillings = new WeakMap();

function fill(target) {
    const make = fillings.get(target);
    if (make === undefined) return;
    fillings.delete(target);
    waiting.unobserve(target);
    target.style.minHeight = "";
    target.append(...make());
}

/** - height: of a row, in pixels, about. */
function lazyRows(items, row, height) {
    const chunks = [];
    for (let start = 0; start < items.length; start += 40) {
        const part = items.slice(start, start + 40);
        const chunk = el("div");
        chunk.style.minHeight = part.length * height + "px";
        fillings.set(chunk, () => part.map(row));
        waiting.observe(chunk);
        chunks.push(chunk);
    }
    return chunks;
}

function operationRow(operation) {
    const result = operationResult(operation);
    const about = summary(operation.docs);
    return el("div", { class: "row" },
        el("div", null, el("a", { href: operationLink(operation) }, code(...words(operation.name))),
            operation.deprecated ? el("span", { class: "badge old" }, "deprecated") : null,
            isOpen(operation) ? el("span", { class: "badge" }, "no credential") : null),
        el("div", { class: "quiet" }, method(operation.method), code(...words(operation.path))),
        el("div", { class: "wide" }, about ? result + ". " + about : result));
}

function operationResult(operation) {
    if (operation.cases !== undefined) {
        return operation.cases.map((one) => one.status + " " + typeText(one.type)).join(", ");
    }
    const text = typeText(operation.response);
    return operation.elements === undefined ? text : text + ", pages of " + typeText(operation.elements.type);
}

function typeRow(type) {
    return el("div", { class: "row" },
        el("div", null, code(typeReference(type))), el("div", { class: "quiet" }, kindText(type)));
}

function kindText(type) {
    switch (type.kind) {
        case "struct": return "struct, " + counted(type.properties.length, "property", "properties");
        case "enum": return "enum, " + counted(type.cases.length, "case");
        case "union": return "union, " + counted(type.alternatives.length, "case");
        case "alias": return "type alias";
        default: return "date";
    }
}
