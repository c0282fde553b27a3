"""actions.py FILE: counts the actions of a build by kind and by where they ran, from what Bazel's --execution_log_json_file wrote."""
import collections
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    text = file.read().strip()
# The file is one JSON object after the other.
decoder = json.JSONDecoder()
counts = collections.Counter()
while text:
    action, end = decoder.raw_decode(text)
    counts[action["mnemonic"] + " " + action["runner"]] += 1
    text = text[end:].lstrip()
for kind in sorted(counts):
    print(counts[kind], kind)
