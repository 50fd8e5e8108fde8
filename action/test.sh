#!/usr/bin/env bash
# Runs "assay test" with what the action was given. The step itself passes: a later one ends with the exit code.
set -uo pipefail

# Below the workspace: what else looks for files of the job sees no other place.
reports="${GITHUB_WORKSPACE:-$PWD}/reports/action"
mkdir -p "$reports"

arguments=(test --report github --report "markdown=$reports/assay.md" --report "sarif=$reports/assay.sarif")
arguments+=(--report "junit=$reports/junit.xml" --report "record=$reports/record.ndjson")
[[ -z ${INPUT_URL:-} ]] || arguments+=(--url "$INPUT_URL")
[[ -z ${INPUT_TARGET:-} ]] || arguments+=(--target "$INPUT_TARGET")
[[ -z ${INPUT_SPEC:-} ]] || arguments+=(--spec "$INPUT_SPEC")
[[ -z ${INPUT_PLAN:-} ]] || arguments+=(--plan "$INPUT_PLAN")
[[ -z ${INPUT_PROFILE:-} ]] || arguments+=(--profile "$INPUT_PROFILE")
[[ -z ${INPUT_WAIT:-} ]] || arguments+=(--wait-for-target "$INPUT_WAIT")
while IFS= read -r line; do
  [[ -z $line ]] || arguments+=("$line")
done <<<"${INPUT_ARGS:-}"

# On no command line: other users of the machine could read it there.
if [[ -n ${INPUT_KEY:-} ]]; then
  export ASSAY_KEY=$INPUT_KEY
fi
unset INPUT_KEY

code=0
node "$GITHUB_ACTION_PATH/bin/assay.js" "${arguments[@]}" || code=$?
{
  echo "exit-code=$code"
  echo "reports=$reports"
} >>"$GITHUB_OUTPUT"
