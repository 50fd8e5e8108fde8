import { gunzipSync, constants } from 'node:zlib';

function unpacked(bytes: Buffer): string {
  const at = bytes.indexOf(Buffer.from([0x1f, 0x8b]));
  if (at < 0) return '';
  try {
    return gunzipSync(bytes.subarray(at), { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1');
  } catch {
    return '';
  }
}

/** Text as those who read it see it: as it is, and with what files and services escape taken back. */
const VIEWS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) =>
    text.replaceAll(/\\u([0-9a-f]{4})/gi, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16))),
  (text) => text.replaceAll(/\\(["\\/'])/g, '$1'),
  (text) =>
    text.replaceAll(/%([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16))),
  (text) => Buffer.from(text, 'latin1').toString('utf8'),
  (text) =>
    text
      .replaceAll(/&#(\d+);/g, (_all, code: string) => String.fromCodePoint(Number(code)))
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&apos;', "'")
      .replaceAll('&amp;', '&'),
  (text) => text.replaceAll(String.raw`'\''`, "'"),
  (text) =>
    text.replaceAll(/[A-Za-z0-9+/_-]{12,}/g, (run) =>
      [0, 1, 2, 3]
        .map((skip) => Buffer.from(run.slice(skip), 'base64'))
        .map((bytes) => `${bytes.toString('latin1')}\n${unpacked(bytes)}`)
        .join('\n'),
    ),
  (text) => text.replaceAll(/\\[nrt]|\s+/g, ''),
  (text) =>
    text.replaceAll(/(?:[0-9a-f]{2}[ :,-]?(?:\\x|0x)?){8,}/gi, (run) => {
      const digits = run.replaceAll(/0x|[^0-9a-f]/gi, '');
      return [digits, digits.slice(1)].map((part) => Buffer.from(part, 'hex').toString('latin1')).join('\n');
    }),
  (text) =>
    text.replaceAll(/\d{2,3}(?:, ?\d{2,3}){7,}/g, (run) =>
      Buffer.from(run.split(',').map(Number)).toString('latin1'),
    ),
  (text) =>
    text.replaceAll(/\\x([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16))),
];

function withoutEnds(key: string): readonly string[] {
  return [key.slice(1), key.slice(0, -1)];
}

/** Of `user:password` the password alone is a secret, too. */
function secretsOf(key: string): readonly string[] {
  const password = key.slice(key.indexOf(':') + 1);
  return password === key ? [key] : [key, password];
}

/**
 * Where a key shows in a text: whole or without its first or last character, in any letter case, and behind up to two
 * layers of escapes. Empty when it does not.
 */
export function leaks(text: string, key: string): readonly string[] {
  const wanted = secretsOf(key)
    .flatMap(withoutEnds)
    .flatMap((one) => [one, Buffer.from(one, 'utf8').toString('latin1')])
    .flatMap((one) => [one, Array.from(one).reverse().join('')])
    .map((one) => one.toLowerCase());
  const once = new Set(VIEWS.map((view) => view(text)));
  const twice = [...once].flatMap((shown) => VIEWS.map((view) => view(shown)));
  // Most views change nothing in most texts.
  const seen = new Set([...new Set(twice)].map((view) => view.toLowerCase()));
  return [...seen].flatMap((lower) =>
    wanted.flatMap((one) => {
      const at = lower.indexOf(one);
      return at < 0 ? [] : [lower.slice(Math.max(0, at - 60), at + one.length + 20)];
    }),
  );
}
