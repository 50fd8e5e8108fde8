import { formatInterfaceProblem, type InterfaceProblem } from '../interface/interface-problem.ts';
import { loadInterface } from '../interface/load-interface.ts';
import type { Interface } from '../interface/model.ts';
import { nearestName } from '../interface/nearest-name.ts';
import { answerRequests } from './answer-requests.ts';
import { createControl } from './control.ts';
import { DataFile } from './data-file.ts';
import { createEngine, type Engine } from './engine.ts';
import { faultsOf } from './faults/faults-of.ts';
import type { FollowOptions, Following } from './follow-files.ts';
import { type Latency, drawLatencyMs, latencyBetween } from './latency.ts';
import { type Listener, openListener, type Tls } from './listener.ts';
import type { Mock, MockOptions } from './mock-options.ts';
import { createRandom } from './random.ts';
import type { SharedStore } from './replicas/open-shared-store.ts';
import { SharedStoreFault } from './replicas/shared-store-fault.ts';

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

async function tlsOf(tls: MockOptions['tls'], host: string): Promise<Tls | undefined> {
  if (tls !== 'self-made') return tls;
  const { certificateNames, makeCertificate } = await import('./certificate.ts');
  return makeCertificate(certificateNames(host));
}

async function listen({ listener, host = '127.0.0.1', port = 0, tls }: MockOptions): Promise<Listener> {
  if (listener !== undefined) return listener;
  const certificate = await tlsOf(tls, host);
  return openListener({ host, port, ...(certificate === undefined ? {} : { tls: certificate }) });
}

/** Loaded for mocks that follow files: the others are to be there at once. */
async function followingOf(options: FollowOptions): Promise<Following | undefined> {
  if (!options.watchesDocument && options.scenario === undefined) return undefined;
  return (await import('./follow-files.ts')).followFiles(options);
}

async function openShared({ store, data }: MockOptions): Promise<SharedStore | undefined> {
  if (store === undefined) return undefined;
  if (data !== undefined)
    throw new SharedStoreFault(
      'cannot keep entries both in a file and in a shared store: leave out data (--data) or store (--store)',
    );
  return (await import('./replicas/open-shared-store.ts')).openSharedStore(store);
}

function chooseFault(engine: Engine, name: string | undefined): void {
  const known = faultsOf(engine.interface());
  const chosen = known.filter((fault) => fault.name === name);
  if (name !== undefined && chosen.length === 0) {
    const near = nearestName(
      name,
      known.map((fault) => fault.name),
    );
    const advice = near === undefined ? '`faults` lists them' : `did you mean ${JSON.stringify(near)}?`;
    throw new RangeError(`there is no fault ${JSON.stringify(name)}: ${advice}`);
  }
  engine.setFaults(chosen);
}

/**
 * Starts a mock of an interface. Several in one process share nothing. Rejects with the system's error when it cannot
 * listen, with one that says what to do when a file or store can't be used, and when the document holds a schema that cannot be compiled.
 */
export async function startMock(options: MockOptions): Promise<Mock> {
  const document = await loaded(options.interface);
  const shared = await openShared(options);
  const data = options.data === undefined ? undefined : await DataFile.open(options.data);
  try {
    return await startWith(options, document, { shared, data });
  } catch (error) {
    await data?.close();
    shared?.close();
    throw error;
  }
}

type Stores = {
  readonly shared: Awaited<ReturnType<typeof openShared>>;
  readonly data: DataFile | undefined;
};

async function startWith(options: MockOptions, document: Interface, { shared, data }: Stores): Promise<Mock> {
  const { latencyMs = 0, randomSeed = 0, onError } = options;
  const engine = createEngine({ ...options, interface: document, data, share: shared?.share });
  /** A mock whose files can't be used doesn't begin to listen, and one that can't listen leaves nothing behind. */
  async function ready(): Promise<Listener> {
    try {
      const problem = await following?.begin();
      if (problem !== undefined) throw new MockFileFault(problem);
      await engine.settle();
      return await listen(options);
    } catch (error) {
      following?.close();
      throw error;
    }
  }
  let latency: Latency = latencyBetween(latencyMs);
  const random = createRandom(randomSeed);
  const setLatency = (chosen: Latency): void => {
    latency = chosen;
  };
  let control: ReturnType<typeof createControl> | undefined;
  const following = await followingOf({
    engine,
    watchesDocument: options.watch === 'on',
    scenario: options.scenario,
    onDocument: () => beginControl(),
    onReload: (reload) => options.onReload?.(reload),
    onError: (error) => onError?.(error),
  });
  const listener = await ready();
  function beginControl(): void {
    control?.end();
    control = undefined;
    if (options.control === 'off') return;
    control = createControl({
      interface: engine.interface(),
      complete: options.complete,
      engine,
      origin: listener.origin,
      limiter: options.limiter ?? 'fixed',
      limitPer: options.limitPer ?? 'key',
      latency: () => latency,
      setLatency,
    });
  }
  beginControl();
  listener.serve(
    answerRequests({
      engine,
      drawWaitMs: () => drawLatencyMs(latency, random),
      control: () => control,
      onError,
    }),
  );
  async function close(): Promise<void> {
    following?.close();
    await listener.close();
    await data?.close();
    shared?.close();
  }
  return {
    get url() {
      return `${listener.origin}${engine.interface().basePath}`;
    },
    origin: listener.origin,
    port: listener.port,
    certificate: listener.certificate,
    get keys() {
      return engine.keys.map(({ key, plan }) => ({ key, plan }));
    },
    clock: engine.clock,
    requests: () => engine.log.newest(),
    fault: (name) => chooseFault(engine, name),
    latency: (ms) => setLatency(latencyBetween(ms)),
    reset: engine.reset,
    close,
    [Symbol.asyncDispose]: close,
  };
}
