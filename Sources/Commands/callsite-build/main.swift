// What the plugin CallsiteBuild runs: `callsite generate`, for a build, and nothing else. Every package that uses the
// plugin compiles it, so it is made without the other commands and their texts. It understands the same command line as
// `callsite generate`, and says the same.

import CallsiteShell

runProcess(.build)
