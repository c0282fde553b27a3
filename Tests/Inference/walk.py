"""Walks an API: makes requests and responses by its description, as a browser's archive (HAR 1.2).

    walk.py PLAN.json WALK.har

The plan is written by `callsite-dev infer-check`. Values are made by hypothesis-jsonschema, from a seed: the same plan
gives the same archive.
"""

import datetime
import json
import os
import random
import re
import signal
import string as letters
import sys
import urllib.parse
import warnings

warnings.filterwarnings("ignore")

# Hypothesis makes a folder when it is imported, where it runs unless this names another place.
os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = os.path.join(os.path.dirname(os.path.abspath(sys.argv[2])), "hypothesis")

from hypothesis import strategies as st
from hypothesis.control import BuildContext
from hypothesis.internal.conjecture.data import ConjectureData
from hypothesis_jsonschema import from_schema

from schemas import Expander, Impossible, TooLarge

# Seconds that one operation may take.
BUDGET = 20


class Skipped(Exception):
    pass


# MARK: - Values

_word = st.text("abcdefghijklmnopqrstuvwxyz", min_size=3, max_size=9)
_instant = st.datetimes(datetime.datetime(2015, 1, 1), datetime.datetime(2026, 1, 1))
_host = _word.map(lambda name: name + ".example.com")
FORMATS = {
    "x-text": st.lists(_word, min_size=1, max_size=4).map(lambda words: " ".join(words).capitalize()),
    "x-token": st.text(letters.ascii_letters + letters.digits, min_size=12, max_size=20).map(lambda text: "c1" + text),
    "x-date-time": _instant.map(lambda time: time.replace(microsecond=0).isoformat() + "Z"),
    "x-date": _instant.map(lambda time: time.date().isoformat()),
    "x-uuid": st.uuids(version=4).map(str),
    "x-url": st.tuples(_host, _word).map(lambda parts: "https://%s/%s" % parts),
    "x-email": st.tuples(_word, _host).map(lambda parts: "%s@%s" % parts),
    "x-host": _host,
    "x-base64": st.binary(min_size=3, max_size=12).map(lambda data: __import__("base64").b64encode(data).decode()),
    "x-duration": st.integers(1, 90).map(lambda days: "P%dD" % days),
}


class Maker:
    """Draws values of schemas. Each draw has its own seed, so that they are as different as a server's."""

    def __init__(self, source):
        self.source = source
        self.strategies = {}

    def value(self, schema):
        strategy = self.strategy(schema)
        for attempt in range(8):
            seed = random.Random(self.source.getrandbits(64))
            data = ConjectureData(max_length=200_000, prefix=b"", random=seed)
            try:
                with BuildContext(data, is_final=False):
                    return rounded(data.draw(strategy))
            except Timeout:
                raise
            except BaseException as error:
                if isinstance(error, KeyboardInterrupt):
                    raise
        raise Skipped("hypothesis-jsonschema finds no value")

    def strategy(self, schema):
        """hypothesis-jsonschema compares each part of a schema with the others, which takes minutes for a large one. So
        objects, lists and alternatives are put together here, and it makes what is in them."""
        key = json.dumps(schema, sort_keys=True)
        found = self.strategies.get(key)
        if found is None:
            found = self.strategies[key] = self.made(schema)
        return found

    def made(self, schema):
        if "anyOf" in schema:
            return st.one_of([self.strategy(one) for one in schema["anyOf"]])
        if "properties" in schema:
            fields = {name: self.strategy(own) for name, own in schema["properties"].items()}
            required, least = schema["required"], schema.get("minProperties", 0)
            objects = st.fixed_dictionaries(
                {name: own for name, own in fields.items() if name in required},
                optional={name: own for name, own in fields.items() if name not in required})
            return objects.filter(lambda value: len(value) >= least) if least > len(required) else objects
        if "propertyNames" in schema:
            keys, values = self.strategy(schema["propertyNames"]), self.strategy(schema["additionalProperties"])
            return st.dictionaries(keys, values, min_size=schema["minProperties"], max_size=schema["maxProperties"])
        if "items" in schema:
            isUnique = schema.get("uniqueItems", False)
            return st.lists(
                self.strategy(schema["items"]), min_size=schema["minItems"], max_size=schema["maxItems"],
                unique_by=(lambda value: json.dumps(value, sort_keys=True)) if isUnique else None)
        try:
            # `\w` is more in Python than in a description.
            return from_schema(schema, custom_formats=FORMATS, codec="ascii", allow_x00=False)
        except Exception as error:
            raise Skipped("hypothesis-jsonschema refuses a schema: %s" % type(error).__name__)


