/** A command line with what the configuration adds: flags win over the environment, that over `.env`, that over the configuration. */
import { PROFILES } from '../../record/settings.ts';
import { suggestion } from '../../system/nearest-name.ts';
import { flagOf, givenName, type OptionRow, type OptionRows } from '../../system/option.ts';
import type { CliIo } from '../io.ts';
import { OWN_TARGETS, TEST } from '../options.ts';
import { type Environment, readEnvironment } from '../target/environment.ts';
import { learnSecrets } from '../target/learn-secrets.ts';
import { quoted, UsageFault } from '../usage-fault.ts';
import type { ConfigUse } from './config.ts';
import { CONFIG_ROWS, ROWS_BY_NAME } from './config-rows.ts';
import { isOwnTarget, OF_SERVICES } from './own-target.ts';
import { type ConfigLayer, type ReadConfig, readConfig } from './read-config.ts';

/** A command line that was read. */
type Line<Flags extends object> = {
  readonly command: string;
  readonly rows: OptionRows;
  readonly flags: Flags;
};

const ABOUT_DOCUMENTS = ['spec', 'overlay', 'allowRemoteRefs', 'strictDocument', 'insecure', 'ca', 'header'];
const ABOUT_SERVICES = [...ABOUT_DOCUMENTS, ...OF_SERVICES, 'plan', 'timeoutMs'];

/** What each command takes of a configuration; the others take what is said of documents. */
const TAKES = new Map<string, readonly string[]>([
  ['test', [...ROWS_BY_NAME.keys()]],
  ['config', [...ROWS_BY_NAME.keys()]],
  ['proxy', ABOUT_SERVICES],
  ['replay', ABOUT_SERVICES],
]);

/** An option that was settled: its value as a flag would have given it. */
type Settled = { readonly value: unknown; readonly source: string };

/** Options of higher layers stay; what lower ones add comes below. */
class Merge {
  readonly settled = new Map<string, Settled>();
  readonly #names: ReadonlySet<string>;
  readonly #given: ReadonlyMap<string, unknown>;
  readonly #environment: Environment;

  constructor({ command, rows, flags }: Line<object>, environment: Environment) {
    const own = new Set(Object.keys(rows));
    this.#names = new Set((TAKES.get(command) ?? ABOUT_DOCUMENTS).filter((name) => own.has(name)));
    this.#given = new Map(Object.entries(flags));
    this.#environment = environment;
  }

