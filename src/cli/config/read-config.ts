/** A configuration as it was read: each value checked by the row of its option, and where it stands. */
import { readFileSync, statSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Check } from '../../checks/check.ts';
import { isAddress } from '../../document/address.ts';
import { formatInterfaceProblem, InterfaceFault } from '../../document/cursor.ts';
import { shownPath } from '../../document/files.ts';
import { parseSource } from '../../document/source.ts';
import { isList, isObject, type Json } from '../../json/value.ts';
import type { TokenSupplier } from '../../run/auth-options.ts';
import type { Suite } from '../../session/suite.ts';
import { errnoText } from '../../system/errno.ts';
import { suggestion } from '../../system/nearest-name.ts';
import { givenName, type OptionRow } from '../../system/option.ts';
import { packageRoot } from '../../system/package.ts';
import { onOneLine, quoted, UsageFault } from '../usage-fault.ts';
import type { ConfigHooks, ConfigSecret } from './config.ts';
import { ROWS_BY_NAME } from './config-rows.ts';

/** Options by the name of their row, as a command line would have given them. */
export type ConfigLayer = {
  /** How messages name it: a file, and the part of it. */
  readonly source: string;
  readonly values: ReadonlyMap<string, unknown>;
  readonly auth: ReadonlyMap<string, ConfigSecret>;
};

type OperationSettings = {
  readonly filter: string;
  readonly exclude: boolean;
  readonly shared: boolean;
  readonly parameters: ReadonlyMap<string, Json>;
  /** How messages name it. */
  readonly source: string;
};

export type ReadConfig = {
  /** As messages show it. */
  readonly file: string;
  /** Absolute. */
  readonly path: string;
  readonly options: ConfigLayer;
  readonly targets: ReadonlyMap<string, ConfigLayer>;
  /** Targets that can't be used, each with why, for whoever wants the others all the same. */
  readonly unusable: ReadonlyMap<string, UsageFault>;
  readonly profiles: ReadonlyMap<string, ConfigLayer>;
  readonly operations: readonly OperationSettings[];
  readonly hooks: ConfigHooks;
  readonly ownChecks: readonly Check[];
  readonly ownSuites: readonly Suite[];
};

const NO_FLAGS = ['targets', 'profiles', 'operations', 'auth', 'hooks', 'ownChecks', 'ownSuites'] as const;
const HOOKS = ['beforeRun', 'afterRun', 'beforeRequest'] as const;
/** Options that hold for a run, and not for a service of several. */
const ONLY_ABOVE = ['target'];
const SECRETS = new Map([
  ['key', 'keyEnv'],
  ['otherKey', 'otherKeyEnv'],
]);

/** What was read, and how a place in it is named: with a line where it has lines. */
type Raw = { readonly value: unknown; readonly placeOf: (location: readonly string[]) => string };
/** A part of a configuration that is being read. */
type Part = {
  readonly value: unknown;
  readonly location: readonly string[];
  readonly raw: Raw;
  /** Folder of the file, and the working directory. */
  readonly folder: string;
  readonly cwd: string;
};

function inside(part: Part, name: string, value: unknown): Part {
  return { ...part, value, location: [...part.location, name] };
}

function shownOf(value: unknown): string {
  if (typeof value === 'string') return ` ${quoted(value)}`;
  return typeof value === 'number' || typeof value === 'boolean' ? ` ${quoted(String(value))}` : '';
}

function fault({ location, raw }: Part, advice: string, shown = ''): UsageFault {
  return new UsageFault(`cannot use ${location.join('.')}${shown} (${raw.placeOf(location)}): ${advice}`);
}

/** The members of a mapping whose values are there. Throws a `UsageFault` for anything else, and for a name that is not known. */
function membersOf(
  part: Part,
  known?: readonly string[],
): readonly (readonly [name: string, member: Part])[] {
  const { value } = part;
  if (!isObject(value)) throw fault(part, 'give an object', shownOf(value));
  return Object.entries(value).flatMap(([name, member]) => {
    const own = inside(part, name, member);
    if (known !== undefined && !known.includes(name)) {
      const secret = SECRETS.get(name);
      throw fault(
        own,
        secret === undefined
          ? `there is no such setting; ${suggestion(name, known)}`
          : `a configuration holds no secret; name the variable that does, with ${secret}`,
      );
    }
    return member === undefined ? [] : [[name, own] as const];
  });
}

/** A file of the configuration is looked for beside it; an address and standard input are what they are. */
function placed(row: OptionRow, text: string, { folder, cwd }: Part): string {
  return row.file !== true || isAddress(text) || text === '-'
    ? text
    : relative(cwd, resolve(folder, text)) || '.';
}

/** The example of a row as a configuration gives it. */
function exampleOf({ flags, example }: OptionRow, name: string): string {
  const [, text = ''] = /^--[\w-]+ ?(.*)$/.exec(example) ?? [];
  const [first = ''] = text.split(' --');
  return flags.includes('<') ? `${name}: ${first}` : `${name}: true`;
}

