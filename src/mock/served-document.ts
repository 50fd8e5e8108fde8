import type { Interface } from '../interface/model.ts';
import { createRandom } from '../system/random.ts';
import { honestStages, withErrors } from './answers/stages/honest-stages.ts';
import { withAssumedAnswers } from './assumed-answers.ts';
import { createRouter, type Route } from './answers/stages/router.ts';
import { withOwners } from './answers/entries/owners.ts';
import type { HeaderLine, InboundRequest, Stages } from './answers/stages/stages.ts';
import type { Clock } from './limits/clock.ts';
import type { RequestLimiter } from './limits/limiter.ts';
import type { LimitPer } from './limits/window-counter.ts';
import { createDocumentedAnswers, type DocumentedAnswers } from './prism/answers.ts';
import type { BodyMaker } from './prism/prism-engine.ts';
import { createCorsHeaders } from './server/cors.ts';
import type { DataFile } from './state/data-file.ts';
import type { Variation } from './variation.ts';
import { defaultGrants, grantsOfTwo, type KeyGrant, type MockKey, toMockKey } from './state/keys.ts';
import type { Store } from './state/store.ts';

/** All of a mock that follows from its document, and is made anew when that changes. */
export type ServedDocument = {
  readonly interface: Interface;
  readonly keys: readonly MockKey[];
  readonly findRoute: (path: string) => Route;
  readonly documented: DocumentedAnswers;
  readonly corsLines: (request: InboundRequest) => readonly HeaderLine[];
  /** Stages that begin anew, with these freedoms and faults. */
  readonly stagesWith: (variations: readonly Variation[]) => Stages;
};

export type ServedDocumentOptions = {
  readonly clock: Clock;
  readonly limiter: RequestLimiter;
  readonly limitPer: LimitPer;
  readonly store: Store;
  readonly bodies: BodyMaker;
  /** Default: one key for each plan. */
  readonly grants: readonly KeyGrant[] | undefined;
  /** Takes new entries instead of the store. */
  readonly insert: Stages['insert'] | undefined;
  /** Keeps what is created, where something does. */
  readonly data: DataFile | undefined;
  readonly entriesOf: 'all' | 'key';
  readonly errorRate: number;
  /** The same errors come at the same requests. */
  readonly randomSeed: number;
};

function keptIn(data: DataFile, store: Store, document: Interface, stages: Stages): Stages {
  const all = (): void =>
    data.replace(new Map(document.collections.map((each) => [each.path, store.entries(each)])));
  return {
    ...stages,
    put(collection, entry, next) {
      stages.put(collection, entry, next);
      all();
    },
    remove(collection, entry) {
      stages.remove(collection, entry);
      all();
    },
    insert(collection, entry) {
      stages.insert(collection, entry);
      data.add(collection.path, entry);
    },
  };
}

/** Throws when the document holds a schema that cannot be compiled. */
export function serveDocument(described: Interface, options: ServedDocumentOptions): ServedDocument {
  const document = withAssumedAnswers(described);
  const { clock, limiter, limitPer, store, bodies, grants, insert, data, errorRate, randomSeed } = options;
  const { entriesOf } = options;
  const usual = entriesOf === 'key' ? grantsOfTwo(document) : defaultGrants(document, []);
  const keys = (grants ?? usual).map((grant) => toMockKey(document, grant));
  const own = honestStages({
    interface: document,
    keys,
    clock,
    limiter,
    limitPer,
    store,
    changes: insert === undefined,
  });
  const plain = insert === undefined ? own : { ...own, insert };
  const kept = data === undefined ? plain : keptIn(data, store, document, plain);
  const honest = entriesOf === 'key' ? withOwners(kept) : kept;
  const context = { interface: document, keys, now: clock.now };
  return {
    interface: document,
    keys,
    findRoute: createRouter(document),
    documented: createDocumentedAnswers({ interface: document, bodies, now: clock.now }),
    corsLines: createCorsHeaders(document),
    stagesWith(variations) {
      const random = createRandom(randomSeed);
      const failing = errorRate > 0 ? withErrors(honest, { rate: errorRate, random }) : honest;
      return variations.reduce<Stages>((inForce, { apply }) => apply(inForce, context), failing);
    },
  };
}
