import type { Interface, Method } from '../interface/model.ts';
import { createRandom } from '../system/random.ts';
import { allowedMethods } from './answers/stages/guard.ts';
import { type Attend, attendWith, passThrough } from './answers/stages/pipeline.ts';
import type { Route } from './answers/stages/router.ts';
import {
  type Answer,
  type InboundRequest,
  isRefusal,
  refusal,
  type Refusal,
  type Reply,
  type Stages,
  type Visit,
} from './answers/stages/stages.ts';
import { RequestDetails } from './console/requests.ts';
import type { Fault } from './faults/fault.ts';
import { faultsOf } from './faults/faults.ts';
import type { Clock } from './limits/clock.ts';
import { createDateLine } from './limits/headers.ts';
import type { RequestLimiter } from './limits/limiter.ts';
import type { MockOptions } from './mock-options.ts';
import { createBodies } from './prism/bodies.ts';
import type { Scenario } from './scenario/scenario.ts';
import { withScenario } from './scenario/with-scenario.ts';
import { type ServedDocument, serveDocument } from './served-document.ts';
import { isPreflight, preflightReply } from './server/cors.ts';
import { after, type Arrival, type Eventual } from './server/read-body.ts';
import { noteRequests, RequestLog } from './server/request-log.ts';
import type { DataFile } from './state/data-file.ts';
import type { MockKey } from './state/keys.ts';
import { sampleEntries, type SeedEntries } from './state/seed-entries.ts';
import { createState, type Share, type State } from './state/state.ts';
import type { Store } from './state/store.ts';

/** A mock without its socket. */
export type Engine = {
  readonly interface: () => Interface;
  readonly keys: readonly MockKey[];
  readonly clock: Clock;
  readonly log: RequestLog;
  /** Empty where nothing may look at it. */
  readonly details: RequestDetails;
  readonly limiter: RequestLimiter;
  readonly store: Store;
  readonly faults: () => readonly Fault[];
  /** Replaces the faults in force. */
  readonly setFaults: (faults: readonly Fault[]) => void;
  /** Answers some requests otherwise; an empty scenario takes the one before away. */
  readonly setScenario: (scenario: Scenario) => void;
  /** Goes on with a changed document and the state that there is. Throws, and changes nothing, when a schema can't be compiled. */
  readonly follow: (document: Interface) => void;
  /** What is in memory is reset at once; settles when the data file or the shared store is too. */
  readonly reset: () => Promise<void>;
  readonly settle: State['settle'];
  readonly place: State['place'];
  /** Answers a request, at once where nothing has to be waited for. Never throws or rejects. */
  readonly answer: (request: Arrival) => Eventual<Answer>;
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
  const { method } = request;
  const found = candidates.get(method) ?? (method === 'HEAD' ? candidates.get('GET') : undefined);
  return { request, route, operation: found?.operation, pathValues: found?.pathValues ?? new Map() };
}

/** What a mock does besides listening. */
export type EngineOptions = Omit<MockOptions, 'interface' | 'data'> & {
  readonly interface: Interface;
  readonly data?: DataFile | undefined;
  /** Makes the state, where it is shared. */
  readonly share?: Share | undefined;
};

/** What a mock starts with: what it is told, and what its freedoms want. */
function startOf({ interface: document, freedoms = [], seed, entriesOf = 'all' }: EngineOptions): {
  readonly seed: SeedEntries | undefined;
  readonly entriesOf: 'all' | 'key';
} {
  const entries = freedoms.find((freedom) => freedom.entries !== undefined)?.entries;
  const isOfKey = freedoms.some((freedom) => freedom.entriesOf === 'key');
  return {
    seed: seed ?? (entries === undefined ? undefined : sampleEntries(document, entries)),
    entriesOf: isOfKey ? 'key' : entriesOf,
  };
}