/** One value of an option, as its flag would have read it. */
function readOne(part: Part, name: string, row: OptionRow): unknown {
  const { value } = part;
  const isText = typeof value === 'string';
  if (!isText && typeof value !== 'number')
    throw fault(part, `give one value, for example ${exampleOf(row, name)}`, shownOf(value));
  const read = row.values?.parse?.(String(value), exampleOf(row, name)) ?? { kind: 'value', value };
  if (read.kind === 'unusable') throw fault(part, read.advice, shownOf(value));
  const isNumber = typeof read.value === 'number';
  if (isNumber === isText)
    throw fault(
      part,
      `give a ${isNumber ? 'number' : 'text'}, for example ${exampleOf(row, name)}`,
      shownOf(value),
    );
  if (typeof read.value === 'string') return placed(row, read.value, part);
  return row.flags.startsWith('--report') ? placedReport(read.value, part) : read.value;
}

function placedReport(report: unknown, { folder, cwd }: Part): unknown {
  if (!isObject(report) || typeof report['file'] !== 'string' || report['file'] === '-') return report;
  return { ...report, file: relative(cwd, resolve(folder, report['file'])) };
}

function readOption(part: Part, name: string, row: OptionRow): unknown {
  const { value } = part;
  if (!row.flags.includes('<')) {
    if (typeof value === 'boolean') return value;
    throw fault(part, 'give true or false', shownOf(value));
  }
  // A switch beside a value: `config: false`.
  if (row.many !== true && !row.flags.endsWith('...>')) return readOne(part, name, row);
  if (!isList(value))
    throw fault(
      part,
      `give a list, for example ${exampleOf(row, name).replace(/: (.*)$/, ": ['$1']")}`,
      shownOf(value),
    );
  return value.map((one, index) => readOne(inside(part, String(index), one), name, row));
}

/** A function. What it gives is checked when it does. */
function isCallable(value: unknown): value is TokenSupplier {
  return typeof value === 'function';
}

function readSecret(part: Part): ConfigSecret {
  const { value } = part;
  if (isCallable(value)) return value;
  if (isObject(value) && typeof value['env'] === 'string' && Object.keys(value).length === 1)
    return { env: value['env'] };
  throw fault(part, "give the variable that holds it, { env: 'NAME' }, or a function that gets it");
}

/** Two options of one layer that can't stand beside each other. */
function requireTogether(part: Part, values: ReadonlyMap<string, unknown>): void {
  for (const name of values.keys())
    for (const other of ROWS_BY_NAME.get(name)?.conflicts ?? []) {
      const [beside] = [...values.keys()].filter(
        (each) => givenName(ROWS_BY_NAME.get(each) ?? { flags: '' }) === other,
      );
      if (beside !== undefined)
        throw fault(inside(part, name, undefined), `it can't stand beside ${beside}; leave one of them out`);
    }
}

function readLayer(part: Part, more: readonly string[], without: readonly string[]): ConfigLayer {
  const names = [...ROWS_BY_NAME.keys()].filter((name) => !without.includes(name));
  const members = membersOf(part, [...names, ...more]);
  const values = new Map(
    members.flatMap(([name, member]) => {
      const row = ROWS_BY_NAME.get(name);
      return row === undefined ? [] : [[name, readOption(member, name, row)] as const];
    }),
  );
  requireTogether(part, values);
  const auth = members.find(([name]) => name === 'auth');
  const place = part.raw.placeOf([]);
  return {
    source: part.location.length === 0 ? place : `${place}, ${part.location.join('.')}`,
    values,
    auth: new Map(
      auth === undefined ? [] : membersOf(auth[1]).map(([name, secret]) => [name, readSecret(secret)]),
    ),
  };
}

function readOperation(filter: string, part: Part): OperationSettings {
  const members = new Map(membersOf(part, ['exclude', 'shared', 'parameters']));
  const flag = (name: string): boolean => {
    const member = members.get(name);
    if (member === undefined) return false;
    if (typeof member.value === 'boolean') return member.value;
    throw fault(member, 'give true or false', shownOf(member.value));
  };
  const parameters = members.get('parameters');
  return {
    filter,
    exclude: flag('exclude'),
    shared: flag('shared'),
    parameters: new Map(
      parameters === undefined
        ? []
        : membersOf(parameters).map(([name, { value }]) => [name, JSON.parse(JSON.stringify(value)) as Json]),
    ),
    source: part.raw.placeOf(part.location),
  };
}

function readHooks(part: Part | undefined): ConfigHooks {
  if (part === undefined) return {};
  for (const [, hook] of membersOf(part, HOOKS))
    if (!isCallable(hook.value)) throw fault(hook, 'give a function', shownOf(hook.value));
  return part.value as ConfigHooks;
}

