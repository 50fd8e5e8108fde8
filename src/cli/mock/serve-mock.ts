import { resolve } from 'node:path';
import { formatInterfaceProblem, type InterfaceProblem } from '../../document/cursor.ts';
import type { Interface } from '../../interface/model.ts';
import type { Fault } from '../../mock/faults/fault.ts';
import { faultsOf } from '../../mock/faults/faults.ts';
import type { Freedom } from '../../mock/freedoms/freedom.ts';
import { readKeyFile, readSeedFile } from '../../mock/files/read-files.ts';
import type { Mock, MockOptions, Reload } from '../../mock/mock-options.ts';
import { SharedStoreFault } from '../../mock/replicas/shared-store-fault.ts';
import type { Listener } from '../../mock/server/listener.ts';
import { MOCK_SETTING_ROWS, type MockSettings } from '../../mock/server/mock-settings.ts';
import { MockFileFault } from '../../mock/server/open-mock.ts';
import { startMock } from '../../mock/server/start-mock.ts';
import { DataFault } from '../../mock/state/data-file.ts';
import { defaultGrants, grantsOfTwo, type KeyGrant, plansOf, toMockKey } from '../../mock/state/keys.ts';
import type { SeedEntries } from '../../mock/state/seed-entries.ts';
import { gate } from '../../output/gate.ts';
import { nearestName, suggestion } from '../../system/nearest-name.ts';
import { givenName } from '../../system/option.ts';
import type { CliIo } from '../io.ts';
import { shownPath } from '../../document/files.ts';
import { onOneLine, quoted, UsageFault } from '../usage-fault.ts';
import { unknownFault } from './unknown-fault.ts';
import { mockGreeting, requestLine } from './greeting.ts';
import { loadServedDocument, withStatements } from './load-served-document.ts';
import type { MockFlags } from './options.ts';
import { ownCertificateFile } from './own-certificate.ts';

function fileFault(option: string, problem: InterfaceProblem): UsageFault {
  return new UsageFault(`cannot use --${option}: ${onOneLine(formatInterfaceProblem(problem), '; ')}`);
}

function findFault(name: string, document: Interface): Fault {
  const found = faultsOf(document).find((fault) => fault.name === name);
  if (found === undefined) throw unknownFault(name, document);
  return found;
}

async function findGrants(
  { keys: path, plan: wanted = [] }: MockFlags,
  document: Interface,
  { cwd, isOfTwo }: { readonly cwd: string; readonly isOfTwo: boolean },
): Promise<readonly KeyGrant[]> {
  if (path === undefined) {
    const known = plansOf(document).map(({ id }) => id);
    const unknown = wanted.find((plan) => !known.includes(plan));
    if (unknown !== undefined && known.length === 0)
      throw new UsageFault(`cannot use --plan ${quoted(unknown)}: the document has no plans`);
    if (unknown !== undefined)
      throw new UsageFault(`cannot use --plan ${quoted(unknown)}: ${suggestion(unknown, known)}`);
    return isOfTwo && wanted.length === 0 ? grantsOfTwo(document) : defaultGrants(document, wanted);
  }
  if (wanted.length > 0)
    throw new UsageFault('cannot use --plan with --keys: the file says the plan of each key');
  const file = await readKeyFile(resolve(cwd, path), document);
  if (file.kind === 'broken') throw fileFault('keys', file.problem);
  for (const { key } of file.grants) gate().add(key);
  return file.grants;
}

async function findFreedoms({ freedom: names }: MockFlags): Promise<readonly Freedom[]> {
  if (names === undefined) return [];
  const { freedoms } = await import('../../mock/freedoms/freedoms.ts');
  const known = freedoms.map(({ name }) => name);
  return names.map((name) => {
    const found = freedoms.find((freedom) => freedom.name === name);
    if (found !== undefined) return found;
    const near = nearestName(name, known);
    const advice =
      near === undefined
        ? 'assay mock --list-freedoms prints them all'
        : `did you mean ${JSON.stringify(near)}?`;
    throw new UsageFault(`there is no freedom ${quoted(name)}: ${advice}`);
  });
}

