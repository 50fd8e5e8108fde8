import { resolve } from 'node:path';
import { formatInterfaceProblem, type InterfaceProblem } from '../interface/interface-problem.ts';
import type { Interface } from '../interface/model.ts';
import { faultsOf } from '../mock/faults/faults-of.ts';
import type { Fault } from '../mock/faults/fault.ts';
import { defaultGrants, type KeyGrant, plansOf, toMockKey } from '../mock/keys.ts';
import { LIMIT_PERS } from '../mock/limit-per.ts';
import type { Listener } from '../mock/listener.ts';
import { readKeyFile } from '../mock/read-key-file.ts';
import { readSeedFile } from '../mock/read-seed-file.ts';
import type { SeedEntries } from '../mock/seed-entries.ts';
import { startMock } from '../mock/start-mock.ts';
import { LIMITER_KINDS } from '../mock/window-counter.ts';
import { unknownFault } from './choose-faults.ts';
import type { CliIo } from './cli-io.ts';
import { loadDocument } from './load-document.ts';
import type { MockArguments } from './mock-arguments.ts';
import { mockGreeting, requestLine } from './mock-greeting.ts';
import { quoted } from './quoted.ts';
import { suggestion } from './suggestion.ts';
import { UsageFault } from './usage-fault.ts';

function fileFault(option: string, problem: InterfaceProblem): UsageFault {
  return new UsageFault(
    `cannot use --${option}: ${formatInterfaceProblem(problem).replaceAll(/\s*\n\s*/g, '; ')}`,
  );
}

function findFault(name: string, document: Interface): Fault {
  const known = faultsOf(document);
  const found = known.find((fault) => fault.name === name);
  if (found === undefined) throw unknownFault(name, known);
  return found;
}

/** The value of an option that names one of a few words; the first one is the default. */
function findWord<Word extends string>(
  { texts }: MockArguments,
  option: string,
  words: readonly [Word, ...Word[]],
): Word {
  const given = texts.get(option) ?? words[0];
  const found = words.find((word) => word === given);
  if (found !== undefined) return found;
  throw new UsageFault(`cannot use --${option} ${quoted(given)}: ${suggestion(given, words)}`);
}

async function findGrants(
  { texts, lists }: MockArguments,
  document: Interface,
  cwd: string,
): Promise<readonly KeyGrant[]> {
  const path = texts.get('keys');
  const wanted = lists.get('plan') ?? [];
  if (path === undefined) {
    const known = plansOf(document).map(({ id }) => id);
    const unknown = wanted.find((plan) => !known.includes(plan));
    if (unknown !== undefined && known.length === 0)
      throw new UsageFault(`cannot use --plan ${quoted(unknown)}: the document has no plans`);
    if (unknown !== undefined)
      throw new UsageFault(`cannot use --plan ${quoted(unknown)}: ${suggestion(unknown, known)}`);
    return defaultGrants(document, wanted);
  }
  if (wanted.length > 0)
    throw new UsageFault('cannot use --plan with --keys: the file says the plan of each key');
  const file = await readKeyFile(resolve(cwd, path), document);
  if (file.kind === 'broken') throw fileFault('keys', file.problem);
  return file.grants;
}

async function findSeed(
  { texts, switches }: MockArguments,
  document: Interface,
  cwd: string,
): Promise<SeedEntries | undefined> {
  const path = texts.get('seed-data');
  if (switches.has('empty')) {
    if (path !== undefined) throw new UsageFault('cannot use --empty with --seed-data: give one of them');
    return new Map();
  }
  if (path === undefined) return undefined;
  const file = await readSeedFile(resolve(cwd, path), document);
  if (file.kind === 'broken') throw fileFault('seed-data', file.problem);
  return file.entries;
}

/**
 * Loads the document and answers on a listener that is open already; prints the greeting and, without `--quiet`, requests.
 * Throws a `UsageFault` for options and files that can't be used.
 */
export async function serveMock(given: MockArguments, listener: Listener, io: CliIo): Promise<void> {
  const limiter = findWord(given, 'limiter', LIMITER_KINDS);
  const limitPer = findWord(given, 'limit-per', LIMIT_PERS);
  const { document } = await loadDocument(given.texts.get('spec'), io.cwd);
  const faults = (given.lists.get('fault') ?? []).map((name) => findFault(name, document));
  const grants = await findGrants(given, document, io.cwd);
  const seed = await findSeed(given, document, io.cwd);
  const banAfter = given.numbers.get('ban-after');
  const mock = await startMock({
    interface: document,
    listener,
    keys: grants,
    limiter,
    limitPer,
    latencyMs: given.numbers.get('latency') ?? 0,
    faults,
    control: given.switches.has('no-control') ? 'off' : 'on',
    onError: (error) =>
      io.stderr(
        `assay: internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
      ),
    onNotice: (text) => io.stderr(`assay: ${text}\n`),
    ...(seed === undefined ? {} : { seed }),
    ...(banAfter === undefined ? {} : { banAfter }),
    ...(given.switches.has('quiet') ? {} : { onRequest: (request) => io.stdout(requestLine(request)) }),
  });
  io.stdout(
    mockGreeting({
      document,
      url: mock.url,
      keys: grants.map((grant) => toMockKey(document, grant)),
      keyFile: given.texts.get('keys'),
      faults: faults.map(({ name }) => name),
    }),
  );
}