/** What is only there where the configuration is code. */
function readOwn<Own>(
  part: Part | undefined,
  isOne: (value: unknown) => value is Own,
  what: string,
): readonly Own[] {
  if (part === undefined) return [];
  if (!isList(part.value)) throw fault(part, `give a list of ${what}`, shownOf(part.value));
  return part.value.map((value, index) => {
    if (isOne(value)) return value;
    throw fault(
      inside(part, String(index), value),
      `give one of your ${what}, as docs/api.md shows`,
      shownOf(value),
    );
  });
}

function isCheck(value: unknown): value is Check {
  return isObject(value) && typeof value['id'] === 'string' && typeof value['judge'] === 'function';
}

function isSuite(value: unknown): value is Suite {
  return isObject(value) && typeof value['name'] === 'string' && isList(value['probes']);
}

/** Reads each member by what reads one; the members of a member that is missing are none. */
function eachOf<Read>(
  part: Part | undefined,
  read: (name: string, member: Part) => Read,
): ReadonlyMap<string, Read> {
  if (part === undefined) return new Map();
  return new Map(membersOf(part).map(([name, member]) => [name, read(name, member)]));
}

function fromText(path: string, file: string): Raw {
  try {
    const text = readFileSync(path, 'utf8');
    const document = parseSource(text, { path, file, example: 'spec: openapi.yaml' });
    return {
      value: document.root,
      placeOf: (location) => (location.length === 0 ? file : `${file}:${String(document.lineAt(location))}`),
    };
  } catch (error) {
    if (error instanceof InterfaceFault) throw new UsageFault(formatInterfaceProblem(error.problem));
    throw new UsageFault(
      `cannot read the configuration ${quoted(file)} (${errnoText(error)}); make it readable`,
    );
  }
}

/** A configuration may name this package where nobody has installed it, as after `npx assay`. */
function findOwnPackage(): void {
  const entries = new Map([
    ['assay', 'index.js'],
    ['assay/config', 'config.js'],
  ]);
  registerHooks({
    resolve: (specifier, context, next) => {
      const entry = entries.get(specifier);
      try {
        return next(specifier, context);
      } catch (error) {
        if (entry === undefined) throw error;
        const own = pathToFileURL(join(packageRoot(), 'dist/src', entry)).href;
        return { url: own, format: 'module', shortCircuit: true };
      }
    },
  });
}

async function fromCode(path: string, file: string): Promise<Raw> {
  findOwnPackage();
  let loaded: unknown;
  try {
    const { mtimeMs } = statSync(path);
    // Another text is another module: a configuration that changed while assay watches is run again.
    loaded = await import(`${pathToFileURL(path).href}?${String(mtimeMs)}`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageFault(`cannot run the configuration ${quoted(file)}: ${onOneLine(why, ' ')}`);
  }
  const value = isObject(loaded) ? loaded['default'] : undefined;
  if (isObject(value)) return { value, placeOf: () => file };
  throw new UsageFault(
    `cannot use the configuration ${quoted(file)}: it exports no object by default; write export default defineConfig({ … })`,
  );
}

/**
 * Reads a configuration, and runs it where it is code. Throws a `UsageFault` that names file, place and value, and says what would
 * be right.
 */
export async function readConfig(
  path: string,
  cwd: string,
  unusableTargets: 'refused' | 'told' = 'refused',
): Promise<ReadConfig> {
  const file = shownPath(path, cwd);
  const isText = /\.(?:ya?ml|json)$/i.test(path);
  const raw = isText ? fromText(path, file) : await fromCode(path, file);
  const top: Part = { value: raw.value, location: [], raw, folder: dirname(path), cwd };
  const options = readLayer(top, NO_FLAGS, []);
  const members = new Map(membersOf(top));
  const withoutTarget = (more: readonly string[]) => (_name: string, member: Part) =>
    readLayer(member, more, ONLY_ABOVE);
  const unusable = new Map<string, UsageFault>();
  const targets = eachOf(members.get('targets'), (name, member) => {
    try {
      return withoutTarget(['auth'])(name, member);
    } catch (error) {
      if (unusableTargets === 'refused' || !(error instanceof UsageFault)) throw error;
      unusable.set(name, error);
      return undefined;
    }
  });
  return {
    file,
    path,
    options,
    targets: new Map([...targets].flatMap(([name, layer]) => (layer === undefined ? [] : [[name, layer]]))),
    unusable,
    profiles: eachOf(members.get('profiles'), withoutTarget([])),
    operations: [...eachOf(members.get('operations'), readOperation).values()],
    hooks: readHooks(members.get('hooks')),
    ownChecks: readOwn(members.get('ownChecks'), isCheck, 'checks'),
    ownSuites: readOwn(members.get('ownSuites'), isSuite, 'suites'),
  };
}
