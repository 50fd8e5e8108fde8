import type { Client, Sending } from '../../src/client/client.ts';
import type { OutgoingRequest } from '../../src/client/outgoing-request.ts';

/** Something that goes wrong with a service that is honest otherwise: plain data, to be drawn and shrunk. */
export type Spoiling = {
  readonly what:
    | 'refused for ever'
    | 'refused for a second'
    | 'silent'
    | 'broken off'
    | 'failing'
    | 'cut'
    | 'gone'
    | 'silent about mistakes'
    | 'closed to the key'
    | 'closed to the key, open without one';
  /** Requests of one method, or all. */
  readonly method: 'GET' | 'POST' | 'all';
  /** Requests that are served before it begins. */
  readonly after: number;
};

const TEXT = new TextEncoder();

function answered(
  sending: Sending,
  status: number,
  headers: readonly (readonly [string, string])[],
  body: string,
): Sending {
  if (sending.result.kind !== 'answer') return sending;
  const kept = sending.result.answer.headers.filter(([name]) => name.startsWith('X-') || name === 'Date');
  const answer = {
    ...sending.result.answer,
    status,
    headers: [...kept, ['Content-Type', 'application/json'] as const, ...headers],
    body: TEXT.encode(body),
  };
  return { ...sending, result: { kind: 'answer', answer } };
}

function failed(
  sending: Sending,
  kind: 'first-byte-timeout' | 'reset' | 'refused',
  bytesReceived: number,
): Sending {
  return {
    ...sending,
    result: { kind: 'failure', failure: { kind, detail: `${kind}: spoiled`, bytesReceived } },
  };
}

const REFUSED = '{"code":"unauthorized","message":"not known","status":401}';

function closed(sending: Sending, isKnown: boolean, isOpen: boolean): Sending {
  if (isKnown) return answered(sending, 401, [['WWW-Authenticate', 'Bearer']], REFUSED);
  return isOpen ? answered(sending, 200, [], '[]') : sending;
}

function spoiled(sending: Sending, what: Spoiling['what'], isKnown: boolean): Sending {
  switch (what) {
    case 'silent about mistakes': {
      const status = sending.result.kind === 'answer' ? sending.result.answer.status : 0;
      const isMistake = status >= 400 && status !== 429;
      return isMistake ? failed(sending, 'first-byte-timeout', 0) : sending;
    }
    case 'closed to the key':
      return closed(sending, isKnown, false);
    case 'closed to the key, open without one':
      return closed(sending, isKnown, true);
    case 'refused for ever':
      return answered(sending, 429, [['Retry-After', 'Fri, 31 Dec 9999 23:59:59 GMT']], '{}');
    case 'refused for a second':
      return answered(sending, 429, [['Retry-After', '1']], '{}');
    case 'silent':
      return failed(sending, 'first-byte-timeout', 0);
    case 'broken off':
      return failed(sending, 'reset', 10);
    case 'gone':
      return failed(sending, 'refused', 0);
    case 'failing':
      return answered(sending, 500, [], '{"code":"e","message":"m","status":500}');
    case 'cut':
      return sending.result.kind === 'answer'
        ? { ...sending, result: { kind: 'answer', answer: { ...sending.result.answer, truncated: true } } }
        : sending;
  }
}

/** A service between which and assay something goes wrong. */
export class SpoiledService implements Client {
  readonly #inner: Client;
  readonly #spoiling: Spoiling;
  readonly #seen: (request: OutgoingRequest, sending: Sending) => void;
  #count = 0;

  constructor(inner: Client, spoiling: Spoiling, seen: (request: OutgoingRequest, sending: Sending) => void) {
    this.#inner = inner;
    this.#spoiling = spoiling;
    this.#seen = seen;
  }

  async send(request: OutgoingRequest, options: Parameters<Client['send']>[1]): Promise<Sending> {
    const sending = await this.#inner.send(request, options);
    const { what, method, after } = this.#spoiling;
    const isMeant = method === 'all' || method === request.method;
    if (isMeant) this.#count += 1;
    const sent =
      isMeant && this.#count > after ? spoiled(sending, what, request.credential.kind === 'valid') : sending;
    this.#seen(request, sent);
    return sent;
  }

  close(): Promise<void> {
    return this.#inner.close();
  }
}
