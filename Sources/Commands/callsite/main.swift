import CallsiteCommands
import CallsiteShell

runProcess(.callsite)
