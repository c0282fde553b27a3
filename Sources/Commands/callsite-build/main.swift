// The tool that the plugin CallsiteBuild runs: `callsite generate`, for a build, and nothing else. Every package that
// uses the plugin compiles this tool, so it leaves out the other commands and their help. It understands the same
// command line as `callsite generate`, and prints the same messages.

import CallsiteShell

runProcess(.build)
