"""What schemathesis reports of `callsite mock`, but isn't the mock's mistake.

`.ci/schemathesis` loads it. A failure that a rule below knows is left out, and counted: how many each rule left out is printed at the
end. Each rule says why, and is as narrow as what schemathesis tells of a failure allows. No check is disabled here.
"""

import atexit
import collections
import functools
import json
import re
import urllib.parse

import schemathesis
from schemathesis.core import NotSet
from schemathesis.core.jsonschema import make_validator, maybe_resolve_bundled, schema_with_bundle
from schemathesis.core.parameters import ParameterLocation
from schemathesis.specs.openapi.utils import parameter_types, sent_text_is_valid

RULES = []
LEFT_OUT = collections.Counter()


def rule(*codes):
    """A rule of these kinds of failure (`st explain` lists them), which finds out whether one isn't the mock's mistake."""

    def add(function):
        RULES.append((codes, function))
        return function

    return add


@schemathesis.hook
def filter_failure(context, failure, case, response):
    for codes, matches in RULES:
        if failure.code in codes and matches(failure, case, response):
            LEFT_OUT[matches.__doc__.split("\n")[0]] += 1
            return False
    return True


@atexit.register
def say():
    for reason, count in LEFT_OUT.most_common():
        print(f"left out {count:5} × {reason}")


# How the mock reads what a document contradicts itself in.

root = []
# The properties by which alternatives are told apart, anywhere in the document.
DISCRIMINATORS = set()


def resolved(schema):
    """A schema, or what it refers to within the document."""
    reference = schema.get("$ref") if isinstance(schema, dict) else None
    if not isinstance(reference, str) or not reference.startswith("#/"):
        return schema
    value = root[0]
    for part in reference[2:].split("/"):
        part = urllib.parse.unquote(part).replace("~1", "/").replace("~0", "~")
        value = value.get(part) if isinstance(value, dict) else None
    return value


def constants(schema, name, depth=0):
    """The strings that a schema lists for a property."""
    schema = resolved(schema)
    if not isinstance(schema, dict) or depth > 6:
        return []
    property = resolved(schema.get("properties", {}).get(name)) if isinstance(schema.get("properties"), dict) else None
    if isinstance(property, dict):
        found = [property["const"]] if "const" in property else property.get("enum") or []
        if found:
            return [value for value in found if isinstance(value, str)]
    return [value for part in schema.get("allOf") or [] for value in constants(part, name, depth + 1)]


def are_all_lax(branches):
    """Whether each alternative allows the objects of the others: it requires nothing, excludes nothing, and has other properties.
    Then `oneOf` allows only objects with a property of the wrong type, which no API means (Klaviyo)."""
    names = set()
    for branch in map(resolved, branches):
        if not isinstance(branch, dict) or branch.get("type") != "object" or not set(branch) <= {"type", "properties", "title", "description", "example"}:
            return False
        if names & set(branch.get("properties") or {}):
            return False
        names |= set(branch.get("properties") or {})
    return True


