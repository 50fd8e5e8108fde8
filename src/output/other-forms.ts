/**
 * Ways to write a secret that are looked for as they are, instead of being undone: each has one form for one secret, or a few
 * where it depends on what stands before it.
 */

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** Shorter forms, and parts, could stand in a text by chance. */
const FEWEST_CHARACTERS = 10;
const FEWEST_IN_PART = 10;
const MOST_PARTS = 12;

/** Each letter so many places further in the alphabet. */
function rotated(text: string, places: number): string {
  return text.replaceAll(/[a-z]/gi, (letter) => {
    const first = letter <= 'Z' ? 0x41 : 0x61;
    return String.fromCharCode(((letter.charCodeAt(0) - first + places) % 26) + first);
  });
}

/** The digits of the bytes in base 32, five bits each; those at the end that lack bits are left out. */
function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((digit) => BASE32[parseInt(digit, 2)] ?? '').join('');
}

/** What stands in an encoding of `bits` bits a digit wherever the secret begins: without digits that it shares with others. */
function atEachPlace(
  bytes: Uint8Array,
  bits: number,
  encode: (bytes: Uint8Array) => string,
): readonly string[] {
  const places = bits === 5 ? [0, 1, 2, 3, 4] : [0, 1, 2];
  return places.map((before) => {
    const digits = encode(Uint8Array.from([...new Uint8Array(before), ...bytes]));
    const whole = Math.floor(((before + bytes.length) * 8) / bits);
    return digits.slice(Math.ceil((before * 8) / bits), whole);
  });
}

function base58(bytes: Uint8Array): string {
  let value = BigInt(`0x0${Buffer.from(bytes).toString('hex')}`);
  let digits = '';
  for (; value > 0n; value /= 58n) digits = `${BASE58[Number(value % 58n)] ?? ''}${digits}`;
  return digits;
}

function ascii85(bytes: Uint8Array): string {
  let digits = '';
  for (let at = 0; at < bytes.length; at += 4) {
    const four = Buffer.alloc(4);
    four.set(bytes.subarray(at, at + 4));
    let value = four.readUInt32BE();
    let group = '';
    for (let digit = 0; digit < 5; digit += 1) {
      group = `${String.fromCharCode((value % 85) + 33)}${group}`;
      value = Math.floor(value / 85);
    }
    digits += group;
  }
  return digits.slice(0, Math.floor((bytes.length * 5) / 4));
}

function numbers(bytes: Uint8Array, base: number, width: number): string {
  return Array.from(bytes, (byte) => byte.toString(base).padStart(width, '0')).join('');
}

function reversed(text: string): string {
  return Array.from(text).toReversed().join('');
}

/** The secret in base 32, 58 and 85, with rotated letters, in base64 from the end, and as numbers without commas. */
export function otherForms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const base64 = atEachPlace(bytes, 6, (some) => Buffer.from(some).toString('base64'));
  const forms = [
    ...Array.from({ length: 25 }, (_, at) => rotated(secret, at + 1)),
    ...atEachPlace(bytes, 5, base32),
    ...base64.map(reversed),
    base58(bytes),
    ascii85(bytes),
    numbers(bytes, 2, 8),
    numbers(bytes, 8, 3),
    numbers(bytes, 10, 0),
    Array.from(bytes, (byte) => `=${numbers(Uint8Array.of(byte), 16, 2)}`).join(''),
  ];
  return forms.filter((form) => form !== secret && form.length >= FEWEST_CHARACTERS);
}

/** Letters and digits alone: so a secret looks whose characters are set apart by signs, or whose own signs are others. */
export function bareForm(secret: string): string | undefined {
  const bare = secret.replaceAll(/[^0-9a-z]+/gi, '');
  return bare.length >= FEWEST_IN_PART && /\d/.test(bare) ? bare : undefined;
}

/** Halves of a secret at several places: whoever shows most of it shows one of them. None could be a word. */
export function partsOf(secret: string): readonly string[] {
  const length = Math.ceil(secret.length / 2);
  if (length < FEWEST_IN_PART) return [];
  const step = Math.max(1, Math.ceil((secret.length - length) / MOST_PARTS));
  const starts = Array.from(
    { length: Math.floor((secret.length - length) / step) + 1 },
    (_, at) => at * step,
  );
  // Of a JSON Web Token the claims go out alone as well.
  const [, claims = ''] = /^[\w-]+\.([\w-]{10,})\.[\w-]+$/.exec(secret) ?? [];
  const halves = [...starts, secret.length - length].map((start) => secret.slice(start, start + length));
  const parts = claims === '' ? halves : [...halves, claims];
  return [...new Set(parts)].filter((part) => /\d/.test(part) && /[a-z]/i.test(part));
}
