"""`callsite_swift_sources`: descriptions in, Swift files out."""

load("//private:toolchain.bzl", "TOOLCHAIN_TYPE", "callsite_tool")

CallsiteSourcesInfo = provider(
    doc = "What was generated from, for rules that compare it.",
    fields = {
        "description": "The description's file.",
        "inputs": "All files that may be read: the description, what it includes, overlays, the configuration, templates.",
    },
)

def _names(shards):
    """The files that `generate --shards` writes, whatever a description holds: they must be known before it is read."""
    names = ["Callsite+API.swift"]
    for kind in ["Models", "Requests"]:
        for number in range(shards):
            names.append("Callsite+%s%s%d.swift" % (kind, "0" if number < 10 else "", number))
    return names

def _impl(ctx):
    shards = ctx.attr.shards
    if shards < 1 or shards > 99:
        fail("'shards' is %d; expected a number from 1 to 99" % shards)
    if ctx.file.config and (ctx.attr.access or ctx.attr.namespace or ctx.attr.api_name or ctx.attr.include):
        # Both would be obeyed, the attribute first. That is what the command line does; nobody would find it in two files.
        fail("'config' says what 'access', 'namespace', 'api_name' and 'include' say: use the one or the others")
    tool = callsite_tool(ctx)
    # A folder of its own for each rule, so that two rules of one package never write the same names.
    folder = ctx.label.name
    outputs = [ctx.actions.declare_file(folder + "/" + name) for name in _names(shards)]
    fixtures = []
    if ctx.attr.fixtures_module:
        fixtures = [ctx.actions.declare_file(folder + ".fixtures/Callsite+Fixtures.swift")]
    inputs = [ctx.file.src] + ctx.files.includes + ctx.files.overlays + ctx.files.templates + ([ctx.file.config] if ctx.file.config else [])

    arguments = ctx.actions.args()
    arguments.add("generate")
    arguments.add("--quiet")
    arguments.add("--shards", str(shards))
    arguments.add("--output", outputs[0].dirname)
    if ctx.file.config:
        arguments.add("--config", ctx.file.config)
    if ctx.attr.access:
        arguments.add("--access", ctx.attr.access)
    if ctx.attr.namespace:
        arguments.add("--namespace", ctx.attr.namespace)
    if ctx.attr.api_name:
        arguments.add("--name", ctx.attr.api_name)
    if ctx.attr.include:
        arguments.add("--include", ",".join(ctx.attr.include))
    for overlay in ctx.files.overlays:
        arguments.add("--overlay", overlay)
    if ctx.files.templates:
        arguments.add("--templates", ctx.files.templates[0].dirname)
    if fixtures:
        arguments.add("--fixtures", fixtures[0].dirname)
        arguments.add("--module", ctx.attr.fixtures_module)
    if ctx.attr.strict:
        arguments.add("--strict")
    arguments.add("--")
    arguments.add(ctx.file.src)

    ctx.actions.run_shell(
        outputs = outputs + fixtures,
        inputs = inputs,
        tools = [tool.tool],
        command = _COMMAND,
        arguments = [tool.tool.executable.path, str(ctx.label), arguments],
        mnemonic = "CallsiteGenerate",
        progress_message = "Generating Swift for %s" % ctx.label,
        # Nothing of the machine: no variable, and no terminal.
        env = {"LC_ALL": "C", "TZ": "UTC"},
        use_default_shell_env = False,
    )
    return [
        DefaultInfo(files = depset(outputs)),
        OutputGroupInfo(fixtures = depset(fixtures)),
        CallsiteSourcesInfo(description = ctx.file.src, inputs = depset(inputs)),
    ]

# The description's mistakes are printed as they are. A file that is there, and isn't declared, is missing in a sandbox: the attribute that
# would declare it is named.
_COMMAND = """
tool="$1"; label="$2"; shift 2
problems=$("$tool" "$@" 2>&1)
status=$?
[ -z "$problems" ] || printf '%s\\n' "$problems" >&2
case "$problems" in
    *'[include-not-found]'*) echo "$label: a file that a description includes must be listed in 'includes' of the rule" >&2 ;;
esac
exit $status
"""

_callsite_swift_sources = rule(
    implementation = _impl,
    doc = "Generates the Swift files of one API. Its output is a fixed set of files, so that other rules can depend on single ones.",
    attrs = {
        "src": attr.label(
            doc = "The description: Callsite's own YAML, OpenAPI 3 or Swagger 2.0.",
            mandatory = True,
            allow_single_file = [".yaml", ".yml", ".json"],
        ),
        "includes": attr.label_list(
            doc = "Files that the description includes or refers to. They lie in its folder or below.",
            allow_files = [".yaml", ".yml", ".json"],
        ),
        "overlays": attr.label_list(
            doc = "Overlays that change an OpenAPI document, in this order.",
            allow_files = [".yaml", ".yml", ".json"],
        ),
        "config": attr.label(
            doc = "A `callsite.yaml`. The keys that aren't about one description's place or output have an effect.",
            allow_single_file = [".yaml", ".yml"],
        ),
        "templates": attr.label_list(doc = "Templates that replace built-in ones, all in one folder.", allow_files = [".mustache"]),
        "shards": attr.int(
            doc = "So many files of models, and as many of requests, from 1 to 99. Keep it: another number distributes everything anew.",
            default = 1,
        ),
        "access": attr.string(doc = "The access level of the code.", values = ["", "internal", "package", "public"]),
        "fixtures_module": attr.string(
            doc = "The module that the code will be in. Then the output group `fixtures` has functions that make its models for tests.",
        ),
        "namespace": attr.string(doc = "An enum that everything is put in."),
        "api_name": attr.string(doc = "The API's name, if it isn't to be the description's."),
        "include": attr.string_list(doc = "Only these operations of an OpenAPI document: paths, operation ids, `tag:NAME`."),
        "strict": attr.bool(doc = "Whether warnings are errors."),
    },
    toolchains = [TOOLCHAIN_TYPE],
)

def callsite_swift_sources(name, **kwargs):
    """Generates the Swift files of one API. Its output is a fixed set of files, so that other rules can depend on single ones.

    Args:
      name: The rule's name, and the folder that its files are in.
      **kwargs: The attributes above, and those that every rule has.
    """
    if native.existing_rule(name):
        fail(("callsite_swift_sources: name = \"%s\": another rule of this package has that name, and would write the same files; " +
              "choose another 'name'") % name)
    _callsite_swift_sources(name = name, **kwargs)
