import { encodeKey, keyForm } from './key-form.ts';

const NAMED: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function bytesAsText(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** As a JSON text inside a JSON string. */
function escapedAgain(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function codesOf(character: string): readonly string[] {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  const units = Array.from({ length: character.length }, (_, index) =>
    character.charCodeAt(index).toString(16).padStart(4, '0'),
  );
  const named = NAMED[character];
  return [
    character,
    bytesAsText(character),
    encodeKey(character, 'percent'),
    units.map((unit) => `\\u${unit}`).join(''),
    `&#${String(code)};`,
    `&#0${String(code)};`,
    `&#x${hex};`,
    ...(code <= 0xff ? [`\\x${hex.padStart(2, '0')}`] : []),
    ...(named === undefined ? [] : [named]),
    ...('"\\/\''.includes(character) ? [`\\${character}`, escapedAgain(`\\${character}`)] : []),
    ...(character === ' ' ? ['+'] : []),
  ];
}

/** A character in either case, as it is and as URLs, JSON, JavaScript and HTML may write it; longest first. */
function waysToWrite(character: string): readonly string[] {
  const cases = [character, character.toLowerCase(), character.toUpperCase()];
  const ways = cases.flatMap((one) => (one.length === character.length ? codesOf(one) : []));
  return [...new Set(ways)].toSorted((left, right) => right.length - left.length);
}

/** For each character of the secret the texts that may stand for it, in lower case, longest first. */
export function waysToWriteEach(secret: string): readonly (readonly string[])[] {
  return Array.from(secret, (character) => waysToWrite(character).map((way) => way.toLowerCase()));
}

const BASE64_BITS = 6;

function base64Core(secret: string, offset: number): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret, 'utf8')]);
  const first = Math.ceil((offset * 8) / BASE64_BITS);
  const last = Math.floor((bytes.length * 8) / BASE64_BITS);
  return bytes.toString('base64').slice(first, last);
}

/**
 * The characters of base64 and base64url text that a secret inside a longer text decides alone, for each of the three
 * ways that it can lie on the grid of 3 bytes, and for its usual letter cases.
 */
export function base64Cores(secret: string): readonly string[] {
  const swapped = keyForm(secret, 'letter-case');
  const cases = [secret, secret.toLowerCase(), secret.toUpperCase(), swapped];
  const cores = cases.flatMap((text) => [0, 1, 2].map((offset) => base64Core(text, offset)));
  const urlSafe = cores.map((core) => core.replaceAll('+', '-').replaceAll('/', '_'));
  const all = [...new Set([...cores, ...urlSafe])];
  return all.toSorted((left, right) => right.length - left.length);
}