/** Builds the stages and the state of a mock. Throws when the document holds a schema that cannot be compiled. */
export function createEngine(options: EngineOptions): Engine {
  const { limitPer = 'key', data, share, errorRate = 0, randomSeed = 0, freedoms = [] } = options;
  const start = startOf(options);
  const state = createState({
    interface: () => served.interface,
    now: options.now,
    limiter: options.limiter ?? 'fixed',
    banAfter: options.banAfter,
    seed: start.seed,
    data,
    share,
    onAnew: () => begin(),
  });
  const { clock, limiter, store, beginnings, enter, settle } = state;
  const attendPlainly = attendWith(state.deliver);
  const log = new RequestLog(options.interface);
  const details = new RequestDetails();
  const note = noteRequests({
    log,
    details: options.control === 'off' ? undefined : details,
    onRequest: options.onRequest,
  });
  const bounds = { maxBytes: options.maxBodyBytes ?? 2 ** 20, timeoutMs: options.bodyTimeoutMs ?? 10_000 };
  const dateLine = createDateLine();
  const bodies = createBodies(options.onNotice ?? (() => undefined));
  const serving = {
    clock,
    limiter,
    limitPer,
    store,
    bodies,
    grants: options.keys,
    insert: state.insert,
    data,
    entriesOf: start.entriesOf,
    errorRate,
    randomSeed,
  };
  let served: ServedDocument = serveDocument(options.interface, serving);
  let faults = options.faults ?? [];
  const stagesInForce = (): Stages => served.stagesWith([...freedoms, ...faults]);
  let stages = stagesInForce();
  let scenario: Scenario = [];
  let attend: Attend = attendPlainly;

  function begin(): void {
    stages = stagesInForce();
    attend =
      scenario.length === 0
        ? attendPlainly
        : withScenario(attendPlainly, {
            interface: served.interface,
            scenario,
            random: createRandom(randomSeed),
          });
  }
  function reset(): Promise<void> {
    begin();
    beginnings.anew(served.interface);
    limiter.reset();
    log.clear();
    details.clear();
    return settle();
  }
  function follow(document: Interface): void {
    served = serveDocument(document, serving);
    const known = faultsOf(document);
    faults = faults.flatMap((fault) => known.find(({ name }) => name === fault.name) ?? fault);
    begin();
    log.follow(document);
    beginnings.follow(document);
  }
  function plain(result: Reply | Refusal, visit: Visit): Answer {
    return stages.render(isRefusal(result) ? stages.refuse(result, visit) : result, visit);
  }
  function finish(answer: Answer, request: InboundRequest): Answer {
    return { ...answer, headers: [dateLine(clock.now()), ...answer.headers, ...served.corsLines(request)] };
  }

  function dispatch(request: Arrival, visit: Visit): Eventual<Answer> {
    if (request.lacksHost)
      return finish(
        plain(refusal(undefined, [400], 'missing_host', 'The Host header is missing.'), visit),
        request,
      );
    if (isPreflight(request))
      return finish(plain(preflightReply(request, allowedMethods(visit.route)), visit), request);
    const at = clock.now();
    const startedMs = performance.now();
    const readAll = (): Eventual<Uint8Array | Refusal> => request.readBody(bounds);
    const { documented } = served;
    const passing = passThrough({ stages, readBody: readAll, documented, attend, enter }, visit);
    const kept =
      data === undefined ? passing : after(passing, (passage) => data.durable().then(() => passage));
    return after(kept, (passage) => {
      const answer = finish(passage.answer, request);
      note({ request, visit, passage, answer, faults, at, startedMs });
      return answer;
    });
  }

  beginnings.start(served.interface);
  return {
    interface: () => served.interface,
    get keys() {
      return served.keys;
    },
    clock,
    log,
    details,
    limiter,
    store,
    faults: () => faults,
    setFaults(chosen) {
      faults = chosen;
      stages = stagesInForce();
    },
    setScenario(chosen) {
      scenario = chosen;
      begin();
    },
    follow,
    reset,
    settle,
    place: state.place,
    answer(request) {
      const visit = visitOf(served.findRoute(request.path), request);
      const fail = (error: unknown): Answer => {
        options.onError?.(error);
        const failed = refusal(undefined, [500], 'internal_error', 'The mock itself failed.');
        return finish(plain(failed, NOWHERE), request);
      };
      try {
        const answer = dispatch(request, visit);
        return answer instanceof Promise ? answer.catch(fail) : answer;
      } catch (error) {
        return fail(error);
      }
    },
    refuse: (refused) => finish(plain(refused, NOWHERE), NO_REQUEST),
  };
}
