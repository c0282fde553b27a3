"""`callsite_diff_test`: fails when a description breaks who uses it."""

load("//private:toolchain.bzl", "TOOLCHAIN_TYPE", "callsite_tool")

def _impl(ctx):
    tool = callsite_tool(ctx)
    script = ctx.actions.declare_file(ctx.label.name + ".sh")
    arguments = [tool.tool.executable.short_path, "diff", "--fail-on", ctx.attr.fail_on]
    for overlay in ctx.files.overlays:
        arguments += ["--overlay", overlay.short_path]
    if ctx.file.accepted:
        arguments += ["--accept", ctx.file.accepted.short_path]
    arguments += ["--", ctx.file.old.short_path, ctx.file.new.short_path]
    ctx.actions.write(script, "#!/bin/sh\nexec " + " ".join([_quoted(argument) for argument in arguments]) + "\n", is_executable = True)
    files = [ctx.file.old, ctx.file.new] + ctx.files.includes + ctx.files.overlays + ([ctx.file.accepted] if ctx.file.accepted else [])
    runfiles = ctx.runfiles(files = files + [tool.tool.executable], transitive_files = tool.files)
    return [DefaultInfo(executable = script, runfiles = runfiles)]

def _quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"

callsite_diff_test = rule(
    implementation = _impl,
    doc = "Compares a description with an older one, and fails if the change breaks callers or released apps.",
    attrs = {
        "old": attr.label(doc = "The older description.", mandatory = True, allow_single_file = [".yaml", ".yml", ".json"]),
        "new": attr.label(doc = "The newer one.", mandatory = True, allow_single_file = [".yaml", ".yml", ".json"]),
        "includes": attr.label_list(doc = "Files that either includes.", allow_files = [".yaml", ".yml", ".json"]),
        "overlays": attr.label_list(doc = "Overlays that change both, in this order.", allow_files = [".yaml", ".yml", ".json"]),
        "accepted": attr.label(doc = "Changes that are accepted: the file of `--accept`.", allow_single_file = True),
        "fail_on": attr.string(doc = "What fails, levels of `callsite diff --fail-on`, separated by commas.", default = "app,source"),
    },
    test = True,
    toolchains = [TOOLCHAIN_TYPE],
)
