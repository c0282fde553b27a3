"""A stand-in for `swift_library`, so that the example needs no rules_swift: the compiler that is installed parses the sources."""

def _impl(ctx):
    stamps = []
    for source in ctx.files.srcs:
        # An action for each file: what an edit didn't change isn't parsed again.
        stamp = ctx.actions.declare_file("%s.parsed/%s" % (ctx.label.name, source.basename))
        ctx.actions.run_shell(
            outputs = [stamp],
            inputs = [source],
            command = "swiftc -frontend -parse \"$1\" && echo parsed > \"$2\"",
            arguments = [ctx.actions.args().add(source).add(stamp)],
            mnemonic = "SwiftParse",
            use_default_shell_env = True,
        )
        stamps.append(stamp)
    return [DefaultInfo(files = depset(stamps))]

checked_sources = rule(
    implementation = _impl,
    attrs = {
        "srcs": attr.label_list(allow_files = [".swift"]),
        "deps": attr.label_list(),
    },
)
