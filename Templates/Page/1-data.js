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
