#!/usr/bin/env bash
# The tests of shared state need valkey-server or redis-server. Installs one where apt and root are at hand, elsewhere says
# what to do. Needs nothing of node_modules. Exits with 0 when a server is there afterwards, otherwise with 1.
set -u

# As in test/mock/redis-server.ts.
PATH="$PATH:/usr/bin:/usr/sbin:/usr/local/bin"
for server in valkey-server redis-server; do
  if command -v "$server" >/dev/null; then
    printf 'The tests of shared state use %s.\n' "$(command -v "$server")"
    exit 0
  fi
done

if command -v apt-get >/dev/null && [ "$(id -u)" -eq 0 ]; then
  printf 'Installing redis-server for the tests of shared state.\n'
  export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1
  patience=(-qq -o Acquire::Retries=1 -o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20)
  if apt-get "${patience[@]}" update && apt-get "${patience[@]}" install -y --no-install-recommends redis-server; then
    exit 0
  fi
fi

printf 'There is no Redis: install valkey-server or redis-server. Until then the tests of shared state are skipped.\n' >&2
exit 1