@schemathesis.hook
def before_load_schema(context, document):
    """Makes schemathesis read a document as the mock does where what it says can't all hold, or isn't read alike by everyone."""
    if isinstance(document, dict):
        root.append(document)
        # Of equal alternatives a value fits all, which `oneOf` forbids: there can only be one (Klaviyo).
        if isinstance(document.get("oneOf"), list):
            kept = {json.dumps(resolved(branch), sort_keys=True, default=str): branch for branch in reversed(document["oneOf"])}
            document["oneOf"] = [branch for branch in document["oneOf"] if any(branch is other for other in kept.values())]
            if len(document["oneOf"]) > 1 and are_all_lax(document["oneOf"]):
                document["anyOf"] = document.pop("oneOf")
        discriminator = document.get("discriminator")
        if isinstance(discriminator, dict):
            DISCRIMINATORS.add(discriminator.get("propertyName"))
        if isinstance(discriminator, dict) and "mapping" not in discriminator:
            # Without a mapping the alternatives' own constants say which is meant; schemathesis knows names only (OpenAI).
            discriminator["mapping"] = {
                value: branch["$ref"]
                for branch in document.get("oneOf") or document.get("anyOf") or [] if isinstance(branch, dict) and "$ref" in branch
                for value in constants(branch, discriminator.get("propertyName"))
            }
            if not discriminator["mapping"]:
                del discriminator["mapping"]
        mapping = discriminator.get("mapping") if isinstance(discriminator, dict) else None
        for value, target in mapping.items() if isinstance(mapping, dict) else ():
            # A mapping may say a component's bare name, which schemathesis takes for a file's.
            if isinstance(target, str) and re.fullmatch(r"[\w-]+", target):
                mapping[value] = f"#/components/schemas/{target}"
        if isinstance(mapping, dict):
            # A discriminator chooses one alternative, even where a value fits another, laxer one too, which `oneOf` forbids.
            for index, branch in enumerate(document.get("oneOf") or []):
                values = [value for value, target in mapping.items() if target == branch.get("$ref")]
                if values:
                    pinned = {"properties": {discriminator["propertyName"]: {"enum": values}}}
                    document["oneOf"][index] = {"allOf": [branch, pinned]}
        if str(root[0].get("openapi")).startswith("3.0") or "swagger" in root[0]:
            # Beside a `$ref` they ignore everything, `nullable` too (Docker).
            if isinstance(document.get("$ref"), str):
                document.pop("nullable", None)
                document.pop("x-nullable", None)
        elif document.get("nullable") is True:
            # 3.1 has no `nullable` any more, but documents do, and the mock reads it as they mean it (Airflow).
            if isinstance(document.get("$ref"), str):
                document["anyOf"] = [{"$ref": document.pop("$ref")}, {"type": "null"}]
            elif isinstance(document.get("type"), str):
                document["type"] = [document["type"], "null"]
        values = document.get("enum")
        if isinstance(values, list):
            # Documents write `nullable` beside an `enum` that they forget to put null in; the mock gives and accepts null.
            if document.get("nullable") is True and None not in values:
                values.append(None)
            # A number in an enum of strings is one that lacks its quotes (GitLab).
            if document.get("type") == "string":
                document["enum"] = [str(value) if isinstance(value, int) and not isinstance(value, bool) else value for value in values]
    for inner in document.values() if isinstance(document, dict) else document if isinstance(document, list) else ():
        before_load_schema(context, inner)


# What the description says of a response.

# Of requests that the description forbids; 409 is of a POST whose id exists already.
REFUSALS = {400, 401, 404, 405, 406, 409, 415, 422}


def is_refusal(response):
    """Whether the mock refuses a request with a body of its own, not of the description's."""
    if response.status_code not in REFUSALS or response.headers.get("content-type") != ["application/problem+json"]:
        return False
    try:
        return json.loads(response.content).get("status") == response.status_code
    except (ValueError, AttributeError):
        return False


def described(case, response):
    """The description of a response with this status, or None."""
    found = case.operation.responses.find_by_status_code(response.status_code)
    return found.definition if found else None


@functools.cache
def examples(operation, status):
    """What the examples of a response consist of: each value in them, as (name of its property, JSON)."""
    found, seen = set(), set()

    def add(value, name):
        found.add((name, json.dumps(value, sort_keys=True, default=str)))
        for key, inner in value.items() if isinstance(value, dict) else ((name, item) for item in value) if isinstance(value, list) else ():
            add(inner, key)

    def walk(value, name):
        if isinstance(value, list):
            for item in value:
                walk(item, name)
        if not isinstance(value, dict) or (id(value), name) in seen:
            return
        seen.add((id(value), name))
        if resolved(value) is not value:
            walk(resolved(value), name)
        for key, inner in value.items():
            if key in ("example", "default", "x-example"):
                add(inner, name)
            elif key == "examples":
                for item in inner.values() if isinstance(inner, dict) else inner:
                    item = resolved(item)
                    add(item["value"] if isinstance(item, dict) and "value" in item else item, name)
            elif key == "properties" and isinstance(inner, dict):
                for property, schema in inner.items():
                    walk(schema, property)
            else:
                walk(inner, name)

    walk(operation.responses.find_by_status_code(status).definition, None)
    return found


def allows(validator, value):
    """Whether a value is valid; files, which are no JSON, are strings to a schema."""
    try:
        return validator.is_valid(json.loads(json.dumps(value, default=lambda file: "")))
    except (TypeError, ValueError):
        return True


def body_validator(operation, media_type):
    """What judges a body of this media type, or None."""
    body = operation.get_body_for_media_type(media_type) if media_type else None
    return body and make_validator(body.optimized_schema, operation.schema.adapter.jsonschema_validator_cls)


