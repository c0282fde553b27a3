
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
