import { withoutEndSlashes } from '../http/base-path.ts';
import { quoted } from './quoted.ts';
import { UsageFault } from './usage-fault.ts';

const EXAMPLE = 'https://api.example.com/v1';

function parse(text: string, source: string): URL {
  const url = URL.parse(text);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  const guess = /^[^/?#@:\s]+(:\d+)?(\/|$)/.test(text) ? URL.parse(`http://${text}`) : null;
  const advice =
    guess === null ? `give the base address, for example ${EXAMPLE}` : `did you mean "http://${text}"?`;
  throw new UsageFault(`cannot use ${source} ${quoted(text)}: it is no http or https address; ${advice}`);
}

/**
 * Reads a base address: http or https, without credentials, query and fragment. Returns it without slashes at the end.
 * `source` is how messages call it (`--url`, `ASSAY_URL`). Throws a `UsageFault` that never shows credentials.
 */
export function parseTargetUrl(given: string, source: string): string {
  const text = given.trim();
  if (/^[a-z][a-z0-9+.-]*:\/*[^/?#]*@/i.test(text)) {
    throw new UsageFault(
      `cannot use ${source}: the address holds credentials; leave them out, and give the key with --key-env`,
    );
  }
  const url = parse(text, source);
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(text)) {
    throw new UsageFault(
      `cannot use ${source} ${quoted(text)}: a base address has no query and no fragment; give ${quoted(url.origin + url.pathname)}`,
    );
  }
  return withoutEndSlashes(url.origin + url.pathname);
}
