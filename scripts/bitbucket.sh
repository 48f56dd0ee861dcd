#!/usr/bin/env bash
# Hands the annotations in FILE to Bitbucket's Code Insights, from a step of Bitbucket Pipelines: its
# proxy signs what goes through it.
set -euo pipefail

file=${1:?usage: scripts/bitbucket.sh FILE}
api=${BITBUCKET_API:-http://api.bitbucket.org/2.0}
proxy=${BITBUCKET_PROXY-http://localhost:29418}
report="$api/repositories/$BITBUCKET_REPO_OWNER/$BITBUCKET_REPO_SLUG/commit/$BITBUCKET_COMMIT/reports/alt-texts"

# Prints the report, then a list of at most a hundred annotations, a line each.
pieces() {
  python3 - "$file" <<'PYTHON'
import json, sys
found = json.load(open(sys.argv[1], encoding="utf-8"))
result = "FAILED" if any(each["severity"] == "HIGH" for each in found) else "PASSED"
told = f"{len(found)} findings on alternative texts"
print(json.dumps({"title": "Alternative texts", "report_type": "TEST", "result": result, "details": told}))
for start in range(0, len(found), 100):
    print(json.dumps(found[start : start + 100]))
PYTHON
}

send() { # METHOD ADDRESS, the body on stdin
  curl --fail --silent --show-error ${proxy:+--proxy "$proxy"} -X "$1" "$2" \
    -H 'Content-Type: application/json' --data-binary @- >/dev/null
}

pieces | {
  IFS= read -r head
  printf '%s' "$head" | send PUT "$report"
  while IFS= read -r piece; do
    printf '%s' "$piece" | send POST "$report/annotations"
  done
}
