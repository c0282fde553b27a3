# Read by the other scripts.

# annotated LEVEL MESSAGE: an annotation of the job.
annotated() {
    local message=${2//'%'/%25}
    message=${message//$'\r'/%0D}
    printf '::%s title=Callsite::%s\n' "$1" "${message//$'\n'/%0A}"
}

failed() {
    annotated error "$1"
    exit 1
}

needs() {
    local program
    for program; do
        command -v "$program" >/dev/null || failed "The action needs '$program', which isn't installed here."
    done
}

# show FILE: prints what callsite printed. Its annotations name files as they are named here, and GitHub wants names
# from the repository's root. Everything else may quote files of the repository, so GitHub must obey none of it.
show() {
    local line prefix word
    prefix=$(git rev-parse --show-prefix 2>/dev/null || true)
    prefix=${prefix//'%'/%25}
    prefix=${prefix//:/%3A}
    prefix=${prefix//,/%2C}
    while IFS= read -r line; do
        case $line in
        "::error file=/"* | "::warning file=/"* | "::notice file=/"*) printf '%s\n' "$line" ;;
        "::error file="* | "::warning file="* | "::notice file="*)
            printf '%s\n' "${line%%file=*}file=$prefix${line#*file=}"
            ;;
        "::error::"* | "::warning::"* | "::notice::"*) printf '%s\n' "$line" ;;
        esac
    done <"$1"
    word=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
    printf '::stop-commands::%s\n' "$word"
    grep -vE '^::(error|warning|notice)( file=|::)' "$1" || true
    printf '::%s::\n' "$word"
}

# cut_lines LIMIT SENTENCE: whole lines of the input with at most so many bytes, then the sentence if there are more.
cut_lines() {
    # Bytes, so that no character is longer than it counts.
    local LC_ALL=C line used=0
    while IFS= read -r line || [ -n "$line" ]; do
        used=$((used + ${#line} + 1))
        if [ "$used" -gt "$1" ]; then
            printf '\n%s\n' "$2"
            # The rest is read, so that the writer doesn't fail.
            cat >/dev/null
            return
        fi
        printf '%s\n' "$line"
    done
}