async function findSeed(
  { empty, seedData: path }: MockFlags,
  document: Interface,
  cwd: string,
): Promise<SeedEntries | undefined> {
  if (empty === true) {
    if (path !== undefined) throw new UsageFault('cannot use --empty with --seed-data: give one of them');
    return new Map();
  }
  if (path === undefined) return undefined;
  const file = await readSeedFile(resolve(cwd, path), document);
  if (file.kind === 'broken') throw fileFault('seed-data', file.problem);
  return file.entries;
}

/** A document of the user is read as a whole, so that what is wrong with it is said at once; the shipped one is known to be right. */
async function loadOwnOrShipped(given: MockFlags, io: CliIo): Promise<Interface> {
  if (given.spec === undefined && given.overlay === undefined) return loadServedDocument(undefined, io.cwd);
  const { openDocument } = await import('../load-document.ts');
  return (await openDocument(given, io)).document;
}

async function start(options: MockOptions): Promise<Mock> {
  try {
    return await startMock(options);
  } catch (error) {
    if (error instanceof MockFileFault) throw fileFault('scenario', error.problem);
    if (error instanceof DataFault) throw new UsageFault(`cannot use --data: ${error.message}`);
    if (error instanceof SharedStoreFault) throw new UsageFault(error.message);
    throw error;
  }
}

function tellReload(reload: Reload, quiet: boolean, io: CliIo): void {
  switch (reload.kind) {
    case 'reloaded':
      if (!quiet) io.stdout(`read ${shownPath(reload.file, io.cwd)} again\n`);
      return;
    case 'broken':
      io.stderr(`assay: going on without the change: ${formatInterfaceProblem(reload.problem)}\n`);
  }
}

function errorText(error: unknown): string {
  if (error instanceof DataFault) return `${error.message}; the client got 500`;
  return `internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

/** The settings as they were told, or as the help says. Each is what `values` of its row reads. */
function settingsOf(given: MockFlags, cwd: string): MockSettings {
  const said = new Map<string, unknown>(Object.entries(given));
  const told = MOCK_SETTING_ROWS.flatMap(([name, row]) => {
    const usual = typeof row.default === 'object' ? undefined : row.default;
    const value = said.get(givenName(row)) ?? usual;
    if (value === undefined) return [];
    return [[name, row.isPath === true && typeof value === 'string' ? resolve(cwd, value) : value] as const];
  });
  return Object.fromEntries(told) as MockSettings;
}

/**
 * Loads the document and answers on a listener that is open already; prints the greeting and, without `--quiet`, requests.
 * Throws a `UsageFault` for options and files that can't be used.
 */
export async function serveMock(given: MockFlags, listener: Listener, io: CliIo): Promise<Mock> {
  const { spec, quiet = false } = given;
  const control = given.control ? 'on' : 'off';
  const document = await loadOwnOrShipped(given, io);
  const faults = (given.fault ?? []).map((name) => findFault(name, document));
  const freedoms = await findFreedoms(given);
  const isOfTwo = given.entriesOf === 'key' || freedoms.some(({ entriesOf }) => entriesOf === 'key');
  const grants = await findGrants(given, document, { cwd: io.cwd, isOfTwo });
  const seed = await findSeed(given, document, io.cwd);
  const mock = await start({
    interface: document,
    complete: withStatements,
    reload: async (path) => (await import('../load-document.ts')).reloadOf(given, io)(path),
    watch: spec !== undefined && document.origin === 'file' && given.watch ? 'on' : 'off',
    listener,
    ...(given.keys === undefined && given.plan === undefined ? {} : { keys: grants }),
    ...settingsOf(given, io.cwd),
    faults,
    freedoms,
    control,
    onReload: (reload) => tellReload(reload, quiet, io),
    onError: (error) => io.stderr(`assay: ${errorText(error)}\n`),
    onNotice: (text) => io.stderr(`assay: ${text}\n`),
    ...(seed === undefined ? {} : { seed }),
    ...(quiet ? {} : { onRequest: (request) => io.stdout(requestLine(request)) }),
  });
  io.stdout(
    mockGreeting({
      document,
      url: mock.url,
      keys: grants.map((grant) => toMockKey(document, grant)),
      keyFile: given.keys,
      variations: [...freedoms, ...faults].map(({ name }) => name),
      certificateFile:
        mock.certificate === undefined || given.tlsCert !== undefined
          ? undefined
          : ownCertificateFile(listener.host, io.env),
      control,
    }),
  );
  return mock;
}