  /** Whether a flag says it: `--no-color` is true until it is given. */
  #isSaid(row: OptionRow): boolean {
    const value = this.#given.get(givenName(row));
    return row.flags.startsWith('--no-') ? value === false : value !== undefined;
  }

  /** Whether something that was settled before, or said, can't stand beside it. */
  #isRuledOut(name: string, row: OptionRow): boolean {
    const own = givenName(row);
    return Object.entries(TEST).some(([other, otherRow]: readonly [string, OptionRow]) => {
      if (other === name || !(this.settled.has(other) || this.#isSaid(otherRow))) return false;
      return (
        otherRow.conflicts?.includes(own) === true || row.conflicts?.includes(givenName(otherRow)) === true
      );
    });
  }

  isInEnvironment({ variable }: OptionRow): boolean {
    return variable !== undefined && this.#environment(variable) !== undefined;
  }

  add(
    { values, source }: ConfigLayer,
    above: 'environment' | 'defaults',
    without: readonly string[] = [],
  ): void {
    const added = [...values].flatMap(([name, value]): readonly (readonly [string, Settled])[] => {
      const row = ROWS_BY_NAME.get(name);
      if (row === undefined || !this.#names.has(name) || without.includes(name)) return [];
      if (this.settled.has(name) || this.#isSaid(row) || this.#isRuledOut(name, row)) return [];
      if (above === 'defaults' && this.isInEnvironment(row)) return [];
      return [[name, { value, source }] as const];
    });
    for (const [name, settled] of added) this.settled.set(name, settled);
  }

  /** More of a list, whatever else says some. */
  append(name: 'exclude' | 'shared', values: readonly string[], source: string): void {
    const row = CONFIG_ROWS[name];
    if (values.length === 0 || !this.#names.has(name) || this.#isRuledOut(name, row)) return;
    const before = this.settled.get(name)?.value ?? this.#given.get(givenName(row));
    this.settled.set(name, { value: [...(Array.isArray(before) ? before : []), ...values], source });
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The target of this name; `undefined` for none, and for what assay starts itself. Throws a `UsageFault` for a name that there is not. */
function targetNamed(name: string | undefined, { targets, file }: ReadConfig): ConfigLayer | undefined {
  if (name === undefined || isOwnTarget(name)) return undefined;
  const target = targets.get(name);
  if (target !== undefined) return target;
  throw new UsageFault(
    `cannot use ${flagOf(TEST.target)} ${quoted(name)} (${file}): ${suggestion(name, [...targets.keys(), ...OWN_TARGETS])}`,
  );
}

/** Tells the gate what the values hold that nobody may see, as if they had been flags. */
function learn(settled: ReadonlyMap<string, Settled>): void {
  const words = [...settled].flatMap(([name, { value }]) => {
    const row = ROWS_BY_NAME.get(name);
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return row === undefined
      ? []
      : values.flatMap((one) => (typeof one === 'string' ? [flagOf(row), one] : []));
  });
  learnSecrets(words, {});
}

/** The profile of a run: one of assay's, which may be what one of the configuration stands for. */
type ChosenProfile = Settled & {
  readonly layer: ConfigLayer | undefined;
  readonly above: 'environment' | 'defaults';
};

/** The profile that is named first: by a flag, by the target, or at the top. `undefined` where assay's usual one holds. */
function chosenProfile(
  { rows, flags }: Line<object>,
  config: ReadConfig,
  { above, below }: { readonly above?: ConfigLayer | undefined; readonly below?: ConfigLayer | undefined },
): ChosenProfile | undefined {
  const said = new Map<string, unknown>(Object.entries(flags));
  if (said.get('resume') !== undefined || Object.values(rows).every((row) => row !== TEST.profile))
    return undefined;
  const byFlag: ConfigLayer = { source: flagOf(TEST.profile), values: said, auth: new Map() };
  const named = [byFlag, above ?? below, config.options].find(
    (layer) => layer?.values.has('profile') === true,
  );
  const name = textOf(named?.values.get('profile'));
  if (named === undefined || name === undefined) return undefined;
  requireProfile(name, config);
  const layer = config.profiles.get(name);
  return {
    value: layer === undefined ? name : (textOf(layer.values.get('profile')) ?? TEST.profile.default),
    source: layer?.source ?? named.source,
    layer,
    above: named === byFlag || named === above ? 'environment' : 'defaults',
  };
}

/** What the chosen target and profile, and the rest of the configuration, add to a command line. */
function merged(
  line: Line<object>,
  config: ReadConfig,
  environment: Environment,
): {
  readonly settled: ReadonlyMap<string, Settled>;
  readonly target: ConfigLayer | undefined;
} {
  const merge = new Merge(line, environment);
  const said = new Map<string, unknown>(Object.entries(line.flags));
  const top = config.options.values;
  const byFlag = textOf(said.get('target'));
  const isElsewhere = said.get('url') !== undefined || merge.isInEnvironment(TEST.url);
  // Who names another address does not mean the usual target, nor its key.
  const usual = byFlag === undefined && !isElsewhere ? textOf(top.get('target')) : undefined;
  const takesTargets = 'target' in line.rows;
  const target = takesTargets ? targetNamed(byFlag ?? usual, config) : undefined;
  const chosen = chosenProfile(line, config, byFlag === undefined ? { below: target } : { above: target });
  const isOwn = isOwnTarget(byFlag ?? usual);
  if (target !== undefined) merge.add(target, byFlag === undefined ? 'defaults' : 'environment', ['profile']);
  if (chosen?.layer !== undefined) merge.add(chosen.layer, chosen.above, ['profile']);
  // A record has an address of its own: without a target nobody named another one.
  const ofRecord = line.command === 'replay' ? ['url', 'plan'] : [];
  const without = ['target', 'profile', ...(isOwn ? OF_SERVICES : []), ...ofRecord];
  merge.add(config.options, 'defaults', without);
  if (chosen !== undefined) merge.settled.set('profile', chosen);
  if (isOwn && byFlag === undefined && takesTargets)
    merge.settled.set('target', { value: usual, source: config.options.source });
  for (const { filter, exclude, shared, source } of config.operations) {
    if (exclude) merge.append('exclude', [filter], source);
    if (shared) merge.append('shared', [filter], source);
  }
  return { settled: merge.settled, target };
}

/** Throws a `UsageFault` for a profile that neither assay nor the configuration has. */
function requireProfile(name: string, { profiles, file }: ReadConfig): void {
  const known = [...profiles.keys(), ...PROFILES];
  if (known.includes(name)) return;
  throw new UsageFault(
    `cannot use ${flagOf(TEST.profile)} ${quoted(name)} (${file}): ${suggestion(name, known)}`,
  );
}

/** The command line with what its configuration adds. Throws a `UsageFault` for what can't be used. */
export async function configured<Flags extends object>(
  line: Line<Flags> & {
    /** Absolute path of the configuration. */
    readonly file: string;
  },
  io: CliIo,
): Promise<{ readonly flags: Flags; readonly config: ConfigUse }> {
  return configuredBy(await readConfig(line.file, io.cwd), line, io);
}

/** The same with a configuration that was read. Throws a `UsageFault`. */
export async function configuredBy<Flags extends object>(
  config: ReadConfig,
  line: Line<Flags>,
  io: CliIo,
): Promise<{ readonly flags: Flags; readonly config: ConfigUse }> {
  const { settled, target } = merged(line, config, await readEnvironment(io));
  learn(settled);
  const added: { readonly [name: string]: unknown } = Object.fromEntries(
    [...settled].flatMap(([name, { value }]) => {
      const row = ROWS_BY_NAME.get(name);
      return row === undefined ? [] : [[givenName(row), value]];
    }),
  );
  const isOwn = target === undefined;
  return {
    flags: { ...line.flags, ...(isOwn ? {} : { target: undefined }), ...added },
    config: {
      file: config.file,
      path: config.path,
      auth: new Map([...config.options.auth, ...(target?.auth ?? [])]),
      parameters: config.operations.map(({ filter, parameters }) => ({ filter, values: parameters })),
      hooks: config.hooks,
      ownChecks: config.ownChecks,
      ownSuites: config.ownSuites,
      sources: new Map([...settled].map(([name, { source }]) => [name, source])),
    },
  };
}
