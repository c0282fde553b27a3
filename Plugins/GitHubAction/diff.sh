# Compares the descriptions with those of the base, and writes the report.
set -euo pipefail
. "${BASH_SOURCE[0]%/*}/common.sh"
needs git
# In a container, the repository often belongs to another user.
git rev-parse --git-dir >/dev/null ||
    failed "git refuses this folder. If it belongs to another user, run 'git config --global --add safe.directory \"\$GITHUB_WORKSPACE\"' before."
# A name with '*' or ':(' is a name.
export GIT_LITERAL_PATHSPECS=1

commit() { git rev-parse --verify --quiet "$1^{commit}"; }

# present REV: the commit, which is fetched where the clone doesn't have it.
present() {
    local depth=()
    commit "$1" && return
    # In a complete clone, a depth would cut the history.
    [ "$(git rev-parse --is-shallow-repository)" = false ] || depth=(--depth=1)
    git fetch --quiet --no-tags ${depth[@]+"${depth[@]}"} -- origin "$1" >&2 && commit FETCH_HEAD
}

revision=$AGAINST
if [ -z "$revision" ]; then
    [ -n "$BASE" ] || {
        echo "There is no pull request, and 'against' isn't set. Nothing is compared."
        exit
    }
    revision=$BASE
    case ${GITHUB_REF:-} in
    refs/pull/*/merge)
        # GitHub merges into the newest base, and the event may name an older one. A shallow clone hides the parents
        # of its last commit, but the commit itself has them.
        if [ "$(git rev-parse HEAD)" = "$GITHUB_SHA" ]; then
            revision=$(git cat-file commit HEAD | sed -n '/^parent /{s///p;q;}')
        fi
        ;;
    esac
fi
case $revision in
-* | :* | +*) failed "'$revision' is no revision." ;;
esac
base=$(present "$revision") ||
    failed "'$revision' isn't in this clone, and can't be fetched. Set 'fetch-depth: 0' for actions/checkout."
# A branch may have been left behind by its base. Changes of the base aren't its own.
[ -n "$AGAINST" ] || base=$(git merge-base "$base" HEAD 2>/dev/null || echo "$base")

in_base() { git cat-file -e "$base:./$1" 2>/dev/null; }

names=()
while IFS= read -r name; do
    name=${name%/}
    [ -z "$name" ] || names+=("$name")
done <<<"$DESCRIPTIONS"
[ "${#names[@]}" -gt 0 ] || failed "There is no description in 'descriptions'."

options=(--against "$base" --fail-on "$FAIL_ON" --diagnostics github)
if [ -n "$ACCEPT" ]; then
    # An entry for one description fits no change of another.
    [ "${#names[@]}" = 1 ] || failed "'accept' needs exactly one description, or a folder. Use the action once for each."
    if [ -e "$ACCEPT" ]; then options+=(--accept "$ACCEPT"); else echo "There is no '$ACCEPT': no change is accepted."; fi
fi

report=$(mktemp "${RUNNER_TEMP:-/tmp}/callsite.XXXXXX")
output=$(mktemp "${RUNNER_TEMP:-/tmp}/callsite.XXXXXX")
changed=false
breaking=false
unread=false

# noted LEVEL NAME WORDS: a line of the log and of the report. In the report, the name can't be markup.
noted() {
    annotated "$1" "'$2' $3"
    printf '`%s` %s\n\n' "${2//\`/\'}" "$3" >>"$report"
    changed=true
}

printf '## API changes\n\nCompared with %s.\n\n' "$base" >"$report"
for name in "${names[@]}"; do
    if [ ! -e "$name" ]; then
        if in_base "$name"; then
            noted warning "$name" "is gone. Its changes aren't compared."
        else
            noted error "$name" "doesn't exist."
            unread=true
        fi
        continue
    elif ! in_base "$name"; then
        noted notice "$name" "is new. There is nothing to compare it with."
        continue
    fi
    status=0
    "$TOOL" diff "${options[@]}" --format github -- "$name" >"$output" 2>&1 || status=$?
    show "$output"
    case $status in
    0 | 2)
        "$TOOL" diff "${options[@]}" --format markdown -- "$name" >"$output" 2>/dev/null || [ $? = "$status" ]
        cat "$output" >>"$report"
        echo >>"$report"
        ! grep -qvE '^(### .*|no change\.|)$' "$output" || changed=true
        [ $status = 0 ] || breaking=true
        ;;
    *)
        noted error "$name" "can't be compared. The job's log says why."
        unread=true
        ;;
    esac
done

# GitHub refuses a summary of more than a mebibyte.
cut_lines 1000000 "The report is cut here: it is too long for a summary." <"$report" >>"$GITHUB_STEP_SUMMARY"
printf 'report=%s\nchanged=%s\n' "$report" "$changed" >>"$GITHUB_OUTPUT"
[ $unread = false ] || failed "Not every description was compared."
[ $breaking = false ] || failed "There are changes of the levels '$FAIL_ON' that aren't accepted."