# The rules.


@rule("ST103")
def undescribed_refusal(failure, case, response):
    """a refusal with a status that the document doesn't describe

    Many documents describe successes only. The mock refuses what they forbid nevertheless: that is what it is for.
    """
    return is_refusal(response)


@rule("ST105")
def undescribed_body_of_refusal(failure, case, response):
    """a refusal whose body the document doesn't describe

    Swagger 2.0 has the media types of all responses in one place, `produces`, also those of responses without a schema.
    """
    definition = described(case, response) or {}
    return is_refusal(response) and "schema" not in definition and "content" not in definition


@rule("ST104")
def no_content(failure, case, response):
    """an empty body without Content-Type where Swagger 2.0 has no schema

    "If this field does not exist, it means no content is returned as part of the response" (Response Object, schema).
    """
    definition = described(case, response)
    return "swagger" in case.operation.schema.raw_schema and definition is not None \
        and "schema" not in definition and not response.content


@rule("ST103")
def no_responses(failure, case, response):
    """a success of an operation whose document describes no responses at all"""
    return not case.operation.responses.status_codes and 200 <= response.status_code < 300


@rule("ST108")
def example_as_it_is(failure, case, response):
    """an example that contradicts its schema

    A mock gives a document's examples as they are. What failed has to be in an example of this response, at a property of this name.
    """
    if case.operation.responses.find_by_status_code(response.status_code) is None:
        return False
    name = next((part for part in reversed(failure.instance_path) if isinstance(part, str)), None)
    value = json.dumps(failure.instance, sort_keys=True, default=str)
    found = examples(case.operation, response.status_code)
    if (name, value) in found:
        return True
    # What was sent or paged may stand in an example by now; what the example lacks, it lacks still.
    missing = re.match(r'"(.*)" is a required property', failure.message)
    if not missing or not isinstance(failure.instance, dict):
        return False
    lacking = (json.loads(text) for other, text in found if other == name and text.startswith("{"))
    return any(example and missing[1] not in example and example.keys() <= failure.instance.keys() for example in lacking)


@rule("ST108")
def impossible_enum(failure, case, response):
    """a schema that no value fits: none of its enum's values is of its type (Okta)"""
    schema = failure.schema
    return "enum" in schema and "type" in schema and not any(
        make_validator({"type": schema["type"]}, case.operation.schema.adapter.jsonschema_validator_cls).is_valid(value)
        for value in schema["enum"]
    )


@rule("ST201")
def value_of_enum(failure, case, response):
    """a value that the enum lists, though it isn't of the type beside it (Okta)"""
    return "Enum value with type mismatching the declared 'type'" in failure.message


@rule("ST202")
def not_valid_after_all(failure, case, response):
    """a request that schemathesis finds wrong itself once it is put together

    Its parts come from links, pools and examples, which aren't judged: an id of another place, an empty string for a date.
    """
    operation = case.operation
    for values, parameters in (
        (case.path_parameters, operation.path_parameters), (case.query, operation.query), (case.headers, operation.headers),
    ):
        for name, value in (values or {}).items():
            parameter = parameters.get(name)
            if parameter is None or not isinstance(value, str):
                continue
            allowed = parameter_types(parameter.validation_schema)
            # Lists and objects are written in several ways.
            if "array" in allowed or "object" in allowed:
                continue
            text = urllib.parse.unquote(value) if values is case.path_parameters else value
            if not sent_text_is_valid(text, parameter.get_validator().is_valid, allowed):
                return True
    validator = body_validator(operation, case.media_type)
    return validator is not None and not allows(validator, case.body)


# What schemathesis can't write in a form, or writes like something else.


FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


def is_flat(value):
    """Whether it is written in a form as it is meant: of objects in a form it writes the names only, or nothing."""
    if isinstance(value, list):
        return bool(value) and all(not isinstance(item, (dict, list)) and item is not None for item in value)
    return not isinstance(value, dict) and value is not None


def form(case):
    """The fields of a form and what judges them, or None."""
    if case.media_type not in FORMS or not isinstance(case.body, dict):
        return None
    validator = body_validator(case.operation, case.media_type)
    return validator and (case.body, validator)


