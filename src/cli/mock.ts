import { Command } from 'commander';
import { type Listener, openListener } from '../mock/server/listener.ts';
import { runLine } from './command-line.ts';
import { type CliIo, gatedIo } from './io.ts';
import { mockCommandWith } from './mock/command.ts';
import { MOCK, type MockFlags } from './mock/options.ts';
import { learnSecrets } from './target/learn-secrets.ts';
import { UsageFault } from './usage-fault.ts';

const INTERRUPTED = 130;

function wantsTls({ tls, tlsCert, tlsKey }: MockFlags): boolean {
  return tls === true || tlsCert !== undefined || tlsKey !== undefined;
}

async function listen(given: MockFlags, io: CliIo): Promise<Listener> {
  const { host = MOCK.host.default, port = MOCK.port.default } = given;
  const place = { host, port };
  const tls = wantsTls(given)
    ? { tls: await (await import('./mock/tls.ts')).mockTls(given, place.host, io) }
    : {};
  try {
    return await openListener({ ...place, ...tls });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { listenProblem } = await import('./mock/texts.ts');
    throw new UsageFault(listenProblem(error, place.host, place.port));
  }
}

type Interruption = { readonly first: Promise<void>; readonly unwatch: () => void };

/** `first` settles at the first Ctrl-C; a second one leaves at once. */
function watchInterruption(io: CliIo): Interruption {
  let count = 0;
  const { promise: first, resolve } = Promise.withResolvers<void>();
  const unwatch = io.onInterrupt(() => {
    count += 1;
    if (count > 1) io.exitNow(INTERRUPTED);
    else resolve();
  });
  return { first, unwatch };
}

async function runPlainPrism(given: MockFlags, io: CliIo): Promise<number> {
  const { servePlainPrism } = await import('./mock/plain-prism.ts');
  const interruption = watchInterruption(io);
  try {
    await servePlainPrism(given, interruption.first, io);
    return 0;
  } finally {
    interruption.unwatch();
  }
}

async function listFaults(given: MockFlags, io: CliIo): Promise<number> {
  const [{ faultList }, { openDocument }, { faultsOf }] = await Promise.all([
    import('./mock/texts.ts'),
    import('./load-document.ts'),
    import('../mock/faults/faults.ts'),
  ]);
  const { document } = await openDocument(given, io);
  io.stdout(faultList(faultsOf(document)));
  return 0;
}

async function listFreedoms(io: CliIo): Promise<number> {
  const [{ freedomList }, { freedoms }] = await Promise.all([
    import('./mock/texts.ts'),
    import('../mock/freedoms/freedoms.ts'),
  ]);
  io.stdout(freedomList(freedoms));
  return 0;
}

/**
 * Listens first and loads everything else then, so that it is there as fast as a bare server; requests that come early are held.
 * Returns 0 after Ctrl-C.
 */
export async function runMock(given: MockFlags, io: CliIo): Promise<number> {
  if (given.listFaults === true) return listFaults(given, io);
  if (given.listFreedoms === true) return listFreedoms(io);
  if (given.engine === 'prism') return runPlainPrism(given, io);
  const interruption = watchInterruption(io);
  const listener = await listen(given, io);
  try {
    const { serveMock } = await import('./mock/serve-mock.ts');
    const mock = await serveMock(given, listener, io);
    await interruption.first;
    await mock.close();
    return 0;
  } finally {
    await listener.close();
    interruption.unwatch();
  }
}

/** `assay mock` by itself, without what the other commands take. Returns 2 when something about its options has to be put right. */
export async function mockCommand(argv: readonly string[], given: CliIo): Promise<number> {
  learnSecrets(argv, given.env);
  const mock = mockCommandWith(runMock);
  return runLine(
    ['mock', ...argv],
    (perform) => new Command('assay').addCommand(mock.make(perform)),
    gatedIo(given),
  );
}
