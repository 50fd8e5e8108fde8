import type { Answer, Caller, Refusal } from '../answers/stages/stages.ts';
import type { Fault } from '../faults/fault.ts';
import type { Charge } from '../limits/limiter.ts';
import type { LoggedRequest } from '../server/request-log.ts';

/** The beginning of a body. */
export type Excerpt = { readonly bytes: Uint8Array; readonly size: number };

/** One request with its answer, as they went over the wire and with the key: to be masked before it is shown. */
export type RequestDetail = {
  readonly logged: LoggedRequest;
  /** Request target as sent. */
  readonly target: string;
  /** Names and values by turns, as sent. */
  readonly rawHeaders: readonly string[];
  /** `undefined` where the body was not read, because something before it was refused. */
  readonly body: Excerpt | undefined;
  readonly caller: Caller;
  readonly charge: Charge;
  readonly refusal: Refusal | undefined;
  /** The faults in force. */
  readonly faults: readonly Fault[];
  readonly answer: Omit<Answer, 'body'> & { readonly body: Excerpt | undefined };
};

const MAX_DETAILS = 200;
const MAX_EXCERPT_BYTES = 4096;

/** The beginnings of long bodies, which are often the same list again. */
const beginnings = new WeakMap<Uint8Array, Excerpt>();

/** Holds no more of a body than is shown: the rest of a long one is not kept alive. */
export function excerptOf(body: Uint8Array | undefined): Excerpt | undefined {
  if (body === undefined) return undefined;
  if (body.length <= MAX_EXCERPT_BYTES) return { bytes: body, size: body.length };
  const known = beginnings.get(body);
  if (known !== undefined) return known;
  const excerpt = { bytes: Uint8Array.from(body.subarray(0, MAX_EXCERPT_BYTES)), size: body.length };
  beginnings.set(body, excerpt);
  return excerpt;
}

/** The newest requests in full, and who wants to hear of each. */
export class RequestDetails {
  /** A ring: the detail of request n stands at n modulo its length. */
  readonly #details: RequestDetail[] = [];
  readonly #watchers = new Set<(detail: RequestDetail) => void>();

  add(detail: RequestDetail): void {
    this.#details[detail.logged.number % MAX_DETAILS] = detail;
    for (const watcher of this.#watchers) watcher(detail);
  }

  /** The request of this number, as long as it is kept. */
  find(number: number): RequestDetail | undefined {
    const detail = this.#details[number % MAX_DETAILS];
    return detail?.logged.number === number ? detail : undefined;
  }

  /** At most 200, newest first. */
  newest(): readonly RequestDetail[] {
    return this.#details.filter(Boolean).sort((a, b) => b.logged.number - a.logged.number);
  }

  clear(): void {
    this.#details.length = 0;
  }

  /** Calls `watcher` for every request from now on, until the returned function is called. */
  watch(watcher: (detail: RequestDetail) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }
}
