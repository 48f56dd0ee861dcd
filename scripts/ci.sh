#!/usr/bin/env bash
# One audit in GitHub Actions: options from INPUT_…, the summary to the job's page, the exit code of
# `auditor scan`. See action.yml.
set -uo pipefail

folder="$RUNNER_TEMP/alt-text-audit"
mkdir -p "$folder"

# Split on white space, and nothing else: no pattern is expanded, no quote is read.
IFS=$' \t\n' read -r -d '' -a urls <<<"$INPUT_URL" || true
IFS=$' \t\n' read -r -d '' -a options <<<"${INPUT_ARGS-}" || true
[ -z "${INPUT_BASELINE-}" ] || options+=(--baseline "$INPUT_BASELINE")
[ -z "${INPUT_FAIL_ON-}" ] || options+=(--fail-on "$INPUT_FAIL_ON")

# Texts of pages are printed below: between these lines the runner takes none of them for a command.
# Nobody can foretell the word that ends it.
token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
printf '::stop-commands::%s\n' "$token"
trap 'printf "::%s::\n" "$token"' EXIT

"$GITHUB_ACTION_PATH/run.sh" scan ${options[@]+"${options[@]}"} \
  --output - --output "$folder/report.md" --output "$folder/report.html" \
  --output "$folder/report.json" --output "$folder/report.sarif" \
  -- ${urls[@]+"${urls[@]}"}
code=$?

{
  echo "exit-code=$code"
  echo "reports=$folder"
} >>"$GITHUB_OUTPUT"
# A summary may have 1 MiB.
[ ! -f "$folder/report.md" ] || head -c 1000000 "$folder/report.md" >>"$GITHUB_STEP_SUMMARY"
exit $code
