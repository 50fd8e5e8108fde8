/** A body inside a record: as text where the bytes are valid UTF-8 that JSON needs not spell out, otherwise in base64. */
export type StoredBody = { readonly text: string } | { readonly base64: string };

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

// oxlint-disable-next-line no-control-regex -- controls are what it looks for
const CONTROL = /[\0-\x1f]/;
const FIRST_NO_CONTROL = 0x20;
/** JSON spells controls out in up to six characters; where they abound, base64 is shorter. */
const SPELLED_OUT = 6;

function isCrowdedWithControls(text: string, bytes: Uint8Array): boolean {
  const first = text.search(CONTROL);
  if (first < 0) return false;
  const most = Math.floor(bytes.length / SPELLED_OUT);
  let controls = 0;
  for (let index = first; index < bytes.length && controls <= most; index += 1) {
    if ((bytes[index] ?? FIRST_NO_CONTROL) < FIRST_NO_CONTROL) controls += 1;
  }
  return controls > most;
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Keeps every byte: `restoreBody(storeBody(bytes))` equals `bytes`. */
export function storeBody(bytes: Uint8Array): StoredBody {
  const text = decoded(bytes);
  return text === undefined || isCrowdedWithControls(text, bytes)
    ? { base64: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64') }
    : { text };
}

/** The bytes that `storeBody` was given. */
export function restoreBody(stored: StoredBody): Uint8Array {
  return 'text' in stored
    ? new TextEncoder().encode(stored.text)
    : new Uint8Array(Buffer.from(stored.base64, 'base64'));
}
