"""Rules that generate Swift from descriptions of HTTP APIs with Callsite.

Load everything from this file:

    load("@callsite//:defs.bzl", "callsite_diff_test", "callsite_swift_library", "callsite_swift_sources")
"""

load("//private:diff_test.bzl", _callsite_diff_test = "callsite_diff_test")
load("//private:library.bzl", _callsite_swift_library = "callsite_swift_library")
load("//private:sources.bzl", _CallsiteSourcesInfo = "CallsiteSourcesInfo", _callsite_swift_sources = "callsite_swift_sources")
load("//private:toolchain.bzl", _callsite_toolchain = "callsite_toolchain")

CallsiteSourcesInfo = _CallsiteSourcesInfo
callsite_diff_test = _callsite_diff_test
callsite_swift_library = _callsite_swift_library
callsite_swift_sources = _callsite_swift_sources
callsite_toolchain = _callsite_toolchain
