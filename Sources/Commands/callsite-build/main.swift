// The tool that the plugin CallsiteBuild runs in a build. It takes the command line of `callsite generate` and prints
// the same messages. Every package that uses the plugin compiles this tool, so it has no other command and no help.

import CallsiteShell

runProcess(.build)
