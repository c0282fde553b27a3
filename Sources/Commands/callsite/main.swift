import CallsiteCommands
import CallsiteShell

runProcess(.callsite, records: .ofUser())
