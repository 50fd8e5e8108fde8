#!/usr/bin/env bash
# The test of mocks behind one balancer needs haproxy. Installs it where apt and root are at hand, elsewhere says what to do.
# Needs nothing of node_modules. Exits with 0 when it is there afterwards, otherwise with 1.
set -u

# As in test/mock/balancer.ts.
PATH="$PATH:/usr/sbin:/usr/local/sbin"
if command -v haproxy >/dev/null; then
  printf 'The test of mocks behind a balancer uses %s.\n' "$(command -v haproxy)"
  exit 0
fi

if command -v apt-get >/dev/null && [ "$(id -u)" -eq 0 ]; then
  printf 'Installing haproxy for the test of mocks behind a balancer.\n'
  export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1
  patience=(-qq -o Acquire::Retries=1 -o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20)
  if apt-get "${patience[@]}" update && apt-get "${patience[@]}" install -y --no-install-recommends haproxy; then
    exit 0
  fi
fi

printf 'There is no haproxy: install it. Until then the test of mocks behind a balancer is skipped.\n' >&2
exit 1
