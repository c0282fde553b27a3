# Fails if the generated code isn't what callsite generates.
set -euo pipefail
. "${BASH_SOURCE[0]%/*}/common.sh"

arguments=(generate --check --diagnostics github)
while IFS= read -r argument; do
    [ -z "$argument" ] || arguments+=("$argument")
done <<<"$ARGUMENTS"

output=$(mktemp "${RUNNER_TEMP:-/tmp}/callsite.XXXXXX")
status=0
"$TOOL" "${arguments[@]}" >"$output" 2>&1 || status=$?
show "$output"
case $status in
0) echo "The generated code is up to date." ;;
2) failed "The generated code isn't up to date. Run 'callsite generate', and commit the result." ;;
*) failed "'callsite generate --check' ended with status $status." ;;
esac
