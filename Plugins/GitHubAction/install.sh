# Finds or installs callsite, and says where it is.
set -euo pipefail
. "${BASH_SOURCE[0]%/*}/common.sh"

case $VERSION+$TOOL in
+) failed "Set 'version' or 'tool'." ;;
+*) ;;
*+) ;;
*) failed "Set 'version' or 'tool', not both." ;;
esac

if [ -n "$TOOL" ]; then
    tool=$(command -v -- "$TOOL") || failed "There is no program '$TOOL'."
else
    [ "$(uname -s) $(uname -m)" = "Linux x86_64" ] ||
        failed "Releases have a program for Linux on x86_64 only. Build callsite here, and set 'tool'."
    needs curl tar gzip sha256sum
    [[ $VERSION =~ ^[0-9A-Za-z][0-9A-Za-z.+-]*$ ]] || failed "'$VERSION' is no version."
    name=callsite-$VERSION-x86_64-linux
    releases=${CALLSITE_RELEASES:-https://github.com/OWNER/callsite/releases/download}
    folder=$(mktemp -d "${RUNNER_TEMP:-/tmp}/callsite.XXXXXX")

    # download FILE
    download() {
        curl --fail --silent --show-error --location --proto-redir =https --retry 3 --max-time 300 \
            --output "$folder/$1" -- "$releases/$VERSION/$1" ||
            failed "$releases/$VERSION/$1 can't be downloaded."
    }

    download "$name.tar.gz"
    expected=$SHA256
    if [ -z "$expected" ]; then
        download SHA256SUMS
        while read -r sum file; do
            [ "${file#\*}" != "$name.tar.gz" ] || expected=$sum
        done <"$folder/SHA256SUMS"
        [ -n "$expected" ] || failed "SHA256SUMS of the release doesn't list $name.tar.gz."
    fi
    read -r found _ < <(sha256sum "$folder/$name.tar.gz")
    [ "$found" = "${expected,,}" ] ||
        failed "$name.tar.gz has the SHA-256 checksum $found, and ${expected,,} was expected. It isn't used."
    tar -xzf "$folder/$name.tar.gz" -C "$folder" --no-same-owner "$name/bin/callsite" ||
        failed "$name.tar.gz has no $name/bin/callsite."
    tool=$folder/$name/bin/callsite
fi

case $tool in
*$'\n'*) failed "The path of 'tool' has more than one line." ;;
/*) ;;
*) tool=$PWD/$tool ;;
esac
"$tool" --version || failed "'$tool' can't be run."
printf 'tool=%s\n' "$tool" >>"$GITHUB_OUTPUT"
