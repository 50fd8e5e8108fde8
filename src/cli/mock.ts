import { onOneLine } from './quoted.ts';
import { type Listener, openListener } from '../mock/listener.ts';
import type { CliIo } from './cli-io.ts';
import { gatedIo } from './gated-io.ts';
import { learnSecrets } from './learn-secrets.ts';
import { type MockArguments, parseMockArguments } from './mock-arguments.ts';
import { UsageFault } from './usage-fault.ts';

const COULD_NOT = 2;
const INTERRUPTED = 130;
const OWN_ENGINE = 'assay';
const PLAIN_PRISM = 'prism';

function wantsTls({ switches, texts }: MockArguments): boolean {
  return switches.has('tls') || texts.has('tls-cert') || texts.has('tls-key');
}

async function listen(given: MockArguments, io: CliIo): Promise<Listener> {
  const { texts, numbers } = given;
  const place = { host: texts.get('host') ?? '127.0.0.1', port: numbers.get('port') ?? 4010 };
  const tls = wantsTls(given)
    ? { tls: await (await import('./mock-tls.ts')).mockTls(given, place.host, io) }
    : {};
  try {
    return await openListener({ ...place, ...tls });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { listenProblem } = await import('./mock-texts.ts');
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

async function runPlainPrism(given: MockArguments, io: CliIo): Promise<number> {
  const { servePlainPrism } = await import('./serve-plain-prism.ts');
  const interruption = watchInterruption(io);
  try {
    await servePlainPrism(given, interruption.first, io);
    return 0;
  } finally {
    interruption.unwatch();
  }
}

async function requireEngine(name: string): Promise<void> {
  if (name === OWN_ENGINE || name === PLAIN_PRISM) return;
  const { engineProblem } = await import('./mock-texts.ts');
  throw new UsageFault(engineProblem(name, [OWN_ENGINE, PLAIN_PRISM]));
}

async function run(given: MockArguments, io: CliIo): Promise<number> {
  const engine = given.texts.get('engine') ?? OWN_ENGINE;
  await requireEngine(engine);
  if (engine === PLAIN_PRISM) return runPlainPrism(given, io);
  const interruption = watchInterruption(io);
  const listener = await listen(given, io);
  try {
    const { serveMock } = await import('./serve-mock.ts');
    const mock = await serveMock(given, listener, io);
    await interruption.first;
    await mock.close();
    return 0;
  } finally {
    await listener.close();
    interruption.unwatch();
  }
}

async function perform(argv: readonly string[], io: CliIo): Promise<number> {
  const parsed = parseMockArguments(argv);
  if (parsed.kind !== 'parsed') {
    const { argumentProblem } = await import('./mock-texts.ts');
    throw new UsageFault(argumentProblem(parsed));
  }
  const { switches } = parsed.arguments;
  if (switches.has('help')) {
    io.stdout((await import('./mock-texts.ts')).mockHelp());
    return 0;
  }
  if (switches.has('list-faults')) {
    const { faultList } = await import('./mock-texts.ts');
    const { loadDocument } = await import('./load-document.ts');
    const { document } = await loadDocument(parsed.arguments.texts.get('spec'), io.cwd);
    io.stdout(faultList((await import('../mock/faults/faults-of.ts')).faultsOf(document)));
    return 0;
  }
  return run(parsed.arguments, io);
}

/**
 * `assay mock`: listens first and loads everything else then, so that it is there as fast as a bare server; requests that come
 * early are held. Returns 0 after Ctrl-C and 2 when something about its options has to be put right.
 */
export async function mockCommand(argv: readonly string[], given: CliIo): Promise<number> {
  learnSecrets(argv, given.env);
  const io = gatedIo(given);
  try {
    return await perform(argv, io);
  } catch (error) {
    if (!(error instanceof UsageFault)) throw error;
    io.stderr(`assay: ${onOneLine(error.message, '; ')}\n`);
    return COULD_NOT;
  }
}
