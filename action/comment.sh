#!/usr/bin/env bash
# Writes the report to the pull request: into the comment that is there from an earlier run, or into a new one.
set -euo pipefail

# GitHub takes 65,536 characters.
most=60000

name=${INPUT_NAME:-assay}
if [[ ! $name =~ ^[A-Za-z0-9._-]{1,60}$ ]]; then
  echo "assay: cannot use the name \"$name\" for a comment: give letters, digits, dots, dashes and underscores" >&2
  exit 2
fi
report="$REPORTS/assay.md"
if [[ ! -f $report ]]; then
  echo 'assay: there is no report to comment with; see the step before' >&2
  exit 0
fi

marker="<!-- assay: $name -->"
body=$(mktemp)
trap 'rm -f "$body"' EXIT
{
  echo "$marker"
  # Cut between lines, so that no character is cut.
  awk -v most="$most" '{ size += length($0) + 1; if (size > most) { print ""; print "… the rest is in the job."; exit } print }' "$report"
} >"$body"

comments="repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments"
mine=".[] | select(.user.type == \"Bot\" and (.body | startswith(\"$marker\"))) | .id"
known=$(gh api --paginate "$comments?per_page=100" --jq "$mine" | head -n 1)
if [[ -n $known ]]; then
  gh api --silent --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$known" --field "body=@$body"
else
  gh api --silent --method POST "$comments" --field "body=@$body"
fi
