"""Runs the steps of an action.yml as GitHub's runner does, and stands for GitHub's API."""

import http.server
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path


class Expression:
    """An expression of GitHub's language, of which this knows what the action uses. Anything else is an error."""

    TOKENS = re.compile(r"\s*(?:('(?:[^']|'')*')|(&&|\|\||==|!=|!|\(|\))|([A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*))")

    def __init__(self, text, contexts):
        self.contexts, self.tokens, at = contexts, [], 0
        text = text.strip()
        self.text = text
        while at < len(text):
            match = self.TOKENS.match(text, at)
            if not match:
                sys.exit(f"unknown expression: {text}")
            self.tokens.append(match.group().strip())
            at = match.end()

    def value(self):
        result = self.either()
        if self.tokens:
            sys.exit(f"unknown expression: {self.text}")
        return result

    def take(self, *tokens):
        return self.tokens.pop(0) if self.tokens and self.tokens[0] in tokens else None

    def either(self):
        left = self.both()
        while self.take("||"):
            right = self.both()
            left = left or right
        return left

    def both(self):
        left = self.equality()
        while self.take("&&"):
            right = self.equality()
            left = left and right
        return left

    def equality(self):
        left = self.single()
        while operator := self.take("==", "!="):
            # An absent value equals an empty string.
            same = ("" if left is None else str(left)) == str(self.single() or "")
            left = same if operator == "==" else not same
        return left

    def single(self):
        if self.take("!"):
            return not self.single()
        if self.take("("):
            inner = self.either()
            if not self.take(")"):
                sys.exit(f"unknown expression: {self.text}")
            return inner
        if not self.tokens:
            sys.exit(f"unknown expression: {self.text}")
        token = self.tokens.pop(0)
        if token.startswith("'"):
            return token[1:-1].replace("''", "'")
        if token == "cancelled":
            if not (self.take("(") and self.take(")")):
                sys.exit(f"unknown expression: {self.text}")
            return False
        names = token.split(".")
        if len(names) < 2 or names[0] not in self.contexts:
            sys.exit(f"unknown expression: {token}")
        if names[0] == "inputs" and names[1] not in self.contexts["inputs"]:
            sys.exit(f"unknown input: {token}")
        value = self.contexts
        for name in names:
            value = value.get(name) if isinstance(value, dict) else None
        return value


def filled(text, contexts):
    def one(match):
        value = Expression(match.group(1), contexts).value()
        return "" if value is None else str(value)

    return re.sub(r"\$\{\{(.*?)\}\}", one, str(text))


def condition(text, contexts, failed):
    text = str(text)
    inner = re.fullmatch(r"\s*\$\{\{(.*)\}\}\s*", text)
    text = inner.group(1) if inner else text
    # Without a function about the status, a condition only holds while nothing has failed.
    return bool(Expression(text, contexts).value()) and ("cancelled()" in text or not failed)


def run(action, github, *given):
    """Runs the action with these inputs, NAME=VALUE. The file 'github' is the context of that name, as JSON."""
    import yaml

    definition = yaml.safe_load(Path(action).read_text())
    assert definition["runs"]["using"] == "composite"
    contexts = {"github": json.loads(Path(github).read_text()), "steps": {}, "inputs": {}}
    inputs = {name: filled(rule.get("default", ""), contexts) for name, rule in definition["inputs"].items()}
    for pair in given:
        name, value = pair.split("=", 1)
        if name not in inputs:
            sys.exit(f"unknown input: {name}")
        inputs[name] = value
    contexts["inputs"] = inputs
    workspace = Path(os.environ["GITHUB_WORKSPACE"])
    failed = False
    for step in definition["runs"]["steps"]:
        if not condition(step.get("if", "'always'"), contexts, failed):
            continue
        if "${{" in step["run"]:
            sys.exit(f"an expression in 'run': {step['run']}")
        if step["shell"] != "bash":
            sys.exit(f"unknown shell: {step['shell']}")
        with tempfile.TemporaryDirectory() as folder:
            script, output = Path(folder, "script"), Path(folder, "output")
            script.write_text(step["run"])
            output.touch()
            environment = dict(
                os.environ,
                GITHUB_ACTION_PATH=str(Path(action).resolve().parent),
                GITHUB_OUTPUT=str(output),
                **{name: filled(value, contexts) for name, value in step.get("env", {}).items()},
            )
            status = subprocess.run(
                ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", str(script)],
                cwd=workspace / filled(step.get("working-directory", "."), contexts),
                env=environment,
                stdin=subprocess.DEVNULL,
            ).returncode
            outputs = dict(line.split("=", 1) for line in output.read_text().splitlines())
        if "id" in step:
            contexts["steps"][step["id"]] = {"outputs": outputs}
        failed = failed or status != 0
    sys.exit(1 if failed else 0)


class GitHub(http.server.BaseHTTPRequestHandler):
    """The part of GitHub's API that the action uses. The file 'refusal' holds a status to fail with."""

    folder = None

    def log_message(self, *arguments):
        pass

    def respond(self, status, value):
        body = json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def handle_request(self):
        # A request that isn't JSON ends here, and the action sees a broken connection.
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        store, refusal = self.folder / "comments", self.folder / "refusal"
        comments = json.loads(store.read_text())
        if self.headers["Authorization"] != "Bearer secret":
            return self.respond(401, {"message": "Bad credentials"})
        if self.path == "/graphql":
            return self.respond(200, self.listed(request["variables"], comments))
        if refusal.exists():
            return self.respond(int(refusal.read_text()), {"message": "Resource not accessible by integration"})
        if len(request["body"]) > 65536:
            return self.respond(422, {"message": "body is too long"})
        if self.command == "POST" and self.path == "/repos/me/my.shop/issues/7/comments":
            comments.append({"id": 5_000_000_000 + len(comments), "mine": True, "body": request["body"]})
            self.respond(201, {})
        elif self.command == "PATCH" and (match := re.fullmatch(r"/repos/me/my.shop/issues/comments/(\d+)", self.path)):
            [comment] = [comment for comment in comments if comment["id"] == int(match.group(1))]
            if not comment["mine"]:
                return self.respond(403, {"message": "another's comment"})
            comment["body"] = request["body"]
            comment["edits"] = comment.get("edits", 0) + 1
            self.respond(200, {})
        else:
            return self.respond(404, {"message": "Not Found"})
        store.write_text(json.dumps(comments))

    do_POST = do_PATCH = handle_request

    def listed(self, variables, comments):
        if (variables["owner"], variables["name"], variables["number"]) != ("me", "my.shop", 7):
            return {"data": {"repository": None}, "errors": [{"type": "NOT_FOUND"}]}
        # Pages of two, so that the action must read several.
        start = int(variables["after"] or 0)
        nodes = [
            {
                "viewerDidAuthor": comment["mine"],
                "url": f"https://github.com/me/my.shop/pull/7#issuecomment-{comment['id']}",
                "body": comment["body"],
            }
            for comment in comments[start : start + 2]
        ]
        page = {"hasNextPage": start + 2 < len(comments), "endCursor": str(start + 2)}
        return {"data": {"repository": {"pullRequest": {"comments": {"nodes": nodes, "pageInfo": page}}}}}


def serve(folder):
    """Serves on a free port of loopback, which is written to the file 'port'."""
    GitHub.folder = Path(folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), GitHub)
    partial = GitHub.folder / "port.partial"
    partial.write_text(str(server.server_address[1]))
    partial.rename(GitHub.folder / "port")
    server.serve_forever()


if __name__ == "__main__":
    {"run": run, "serve": serve}[sys.argv[1]](*sys.argv[2:])