def rounded(value):
    if isinstance(value, float):
        return round(value, 2)
    if isinstance(value, list):
        return [rounded(one) for one in value]
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items()}
    return value


class Timeout(BaseException):
    pass


def expired(*_):
    raise Timeout()


# MARK: - Identifiers in paths

PEOPLE = ["octo-cat", "hubot", "mona-lisa", "ada-l", "grace", "linus-t", "margaret-h", "dijkstra", "barbara-l", "kay-a", "knuth", "hopper-g", "turing", "lovelace-7"]


def identifiers(name, schema, source, maker):
    """A dozen values of a path's parameter, which look like a real API's. An id is no person's name."""
    kind, form = schema.get("type"), schema.get("format")
    if kind == "string" and form == "x-text":
        isIdentifier = re.search(r"(?i)(^|_|-)(id|uid|uuid|guid|sid)$|[a-z](Id|ID|Uuid|UUID|Uid|UID|Guid|Sid)$", name)
        style = source.choice(["id", "number", "hash", "slug"] + ([] if isIdentifier else ["login"]))
        if style == "login":
            return source.sample(PEOPLE, 12)
        if style == "number":
            return [str(source.randrange(1000, 9_000_000)) for _ in range(12)]
        if style == "id":
            prefix = source.choice(["cus", "ord", "usr", "item", "grp"])
            return [prefix + "_" + str(source.randrange(10)) + text(source, letters.ascii_letters + letters.digits, 8) for _ in range(12)]
        if style == "hash":
            return ["%040x" % source.getrandbits(160) for _ in range(12)]
        return ["%s-%d" % (text(source, letters.ascii_lowercase, 5), source.randrange(10, 9999)) for _ in range(12)]
    values = []
    for _ in range(40):
        value = maker.value(schema)
        written = plain(value)
        if written and written not in values and "/" not in written and written not in (".", ".."):
            values.append(written)
        if len(values) == 12:
            break
    if not values:
        raise Skipped("a path's parameter has no value")
    return values


def text(source, alphabet, count):
    return "".join(source.choice(alphabet) for _ in range(count))


def plain(value):
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, (dict, list)):
        return None
    return "" if value is None else str(value)


# MARK: - A walk

JSON = re.compile(r"^(application/(.*\+)?json|\*/\*|application/\*)", re.I)


class Walk:
    def __init__(self, plan):
        self.plan, self.document = plan, plan["document"]
        self.entries, self.skipped, self.walked, self.paged, self.pools = [], [], [], [], {}

    def run(self):
        signal.signal(signal.SIGALRM, expired)
        for index in self.plan["operations"]:
            operation = self.document["operations"][index]
            title = operation["method"] + " " + operation["path"]
            before = len(self.entries)
            signal.alarm(BUDGET)
            try:
                Operation(self, operation, random.Random("%d %s" % (self.plan["seed"], title))).walk()
                self.walked.append(title)
            except Timeout:
                self.skip(before, title, "it takes more than %d s" % BUDGET)
            except TooLarge:
                self.skip(before, title, "a schema is too large")
            except (Skipped, Impossible) as error:
                self.skip(before, title, str(error))
            finally:
                signal.alarm(0)

    def skip(self, before, title, reason):
        del self.entries[before:]
        self.skipped.append({"operation": title, "reason": reason})

    def archive(self):
        walk = {"walked": self.walked, "paged": self.paged, "skipped": self.skipped}
        return {"log": {"version": "1.2", "creator": {"name": "walk.py", "version": "1"}, "entries": self.entries, "_walk": walk}}


