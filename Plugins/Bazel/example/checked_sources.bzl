"""A stand-in for `swift_library`, so that the example needs no rules_swift: the compiler that is installed parses the sources."""

def _impl(ctx):
    stamp = ctx.actions.declare_file(ctx.label.name + ".parsed")
    ctx.actions.run_shell(
        outputs = [stamp],
        inputs = ctx.files.srcs,
        command = "swiftc -frontend -parse \"$@\" && echo parsed > " + stamp.path,
        arguments = [ctx.actions.args().add_all(ctx.files.srcs)],
        mnemonic = "SwiftParse",
        use_default_shell_env = True,
    )
    return [DefaultInfo(files = depset([stamp]))]

checked_sources = rule(
    implementation = _impl,
    attrs = {
        "srcs": attr.label_list(allow_files = [".swift"]),
        "deps": attr.label_list(),
    },
)
