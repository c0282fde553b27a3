"""Makes the archives of the drift tests anew, each by a real run against `callsite mock` of shop.openapi.yaml: browser.har
by Chromium, proxy.har by mitmproxy, and recordings/ by `callsite mock --record`.

It needs Chromium and the wheels `playwright` and `mitmproxy`. The tool is CALLSITE, or .build/debug/callsite. An argument
names another folder for them."""

import http.server
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import urllib.error
import urllib.request
from pathlib import Path

folder = Path(__file__).resolve().parent
output = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else folder
tool = os.environ.get("CALLSITE", str(folder.parent.parent / ".build/debug/callsite"))
description = str(folder / "shop.openapi.yaml")

item = {"sku": "lamp", "quantity": 2, "price": 9.5}
multipart = (
    '--shop-boundary\r\nContent-Disposition: form-data; name="name"\r\n\r\na picture\r\n'
    '--shop-boundary\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nlamp\r\n'
    "--shop-boundary--\r\n")
# Every client asks these: method, target, headers beside the credential, body.
requests = [
    ("POST", "/login", {"Content-Type": "application/x-www-form-urlencoded"}, "user=ida&password=a+long+password"),
    ("POST", "/orders", {"Content-Type": "application/json"}, json.dumps({"status": "open", "note": "no bag", "items": [item]})),
    ("POST", "/orders", {"Content-Type": "application/json"}, json.dumps({"status": "packed", "items": []})),
    ("GET", "/orders?status=open&limit=2", {"X-Shop": "7"}, None),
    ("GET", "/orders", {"X-Shop": "7"}, None),
    ("GET", "/orders/1", {}, None),
    ("POST", "/orders/1/files", {"Content-Type": "multipart/form-data; boundary=shop-boundary"}, multipart),
    ("DELETE", "/orders/2", {}, None),
    ("GET", "/orders/2", {}, None),
]


class Mock:
    """`callsite mock`, until the `with` block ends."""

    def __init__(self, *options):
        self.process = subprocess.Popen(
            [tool, "mock", description, "--port", "0", *options], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        line = self.process.stderr.readline()
        self.url = re.match(r"listening on (http:\S+)", line).group(1)
        threading.Thread(target=self.process.stderr.read, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


def ask(base, proxy=None):
    """Sends the requests as a program does."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({"http": proxy} if proxy else {}))
    for method, target, headers, body in requests:
        headers = {"Authorization": "Bearer any", **headers}
        request = urllib.request.Request(
            base + target, method=method, headers=headers, data=None if body is None else body.encode())
        try:
            opener.open(request).read()
        except urllib.error.HTTPError as error:
            error.read()


def other_server():
    """A server of another origin: the page's, and what a program asks beside the API."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!DOCTYPE html><title>Shop</title><link rel=icon href=data:,>")

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}/"


def ask_from_page(asked, base, proxy=None, archive=None):
    """Sends requests from a page of another origin."""
    from playwright.sync_api import sync_playwright

    program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    # Chromium asks this machine without a proxy by default.
    options = {"proxy": {"server": proxy, "bypass": "<-loopback>"}} if proxy else {}
    with sync_playwright() as playwright:
        # It would ask its maker's servers as well.
        quiet = ["--disable-component-update", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]
        chromium = playwright.chromium.launch(
            executable_path=program, args=quiet + (["--no-sandbox"] if os.getuid() == 0 else []), **options)
        context = chromium.new_context(record_har_path=archive, record_har_content="embed")
        page = context.new_page()
        page.goto(other_server())
        for method, target, headers, body in asked:
            page.evaluate(
                "([url, init]) => fetch(url, init).then(response => response.text())",
                [base + target, {"method": method, "headers": {"Authorization": "Bearer any", **headers}, "body": body}])
        context.close()
        chromium.close()


def browser():
    with Mock("--stateful", "--cors") as mock:
        ask_from_page(requests, mock.url + "/v1", archive=output / "browser.har")


def proxy():
    mitmdump = Path(sys.executable).parent / "mitmdump"
    with Mock("--stateful", "--cors") as mock, tempfile.TemporaryDirectory() as work:
        process = subprocess.Popen(
            [mitmdump, "--listen-host", "127.0.0.1", "--listen-port", "0", "--set", "confdir=" + work,
             # Only this machine is asked.
             "--set", r"block_list=|!~d 127\.0\.0\.1|444", "--set", r"save_stream_filter=~d 127\.0\.0\.1",
             "--set", f"hardump={output}/proxy.har"],
            stdout=subprocess.PIPE, text=True)
        found = (re.search(r"listening at (?:http://)?([\d.]+:\d+)", line) for line in process.stdout)
        url = next("http://" + match.group(1) for match in found if match)
        ask(mock.url + "/v1", proxy=url)
        # A proxy sees a browser's preflights, which the browser's own archive leaves out.
        ask_from_page([request for request in requests if request[0] == "GET"][:1], mock.url + "/v1", proxy=url)
        process.send_signal(signal.SIGINT)
        process.communicate()


def recorder():
    recordings = output / "recordings"
    shutil.rmtree(recordings, ignore_errors=True)
    with Mock("--stateful") as real, Mock("--record", real.url + "/v1", "--to", str(recordings)) as mock:
        ask(mock.url)
    for file in recordings.iterdir():
        file.chmod(0o644)


browser()
proxy()
recorder()