@rule("ST202")
def structures_in_form(failure, case, response):
    """a form with objects, null or an empty list, which schemathesis writes in ways of its own, or one that is a list (NetBox)"""
    if case.media_type in FORMS and isinstance(case.body, list):
        return True
    found = form(case)
    return found is not None and not all(map(is_flat, found[0].values()))


@rule("ST201")
def nothing_wrong_in_form(failure, case, response):
    """a form whose mistake isn't sent: it is in an object, or is written like a list of one, an empty list or a string"""
    fields, validator = form(case) or ({}, None)
    # An object's members may be written as fields of the form itself.
    inner = {name: value for object in fields.values() if isinstance(object, dict) for name, value in object.items()}
    sent = {name: value for name, value in {**inner, **fields}.items() if is_flat(value)}
    empty = {name: value for name, value in fields.items() if value == []}
    if validator and sent != fields and (allows(validator, sent) or allows(validator, {**sent, **empty})):
        return True
    sent |= empty

    def is_one(name, value):
        text = value if isinstance(value, str) else json.dumps(value, default=str)
        # Objects of a multipart form may arrive, as parts of JSON, or not.
        return is_flat(value) and not isinstance(value, list) and any(
            allows(validator, {**others, name: item}) for others in (sent, fields) for item in (text, [value], [text])
        )

    # A required list that is missing is an empty one.
    body = case.operation.get_body_for_media_type(case.media_type) if validator else None
    schema = maybe_resolve_bundled(body.optimized_schema) if body else {}
    lists = {name: [] for name in schema.get("required", [])}
    if validator and lists and (allows(validator, {**lists, **sent}) or allows(validator, {**lists, **fields})):
        return True

    return any(is_one(name, value) for name, value in sent.items())


@rule("ST201")
def empty_for_null(failure, case, response):
    """an empty query parameter, or the text null, where it may be null: null has no form of its own in a query (Gr4vy, Airflow)"""
    data = case.meta.phase.data
    parameter = case.operation.query.get(data.parameter) if data.parameter_location == ParameterLocation.QUERY else None
    return parameter is not None and (case.query or {}).get(data.parameter) in ("", "null") and parameter.get_validator().is_valid(None)


@rule("ST202")
def undefined_style(failure, case, response):
    """a structure in a parameter for which there is no form: in a list, in an object of style deepObject, an empty one in a header"""
    if any(isinstance(item, (dict, list)) for value in (case.query or {}).values() if isinstance(value, list) for item in value):
        return True
    for parameter in case.operation.headers:
        # RFC 6570 leaves an empty object out; it writes one as an empty header (Mastodon).
        if (case.headers or {}).get(parameter.name) == "" and parameter_types(parameter.validation_schema) == ["object"]:
            return True
    for parameter in case.operation.query:
        if parameter.definition.get("style") != "deepObject":
            continue
        schema = parameter.validation_schema
        for key in case.query or {}:
            field = key.removeprefix(f"{parameter.name}[").removesuffix("]")
            inner = maybe_resolve_bundled(schema).get("properties", {}).get(field) if field != key else None
            if inner is not None and {"array", "object"} & set(parameter_types(maybe_resolve_bundled(schema_with_bundle(inner, schema)))):
                return True
    return False


@rule("ST201")
def header_without_meaning(failure, case, response):
    """a header parameter Accept, Content-Type or Authorization, whose definition OpenAPI has to be ignored

    Swagger 2.0 doesn't say so, but has `consumes`, `produces` and `security` for them as well (Docker).
    """
    data = case.meta.phase.data
    return data.parameter_location == ParameterLocation.HEADER \
        and (data.parameter or "").lower() in ("accept", "content-type", "authorization")


@rule("ST103", "ST105", "ST201")
def uri_too_long(failure, case, response):
    """414 of a path longer than 16 KB, which is refused before anything else is read (Discord has ids of up to 152,133 letters)"""
    return response.status_code == 414 and len(response.request.url) > 16_000


@rule("ST101", "ST103", "ST105")
def only_101(failure, case, response):
    """501 where the document has no success but 101, which a mock can't give: it would have to speak another protocol (Docker)"""
    statuses = case.operation.responses.status_codes
    return response.status_code == 501 and "101" in statuses and not any(status.startswith("2") for status in statuses)


