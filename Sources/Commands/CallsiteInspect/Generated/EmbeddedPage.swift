// Written by `swift run callsite-dev embed-page` from the folder Templates/Page. Do not edit.

let embeddedPage: [(name: String, text: String)] = [
    (
        "1-data.js",
        ##"""
        "use strict";

        // The script of the page that `callsite inspect --html` writes, in several files that are one script. The data is the JSON in
        // #data, by the keys of Sources/Commands/CallsiteInspect/Page.
        //
        // All of it comes from a description, which is hostile data: text becomes text nodes only (the page's policy forbids markup
        // from strings), and a link is made of an address only if that is http or https.

        const data = JSON.parse(document.getElementById("data").textContent);
        const operations = data.operations;
        const types = data.types;
        const warnings = data.warnings;

        const named = new Map([...operations, ...types].map((one) => [one.name, one]));

        /** The operation or type that a type is nested in; undefined: it is in none. A namespace isn't one. */
        function ownerOf(one) { return named.get(one.name.slice(0, Math.max(0, one.name.lastIndexOf(".")))); }

        /** An element with attributes and children; a child that is a string is text, and one that is null is none. */
        function el(name, attributes, ...children) {
            const element = document.createElement(name);
            for (const key in attributes) {
                if (attributes[key] !== null && attributes[key] !== undefined) element.setAttribute(key, attributes[key]);
            }
            for (const child of children.flat()) {
                if (child !== null && child !== undefined) element.append(child);
            }
            return element;
        }

        function code(...children) { return el("code", null, ...children); }
        function quiet(...children) { return el("span", { class: "quiet" }, ...children); }

        /** Lines of code from the pieces that the generator found: the first letter of each is its class. */
        function codeLines(pieces) {
            const lines = [el("span", { class: "line" })];
            for (const piece of pieces) {
                piece.slice(1).split("\n").forEach((text, number) => {
                    if (number > 0) {
                        lines.at(-1).append("\n");
                        lines.push(el("span", { class: "line" }));
                    }
                    if (text) lines.at(-1).append(piece[0] === "." ? text : el("span", { class: piece[0] }, text));
                });
            }
            for (const line of lines) line.style.setProperty("--indent", indentation(line.textContent));
            return lines;
        }

        /** The columns before a line's text. A deep line leaves room for its continuation. */
        function indentation(line) { return Math.min(16, line.match(/^[ \t]*/)[0].replaceAll("\t", "    ").length); }

        function codeText(pieces) { return pieces.map((piece) => piece.slice(1)).join(""); }

        /** A name that may be broken between its words. */
        function words(name) {
            return name.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[._/])/).flatMap((word, at) => (at ? [el("wbr"), word] : [word]));
        }

        const methods = new Set(["GET", "HEAD", "QUERY", "POST", "PUT", "PATCH", "DELETE"]);

        function method(name) { return el("span", { class: "method" + (methods.has(name) ? " " + name.toLowerCase() : "") }, name); }

        function counted(count, noun, plural = noun + "s") {
            return count.toLocaleString("en") + " " + (count === 1 ? noun : plural);
        }

        // MARK: Places in the page

        function operationLink(operation) { return "#operation/" + encodeURIComponent(operation.name); }
        function typeLink(type) { return "#type/" + encodeURIComponent(type.name); }

        /** A type's text: parts are text, and numbers of types. */
        function typeText(parts) {
            if (parts === undefined) return "Void";
            if (typeof parts === "string") return parts;
            return parts.map((part) => (typeof part === "number" ? types[part].name : part)).join("");
        }

        /** The same with the numbers as links. */
        function typeNodes(parts) {
            if (parts === undefined) return ["Void"];
            if (typeof parts === "string") return [parts];
            return parts.map((part) => (typeof part === "number" ? typeReference(types[part]) : part));
        }

        function typeReference(type) { return el("a", { href: typeLink(type) }, ...words(type.name)); }

        /** A line of a file of the description. */
        function place(at) { return (data.files[at[0]] === undefined ? "" : data.files[at[0]] + ":") + at[1]; }

        function byName(list) { return [...list].sort((a, b) => (a.name < b.name ? -1 : 1)); }

        """##
    ),
    (
        "2-documentation.js",
        ##"""

        // MARK: Documentation

        // Descriptions write Markdown or HTML. A few forms of both become elements; anything else stays the text that it is. The counts
        // keep the time of a match in proportion to the text, whatever that is.
        const breaks = /<\/?(?:p|br|div|ul|ol|h[1-6]|table|tr)(?:\s[^<>]*)?\/?>/gi;
        const looks = /<\/?(?:em|strong|b|i|span|code|small|sup|sub|td|th|tbody|thead)(?:\s[^<>]*)?>/gi;
        const forms = new RegExp([
            /`([^`\n]+)`/, /<code>([^<]*)<\/code>/, /\*\*([^*\n]+)\*\*/, /\[([^\]\n]{1,300})\]\(([^()\s]{1,2000})\)/,
            /<a\s[^<>]{0,300}?href="([^"<>]*)"[^<>]*>([^<]*)<\/a>/, /(https?:\/\/[^\s<>"'`)\]]+)/,
        ].map((form) => form.source).join("|"), "gi");
        const entities = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"', "&#39;": "'", "&nbsp;": " " };

        /** Without the tags that only change how text looks. */
        function plain(text) {
            return text.replace(looks, "").replace(/&(?:lt|gt|amp|quot|#39|nbsp);/g, (entity) => entities[entity]);
        }

        /** A link to another page, if the address is http or https; else its text. */
        function external(address, text) {
            let url = null;
            try { url = new URL(address); } catch { return text; }
            if (url.protocol !== "https:" && url.protocol !== "http:") return text;
            return el("a", { href: url.href, rel: "noopener noreferrer", target: "_blank" }, text);
        }

        function inline(text) {
            const nodes = [];
            let end = 0;
            for (const match of text.matchAll(forms)) {
                nodes.push(plain(text.slice(end, match.index)));
                end = match.index + match[0].length;
                const [, ticked, tagged, strong, linked, target, href, anchor, address] = match;
                if (ticked !== undefined) nodes.push(code(ticked));
                else if (tagged !== undefined) nodes.push(code(plain(tagged)));
                else if (strong !== undefined) nodes.push(el("strong", null, plain(strong)));
                else if (linked !== undefined) nodes.push(external(target, plain(linked)));
                else if (href !== undefined) nodes.push(external(plain(href), plain(anchor)));
                else {
                    const shown = address.replace(/[.,;:!?]{1,20}$/, "");
                    nodes.push(external(shown, shown), address.slice(shown.length));
                }
            }
            nodes.push(plain(text.slice(end)));
            return nodes;
        }

        function docs(text) {
            if (!text) return null;
            const box = el("div", { class: "docs", dir: "auto" });
            text.split(/^ *```.*$/m).forEach((part, number) => {
                if (number % 2 === 1) {
                    box.append(el("pre", { tabindex: "0" }, ...codeLines(["." + part.replace(/^\n|\n$/g, "")])));
                    return;
                }
                const lists = part.replace(/<li(?:\s[^<>]*)?>/gi, "\n- ").replace(/<\/li>/gi, "\n");
                for (const block of lists.replace(breaks, "\n\n").split(/\n\s*\n/)) {
                    if (block.trim()) box.append(paragraph(block.trim()));
                }
            });
            return box;
        }

        function paragraph(block) {
            const lines = block.split("\n");
            if (!lines.some((line) => /^\s*[-*] /.test(line))) {
                return el("p", null, ...inline(lines.map((line) => line.replace(/^#+ /, "")).join("\n")));
            }
            const box = el("div");
            let list = null;
            for (const line of lines) {
                const item = line.match(/^\s*[-*] (.*)$/);
                if (item === null && list === null) box.append(el("p", null, ...inline(line)));
                else if (item === null) list.lastChild.append(" ", ...inline(line.trim()));
                else {
                    if (list === null) box.append((list = el("ul")));
                    list.append(el("li", null, ...inline(item[1])));
                }
            }
            return box;
        }

        /** The first line, as text. */
        function summary(text) {
            const unmarked = (text || "").replace(breaks, "\n").replace(/<a\s[^<>]*>|<\/a>|[`*]/gi, "");
            const line = plain(unmarked.trim()).split("\n")[0];
            return line.length > 160 ? line.slice(0, 157) + "…" : line;
        }

        """##
    ),
    (
        "3-parts.js",
        ##"""

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

        """##
    ),
    (
        "4-views.js",
        ##"""

        // MARK: Views

        /** What operations are listed by: their tag, or the first word of their path that says something. */
        const groups = (() => {
            const known = new Map();
            for (const operation of operations) {
                const tag = operation.tag === undefined ? { name: prefix(operation.path) } : data.tags[operation.tag];
                if (!known.has(tag.name)) known.set(tag.name, { name: tag.name, docs: tag.docs, operations: [] });
                known.get(tag.name).operations.push(operation);
            }
            return [...known.values()];
        })();

        /** - more: how many words the prefix has beyond the first that says something. */
        function prefix(path, more = 0) {
            const words = path.split("/");
            let end = 1;
            while (end < words.length - 1 && /^(?:v\d[\w.]*|api|rest|\{.*\})$/i.test(words[end])) end += 1;
            return words.slice(0, end + 1 + more).join("/") || path;
        }

        function overview() {
            const paged = operations.filter((operation) => operation.paging !== undefined).length;
            const described = new Set(operations.map((operation) => operation.method + " " + operation.path)).size;
            const others = data.files.length > 3 ? [data.files[0], counted(data.files.length - 1, "other file")] : data.files;
            return [
                el("h1", null, data.api),
                docs(data.docs),
                facts([
                    ["Operations", [counted(described, "operation")
                        + (described < operations.length ? `, as ${operations.length} requests` : "")
                        + (paged ? `, ${paged} with pagination` : "")]],
                    ["Types", [el("a", { href: "#types" }, counted(types.length, "type"))]],
                    ["Warnings", [el("a", { href: "#warnings" }, counted(warnings.length, "warning"))]],
                    ["Base URL", [data.base ? code(data.base) : "The description has none: give it to the session."]],
                    ["Credential", credentialsInBrief()],
                    ...(data.facts || []).map(([name, text, address]) =>
                        [name, [address === undefined ? text : external(address, text)]]),
                    ["Description", [others.join(", ")]],
                ]),
                codeBlock("A session", data.session, alternatives(data.others)),
                ...section("Parts of the base URL", (data.variables || []).map(propertyEntry)),
                ...section("Headers of every request", (data.headers || []).map(headerEntry)),
                ...section("OAuth 2", (data.flows || []).map(flowEntry)),
                ...section("Errors", data.failure === undefined ? [] : failureEntries(data.failure, "")),
                ...groups.flatMap((group) => [
                    el("h2", null, el("a", { href: groupLink(group) }, group.name), " ", countOf(group.operations)),
                    docs(group.docs), ...lazyRows(group.operations, operationRow, 68),
                ]),
                el("p", { class: "quiet" }, "Press ", el("kbd", null, "?"), " for the keys of this page."),
            ];
        }

        function groupLink(group) { return "#group/" + encodeURIComponent(group.name); }

        function countOf(list) { return el("span", { class: "count" }, String(list.length)); }

        function groupView(group) {
            return [
                crumbs(), el("h1", null, group.name, " ", countOf(group.operations)), docs(group.docs),
                ...lazyRows(group.operations, operationRow, 68),
            ];
        }

        /** The way to what a view is in. */
        function crumbs(...links) {
            const all = [["#", "Overview"], ...links];
            return el("nav", { class: "crumbs", "aria-label": "Where this is" },
                ...all.flatMap(([href, name]) => [el("a", { href }, name), " / "]).slice(0, -1));
        }

        function flowEntry(flow) {
            const scopes = (flow.scopes || []).map(([name, meaning]) => el("li", null, code(name), meaning ? " " + meaning : ""));
            return entry(
                el("p", null, code(flow.name)), docs(flow.docs),
                ...flow.urls.map(([label, url]) => el("p", { class: "about" }, label + ": ", external(url, url))),
                scopes.length ? el("details", null, el("summary", null, counted(scopes.length, "scope")), el("ul", null, ...scopes)) : null);
        }

        // MARK: Operations

        const bodies = {
            json: "JSON", form: "A URL-encoded form", multipart: "Multipart form data", text: "Plain text", binary: "Bytes",
            lines: "A line of JSON for each element",
        };

        function operationView(operation) {
            const links = (operation.links || []).map((link) => el("p", null, code(link)));
            const group = groups.find((one) => one.operations.includes(operation));
            return [
                crumbs([groupLink(group), group.name]),
                heading(operation.name, operation, operationLink(operation)),
                el("p", null, method(operation.method), code(...words(operation.path))),
                docs(operation.docs),
                el("div", { class: "samples" }, ...samples(operation)),
                facts([
                    ["Response", response(operation)],
                    ["Body", operation.body === undefined ? null : body(operation)],
                    ["Pagination", pagination(operation)],
                    ["Credential", credentialNodes(operation.credential)],
                    ["Security", operation.security === undefined ? null : [operation.security]],
                    ["Retries", retries(operation)],
                    ["Timeout", operation.timeout === undefined ? null : [operation.timeout + " seconds"]],
                    ["Base URL", operation.server === undefined ? null : [code(operation.server)]],
                    ["Deep links", links],
                    ["More", operation.more === undefined ? null : [external(operation.more, operation.more)]],
                    ["Also", twins(operation)],
                    ["Name", [code(operation.described || operation.id), " in the description, ", place(operation.at)]],
                ]),
                ...section("Parameters", (operation.parameters || []).map(parameterEntry)),
                ...section("Headers", (operation.headers || []).map(headerEntry)),
                ...section("Responses", (operation.cases || []).map((one) => statusEntry("Response", one, "Returned for "))),
                ...section("Statuses", statuses(operation)),
                ...section("Response headers", (operation.responseHeaders || []).map(propertyEntry)),
                ...section("Errors", errors(operation)),
                around(operations, operation, operationLink),
            ];
        }

        /** The call, what it sends, and what comes back. */
        function samples(operation) {
            const received = (operation.cases || []).map((one) => sampleBlock("Response of " + statusWords(one), one.sample));
            const calls = el("div", null, codeBlock("Swift", operation.call),
                operation.elements === undefined ? null : codeBlock("Swift, over all pages", operation.elements.call),
                codeBlock("curl", operation.curl, alternatives(data.credentials[operation.credential].others)));
            const bodies = el("div", null, sampleBlock("Request body", operation.sent),
                sampleBlock(operation.stream ? "An element of the response" : "Response", operation.received), received);
            return bodies.firstChild === null ? [calls] : [calls, bodies];
        }

        function body(operation) {
            const described = operation.bodyTypes === undefined ? [] : [" The description has ", ...operation.bodyTypes.flatMap(
                (type, at) => [at ? ", " : "", code(type)]), "."];
            return [bodies[operation.body] + (described.length ? "." : ""), ...described];
        }

        /** A parameter; below a body, its fields. */
        function parameterEntry(property) {
            const [number, ...rest] = Array.isArray(property.type) ? property.type : [];
            const isWhole = property.in === "whole body" && typeof number === "number" && rest.every((part) => part === "?");
            if (!isWhole || types[number].properties === undefined) return propertyEntry(property);
            const fields = types[number].properties.filter((field) => field.note !== "only in responses");
            return el("div", null, propertyEntry(property), el("div", { class: "inside" }, ...lazyRows(fields, propertyEntry, 70)));
        }

        function response(operation) {
            if (operation.cases !== undefined) return ["One of several types, by the status."];
            return [code(...typeNodes(operation.response)), operation.stream ? ", a stream of elements" : ""];
        }

        /** The requests of the same operation with other media types. */
        function twins(operation) {
            return operations.filter((one) => one !== operation && one.method === operation.method && one.path === operation.path)
                .flatMap((one, at) => [at ? ", " : "", el("a", { href: operationLink(one) }, code(one.name))]);
        }

        /** All statuses of the description, with the headers of their responses. */
        function statuses(operation) {
            if (operation.statuses === undefined) return [];
            const headers = (names) => el("p", { class: "about" }, "Headers: ",
                ...names.flatMap((name, at) => [at ? ", " : "", code(name)]));
            return [facts(operation.statuses.map(([status, text, ...names]) =>
                [code(status), [docs(text) || "No description.", ...(names.length ? [headers(names)] : [])]]))];
        }

        function retries(operation) {
            const nodes = [];
            if (operation.retried === true) nodes.push("It is idempotent, so it is retried.");
            if (operation.retried === false) nodes.push("It is not idempotent, so it is not retried.");
            if (operation.key !== undefined) {
                nodes.push(" An idempotency key in the header ", code(operation.key), " makes it safe to retry.");
            }
            return nodes;
        }

        function errors(operation) {
            const failure = operation.failure === undefined ? data.failure : operation.failure;
            if (failure !== undefined) return failureEntries(failure, operation.name);
            const isDescribed = (operation.statuses || []).some(([status]) => !/^[123]/.test(status));
            const types = isDescribed ? "The description gives errors no type. " : "No errors are described. ";
            return [el("p", null, types + "Any unsuccessful status throws ", code("Rejected<JSONValue>"), ".")];
        }

        function pagination(operation) {
            const paging = operation.paging;
            if (paging === undefined) {
                const refusal = operation.refusal;
                return refusal === undefined ? null : ["None. It looks like a paginated list, but was not taken for one. ", refusal];
            }
            const origin = { declared: "Declared", default: "By the default strategy", detected: "Detected" }[paging.origin];
            const rule = paging.rule === undefined ? "" : " by rule " + paging.rule;
            const reason = paging.reason === undefined ? "" : ": " + paging.reason;
            const nodes = [
                el("ol", null, ...paging.steps.map((step) => el("li", null, ...ticked(step)))),
                el("p", { class: "quiet" }, origin + rule + reason + "."), code(paging.declaration),
            ];
            if (operation.elements !== undefined) {
                nodes.unshift(el("p", null, "Each element is ", code(...typeNodes(operation.elements.type)), "."));
            }
            return nodes;
        }

        // MARK: Types

        /** Which operations and types name each type; found once, when a type is first shown. */
        let users = null;

        function usersOf(number) {
            if (users === null) findUsers();
            return [...users[number].values()];
        }

        function findUsers() {
            users = types.map(() => new Map());
            const note = (parts, user) => {
                for (const part of Array.isArray(parts) ? parts : []) {
                    if (typeof part === "number") users[part].set(user.link, user);
                }
            };
            const all = (list, user) => { for (const one of list || []) note(one.type, user); };
            const failure = (one, user) => {
                if (one === undefined) return;
                note(one.type, user);
                all(one.cases, user);
            };
            for (const operation of operations) {
                const user = { link: operationLink(operation), name: operation.name };
                note(operation.response, user);
                if (operation.elements !== undefined) note(operation.elements.type, user);
                for (const list of [operation.parameters, operation.cases, operation.responseHeaders]) all(list, user);
                failure(operation.failure, user);
            }
            failure(data.failure, { link: "#", name: "errors of every operation" });
            for (const type of types) {
                const user = { link: typeLink(type), name: type.name };
                all(type.properties, user);
                all(type.alternatives, user);
                note(type.target, user);
            }
        }

        function typeView(type) {
            const uses = usersOf(types.indexOf(type)).filter((user) => user.link !== typeLink(type));
            const inner = types.filter((other) => other.name.startsWith(type.name + "."));
            const generic = type.parameters === undefined ? "" : "<" + type.parameters.join(", ") + ">";
            const use = (user) => entry(el("a", { href: user.link }, code(user.name)));
            const owner = ownerOf(type);
            const ownerLink = owner === undefined ? null : [operations.includes(owner) ? operationLink(owner) : typeLink(owner), owner.name];
            return [
                crumbs(["#types", "Types"], ...(ownerLink === null ? [] : [ownerLink])),
                heading(type.name + generic, type, typeLink(type)),
                el("p", { class: "quiet" }, kindText(type) + (type.use === undefined ? "" : ", " + type.use)),
                docs(type.docs),
                facts([
                    ["Stands for", type.target === undefined ? null : [code(...typeNodes(type.target))]],
                    ["Format", type.pattern === undefined ? null : [code(type.pattern)]],
                    ["Discriminator", type.discriminator === undefined ? null : ["the field ", code(type.discriminator)]],
                    ["Used by", usesInBrief(uses)],
                    ["Name", [code(type.id), " in the description, ", place(type.at)]],
                ]),
                ...section("Properties", lazyRows(type.properties || [], propertyEntry, 70)),
                ...section("Cases", lazyRows(type.cases || [], (one) => enumCase(one, type.raw), 42)),
                ...section("Cases", lazyRows(type.alternatives || [], unionCase, 42)),
                ...section("Types inside", lazyRows(inner, typeRow, 42)),
                ...section("Used by", lazyRows(uses, use, 42)),
                around(types, type, typeLink),
            ];
        }

        /** The first few; all of them stand below. */
        function usesInBrief(uses) {
            const first = uses.slice(0, 3).flatMap((user, at) => [at ? ", " : "", el("a", { href: user.link }, code(user.name))]);
            return uses.length > 3 ? [...first, ` and ${counted(uses.length - 3, "other")}`] : first;
        }

        function enumCase([name, wire], raw) { return entry(code("." + name.replaceAll("`", "")), " ", quiet(raw === "String" ? '"' + wire + '"' : wire)); }

        function unionCase(one) {
            const tag = one.tag === undefined ? null : quiet(' where it is "' + one.tag + '"');
            return entry(code("." + one.name + "(", ...typeNodes(one.type), ")"), tag);
        }

        function typesView() { return [el("h1", null, "Types"), ...lazyRows(byName(types), typeRow, 42)]; }

        // MARK: Warnings and keys

        function warningsView() {
            const kinds = new Map();
            for (const warning of warnings) kinds.set(warning.id, (kinds.get(warning.id) || 0) + 1);
            if (warnings.length === 0) return [el("h1", null, "Warnings"), el("p", null, "There are none.")];
            return [
                el("h1", null, "Warnings"),
                el("p", null, counted(warnings.length, "warning") + ": " + [...kinds].map((kind) => kind.join(" ")).join(", ") + "."),
                el("p", { class: "quiet" }, code("callsite explain ID"), " says what one means."),
                ...lazyRows(warnings, warningEntry, 130),
            ];
        }

        function warningEntry(warning) {
            return el("div", { class: "warning" },
                el("p", null, code(warning.at)), el("p", null, ...ticked(warning.text), " ", quiet("[" + warning.id + "]")),
                warning.line === undefined ? null : el("pre", { tabindex: "0" }, warning.line + "\n" + warning.marker));
        }

        function keysView() {
            const keys = [
                ["/", "search"], ["↑ ↓", "choose a result"], ["Enter", "open it"], ["Esc", "leave the search"],
                ["j  k", "next and previous operation or type"], ["o", "all operations"], ["t", "all types"], ["w", "warnings"],
                ["?", "these keys"],
            ];
            const rows = keys.flatMap(([key, meaning]) => [el("kbd", null, key), el("span", null, meaning)]);
            return [el("h1", null, "Keys"), el("div", { class: "keys" }, ...rows)];
        }

        """##
    ),
    (
        "5-search.js",
        #"""

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

        """#
    ),
    (
        "6-places.js",
        ##"""

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

        """##
    ),
    (
        "page.css",
        ##"""
        :root {
            --text: #1d1d1f;
            --quiet: #5c5c66;
            --back: #ffffff;
            --panel: #f5f5f7;
            --line: #d8d8de;
            --link: #0a58ca;
            --accent: #b3430b;
            --mark: #fff1d6;
            --warning: #7a4b00;
            --keyword: #8f1f88;
            --type: #0b5f79;
            --string: #a52a1c;
            --number: #1c2fbf;
            --key: #563a8f;
            --get: #17683a;
            --put: #7d4a00;
            --delete: #b3261e;
            --mono: ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace;
        }

        @media screen and (prefers-color-scheme: dark) {
            :root {
                --text: #ececf1;
                --quiet: #a6a6b3;
                --back: #18181b;
                --panel: #232328;
                --line: #3b3b44;
                --link: #86b7ff;
                --accent: #ff9b66;
                --mark: #4a3a16;
                --warning: #f5c76b;
                --keyword: #ff8ec0;
                --type: #74d6ef;
                --string: #ffab96;
                --number: #dccb84;
                --key: #c3b1ff;
                --get: #7ed69a;
                --put: #ffc078;
                --delete: #ff9a8f;
            }
        }

        * { box-sizing: border-box; }
        [hidden] { display: none !important; }
        html { scroll-padding-top: 4.5rem; }

        body {
            margin: 0;
            background: var(--back);
            color: var(--text);
            font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
            overflow-wrap: anywhere;
        }

        a { color: var(--link); text-decoration: none; }
        a:hover { text-decoration: underline; }
        :focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
        main:focus { outline: none; }
        code, pre, kbd { font-family: var(--mono); font-size: 0.875em; }
        code, pre { unicode-bidi: isolate; direction: ltr; }
        h1, h2, h3 { line-height: 1.25; font-weight: 650; margin: 2rem 0 0.5rem; }
        h1 { font-size: 1.6rem; margin-top: 0; }
        h2 { font-size: 1.15rem; border-bottom: 1px solid var(--line); padding-bottom: 0.25rem; }
        p, ul, ol { margin: 0.5rem 0; }

        button {
            font: inherit;
            color: inherit;
            background: var(--panel);
            border: 1px solid var(--line);
            border-radius: 6px;
            padding: 0.2rem 0.6rem;
            cursor: pointer;
        }

        .skip { position: absolute; left: -100rem; }
        .skip:focus { left: 0.5rem; top: 0.5rem; z-index: 30; background: var(--back); padding: 0.5rem; }

        header {
            position: sticky;
            top: 0;
            z-index: 20;
            display: flex;
            align-items: center;
            gap: 0.75rem;
            min-height: 3.5rem;
            padding: 0.5rem 1rem;
            background: var(--back);
            border-bottom: 1px solid var(--line);
        }

        #home {
            flex: 0 1 17rem;
            min-width: 0;
            font-weight: 700;
            color: var(--text);
            white-space: nowrap;
            overflow: hidden;
            text-overflow: ellipsis;
        }

        #menu { display: none; flex: none; }
        #find { position: relative; flex: 1 1 12rem; min-width: 0; max-width: 44rem; }
        #find > kbd {
            position: absolute;
            right: 0.6rem;
            top: 50%;
            transform: translateY(-50%);
            color: var(--quiet);
            pointer-events: none;
        }

        #search:focus + kbd { display: none; }

        #search {
            width: 100%;
            font: inherit;
            color: inherit;
            background: var(--panel);
            border: 1px solid var(--line);
            border-radius: 8px;
            padding: 0.35rem 0.75rem;
        }

        #results {
            position: absolute;
            top: calc(100% + 0.35rem);
            left: 0;
            right: 0;
            max-height: min(70vh, 36rem);
            overflow: auto;
            background: var(--back);
            border: 1px solid var(--line);
            border-radius: 8px;
            box-shadow: 0 8px 30px rgb(0 0 0 / 0.25);
        }

        #results a { display: block; padding: 0.4rem 0.75rem; color: inherit; border-bottom: 1px solid var(--line); }
        #results a:hover, #results a[aria-selected="true"] { background: var(--panel); text-decoration: none; }
        #results a[aria-selected="true"] { box-shadow: inset 3px 0 var(--link); }
        #results .kind { padding: 0.4rem 0.75rem 0.1rem; font-size: 0.8rem; font-weight: 650; color: var(--quiet); }
        #results .quiet { display: block; font-size: 0.85rem; }
        #results > p { margin: 0; padding: 0.5rem 0.75rem; color: var(--quiet); }

        #columns { display: grid; grid-template-columns: 19rem minmax(0, 1fr); max-width: 90rem; margin: 0 auto; }

        #contents {
            position: sticky;
            top: 3.5rem;
            height: calc(100vh - 3.5rem);
            overflow: auto;
            padding: 1rem;
            border-right: 1px solid var(--line);
            font-size: 0.9rem;
        }

        #contents a {
            display: block;
            padding: 0.15rem 0.4rem;
            border-radius: 4px;
            color: var(--text);
            white-space: nowrap;
            overflow: hidden;
            text-overflow: ellipsis;
        }

        #contents a:hover { background: var(--panel); text-decoration: none; }
        #contents a[aria-current] { background: var(--panel); font-weight: 600; box-shadow: inset 3px 0 var(--link); }
        #contents .method { font-size: 0.7em; display: inline-block; min-width: 3.6em; }
        #contents summary { cursor: pointer; padding: 0.25rem 0; font-weight: 600; overflow-wrap: break-word; }
        #contents details > div { padding-left: 0.75rem; }
        #contents h2 { font-size: 0.8rem; color: var(--quiet); border: 0; margin: 1rem 0 0.25rem; }
        main { padding: 1.5rem 2rem 6rem; min-width: 0; max-width: 72rem; }

        .quiet { color: var(--quiet); }
        .count { color: var(--quiet); font-weight: 400; }
        .method { font-family: var(--mono); font-size: 0.8em; font-weight: 700; color: var(--accent); margin-right: 0.4em; }

        .method.get, .method.head, .method.query { color: var(--get); }
        .method.post { color: var(--link); }
        .method.put, .method.patch { color: var(--put); }
        .method.delete { color: var(--delete); }
        .crumbs { font-size: 0.85rem; color: var(--quiet); margin-bottom: 0.5rem; }
        .inside { border-left: 2px solid var(--line); padding-left: 1rem; margin-left: 0.25rem; }

        .badge {
            display: inline-block;
            font: 600 0.75rem system-ui, sans-serif;
            border: 1px solid currentColor;
            border-radius: 999px;
            padding: 0 0.5rem;
            margin-left: 0.4rem;
            white-space: nowrap;
            vertical-align: middle;
        }

        .badge.old { color: var(--warning); }
        .docs { max-width: 46rem; }
        .docs a, li a, dd a, p a { text-decoration: underline; text-underline-offset: 0.15em; }
        .docs pre { white-space: pre-wrap; }

        pre {
            background: var(--panel);
            border: 1px solid var(--line);
            border-radius: 8px;
            padding: 0.75rem 1rem;
            margin: 0.5rem 0;
            overflow-x: auto;
            overflow-wrap: normal;
            tab-size: 4;
        }

        .samples { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 0 1.25rem; align-items: start; }
        .samples > div { min-width: 0; }
        .call { min-width: 0; margin: 0.75rem 0; }
        .call .title { display: flex; justify-content: space-between; align-items: center; gap: 0.5rem; font-size: 0.85rem; font-weight: 650; }
        .call .title button { font-size: 0.8rem; font-weight: 400; }
        .call pre { max-height: 28rem; overflow: auto; margin: 0.35rem 0 0; white-space: pre-wrap; overflow-wrap: anywhere; }
        .call pre.whole { max-height: none; }
        .call > button { display: block; width: 100%; margin-top: 0.35rem; font-size: 0.8rem; }
        .line { display: block; padding-left: calc((var(--indent) + 2) * 1ch); text-indent: calc((var(--indent) + 2) * -1ch); }
        .call .about { font-size: 0.85rem; color: var(--quiet); margin: 0.25rem 0 0; }
        .k { color: var(--keyword); font-weight: 600; }
        .t { color: var(--type); }
        .s { color: var(--string); }
        .n { color: var(--number); }
        .p { color: var(--key); }
        .c { color: var(--quiet); }
        .anchor { margin-left: 0.5rem; color: var(--quiet); font-weight: 400; }

        .entry { padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
        .entry > p, .entry > div { margin: 0.15rem 0 0; }
        .entry .about { font-size: 0.85rem; color: var(--quiet); }

        .row {
            display: grid;
            grid-template-columns: minmax(0, 1.3fr) minmax(0, 1fr);
            gap: 0 1rem;
            padding: 0.45rem 0;
            border-bottom: 1px solid var(--line);
        }

        .row .quiet { font-size: 0.9rem; }
        .row .wide { grid-column: 1 / -1; font-size: 0.9rem; color: var(--quiet); }
        dl { display: grid; grid-template-columns: 9rem minmax(0, 1fr); gap: 0.4rem 1rem; margin: 1rem 0; }
        dt { color: var(--quiet); }
        dd { margin: 0; }
        dd p { margin: 0 0 0.35rem; }
        .warning { border-left: 4px solid var(--warning); padding: 0.1rem 0 0.1rem 0.75rem; margin: 1rem 0; }
        .warning pre { margin: 0.35rem 0; font-size: 0.95em; }
        .keys { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.35rem 1rem; }
        .keys kbd { border: 1px solid var(--line); border-radius: 4px; padding: 0 0.35rem; background: var(--panel); }

        .around {
            display: flex;
            justify-content: space-between;
            gap: 1rem;
            margin-top: 3rem;
            border-top: 1px solid var(--line);
            padding-top: 1rem;
        }

        @media (max-width: 820px) {
            #menu { display: block; }
            #home { display: none; }
            #columns { display: block; }
            #contents { display: none; }
            #contents.open {
                display: block;
                position: fixed;
                z-index: 15;
                inset: 3.5rem 0 0 0;
                height: auto;
                background: var(--back);
                border: 0;
                font-size: 1rem;
            }
            #contents a { padding: 0.35rem 0.4rem; }
            #results { left: auto; right: 0; width: calc(100vw - 2rem); }
            main { padding: 1rem 1rem 4rem; }
            .row { grid-template-columns: minmax(0, 1fr); }
            dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
            dd { margin-bottom: 0.6rem; }
        }

        @media (max-width: 820px), (hover: none) {
            #find > kbd { display: none; }
        }

        @media (prefers-reduced-motion: reduce) { * { transition: none !important; scroll-behavior: auto !important; } }

        @page { margin: 15mm; }

        @media print {
            header, #contents, .around, .crumbs, .anchor, .call button { display: none; }
            #columns, .samples { display: block; }
            .call pre { max-height: none; }
            .entry, .row { break-inside: avoid-page; }
            h2, .title { break-after: avoid-page; }
            main { max-width: none; padding: 0; }
        }

        """##
    ),
    (
        "page.html",
        ##"""
        <!doctype html>
        <!-- Generated by Callsite {{version}}: `callsite inspect --html` replaces it. Nothing is loaded from anywhere. -->
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="{{policy}}">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="referrer" content="no-referrer">
        <meta name="color-scheme" content="light dark">
        <title>An API in Swift</title>
        <style>{{style}}</style>
        </head>
        <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header>
        <button id="menu" type="button" aria-expanded="false" aria-controls="contents">Contents</button>
        <a id="home" href="#"></a>
        <div id="find" role="search">
        <input id="search" type="search" placeholder="Search operations and types" aria-label="Search operations and types"
        autocomplete="off" spellcheck="false"
        role="combobox" aria-expanded="false" aria-controls="options" aria-autocomplete="list">
        <kbd aria-hidden="true">/</kbd>
        <div id="results" hidden>
        <div id="options" role="listbox" aria-label="Results"></div>
        <p id="found" role="status"></p>
        </div>
        </div>
        </header>
        <div id="columns">
        <nav id="contents" aria-label="Contents"></nav>
        <main id="main" tabindex="-1">
        <noscript><p>This page needs JavaScript. Its script is part of the page; nothing is loaded.</p></noscript>
        </main>
        </div>
        <script type="application/json" id="data">{{data}}</script>
        <script>{{script}}</script>
        </body>
        </html>

        """##
    ),
]
