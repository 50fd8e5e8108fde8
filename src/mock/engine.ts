import type { IncomingMessage } from 'node:http';
import type { Method } from '../interface/model.ts';
import { type Clock, createClock } from './clock.ts';
import { createDateLine } from './date-line.ts';
import type { Fault } from './faults/fault.ts';
import { createCorsHeaders, isPreflight, preflightReply } from './cors.ts';
import { allowedMethods } from './guard.ts';
import { honestStages } from './honest-stages.ts';
import { inboundRequest } from './inbound-request.ts';
import { defaultGrants, type MockKey, toMockKey } from './keys.ts';
import { Limiter } from './limiter.ts';
import type { MockOptions } from './mock-options.ts';
import { passThrough } from './pipeline.ts';
import { createBodies } from './prism/create-bodies.ts';
import { createDocumentedAnswers } from './prism/documented-answers.ts';
import { readBody } from './read-body.ts';
import { refusal } from './refusals.ts';
import { excerptOf, RequestDetails } from './request-details.ts';
import { RequestLog } from './request-log.ts';
import { createRouter, type Route } from './router.ts';
import { exampleEntries } from './seed-entries.ts';
import {
  type Answer,
  type InboundRequest,
  isRefusal,
  type Refusal,
  type Reply,
  type Stages,
  type Visit,
} from './stages.ts';
import { Store } from './store.ts';

/** A mock without its socket. */
export type Engine = {
  readonly keys: readonly MockKey[];
  readonly clock: Clock;
  readonly log: RequestLog;
  /** Empty where nothing may look at it. */
  readonly details: RequestDetails;
  readonly limiter: Limiter;
  readonly store: Store;
  readonly faults: () => readonly Fault[];
  /** Replaces the faults in force. */
  readonly setFaults: (faults: readonly Fault[]) => void;
  readonly reset: () => void;
  /** Answers a request that Node has parsed. Never rejects. */
  readonly answer: (message: IncomingMessage) => Promise<Answer>;
  /** Answers what is no request, in the documented error shape. */
  readonly refuse: (refused: Refusal) => Answer;
};

const NO_REQUEST: InboundRequest = {
  method: 'GET',
  path: '',
  queryText: '',
  query: new URLSearchParams(),
  headers: new Map(),
  address: '',
};
const NOWHERE: Visit = {
  request: NO_REQUEST,
  route: { kind: 'outside' },
  operation: undefined,
  pathValues: new Map(),
};

function visitOf(route: Route, request: InboundRequest): Visit {
  const candidates = route.kind === 'path' ? route.candidates : new Map<Method, never>();
  const method = request.method as Method;
  const found = candidates.get(method) ?? (method === 'HEAD' ? candidates.get('GET') : undefined);
  return { request, route, operation: found?.operation, pathValues: found?.parameters ?? new Map() };
}

function lacksHost(message: IncomingMessage): boolean {
  return message.httpVersion === '1.1' && message.headers.host === undefined;
}

/** Builds the stages and the state of a mock. Throws when the document holds a schema that cannot be compiled. */
export function createEngine(options: MockOptions): Engine {
  const { interface: document, limiter: kind = 'fixed', limitPer = 'key', banAfter } = options;
  const clock = createClock(options.now);
  const keys = (options.keys ?? defaultGrants(document, [])).map((grant) => toMockKey(document, grant));
  const limiter = new Limiter({ kind, now: clock.now, banAfter });
  const store = new Store(clock.now);
  const log = new RequestLog(document);
  const details = new RequestDetails();
  const seed = options.seed ?? exampleEntries(document);
  const findRoute = createRouter(document);
  const bounds = { maxBytes: options.maxBodyBytes ?? 2 ** 20, timeoutMs: options.bodyTimeoutMs ?? 10_000 };
  const honest = honestStages({ interface: document, keys, clock, limiter, limitPer, store });
  let faults = options.faults ?? [];
  const spoilt = (): Stages =>
    faults.reduce<Stages>(
      (inForce, fault) => fault.apply(inForce, { interface: document, keys, now: clock.now }),
      honest,
    );
  const documented = createDocumentedAnswers({
    interface: document,
    bodies: createBodies(options.onNotice ?? (() => undefined)),
    now: clock.now,
  });
  const dateLine = createDateLine();
  const corsLines = createCorsHeaders(document);
  let stages = spoilt();

  function plant(): void {
    store.clear();
    for (const collection of document.collections)
      for (const entry of seed.get(collection.path) ?? []) store.plant(collection, entry);
  }
  function reset(): void {
    stages = spoilt();
    plant();
    limiter.reset();
    log.clear();
    details.clear();
  }
  function plain(result: Reply | Refusal, visit: Visit): Answer {
    return stages.render(isRefusal(result) ? stages.refuse(result, visit) : result, visit);
  }
  function finish(answer: Answer, request: InboundRequest): Answer {
    return { ...answer, headers: [dateLine(clock.now()), ...answer.headers, ...corsLines(request)] };
  }

  async function dispatch(message: IncomingMessage, visit: Visit): Promise<Answer> {
    const { request } = visit;
    if (lacksHost(message))
      return finish(
        plain(refusal(undefined, [400], 'missing_host', 'The Host header is missing.'), visit),
        request,
      );
    if (isPreflight(request))
      return finish(plain(preflightReply(request, allowedMethods(visit.route)), visit), request);
    const at = clock.now();
    const startedMs = performance.now();
    const readAll = (): Promise<Uint8Array | Refusal> => readBody(message, bounds);
    const passage = await passThrough({ stages, readBody: readAll, documented }, visit);
    const { caller, charge } = passage;
    const answer = finish(passage.answer, request);
    const status = answer.delivery === 'none' ? undefined : answer.status;
    const durationMs = performance.now() - startedMs;
    const logged = log.add({ at, visit, caller, charge, status, durationMs });
    if (options.control !== 'off')
      details.add({
        logged,
        target: message.url ?? '/',
        rawHeaders: message.rawHeaders,
        body: excerptOf(passage.body),
        caller,
        charge,
        refusal: passage.refusal,
        faults,
        answer: { ...answer, body: excerptOf(answer.body) },
      });
    options.onRequest?.(logged);
    return answer;
  }

  plant();
  return {
    keys,
    clock,
    log,
    details,
    limiter,
    store,
    faults: () => faults,
    setFaults(chosen) {
      faults = chosen;
      stages = spoilt();
    },
    reset,
    async answer(message) {
      const request = inboundRequest(message);
      const visit = visitOf(findRoute(request.path), request);
      try {
        return await dispatch(message, visit);
      } catch (error) {
        options.onError?.(error);
        const failed = refusal(undefined, [500], 'internal_error', 'The mock itself failed.');
        return finish(plain(failed, NOWHERE), request);
      }
    },
    refuse: (refused) => finish(plain(refused, NOWHERE), NO_REQUEST),
  };
}
