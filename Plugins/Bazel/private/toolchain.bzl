"""The tool that the rules run."""

CallsiteToolInfo = provider(
    doc = "The generator.",
    fields = {
        "tool": "The executable: one file, which needs no other and no network.",
        "files": "It, and what it needs to run.",
    },
)

def _callsite_toolchain_impl(ctx):
    tool = CallsiteToolInfo(
        tool = ctx.attr.tool[DefaultInfo].files_to_run,
        files = ctx.attr.tool[DefaultInfo].default_runfiles.files,
    )
    return [platform_common.ToolchainInfo(callsite = tool)]

callsite_toolchain = rule(
    implementation = _callsite_toolchain_impl,
    doc = "Names the `callsite` executable that the rules run. Actions depend on its bytes, so another version generates anew.",
    attrs = {
        "tool": attr.label(
            doc = "The executable, for the machine that actions run on: the static binary of a release, or one that you build.",
            mandatory = True,
            executable = True,
            allow_files = True,
            cfg = "exec",
        ),
    },
)

TOOLCHAIN_TYPE = "@callsite//:toolchain_type"

def callsite_tool(ctx):
    """The tool of the toolchain that was registered."""
    return ctx.toolchains[TOOLCHAIN_TYPE].callsite
