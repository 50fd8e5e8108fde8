/** A body inside a record: as text where the bytes are valid UTF-8 that JSON needs not spell out, otherwise in base64. */
export type StoredBody = { readonly text: string } | { readonly base64: string };

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Controls, which JSON spells out in up to six characters; where they abound, base64 is shorter. */
// oxlint-disable-next-line no-control-regex -- controls are what it looks for
const CONTROL = /[\0-\x1f]/g;
const SPELLED_OUT = 6;

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
  const controls = text?.match(CONTROL)?.length ?? 0;
  return text === undefined || controls * SPELLED_OUT > bytes.length
    ? { base64: Buffer.from(bytes).toString('base64') }
    : { text };
}

/** The bytes that `storeBody` was given. */
export function restoreBody(stored: StoredBody): Uint8Array {
  return 'text' in stored
    ? new TextEncoder().encode(stored.text)
    : Uint8Array.from(Buffer.from(stored.base64, 'base64'));
}
