import CallsiteShell

runProcess()
