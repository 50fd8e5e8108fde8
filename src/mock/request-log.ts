import type { CredentialScheme, Interface } from '../interface/model.ts';
import type { Charge } from './limiter.ts';
import type { Caller, InboundRequest, Visit } from './stages.ts';

/** One request that the mock answered. It holds no key. */
export type LoggedRequest = {
  /** Counted from 1 since the start. */
  readonly number: number;
  /** When it came, on the mock's clock, in ms since the epoch. */
  readonly at: number;
  readonly method: string;
  /** Path and query as sent, with `***` in the place of a key. */
  readonly target: string;
  /** Id of the plan of a valid key; `undefined` for callers without one. */
  readonly plan: string | undefined;
  readonly address: string;
  /** `undefined` where no documented operation was asked for. */
  readonly operation: string | undefined;
  /** `undefined` where the answer was held back on purpose. */
  readonly status: number | undefined;
  readonly charge: Charge['kind'];
  readonly durationMs: number;
};

/** Older requests are forgotten. */
const MAX_LOGGED = 1000;

function queryName(scheme: CredentialScheme | undefined): readonly string[] {
  return scheme?.kind === 'api-key' && scheme.in === 'query' ? [scheme.name] : [];
}

/** Path and query of a request for people to read: without keys and without control characters. */
function shownTarget(document: Interface, { path, query }: InboundRequest): string {
  const secret = new Set(document.operations.flatMap(({ credential }) => queryName(credential)));
  const pairs = [...query].map(([name, value]): [string, string] => [name, secret.has(name) ? '***' : value]);
  const text = pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}`;
  return text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 500);
}

export type Happening = {
  readonly at: number;
  readonly visit: Visit;
  readonly caller: Caller;
  readonly charge: Charge;
  readonly status: number | undefined;
  readonly durationMs: number;
};

/** The newest requests that a mock answered, oldest first. */
export class RequestLog {
  readonly #document: Interface;
  readonly #requests: LoggedRequest[] = [];
  #count = 0;

  constructor(document: Interface) {
    this.#document = document;
  }

  add({ at, visit, caller, charge, status, durationMs }: Happening): LoggedRequest {
    this.#count += 1;
    const logged: LoggedRequest = {
      number: this.#count,
      at,
      method: visit.request.method,
      target: shownTarget(this.#document, visit.request),
      plan: caller.kind === 'key' ? caller.key.plan : undefined,
      address: visit.request.address,
      operation: visit.operation?.id,
      status,
      charge: charge.kind,
      durationMs,
    };
    this.#requests.push(logged);
    if (this.#requests.length > MAX_LOGGED) this.#requests.shift();
    return logged;
  }

  count(): number {
    return this.#count;
  }

  newest(): readonly LoggedRequest[] {
    return [...this.#requests];
  }

  clear(): void {
    this.#requests.length = 0;
    this.#count = 0;
  }
}
