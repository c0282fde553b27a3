
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
