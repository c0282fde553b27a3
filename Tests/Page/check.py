"""Looks at pages of `callsite inspect --html` in Chromium, in both color schemes and four widths: axe-core finds no violation,
nothing is wider than the window, the keyboard leads everywhere, and the console says nothing. Pictures are in the folder of the
last argument.

It needs Chromium and the wheels `playwright` and `axe-playwright-python`. The arguments are pages, then the folder."""

import json
import shutil
import sys
import time
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

pages, folder = [Path(name).resolve() for name in sys.argv[1:-1]], Path(sys.argv[-1])
folder.mkdir(parents=True, exist_ok=True)
widths = [390, 768, 1280, 1920]
mistakes = []


def wrong(text):
    mistakes.append(text)
    print(text)


def views(page):
    """The fragments to look at: every kind of view, and the operation with most to show."""
    return page.evaluate("""() => {
        const weight = (one) => JSON.stringify(one).length + (one.elements ? 5000 : 0);
        const most = (list) => list.reduce((a, b) => (weight(b) > weight(a) ? b : a));
        return { overview: "", operation: operationLink(most(operations)), list: operationLink(operations.find((one) => one.elements) || operations[0]),
            type: types.length ? typeLink(most(types)) : "#types", types: "#types", warnings: "#warnings", keys: "#keys" };
    }""")


def look(page, name):
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        wrong(f"{name}: wider than the window")
    found = Axe().run(page).response["violations"]
    for violation in found:
        wrong(f"{name}: {violation['id']}: {violation['help']}: " + json.dumps([node["html"][:160] for node in violation["nodes"][:3]]))
    page.screenshot(path=folder / f"{name}.png")


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
    browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
    for path in pages:
        for scheme in ["light", "dark"]:
            context = browser.new_context(color_scheme=scheme, reduced_motion="reduce")
            page = context.new_page()
            page.on("console", lambda message: wrong(f"{path.name}: the console says {message.text}"))
            page.on("pageerror", lambda error: wrong(f"{path.name}: {error}"))
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
                    look(page, f"{path.stem}-{view}-{width}-{scheme}")
                if width == 390:
                    page.click("#menu")
                    look(page, f"{path.stem}-menu-{width}-{scheme}")
                    page.keyboard.press("Escape")
            use_keys(page, f"{path.stem}-{scheme}")
            context.close()
    browser.close()
print(f"{len(mistakes)} mistakes")
sys.exit(1 if mistakes else 0)
