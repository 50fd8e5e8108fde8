/** A body inside a record: as text where the bytes are valid UTF-8, otherwise in base64. */
export type StoredBody = { readonly text: string } | { readonly base64: string };

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Keeps every byte: `restoreBody(storeBody(bytes))` equals `bytes`. */
export function storeBody(bytes: Uint8Array): StoredBody {
  try {
    return { text: strictUtf8.decode(bytes) };
  } catch {
    return { base64: Buffer.from(bytes).toString('base64') };
  }
}

/** The bytes that `storeBody` was given. */
export function restoreBody(stored: StoredBody): Uint8Array {
  return 'text' in stored
    ? new TextEncoder().encode(stored.text)
    : Uint8Array.from(Buffer.from(stored.base64, 'base64'));
}
