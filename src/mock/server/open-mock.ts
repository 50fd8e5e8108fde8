/** A mock before it can be reached: the engine, the files and stores behind it, and what controls it. */
import { formatInterfaceProblem, type InterfaceProblem } from '../../document/cursor.ts';
import { loadInterface } from '../../interface/load-interface.ts';
import type { Interface } from '../../interface/model.ts';
import { createRandom } from '../../system/random.ts';
import { createEngine, type Engine } from '../engine.ts';
import { faultsOf, nearestFault } from '../faults/faults.ts';
import type { Following, FollowOptions } from '../files/follow.ts';
import type { MockControls, MockOptions } from '../mock-options.ts';
import type { SharedStore } from '../replicas/open-shared-store.ts';
import { SharedStoreFault } from '../replicas/shared-store-fault.ts';
import type { DataFile } from '../state/data-file.ts';
import { checkKeys } from './check-options.ts';
import { drawLatencyMs, type Latency, latencyBetween } from './latency.ts';

/** A file that the options of a mock name can't be used. */
export class MockFileFault extends Error {
  readonly problem: InterfaceProblem;

  constructor(problem: InterfaceProblem) {
    super(formatInterfaceProblem(problem));
    this.name = 'MockFileFault';
    this.problem = problem;
  }
}

async function loaded(given: Interface | string): Promise<Interface> {
  if (typeof given !== 'string') return given;
  const result = await loadInterface(given);
  if (result.kind === 'broken') throw new MockFileFault(result.problem);
  return result.interface;
}

/** Loaded for mocks that follow files: the others are to be there at once. */
async function followingOf(options: FollowOptions): Promise<Following | undefined> {
  if (!options.watchesDocument && options.scenario === undefined) return undefined;
  return (await import('../files/follow.ts')).followFiles(options);
}

async function openShared({ store, data }: MockOptions): Promise<SharedStore | undefined> {
  if (store === undefined) return undefined;
  if (data !== undefined)
    throw new SharedStoreFault(
      'cannot keep entries both in a file and in a shared store: leave out data (--data) or store (--store)',
    );
  return (await import('../replicas/open-shared-store.ts')).openSharedStore(store);
}

async function openData(path: string | undefined): Promise<DataFile | undefined> {
  return path === undefined ? undefined : (await import('../state/data-file.ts')).DataFile.open(path);
}

function chooseFault(engine: Engine, name: string | undefined): void {
  const document = engine.interface();
  const chosen = faultsOf(document).filter((fault) => fault.name === name);
  if (name !== undefined && chosen.length === 0) {
    const advice = nearestFault(name, document, '`faults` lists them');
    throw new RangeError(`there is no fault ${JSON.stringify(name)}: ${advice}`);
  }
  engine.setFaults(chosen);
}

/** How long answers wait. */
type Pause = {
  readonly latency: () => Latency;
  readonly setLatency: (latency: Latency) => void;
  /** Draws the wait of one answer, in ms. */
  readonly drawWaitMs: () => number;
};

function createPause({ latencyMs = 0, randomSeed = 0 }: MockOptions): Pause {
  let latency: Latency = latencyBetween(latencyMs);
  const random = createRandom(randomSeed);
  return {
    latency: () => latency,
    setLatency(chosen) {
      latency = chosen;
    },
    drawWaitMs: () => drawLatencyMs(latency, random),
  };
}

export type OpenMock = {
  readonly engine: Engine;
  readonly pause: Pause;
  readonly controls: MockControls;
};

type Stores = { readonly shared: SharedStore | undefined; readonly data: DataFile | undefined };

async function openWith(
  options: MockOptions,
  document: Interface,
  { shared, data }: Stores,
  onDocument: () => void,
): Promise<OpenMock> {
  checkKeys(options.keys, document);
  const engine = createEngine({ ...options, interface: document, data, share: shared?.share });
  const pause = createPause(options);
  const following = await followingOf({
    engine,
    watchesDocument: options.watch === 'on',
    reload: options.reload,
    scenario: options.scenario,
    onDocument,
    onReload: (reload) => options.onReload?.(reload),
    onError: (error) => options.onError?.(error),
  });
  try {
    const problem = await following?.begin();
    if (problem !== undefined) throw new MockFileFault(problem);
    await engine.settle();
  } catch (error) {
    following?.close();
    throw error;
  }
  async function close(): Promise<void> {
    following?.close();
    await data?.close();
    shared?.close();
  }
  const controls: MockControls = {
    get keys() {
      return engine.keys.map(({ key, plan }) => ({ key, plan }));
    },
    clock: engine.clock,
    requests: () => engine.log.newest(),
    fault: (name) => chooseFault(engine, name),
    latency: (ms) => pause.setLatency(latencyBetween(ms)),
    reset: engine.reset,
    close,
    [Symbol.asyncDispose]: close,
  };
  return { engine, pause, controls };
}

/**
 * Opens all of a mock but its way in. Rejects with an error that says what to do when a document, file or store can't be used,
 * and when the document holds a schema that cannot be compiled; nothing stays open then. `onDocument` is called after the
 * engine has gone on with a changed document.
 */
export async function openMock(options: MockOptions, onDocument: () => void): Promise<OpenMock> {
  const document = await loaded(options.interface);
  const shared = await openShared(options);
  let data: DataFile | undefined;
  try {
    data = await openData(options.data);
    return await openWith(options, document, { shared, data }, onDocument);
  } catch (error) {
    await data?.close();
    shared?.close();
    throw error;
  }
}
