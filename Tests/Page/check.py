"""Looks at pages of `callsite inspect --html` in Chromium, in both color schemes and four widths: axe-core finds no violation,
nothing is wider than the window, the keyboard leads everywhere, all of a sample can be shown, and the console says nothing. Pictures are in the folder of the
last argument.

It needs Chromium and the wheels `playwright` and `axe-playwright-python`. The arguments are pages, then the folder."""

import sys
import time
from pathlib import Path

from looking import chromium, end, look, schemes, widths, wrong
from playwright.sync_api import sync_playwright

pages, folder = [Path(name).resolve() for name in sys.argv[1:-1]], Path(sys.argv[-1])
folder.mkdir(parents=True, exist_ok=True)


def views(page):
    """The fragments to look at: every kind of view, and the operation with most to show."""
    return page.evaluate("""() => {
        const weight = (one) => JSON.stringify(one).length + (one.elements ? 5000 : 0);
        const most = (list) => list.reduce((a, b) => (weight(b) > weight(a) ? b : a));
        return { overview: "", operation: operationLink(most(operations)), list: operationLink(operations.find((one) => one.elements) || operations[0]),
            type: types.length ? typeLink(most(types)) : "#types", types: "#types", warnings: "#warnings", keys: "#keys" };
    }""")


def use_samples(page, name):
    """A broken line goes on behind its own indentation, a cut sample has a button that shows all of it, and the text is selected as it is."""
    page.wait_for_function("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")
    mistakes = page.evaluate("""() => [...document.querySelectorAll("main .call pre")].flatMap((block) => {
        const title = block.getAttribute("aria-label"), button = block.nextSibling, mistakes = [];
        const isCut = () => block.scrollHeight > block.clientHeight;
        if (isCut() === button.hidden) mistakes.push(`${title}: cut ${isCut()}, and its button hidden ${button.hidden}`);
        for (const line of block.children) {
            const range = document.createRange();
            range.selectNodeContents(line);
            const [first, ...rest] = [...range.getClientRects()].filter((one) => one.width > 0);
            const below = rest.filter((one) => one.top > first.bottom - 2);
            if (below.some((one) => one.left < first.left + 8)) mistakes.push(`${title}: '${line.textContent}' goes on at its beginning`);
        }
        getSelection().selectAllChildren(block);
        if (getSelection().toString() !== block.textContent) mistakes.push(`${title}: the selection isn't the text`);
        getSelection().removeAllRanges();
        if (!button.hidden) {
            for (const [isWhole, text] of [[true, "less"], [false, "all"]]) {
                button.click();
                if (isCut() === isWhole || !button.textContent.includes(text)) mistakes.push(`${title}: '${button.textContent}', cut ${isCut()}`);
            }
        }
        return mistakes;
    })""")
    for mistake in mistakes:
        wrong(f"{name}: {mistake}")


def use_keys(page, name):
    """Search, choose, open, and come back, with nothing but keys."""
    page.goto(page.url.split("#")[0])
    page.keyboard.press("/")
    word = page.evaluate("operations[0].name")
    page.keyboard.type(word.lower())
    first = page.evaluate("document.querySelector('#options [aria-selected=true] code').textContent")
    if first != word:
        wrong(f"{name}: '{word}' is not the first result, but '{first}'")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.screenshot(path=folder / f"{name}-search.png")
    page.keyboard.press("Enter")
    if page.evaluate("decodeURIComponent(location.hash)") != "#operation/" + word:
        wrong(f"{name}: Enter opens {page.evaluate('location.hash')}")
    current = page.evaluate("document.querySelectorAll('#contents a[aria-current=page]').length")
    if current != 1:
        wrong(f"{name}: {current} entries of the contents are current")
    page.keyboard.press("/")
    page.keyboard.type("zzz")
    page.keyboard.press("Escape")
    if page.evaluate("!document.getElementById('results').hidden || document.activeElement.id === 'search'"):
        wrong(f"{name}: Escape does not leave the search")
    for _ in range(3):
        page.keyboard.press("Tab")
    if page.evaluate("getComputedStyle(document.activeElement).outlineStyle === 'none'"):
        wrong(f"{name}: focus cannot be seen")


with sync_playwright() as playwright:
    browser = chromium(playwright)
    for path in pages:
        for scheme, page in schemes(browser, path.name):
            for width in widths:
                page.set_viewport_size({"width": width, "height": 900})
                start = time.monotonic()
                page.goto(f"file://{path}")
                page.wait_for_selector("main h1")
                opened = time.monotonic() - start
                if width == 1280:
                    print(f"{path.name}, {scheme}: opened in {opened * 1000:.0f} ms")
                for view, fragment in views(page).items():
                    page.goto(f"file://{path}{fragment}")
                    page.wait_for_selector("main h1")
                    look(page, folder / f"{path.stem}-{view}-{width}-{scheme}.png")
                    use_samples(page, f"{path.stem}-{view}-{width}-{scheme}")
                if width == 390:
                    page.click("#menu")
                    look(page, folder / f"{path.stem}-menu-{width}-{scheme}.png")
                    page.keyboard.press("Escape")
            use_keys(page, f"{path.stem}-{scheme}")
    browser.close()
end()
