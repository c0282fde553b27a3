"""Schemas of a mock's description as `hypothesis-jsonschema` takes them: without references, closed, and of one direction."""

import zlib


class Impossible(Exception):
    """No value can be made: the schema refuses all, nests too deeply, or closes a cycle."""


class TooLarge(Exception):
    pass


# Formats of our own, because the library makes strings that no server sends.
FORMATS = {
    "date-time": "x-date-time", "date": "x-date", "uuid": "x-uuid", "uri": "x-url", "url": "x-url", "iri": "x-url",
    "uri-reference": "x-url", "email": "x-email", "idn-email": "x-email", "hostname": "x-host", "ipv4": "ipv4",
    "ipv6": "ipv6", "time": "time", "byte": "x-base64", "base64": "x-base64", "duration": "x-duration",
}
# Keys of maps look like data. One map has one kind.
KEYS = ["[1-9][0-9]{2,5}", "(cus|ord|usr)_[0-9][A-Za-z0-9]{7}", "20(19|2[0-5])-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])"]


class Expander:
    def __init__(self, document, direction, size=1500, depth=9):
        self.schemas = document["schemas"]
        self.isOld = document.get("dialect") == "openapi-3.0"
        self.hidden = "writeOnly" if direction == "response" else "readOnly"
        self.left, self.depth = size, depth

    def expanded(self, schema):
        return self.expand(schema, (), 0, "")

    # A reference's target, and the parts of `allOf`, as one schema, whose parts are as written.

    def flat(self, schema, names):
        if schema is False:
            raise Impossible("false")
        if not isinstance(schema, dict):
            return {}, names
        if "$ref" in schema:
            name = schema["$ref"].rsplit("/", 1)[-1].replace("~1", "/").replace("~0", "~")
            if names.count(name) >= 2 or len(names) > 60:
                raise Impossible("a cycle")
            if name not in self.schemas:
                raise Impossible("no " + schema["$ref"])
            target, inner = self.flat(self.schemas[name], names + (name,))
            beside = {key: value for key, value in schema.items() if key != "$ref"}
            if beside and not self.isOld:
                other, _ = self.flat(beside, names)
                target = merged(target, other)
            return target, inner
        result = {key: value for key, value in schema.items() if key != "allOf"}
        for part in schema.get("allOf", []):
            other, inner = self.flat(part, names)
            other = {key: value for key, value in other.items() if key != "discriminator"}
            result = merged(other, result)
            names = inner
        return result, names

    def expand(self, schema, names, depth, path):
        self.left -= 1
        if self.left < 0:
            raise TooLarge()
        if depth > self.depth:
            raise Impossible("too deep")
        outer = names
        flat, names = self.flat(schema, names)
        if self.isOld and flat.get("nullable") is True:
            return orNull(lambda: self.typed(without(flat, "nullable"), outer, names, depth, path))
        return self.typed(flat, outer, names, depth, path)

    def typed(self, flat, outer, names, depth, path):
        types = flat.get("type")
        if isinstance(types, list):
            rest = [one for one in types if one != "null"]
            if "null" in types:
                own = dict(flat, type=rest[0] if len(rest) == 1 else rest)
                if "enum" in own:
                    own["enum"] = [value for value in own["enum"] if value is not None]
                if not rest:
                    return {"type": "null"}
                return orNull(lambda: self.typed(own, outer, names, depth, path))
            if len(rest) > 1:
                return any_([lambda one=one: self.typed(dict(flat, type=one), outer, names, depth, path) for one in rest])
            flat = dict(flat, type=rest[0])
        if "const" in flat:
            return {"const": flat["const"]}
        if "enum" in flat:
            values = [value for value in flat["enum"] if isOf(value, flat.get("type"))]
            if not values:
                raise Impossible("an enum without a value")
            return {"enum": values}
        alternatives = self.alternatives(flat)
        if alternatives is not None:
            base = without(flat, "oneOf", "anyOf", "discriminator", "nullable")
            made = []
            for tag, alternative in alternatives:
                parts = [base, alternative] + ([tag] if tag else [])
                made.append(lambda parts=parts: self.expand({"allOf": parts}, outer, depth, path))
            return any_(made)
        return self.plain(flat, names, depth, path)

    def alternatives(self, flat):
        discriminator = flat.get("discriminator") or {}
        name = discriminator.get("propertyName")
        mapping = discriminator.get("mapping") or {}
        alternatives = flat.get("oneOf") or flat.get("anyOf")
        if not alternatives and mapping:
            alternatives = [{"$ref": target} for target in dict.fromkeys(mapping.values())]
        if not alternatives:
            return None
        result = []
        for alternative in alternatives:
            tag = None
            target = alternative.get("$ref") if isinstance(alternative, dict) else None
            if name and target:
                tags = [tag for tag, other in mapping.items() if other == target] or [target.rsplit("/", 1)[-1]]
                tag = {"properties": {name: {"const": tags[0]}}, "required": [name]}
            result.append((tag, alternative))
        return result

    # Without alternatives, references and several types.

    def plain(self, flat, names, depth, path):
        kind = flat.get("type") or impliedType(flat)
        if kind == "null":
            return {"type": "null"}
        if kind == "boolean":
            return {"type": "boolean"}
        if kind in ("integer", "number"):
            return number(flat, kind)
        if kind == "string":
            return string(flat)
        if kind == "array":
            return self.array(flat, names, depth, path)
        if kind == "object":
            return self.object(flat, names, depth, path)
        return {"anyOf": [{"type": "string", "format": "x-text"}, {"type": "integer", "minimum": 0, "maximum": 999}, {"type": "boolean"}]}

    def array(self, flat, names, depth, path):
        least = flat.get("minItems", 0)
        result = {"type": "array", "minItems": least, "maxItems": max(least, min(flat.get("maxItems", 3), 3))}
        if flat.get("uniqueItems"):
            result["uniqueItems"] = True
        try:
            result["items"] = self.expand(flat.get("items", True), names, depth + 1, path + "/*")
        except Impossible:
            if least:
                raise
            return {"type": "array", "maxItems": 0}
        return result

    def object(self, flat, names, depth, path):
        properties, required = flat.get("properties") or {}, set(flat.get("required") or [])
        made = {}
        for name, schema in properties.items():
            try:
                own, _ = self.flat(schema, names)
                if own.get(self.hidden):
                    required.discard(name)
                    continue
                made[name] = self.expand(schema, names, depth + 1, path + "/" + name)
            except Impossible:
                if name in required:
                    raise
        for name in sorted(required):
            if name not in properties:
                made[name] = {"type": "string", "format": "x-text"}
        rest = flat.get("additionalProperties")
        if made or properties:
            # A server sends what it describes, though more is allowed.
            return {"type": "object", "properties": made, "required": sorted(required), "additionalProperties": False,
                    "minProperties": min(flat.get("minProperties", 0), len(made))}
        if isinstance(rest, dict) and rest:
            least = flat.get("minProperties", 0)
            keys = KEYS[zlib.crc32(path.encode()) % len(KEYS)]
            result = {"type": "object", "minProperties": least, "maxProperties": max(least, min(flat.get("maxProperties", 3), 3))}
            try:
                result["additionalProperties"] = self.expand(rest, names, depth + 1, path + "/{}")
            except Impossible:
                return {"type": "object", "maxProperties": 0}
            own, _ = self.flat(flat.get("propertyNames", {}), names)
            result["propertyNames"] = (
                {"enum": own["enum"]} if "enum" in own else {"type": "string", "pattern": own.get("pattern", "^" + keys + "$")})
            return result
        text = {"type": "string", "format": "x-text"}
        return {"type": "object", "properties": {"note": text, "count": {"type": "integer", "minimum": 0, "maximum": 999}},
                "required": ["note"] if flat.get("minProperties") else [], "additionalProperties": False}


