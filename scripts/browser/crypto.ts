/** What the mock takes of `node:crypto`, in JavaScript: the digests of browsers have to be waited for. */
import { sha256 } from '@noble/hashes/sha2.js';
import { Buffer } from 'buffer';

type Digest = {
  readonly update: (text: string) => Digest;
  readonly digest: ((encoding: 'hex' | 'base64url') => string) & (() => Buffer);
};

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** SHA-256, the only digest that is asked for. */
export function createHash(algorithm: 'sha256'): Digest {
  if (algorithm !== 'sha256') throw new RangeError(`there is no ${String(algorithm)} here`);
  const hash = sha256.create();
  function digest(): Buffer;
  function digest(encoding: 'hex' | 'base64url'): string;
  function digest(encoding?: 'hex' | 'base64url'): Buffer | string {
    const bytes = Buffer.from(hash.digest());
    switch (encoding) {
      case undefined:
        return bytes;
      case 'hex':
        return bytes.toString('hex');
      case 'base64url':
        return base64url(bytes);
    }
  }
  const self: Digest = {
    update(text) {
      hash.update(new TextEncoder().encode(text));
      return self;
    },
    digest,
  };
  return self;
}

export function randomUUID(): string {
  return globalThis.crypto.randomUUID();
}
