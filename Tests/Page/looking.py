"""Pages in Chromium, in both color schemes and four widths: for `check.py` and `site.py`. The console must say nothing."""

import json
import shutil
import sys
import time

from axe_playwright_python.sync_playwright import Axe

widths = [390, 768, 1280, 1920]
start = time.monotonic()
mistakes = []
looks = []


def wrong(text):
    mistakes.append(text)
    print(text, flush=True)


def fits(page, name):
    """Nothing is wider than the window."""
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        wrong(f"{name}: wider than the window")


def look(page, picture):
    """Nothing is wider than the window, and axe-core finds no violation."""
    name = picture.stem
    looks.append(name)
    fits(page, name)
    # DocC's link that skips its menu comes after the site's header, and so isn't the first of the page.
    found = Axe().run(page, context={"exclude": [["#skip-nav"]]}).response["violations"]
    for violation in found:
        wrong(f"{name}: {violation['id']}: {violation['help']}: " + json.dumps([node["html"][:160] for node in violation["nodes"][:3]]))
    page.screenshot(path=picture)


def chromium(playwright):
    return playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])


def schemes(browser, name):
    """A page in each color scheme, whose console says nothing."""
    for scheme in ["light", "dark"]:
        context = browser.new_context(color_scheme=scheme, reduced_motion="reduce")
        page = context.new_page()
        page.on("console", lambda message: wrong(f"{name}: the console says {message.text}"))
        page.on("pageerror", lambda error: wrong(f"{name}: {error}"))
        yield scheme, page
        context.close()


def end():
    print(f"{len(looks)} looks, {len(mistakes)} mistakes, {time.monotonic() - start:.0f} seconds")
    sys.exit(1 if mistakes else 0)