def without(schema, *names):
    return {key: value for key, value in schema.items() if key not in names}


def orNull(make):
    try:
        own = make()
    except Impossible:
        return {"type": "null"}
    return {"anyOf": [own, {"type": "null"}]}


def any_(makers):
    made = []
    for make in makers:
        try:
            own = make()
        except Impossible:
            continue
        if own not in made:
            made.append(own)
    if not made:
        raise Impossible("no alternative")
    return made[0] if len(made) == 1 else {"anyOf": made}


def isOf(value, kind):
    if kind in ("string", "object", "array", "boolean"):
        return isinstance(value, {"string": str, "object": dict, "array": list, "boolean": bool}[kind])
    if kind in ("integer", "number"):
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return value is not None or kind is None


def merged(one, other):
    """What both say. Properties of one name are both; of other keywords the second counts."""
    result = dict(one)
    for key, value in other.items():
        if key not in result:
            result[key] = value
        elif key == "properties":
            properties = dict(result[key])
            for name, schema in value.items():
                if name in properties and properties[name] != schema:
                    schema = {"allOf": [properties[name], schema]}
                properties[name] = schema
            result[key] = properties
        elif key == "required":
            result[key] = list(result[key]) + [name for name in value if name not in result[key]]
        elif key == "enum":
            result[key] = [one for one in value if one in result[key]] or value
        elif key in ("oneOf", "anyOf"):
            # The alternatives of both: those of the second with each of the first would be many.
            result[key] = [{"allOf": [a, b]} for a in result[key][:4] for b in value[:4]]
        elif key == "additionalProperties" and value in (True, False):
            continue
        elif key in ("nullable", "readOnly", "writeOnly"):
            result[key] = result[key] and value if key == "nullable" else result[key] or value
        else:
            result[key] = value
    return result


