#!/usr/bin/env bash
# The browser tests need Chromium (or Chrome). Installs it where apt and root are at hand, elsewhere says what to do.
# Needs nothing of node_modules. Exits with 0 when a browser is there afterwards, otherwise with 1.
set -u

# As in test/browser/find-browser.ts.
for browser in "${CHROMIUM_PATH:-}" /usr/bin/chromium /usr/bin/chromium-browser /usr/bin/google-chrome \
  /snap/bin/chromium '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'; do
  if [ -n "$browser" ] && [ -x "$browser" ]; then
    printf 'The browser tests use %s.\n' "$browser"
    exit 0
  fi
done

if command -v apt-get >/dev/null && [ "$(id -u)" -eq 0 ]; then
  printf 'Installing chromium for the browser tests.\n'
  export DEBIAN_FRONTEND=noninteractive
  patience=(-qq -o Acquire::Retries=1 -o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20)
  if apt-get "${patience[@]}" update && apt-get "${patience[@]}" install -y --no-install-recommends chromium; then
    exit 0
  fi
fi

printf 'There is no Chromium: install it, or Chrome, or name one in CHROMIUM_PATH. Until then the browser tests are skipped.\n' >&2
exit 1
