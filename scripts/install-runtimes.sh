#!/usr/bin/env bash
# The examples of Deno and Bun need those: they come from the npm registry into .runtimes, which nothing else looks at. Some 200 MB,
# which is too much for a dependency that everybody installs. No script of a package is run. Exits with 0 when both are there afterwards.
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

mkdir -p .runtimes
if npm install --prefix .runtimes --no-save --ignore-scripts --no-audit --no-fund deno@2.9.6 bun@1.4.5; then
  exit 0
fi

printf 'Deno and Bun are not there: put them into PATH, or name them in DENO_PATH and BUN_PATH. Until then their examples are skipped.\n' >&2
exit 1