def impliedType(schema):
    for kind, keys in (
        ("object", ("properties", "additionalProperties", "required", "patternProperties", "minProperties")),
        ("array", ("items", "minItems", "maxItems")), ("string", ("pattern", "minLength", "maxLength")),
    ):
        if any(isinstance(schema.get(key), (dict, list, str, int)) and schema[key] is not True for key in keys):
            return kind
    return "string" if schema.get("format") in FORMATS else None


def number(schema, kind):
    least, most = schema.get("minimum"), schema.get("maximum")
    low, high = schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum")
    step = 1 if kind == "integer" else 0.01
    if low is True:
        least = None if least is None else least + step
    elif low is not None and low is not False:
        least = low + step if least is None else max(least, low + step)
    if high is True:
        most = None if most is None else most - step
    elif high is not None and high is not False:
        most = high - step if most is None else min(most, high - step)
    if least is None:
        least = 0 if most is None or most >= 0 else most - 1000
    least = max(least, -1_000_000)
    if most is None or most - least > 1_000_000:
        most = least + 1_000_000
    if least > most:
        raise Impossible("no number")
    if kind == "integer":
        least, most = -(-least // 1), most // 1
        result = {"type": "integer", "minimum": int(least), "maximum": int(most)}
    else:
        result = {"type": "number", "minimum": least, "maximum": most}
    if schema.get("multipleOf"):
        result["multipleOf"] = schema["multipleOf"]
    return result


def string(schema):
    if schema.get("format") in FORMATS:
        return {"type": "string", "format": FORMATS[schema["format"]]}
    least, most = schema.get("minLength", 0), schema.get("maxLength")
    if schema.get("pattern"):
        result = {"type": "string", "pattern": schema["pattern"], "minLength": least}
        result["maxLength"] = min(40 if most is None else most, max(least, 40))
        return result
    if least > 3 or most is not None and most < 32:
        top = max(least, 1) if most is None else most
        if top < max(least, 1):
            return {"const": ""}
        return {"type": "string", "pattern": "^[a-z]{%d,%d}$" % (max(least, 1), min(top, max(least, 1) + 11))}
    return {"type": "string", "format": "x-text"}
