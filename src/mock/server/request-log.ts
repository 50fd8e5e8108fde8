import { schemesOf } from '../../credential/choose.ts';
import { withQueryValues } from '../../http/target.ts';
import type { CredentialScheme, Interface } from '../../interface/model.ts';
import type { Passage } from '../answers/stages/pipeline.ts';
import type { Answer, Caller, InboundRequest, Visit } from '../answers/stages/stages.ts';
import { excerptOf, type RequestDetails } from '../console/requests.ts';
import type { Fault } from '../faults/fault.ts';
import type { Charge } from '../limits/limiter.ts';
import type { Arrival } from './read-body.ts';

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
const HIDDEN = '***';
const UNPRINTABLE = /[^\x20-\x7e]/;

function queryNames(document: Interface): ReadonlySet<string> {
  return new Set(schemesOf(document).flatMap(queryName));
}

function queryName(scheme: CredentialScheme | undefined): readonly string[] {
  return scheme?.kind === 'api-key' && scheme.in === 'query' ? [scheme.name] : [];
}

/** Path and query of a request for people to read: without keys and without control characters. */
function shownTarget(secret: ReadonlySet<string>, request: InboundRequest): string {
  const { path, queryText } = request;
  const target = queryText === '' ? path : `${path}?${queryText}`;
  const text =
    secret.size === 0 ? target : withQueryValues(target, (name) => (secret.has(name) ? HIDDEN : undefined));
  return (UNPRINTABLE.test(text) ? text.replaceAll(/[^\x20-\x7e]/g, '?') : text).slice(0, 500);
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
  #secret: ReadonlySet<string>;
  /** A ring: the entry of request n stands at n modulo its length. */
  readonly #requests: LoggedRequest[] = [];
  #count = 0;

  constructor(document: Interface) {
    this.#secret = queryNames(document);
  }

  /** Goes on with a changed document: it says where keys stand. */
  follow(document: Interface): void {
    this.#secret = queryNames(document);
  }

  add({ at, visit, caller, charge, status, durationMs }: Happening): LoggedRequest {
    this.#count += 1;
    const logged: LoggedRequest = {
      number: this.#count,
      at,
      method: visit.request.method,
      target: shownTarget(this.#secret, visit.request),
      plan: caller.kind === 'key' ? caller.key.plan : undefined,
      address: visit.request.address,
      operation: visit.operation?.id,
      status,
      charge: charge.kind,
      durationMs,
    };
    this.#requests[(this.#count - 1) % MAX_LOGGED] = logged;
    return logged;
  }

  count(): number {
    return this.#count;
  }

  newest(): readonly LoggedRequest[] {
    const oldest = this.#count > MAX_LOGGED ? this.#count % MAX_LOGGED : 0;
    return [...this.#requests.slice(oldest), ...this.#requests.slice(0, oldest)];
  }

  clear(): void {
    this.#requests.length = 0;
    this.#count = 0;
  }
}

export type NoteRequestsOptions = {
  readonly log: RequestLog;
  /** `undefined` where nothing may look at requests in full. */
  readonly details: RequestDetails | undefined;
  readonly onRequest: ((request: LoggedRequest) => void) | undefined;
};

/** A request, and what became of it. */
export type Noted = {
  readonly request: Arrival;
  readonly visit: Visit;
  readonly passage: Passage;
  /** As it goes out. */
  readonly answer: Answer;
  /** The faults in force. */
  readonly faults: readonly Fault[];
  /** When the request came, on the mock's clock, in ms since the epoch. */
  readonly at: number;
  /** The same moment as `performance.now()` has it. */
  readonly startedMs: number;
};

/** Makes what notes the requests that were answered: in the log, in full, and for whoever wants to hear of each. */
export function noteRequests({ log, details, onRequest }: NoteRequestsOptions): (noted: Noted) => void {
  return ({ request, visit, passage, answer, faults, at, startedMs }) => {
    const { caller, charge, refusal, body } = passage;
    const status = answer.delivery === 'none' ? undefined : answer.status;
    const durationMs = performance.now() - startedMs;
    const logged = log.add({ at, visit, caller, charge, status, durationMs });
    details?.add({
      logged,
      target: request.target,
      rawHeaders: request.rawHeaders,
      body: excerptOf(body),
      caller,
      charge,
      refusal,
      faults,
      answer: { ...answer, body: excerptOf(answer.body) },
    });
    onRequest?.(logged);
  };
}