@rule("ST105")
def error_beside_bytes(failure, case, response):
    """an error in JSON where Swagger 2.0's `produces` has only the media types of the bytes that a success gives (Docker)"""
    definition = described(case, response) or {}
    return "swagger" in case.operation.schema.raw_schema and response.status_code >= 400 and "schema" in definition \
        and response.headers.get("content-type") == ["application/json"]


@rule("ST104", "ST109")
def no_content_at_all(failure, case, response):
    """a schema of a 204, which has no content (RFC 9110, 15.3.5; DocuSign)"""
    return response.status_code == 204 and not response.content


@rule("ST201")
def body_may_be_missing(failure, case, response):
    """no form where Swagger 2.0 requires none of its fields (DocuSign)"""
    parameters = case.operation.definition.raw.get("parameters", [])
    return "swagger" in case.operation.schema.raw_schema and isinstance(case.body, NotSet) \
        and "Missing request body" in failure.message and all(
            parameter.get("in") == "path" or not parameter.get("required") for parameter in parameters if isinstance(parameter, dict)
        )


@rule("ST101", "ST103", "ST104", "ST105", "ST108", "ST109", "ST201", "ST202", "ST203", "ST204", "ST205", "ST301", "ST302")
def path_with_fragment(failure, case, response):
    """one of several operations that differ only by the fragment of their path, which no client sends (Box)"""
    path = case.path.split("#")[0]
    return any(other.startswith(f"{path}#") for other in case.operation.schema.raw_schema.get("paths", {}))


@rule("ST202")
def no_content_type(failure, case, response):
    """415 of a body without Content-Type, of which a server may assume anything (RFC 9110, 8.3)"""
    request = response.request
    return response.status_code == 415 and bool(request.body) and not request.headers.get("Content-Type")


@rule("ST201")
def other_fields_in_form(failure, case, response):
    """a field of a form that Swagger 2.0 doesn't describe: parameters in formData can't say that there are no others (DocuSign)"""
    return "swagger" in case.operation.schema.raw_schema and case.media_type in FORMS \
        and "object with unexpected properties" in failure.message


@rule("ST202")
def content_type_of_parameter(failure, case, response):
    """415 of a Content-Type from a header parameter, which `consumes` doesn't have (Docker: application/x-tar beside octet-stream)"""
    return response.status_code == 415 and any(parameter.name.lower() == "content-type" for parameter in case.operation.headers)


@rule("ST201")
def empty_element(failure, case, response):
    """an empty element of XML, which is how schemathesis writes null, an empty list, string and object alike (Petstore)"""
    body = response.request.body or b""
    text = body if isinstance(body, bytes) else str(body).encode()
    return (case.media_type or "").endswith("xml") and "Incorrect type" in failure.message \
        and re.search(rb"<([\w.-]+)(></\1|/)>", text) is not None


@rule("ST103", "ST105", "ST201")
def body_too_large(failure, case, response):
    """413 of a body longer than 10 MiB, which is refused before it is read (Discord allows longer strings)"""
    return response.status_code == 413 and len(response.request.body or b"") > 10 << 20


def nulls(value, names):
    """Whether a value has null, anywhere, as one of these properties."""
    if isinstance(value, dict):
        return any(inner is None and name in names for name, inner in value.items()) or any(nulls(inner, names) for inner in value.values())
    return isinstance(value, list) and any(nulls(inner, names) for inner in value)


@rule("ST201")
def null_discriminator(failure, case, response):
    """null as a discriminator: an alternative may allow it, though no mapping can say so (OpenAI's references to items)"""
    return nulls(case.body, DISCRIMINATORS)


@rule("ST201")
def twin_of_a_path_with_a_query(failure, case, response):
    """a path with a query, which OpenAPI doesn't know, beside the same without: the request may be one of the other operation (OpenAI)"""
    path, query, _ = case.operation.path.partition("?")
    if not query or case.operation.method not in root[0]["paths"].get(path, {}):
        return False
    validator = body_validator(case.operation.schema[path][case.operation.method], case.media_type)
    return validator is not None and allows(validator, case.body)


@rule("ST201")
def empty_for_null_in_form(failure, case, response):
    """an empty field of a form where it may be null, which has no form of its own there (Discord)"""
    fields, validator = form(case) or ({}, None)
    empty = {name: None for name, value in fields.items() if value == ""}
    return validator is not None and any(allows(validator, {**fields, **changed}) for changed in [empty, *({name: None} for name in empty)])