class Operation:
    def __init__(self, walk, operation, source):
        self.context, self.operation, self.source = walk, operation, source
        self.maker = Maker(source)
        self.title = operation["method"] + " " + operation["path"]
        self.base = walk.plan["baseURL"]
        own = [url for url in operation.get("servers", []) if url.startswith("http") and "{" not in url]
        if own:
            self.base = own[0]

    def expanded(self, schema, direction):
        for depth in (9, 6, 5, 4, 3, 2):
            try:
                return Expander(self.context.document, direction, depth=depth).expanded(schema)
            except TooLarge:
                continue
        raise TooLarge()

    def walk(self):
        self.success = self.response(lambda status: status.startswith("2"))
        if self.success is None:
            raise Skipped("no success has JSON, or no body at all")
        self.body = self.requestBody()
        self.parameters = [one for one in map(self.parameter, self.operation["parameters"]) if one]
        count = self.context.plan["samples"]
        paging = self.operation.get("paging")
        chain = Pages(self, paging) if paging and Pages.isWalked(paging) else None
        if chain and chain.isPossible():
            asked = 0
            while asked < count:
                asked += chain.walk(min(3, count - asked) if count - asked != 1 else 1)
            self.context.paged.append(self.title)
        else:
            for _ in range(count):
                self.exchange(self.request(), self.success)
        for error in self.errors():
            for _ in range(3):
                self.exchange(self.request(), error)

    # What the operation says.

    def response(self, isWanted):
        found = None
        for response in sorted(self.operation["responses"], key=lambda one: one["status"]):
            if not isWanted(response["status"]):
                continue
            content = response["content"]
            media = [one for one in content if JSON.match(one["mediaType"]) and "itemSchema" not in one]
            if content and not media or found and not (media and not found["media"]):
                continue
            found = {"status": response["status"], "media": media[0] if media else None, "headers": response["headers"]}
        if not found:
            return None
        status = found["status"]
        found["code"] = int(status) if status.isdigit() else 400 if status == "default" else int(status[0]) * 100
        if found["media"]:
            found["schema"] = self.expanded(found["media"].get("schema", True), "response")
        return found

    def errors(self):
        result = []
        for response in sorted(self.operation["responses"], key=lambda one: one["status"]):
            if response["status"][0] in "45" or response["status"] == "default":
                try:
                    error = self.response(lambda status, own=response["status"]: status == own)
                except (Impossible, TooLarge):
                    continue
                if error and error["media"]:
                    result.append(error)
        exact = [one for one in result if one["status"].isdigit()]
        return (exact or result)[:2]

    def requestBody(self):
        body = self.operation.get("body")
        if not body:
            return None
        for isMeant, write in (
            (JSON.match, lambda value: json.dumps(value, ensure_ascii=False)),
            (lambda kind: kind.startswith("application/x-www-form-urlencoded"), form),
        ):
            for media in body["content"]:
                if isMeant(media["mediaType"]):
                    kind = media["mediaType"] if "*" not in media["mediaType"] else "application/json"
                    return kind, self.expanded(media.get("schema", True), "request"), write
        if body.get("required"):
            raise Skipped("its body is neither JSON nor a form")
        return None

    def parameter(self, parameter):
        place, name = parameter["in"], parameter["name"]
        isRequired = place == "path" or parameter.get("required", False)
        if place == "header" and name.lower() in ("accept", "content-type", "authorization"):
            return None
        if place == "cookie" and not isRequired:
            return None
        try:
            schema = self.expanded(parameter.get("schema", True), "request")
        except (Impossible, TooLarge):
            if isRequired:
                raise Skipped("a required parameter has no value")
            return None
        style = parameter.get("style") or ("form" if place in ("query", "cookie") else "simple")
        shape = kindOf(schema)
        isSimple = shape == "scalar" or shape == "array" and style in ("form", "simple") and kindOf(itemsOf(schema)) == "scalar"
        if not isSimple or parameter.get("mediaType"):
            if isRequired:
                raise Skipped("the required parameter '%s' is an object, or in an unusual style" % name)
            return None
        return {"name": name, "in": place, "required": isRequired, "schema": schema,
                "explode": parameter.get("explode", style == "form"), "often": self.source.choice([0.2, 0.5, 0.8])}

    # One exchange.

    def request(self, without=()):
        path, query, headers, cookies = self.operation["path"], [], [("Accept", "application/json")], []
        pools = self.context.pools
        for one in self.parameters:
            name, place = one["name"], one["in"]
            if place == "path":
                before = path.partition("{" + name)[0]
                prefix = re.sub(r"\{[^}]*\}", "{}", self.operation["path"].partition("{" + name)[0])
                key = prefix + json.dumps(one["schema"], sort_keys=True)
                if key not in pools:
                    pools[key] = identifiers(name, one["schema"], random.Random("%d %s" % (self.context.plan["seed"], key)), self.maker)
                value = urllib.parse.quote(self.source.choice(pools[key]), safe="")
                path = re.sub(r"\{%s(=[^}]*)?\}" % re.escape(name), lambda _: value, path)
                continue
            if name in without or not one["required"] and self.source.random() > one["often"]:
                continue
            value = self.maker.value(one["schema"])
            if isinstance(value, list):
                texts = [plain(element) for element in value]
                if not texts or None in texts:
                    if one["required"]:
                        texts = [plain(self.maker.value(itemsOf(one["schema"])))]
                    else:
                        continue
                if place == "query":
                    texts = [quoted(text) for text in texts]
                texts = texts if one["explode"] and place == "query" else [",".join(texts)]
            else:
                texts = [quoted(plain(value)) if place == "query" else plain(value)]
            if texts == [""] and not one["required"]:
                continue
            if place == "query":
                query += [(name, text) for text in texts]
            elif place == "header":
                headers.append((name, texts[0]))
            else:
                cookies.append(name + "=" + texts[0])
        self.credentials(query, headers, cookies)
        if cookies:
            headers.append(("Cookie", "; ".join(cookies)))
        return {"path": path, "query": query, "headers": headers}

    def credentials(self, query, headers, cookies):
        alternatives = self.operation.get("security") or []
        if not alternatives or {} in alternatives:
            return
        for name in alternatives[0]:
            scheme = self.context.document["securitySchemes"].get(name, {})
            kind = scheme.get("type")
            if kind == "apiKey":
                key = scheme.get("name", "")
                # A date or a number, as versions are: some documents have a header of the version among the keys.
                pair = (key, "2020-09-14" if key.lower().endswith("version") else "key-0000")
                if scheme.get("in") == "query":
                    query.append(pair)
                elif scheme.get("in") == "cookie":
                    cookies.append("=".join(pair))
                else:
                    headers.append(pair)
            elif kind == "http" and scheme.get("scheme", "").lower() == "basic":
                headers.append(("Authorization", "Basic dXNlcjpwYXNz"))
            elif kind in ("http", "oauth2", "openIdConnect"):
                headers.append(("Authorization", "Bearer token-0000"))

    def url(self, request):
        query = "&".join(quoted(name) + "=" + value for name, value in request["query"])
        return self.base.rstrip("/") + request["path"] + ("?" + query if query else "")

    def exchange(self, request, response, change=lambda value: value, headers=()):
        """Adds it, and gives the value of the response's body."""
        sent = dict(method=self.operation["method"], url=request.get("url") or self.url(request), httpVersion="HTTP/1.1",
                    headers=pairs(request["headers"]), cookies=[], queryString=[], headersSize=-1, bodySize=0)
        if self.body:
            kind, schema, write = self.body
            text = write(self.maker.value(schema))
            sent["headers"] = sent["headers"] + pairs([("Content-Type", kind)])
            sent["postData"] = {"mimeType": kind, "text": text}
            sent["bodySize"] = len(text.encode())
        given, value, content = [], None, {"size": 0, "mimeType": ""}
        if response["media"]:
            value = change(self.maker.value(response["schema"]))
            text = json.dumps(value, ensure_ascii=False)
            kind = response["media"]["mediaType"]
            kind = kind if "*" not in kind else "application/json"
            given.append(("Content-Type", kind))
            content = {"size": len(text.encode()), "mimeType": kind, "text": text}
        for header in response["headers"]:
            if header.get("required") and header["name"].lower() not in ("content-type", "link"):
                given.append((header["name"], plain(self.maker.value(self.expanded(header["schema"], "response"))) or ""))
        given += headers
        entries = self.context.entries
        time = datetime.datetime(2026, 1, 1) + datetime.timedelta(seconds=len(entries))
        entries.append({
            "startedDateTime": time.isoformat() + ".000Z", "time": 1, "request": sent,
            "response": dict(status=response["code"], statusText="", httpVersion="HTTP/1.1", headers=pairs(given), cookies=[],
                             content=content, redirectURL="", headersSize=-1, bodySize=content["size"]),
            "cache": {}, "timings": {"send": 0, "wait": 1, "receive": 0}})
        return value


