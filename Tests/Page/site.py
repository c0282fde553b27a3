"""Looks at the documentation's site below a path of a server, as `callsite-dev docs --hosting-base-path PATH` makes it.

Every link of a page, of DocC's data and of the search leads to a file below that path. In Chromium, in both color schemes and
four widths, nothing is wider than the window on the site's own pages and on guides, and nothing is missing. Each symbol leads to
the next. Pictures are in the folder of the last argument.

axe-core finds no violation on these pages. It takes seconds for a look, so only one page of each kind is looked at in every
scheme and width. The others have the same template, style and script, and their own text: they are looked at light and narrow,
and dark and wide.

It needs Chromium and the wheels `playwright` and `axe-playwright-python`. The arguments are the site's folder, the path and the
folder for pictures."""

import json
import re
import sys
import tempfile
import threading
from functools import partial
from html import unescape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urljoin

from looking import chromium, end, fits, look, schemes, widths, wrong
from playwright.sync_api import sync_playwright

site, base, folder = Path(sys.argv[1]).resolve(), "/" + sys.argv[2].strip("/") + "/", Path(sys.argv[3])
folder.mkdir(parents=True, exist_ok=True)
entries = [json.loads(line.split(" = ", 1)[1][:-1]) for line in (site / "search.js").read_text().splitlines()][0]
session = "documentation/callsiteruntime/session/"
members = [entry[2] for entry in entries if entry[4] == "Session" and entry[2].startswith(session)]


def exists(address):
    """Whether a server has the address: DocC's pages are folders."""
    path = unquote(re.split(r"[?#]", address)[0])
    file = site / path[len(base) :]
    return path.startswith(base) and (file.is_file() or (file / "index.html").is_file())


def check_links():
    seen = set()
    for page in site.rglob("*.html"):
        here = base + str(page.relative_to(site))
        for link in re.findall(r'\s(?:href|src|srcset)="([^"]*)"', page.read_text()):
            seen.add((here, urljoin(here, unescape(link))))
    for data in (site / "data").rglob("*.json"):
        here = str(data.relative_to(site))
        for reference in json.loads(data.read_text()).get("references", {}).values():
            links = [reference.get("url", ""), *(one["url"] for one in reference.get("variants", []))]
            # DocC's script puts the path before a link from the first folder.
            seen.update((here, base + link.lstrip("/")) for link in links if link and "://" not in link)
    seen.update(("search.js", base + entry[2]) for entry in entries)
    broken = sorted({(here, link) for here, link in seen if "://" not in link and not link.startswith("data:") and not exists(link)})
    for here, link in broken[:20]:
        wrong(f"{here}: '{link}' leads to no file")
    print(f"{len(seen)} links, {len(broken)} broken", flush=True)


def check_symbols(page, origin):
    """From the first member of a type to the last, and back, without loading a page of DocC's."""
    page.goto(origin + base + members[0])
    for name, rest in [("next", members[1:]), ("prev", [*members[-2::-1], session])]:
        for path in rest:
            page.click(f"#along a[rel={name}]")
            page.wait_for_selector("main h1")
            if page.url != origin + base + path:
                wrong(f"{name} leads to {page.url} and not {path}")
                return


check_links()
with tempfile.TemporaryDirectory() as root:
    (Path(root) / base.strip("/")).symlink_to(site)
    handler = type("Quiet", (SimpleHTTPRequestHandler,), {"log_message": lambda *_: None})
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=root))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    origin = f"http://127.0.0.1:{server.server_port}"
    # The site's own, a library, a long guide with tables and samples, a type, and a method.
    kinds = ["index.html", "format/index.html", "github/index.html", "documentation/callsiteruntime/",
        "documentation/callsiteruntime/thecommandline/", session, members[0]]
    others = [path for _, kind, path, _, _ in entries if kind in ["reference", "guide", "library"] and path not in kinds]
    with sync_playwright() as playwright:
        browser = chromium(playwright)
        for scheme, page in schemes(browser, "the site"):
            page.on("response", lambda response: response.ok or response.status == 304 or wrong(f"{response.status}: {response.url}"))
            for path in [*kinds, *others]:
                name = path.removesuffix("/index.html").removesuffix(".html").strip("/").replace("/", "-")
                page.goto(origin + base + path)
                for width in widths:
                    page.set_viewport_size({"width": width, "height": 900})
                    page.wait_for_selector("main h1, main iframe")
                    if path in kinds or (width, scheme) in [(390, "light"), (1280, "dark")]:
                        look(page, folder / f"{name}-{width}-{scheme}.png")
                    else:
                        fits(page, f"{name}-{width}-{scheme}")
            if scheme == "light":
                check_symbols(page, origin)
        browser.close()
    server.shutdown()
end()
