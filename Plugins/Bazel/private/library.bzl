"""`callsite_swift_library`: generated code as a Swift module."""

load("//private:sources.bzl", "callsite_swift_sources")

def callsite_swift_library(name, src, library, runtime, module_name = None, deps = [], library_args = {}, visibility = None, tags = [], **kwargs):
    """Generates the Swift of an API, and compiles it.

    Args:
      name: The library's name. Its sources are the target `NAME.sources`.
      src: The description.
      library: The rule that compiles: `swift_library` of rules_swift, or any macro that takes `name`, `srcs`, `deps` and `module_name`.
      runtime: The label of CallsiteRuntime, of CallsitePagination where the description has lists, of CallsiteTransfers where it has files, multipart bodies or streams, and of CallsiteToolkit where it has success conditions or date formats: one label,
        or a list.
      module_name: The module's name; without it, the library's rule decides.
      deps: Further dependencies.
      library_args: Further arguments of `library`.
      visibility: Of the library.
      tags: Of both targets.
      **kwargs: Arguments of `callsite_swift_sources`.
    """
    callsite_swift_sources(
        name = name + ".sources",
        src = src,
        tags = tags,
        visibility = ["//visibility:private"],
        **kwargs
    )
    arguments = dict(library_args)
    if module_name:
        arguments["module_name"] = module_name
    library(
        name = name,
        srcs = [":" + name + ".sources"],
        deps = (runtime if type(runtime) == type([]) else [runtime]) + deps,
        tags = tags,
        visibility = visibility,
        **arguments
    )