def pairs(headers):
    return [{"name": name, "value": value} for name, value in headers]


def quoted(text):
    return urllib.parse.quote(text, safe="")


def form(value):
    if not isinstance(value, dict):
        raise Skipped("its form is no object")
    items = []
    for name, field in value.items():
        for one in field if isinstance(field, list) else [field]:
            if plain(one) is None:
                continue
            items.append(quoted(name) + "=" + quoted(plain(one)))
    return "&".join(items)


def kindOf(schema):
    if schema.get("type") in ("array", "object"):
        return schema["type"]
    if any(isinstance(value, (dict, list)) for value in schema.get("enum", [])):
        return "object"
    kinds = {kindOf(one) for one in schema.get("anyOf", [])}
    return "object" if kinds & {"array", "object"} else "scalar"


def itemsOf(schema):
    return schema.get("items", {"type": "string", "format": "x-text"})


# MARK: - Pages

class Pages:
    """A list of two or three pages, as the detected pagination says."""

    NAMES = ("page", "cursor", "after", "offset", "start", "starting_after", "page_token", "pagetoken", "next", "marker", "since")

    def __init__(self, operation, paging):
        self.operation, self.paging = operation, paging
        self.style = paging["style"]
        self.moving = listed(paging.get("parameter"))
        self.next = listed(paging.get("next"))
        self.elements = path(paging.get("elements"))

    @staticmethod
    def isWalked(paging):
        return paging["style"] in ("page", "offset", "cursor", "keyset", "nextURL", "link")

    def isPossible(self):
        operation = self.operation
        names = [one["name"] for one in operation.parameters if one["in"] == "query"]
        if not operation.success["media"]:
            return False
        if self.style in ("nextURL", "link"):
            self.moving = [name for name in names if name.lower() in self.NAMES][:1]
            if not self.moving:
                return False
        elif len(self.moving) != 1 or self.moving[0] not in names:
            return False
        if self.style == "cursor" and not (self.next and isinstance(self.next[0], (str, dict))):
            return False
        schema = json.loads(json.dumps(operation.success["schema"]))
        leaf = forced(schema, self.elements)
        if leaf is None or leaf.get("type") != "array" or "items" not in leaf:
            return False
        leaf["minItems"], leaf["maxItems"] = 2, 2
        self.token = {"type": "string", "format": "x-token"}
        if self.style in ("cursor", "nextURL") and isinstance(self.next[0], str):
            value = forced(schema, path(self.next[0]))
            if value is None:
                return False
            if value.get("type") == "string" and value.get("format") in ("x-text", "x-token"):
                value["format"] = "x-token"
            self.token = dict(value)
        if self.style == "keyset":
            key = forced(leaf["items"], path(listed(self.paging.get("key"))[0])) if self.paging.get("key") else None
            if key is None:
                return False
        for key in ("hasNext", "isLast", "current", "total", "totalPages"):
            if isinstance(self.paging.get(key), str):
                forced(schema, path(self.paging[key]))
        self.success = dict(operation.success, schema=schema)
        self.size = next((name for name in (self.paging.get("size"), self.paging.get("limit")) if name in names), None)
        return True

    def walk(self, count):
        operation, paging = self.operation, self.paging
        request = operation.request(without=self.moving + ([self.size] if self.size else []))
        if self.size:
            size = next(one for one in operation.parameters if one["name"] == self.size)["schema"]
            least, most = size.get("minimum", 1), size.get("maximum", 100)
            if size.get("type") == "integer" and least <= 2 <= most:
                request["query"].append((self.size, "2"))
        first = paging.get("first")
        number = first if isinstance(first, int) else 1 if self.style == "page" else 0
        value = None
        for index in range(count):
            isLast = index == count - 1
            sent = dict(request, query=list(request["query"]))
            if self.style in ("page", "offset"):
                if index or operation.source.random() < 0.7:
                    sent["query"].append((self.moving[0], str(number)))
            elif value is not None:
                sent["query"].append((self.moving[0], quoted(value)))
            page, ahead = number, dict(request, query=list(request["query"]))
            number += 1 if self.style == "page" else 2
            token = self.distinct(plain(operation.maker.value(self.token))) if self.token.get("format") != "x-url" else text(operation.source, letters.ascii_letters, 14)
            if self.style in ("nextURL", "link"):
                name = self.moving[0]
                schema = next(one for one in operation.parameters if one["name"] == name)["schema"]
                token = str(index + 2) if schema.get("type") == "integer" else token
            ahead["query"].append((self.moving[0], quoted(token)))
            headers = []
            if self.style == "link" and not isLast:
                headers.append(("Link", '<%s>; rel="next"' % operation.url(ahead)))
            if self.style == "cursor" and isinstance(self.next[0], dict) and not isLast:
                headers.append((self.next[0]["header"], token))
            body = operation.exchange(
                sent, self.success, lambda body: self.changed(body, page, index, count, token, operation.url(ahead)), headers)
            if self.style == "keyset":
                found = at(at(body, self.elements)[-1], path(listed(paging["key"])[0]))
                value = plain(found)
            else:
                value = token
        return count

    def distinct(self, token):
        """A small number is found in any body by chance."""
        isFree = self.token.get("type") == "integer" and "maximum" not in self.token
        return str(int(token) + 1000000) if isFree and abs(int(token)) < 1000000 else token

    def changed(self, body, page, index, count, token, url):
        """A page's body, as it says where it stands."""
        paging, isLast = self.paging, index == count - 1
        if self.style in ("cursor", "nextURL") and isinstance(self.next[0], str):
            keys = path(self.next[0])
            own = at(body, keys)
            if isLast:
                self.end(body, keys)
            elif self.style == "nextURL":
                put(body, keys, url)
                holder = at(body, keys[:-1])
                if isinstance(holder.get(self.moving[0]), str):
                    holder[self.moving[0]] = token
            else:
                put(body, keys, int(token) if isinstance(own, int) else token)
        for key, value in (("hasNext", not isLast), ("isLast", isLast), ("current", page), ("total", 2 * count), ("totalPages", count)):
            name = paging.get(key)
            if isinstance(name, str) and name not in self.next and isinstance(at(body, path(name)), type(value)):
                put(body, path(name), value)
        return body

    def end(self, body, keys):
        """The last page has no next one: null, or absent, or empty."""
        schema, source = self.operation.success["schema"], self.operation.source
        if len(keys) > 1 and keys[0] not in chosen(schema).get("required", []) and keys[0] not in self.elements and source.random() < 0.5:
            body.pop(keys[0])
            return
        for key in keys[:-1]:
            schema = (chosen(schema).get("properties") or {}).get(key, {})
        holder = at(body, keys[:-1])
        owner = chosen(schema)
        own = owner.get("properties", {}).get(keys[-1], {})
        isNullable, isOptional = {"type": "null"} in own.get("anyOf", []), keys[-1] not in owner.get("required", [])
        if isNullable and not (isOptional and source.random() < 0.5):
            holder[keys[-1]] = None
        elif isOptional:
            holder.pop(keys[-1], None)
        elif own.get("type") == "string" and own.get("format") in ("x-text", "x-token"):
            holder[keys[-1]] = ""


def listed(value):
    return [] if value is None else value if isinstance(value, list) else [value]


def path(name):
    return name.split(".") if isinstance(name, str) and name else []


def chosen(schema):
    """The alternative that isn't null."""
    for one in schema.get("anyOf", []):
        if one.get("type") != "null":
            return chosen(one)
    return schema


def forced(schema, keys):
    """The schema at a path, which every value has from now on."""
    for key in [None] + keys:
        if key is not None:
            if key not in schema.get("properties", {}):
                return None
            if key not in schema["required"]:
                schema["required"] = sorted(schema["required"] + [key])
            schema = schema["properties"][key]
        if "anyOf" in schema:
            own = chosen(schema)
            schema.clear()
            schema.update(own)
    return schema


def at(value, keys):
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def put(value, keys, new):
    for key in keys[:-1]:
        value = value[key]
    value[keys[-1]] = new


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        walk = Walk(json.load(file))
    walk.run()
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        json.dump(walk.archive(), file, ensure_ascii=False, separators=(",", ":"))
        file.write("\n")


main()
