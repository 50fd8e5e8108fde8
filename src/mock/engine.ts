import type { IncomingMessage } from 'node:http';
import type { Method } from '../interface/model.ts';
import { type Clock, createClock } from './clock.ts';
import { createDateLine } from './date-line.ts';
import { CONTROL_PREFIX, controlReply } from './control.ts';
import { createCorsHeaders, isPreflight, preflightReply } from './cors.ts';
import { allowedMethods } from './guard.ts';
import { honestStages } from './honest-stages.ts';
import { inboundRequest } from './inbound-request.ts';
import type { JsonValue } from './json.ts';
import { defaultGrants, type MockKey, toMockKey } from './keys.ts';
import { Limiter } from './limiter.ts';
import type { MockOptions } from './mock-options.ts';
import { passThrough } from './pipeline.ts';
import { createBodies } from './prism/create-bodies.ts';
import { createDocumentedAnswers } from './prism/documented-answers.ts';
import { readBody } from './read-body.ts';
import { refusal } from './refusals.ts';
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
  const { interface: document, faults = [], limiter: kind = 'fixed', limitPer = 'key', banAfter } = options;
  const clock = createClock(options.now);
  const keys = (options.keys ?? defaultGrants(document, [])).map((grant) => toMockKey(document, grant));
  const limiter = new Limiter({ kind, now: clock.now, banAfter });
  const store = new Store(clock.now);
  const log = new RequestLog(document);
  const seed = options.seed ?? exampleEntries(document);
  const findRoute = createRouter(document);
  const bounds = { maxBytes: options.maxBodyBytes ?? 2 ** 20, timeoutMs: options.bodyTimeoutMs ?? 10_000 };
  const honest = honestStages({ interface: document, keys, clock, limiter, limitPer, store });
  const spoilt = (): Stages =>
    faults.reduce(
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
  }
  function state(): JsonValue {
    const sizes = document.collections.map((each) => [each.path, store.entries(each).length] as const);
    return {
      now: new Date(clock.now()).toISOString(),
      advancedMs: clock.advancedMs(),
      requests: log.count(),
      limiter: { kind, per: limitPer, ...limiter.tally() },
      collections: Object.fromEntries(sizes),
      faults: faults.map(({ name }) => name),
    };
  }
  function plain(result: Reply | Refusal, visit: Visit): Answer {
    return stages.render(isRefusal(result) ? stages.refuse(result, visit) : result, visit);
  }
  function finish(answer: Answer, request: InboundRequest): Answer {
    return { ...answer, headers: [dateLine(clock.now()), ...answer.headers, ...corsLines(request)] };
  }

  async function dispatch(message: IncomingMessage, visit: Visit): Promise<Answer> {
    const { request } = visit;
    const read = (): Promise<Uint8Array | Refusal> => readBody(message, bounds);
    if (lacksHost(message))
      return plain(refusal(undefined, [400], 'missing_host', 'The Host header is missing.'), visit);
    if (options.control !== 'off' && request.path.startsWith(CONTROL_PREFIX))
      return plain(await controlReply(request, read, { clock, state, reset }), visit);
    if (isPreflight(request)) return plain(preflightReply(request, allowedMethods(visit.route)), visit);
    const at = clock.now();
    const startedMs = performance.now();
    const { answer, caller, charge } = await passThrough({ stages, readBody: read, documented }, visit);
    const status = answer.delivery === 'none' ? undefined : answer.status;
    const durationMs = performance.now() - startedMs;
    const logged = log.add({ at, visit, caller, charge, status, durationMs });
    options.onRequest?.(logged);
    return answer;
  }

  plant();
  return {
    keys,
    clock,
    log,
    reset,
    async answer(message) {
      const request = inboundRequest(message);
      const visit = visitOf(findRoute(request.path), request);
      try {
        return finish(await dispatch(message, visit), request);
      } catch (error) {
        options.onError?.(error);
        const failed = refusal(undefined, [500], 'internal_error', 'The mock itself failed.');
        return finish(plain(failed, NOWHERE), request);
      }
    },
    refuse: (refused) => finish(plain(refused, NOWHERE), NO_REQUEST),
  };
}
