# Writes the report into the pull request: one comment, which later runs update. The result of the job is about the API,
# so that no failure here fails it.
set -euo pipefail
. "${BASH_SOURCE[0]%/*}/common.sh"
needs curl git

unwritten() {
    annotated warning "There is no comment: $1 The report is in the job's summary."
    exit
}

# json: the input as a JSON string. Control characters other than tabs and ends of lines are left out.
json() {
    local LC_ALL=C text
    text=$(tr -d '\000-\010\013-\037')
    text=${text//\\/\\\\}
    text=${text//\"/\\\"}
    text=${text//$'\t'/\\t}
    printf '"%s"' "${text//$'\n'/\\n}"
}

folder=$(mktemp -d "${RUNNER_TEMP:-/tmp}/callsite.XXXXXX")

# request METHOD URL: sends the file 'request', and leaves the response in the file 'response'. The token is in no
# argument, because arguments are visible to all processes.
request() {
    local status
    status=$(curl --silent --show-error --max-time 60 --request "$1" --data-binary "@$folder/request" \
        --header "@$folder/headers" --output "$folder/response" --write-out '%{http_code}' -- "$2") ||
        unwritten "GitHub can't be reached."
    case $status in
    2??) ;;
    401 | 403 | 404)
        unwritten "the token may not do that (HTTP $status). A pull request from a fork has a read-only token. Otherwise the job needs 'permissions: pull-requests: write'."
        ;;
    *) unwritten "GitHub responded with HTTP $status." ;;
    esac
}

[[ $GITHUB_REPOSITORY =~ ^[A-Za-z0-9._-]+/[A-Za-z0-9._-]+$ && $NUMBER =~ ^[0-9]+$ ]] ||
    unwritten "'$GITHUB_REPOSITORY' and '$NUMBER' name no pull request."
[ -n "$TOKEN" ] || unwritten "there is no token."
(umask 077 && printf 'Authorization: Bearer %s\nContent-Type: application/json\nAccept: application/vnd.github+json\n' "$TOKEN" >"$folder/headers")

# Each use of the action has a comment of its own.
key=$(printf '%s\n' "${GITHUB_WORKFLOW:-}" "${GITHUB_JOB:-}" "$(git rev-parse --show-prefix)" "$DESCRIPTIONS" | git hash-object --stdin)
marker="!-- callsite-report $key --"

# GraphQL says whether the token's user wrote a comment, so that nobody else's is taken. Its response has the fields in
# the order of the query, so that it can be read without a parser: inside a string, quotes have a backslash.
query='query($owner:String!,$name:String!,$number:Int!,$after:String){repository(owner:$owner,name:$name){pullRequest(number:$number){comments(first:100,after:$after){nodes{viewerDidAuthor url body}pageInfo{hasNextPage endCursor}}}}}'
after=null
# The bound ends a list that a server never ends.
for ((page = 0; page < 100; page++)); do
    printf '{"query":"%s","variables":{"owner":"%s","name":"%s","number":%s,"after":%s}}' \
        "$query" "${GITHUB_REPOSITORY%/*}" "${GITHUB_REPOSITORY#*/}" "$NUMBER" "$after" >"$folder/request"
    request POST "$GITHUB_GRAPHQL_URL"
    # Without the list, a second comment might be written.
    grep -q '"hasNextPage"' "$folder/response" || unwritten "the comments can't be listed; the job needs 'permissions: pull-requests: write'."
    comment=$({ tr -d '\n' <"$folder/response" |
        grep -oE "\"viewerDidAuthor\": *true, *\"url\": *\"[^\"]*#issuecomment-[0-9]+\", *\"body\": *\"(<|.u003c)$marker" || true; } |
        sed -n '1s/.*#issuecomment-\([0-9]*\)".*/\1/p')
    [ -z "$comment" ] || break
    cursor=$({ tr -d '\n' <"$folder/response" |
        grep -oE '"hasNextPage": *true, *"endCursor": *"[A-Za-z0-9+/=:_-]+"' || true; } | sed 's/.*"\([^"]*\)"$/\1/')
    [ -n "$cursor" ] || break
    after="\"$cursor\""
done

if [ -z "$comment" ] && [ "$CHANGED" = false ]; then
    echo "There is no change, and no comment to update."
    exit
fi

# GitHub refuses comments of more than 65,536 characters.
{
    printf '{"body":'
    { printf '<%s>\n' "$marker" && cut_lines 64000 "The report is cut here: it is too long for a comment. The job's summary has more of it." <"$REPORT"; } | json
    printf '}'
} >"$folder/request"
issues=$GITHUB_API_URL/repos/$GITHUB_REPOSITORY/issues
if [ -n "$comment" ]; then request PATCH "$issues/comments/$comment"; else request POST "$issues/$NUMBER/comments"; fi
echo "The report is in a comment of the pull request."
