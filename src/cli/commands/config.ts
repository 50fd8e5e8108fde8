/** `assay config`: each setting of a run with its value and where it comes from. */
import { memberOf } from '../../json/value.ts';
import { escapeTerminal } from '../../report/escape.ts';
import { flagOf, type Given, givenName, type OptionRow } from '../../system/option.ts';
import type { ConfigSecret, ConfigUse } from '../config/config.ts';
import { CONFIG_ROWS } from '../config/config-rows.ts';
import type { CliIo } from '../io.ts';
import { type CONFIG_COMMAND, TEST } from '../options.ts';
import { type Environment, readEnvironment } from '../target/environment.ts';

/** One setting. `value` is as people read it; a secret is never in it. */
type Shown = { readonly name: string; readonly value: string; readonly source: string };

const NOT_SHOWN = '(set, not shown)';
const SECRETS: ReadonlySet<string> = new Set(['key', 'otherKey']);
const LONGEST = 200;

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return escapeTerminal(text, LONGEST);
}

/** A report was read as a format and a file. */
function reportText(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('format' in value)) return value;
  const file: unknown = 'file' in value ? value.file : undefined;
  return typeof file === 'string' ? `${String(value.format)}=${file}` : value.format;
}

function valueText(name: string, value: unknown, environment: Environment): string {
  if (SECRETS.has(name)) return NOT_SHOWN;
  if (/^(?:key|otherKey)Env$/.test(name) && typeof value === 'string')
    return `${textOf(value)} (${environment(value) === undefined ? 'not set' : 'set'})`;
  return textOf(Array.isArray(value) ? value.map(reportText) : value);
}

function defaultText({ default: usual, flags }: OptionRow): string {
  if (typeof usual === 'object') return usual.told;
  if (usual !== undefined) return String(usual);
  return flags.includes('<') ? '(none)' : String(flags.startsWith('--no-'));
}

/** What is said of a setting first: by a flag, the environment, the configuration; else its default. */
function shownOf(
  name: string,
  row: OptionRow,
  {
    said,
    config,
    environment,
    io,
  }: {
    readonly said: ReadonlyMap<string, unknown>;
    readonly config: ConfigUse | undefined;
    readonly environment: Environment;
    readonly io: CliIo;
  },
): Shown {
  const value = said.get(givenName(row));
  const source = config?.sources.get(name);
  if (source !== undefined) return { name, value: valueText(name, value, environment), source };
  const isSaid = row.flags.startsWith('--no-') ? value === false : value !== undefined;
  if (isSaid) return { name, value: valueText(name, value, environment), source: flagOf(row) };
  const { variable } = row;
  const held = variable === undefined || row.flags.includes('-env ') ? undefined : environment(variable);
  if (variable !== undefined && held !== undefined)
    return {
      name,
      value: valueText(name, held, environment),
      source: `${variable} in ${memberOf(io.env, variable) === held ? 'the environment' : '.env'}`,
    };
  return { name, value: defaultText(row), source: 'default' };
}

function secretText(secret: ConfigSecret, environment: Environment): string {
  if (typeof secret === 'function') return '(a function gets it)';
  return `${textOf(secret.env)} (${environment(secret.env) === undefined ? 'not set' : 'set'})`;
}

/** What no flag can say. */
function besides(config: ConfigUse, environment: Environment): readonly Shown[] {
  const source = config.file;
  const { auth, parameters, hooks, ownChecks, ownSuites } = config;
  return [
    ...[...auth].map(([name, secret]) => ({
      name: `auth.${name}`,
      value: secretText(secret, environment),
      source,
    })),
    ...parameters
      .filter(({ values }) => values.size > 0)
      .map(({ filter, values }) => ({
        name: `operations ${textOf(filter)}`,
        value: textOf(Object.fromEntries(values)),
        source,
      })),
    ...Object.keys(hooks).map((name) => ({ name: `hooks.${name}`, value: '(a function)', source })),
    ...ownChecks.map(({ id }) => ({ name: 'ownChecks', value: textOf(id), source })),
    ...ownSuites.map(({ name }) => ({ name: 'ownSuites', value: textOf(name), source })),
  ];
}

function table(rows: readonly Shown[]): string {
  const names = Math.max(...rows.map(({ name }) => name.length));
  const values = Math.min(60, Math.max(...rows.map(({ value }) => value.length)));
  return rows
    .map(({ name, value, source }) => `${name.padEnd(names)}  ${value.padEnd(values)}  ${source}\n`)
    .join('');
}

/** Shows the settings of `assay test` with these flags. Returns 0; throws a `UsageFault` for what can't be used. */
export async function configCommand(
  { json, ...flags }: Given<typeof CONFIG_COMMAND>,
  io: CliIo,
  config: ConfigUse | undefined,
): Promise<number> {
  const environment = await readEnvironment(io);
  const said = new Map<string, unknown>(Object.entries(flags));
  const surroundings = { said, config, environment, io };
  const secrets = { key: TEST.key, otherKey: TEST.otherKey };
  const settings = [
    ...Object.entries<OptionRow>({ ...CONFIG_ROWS, ...secrets }).map(([name, row]) =>
      shownOf(name, row, surroundings),
    ),
    ...(config === undefined ? [] : besides(config, environment)),
  ];
  const file = config?.file ?? null;
  if (json === true) io.stdout(`${JSON.stringify({ file, settings }, undefined, 2)}\n`);
  else io.stdout(`configuration: ${file ?? 'none ("assay init" writes one)'}\n\n${table(settings)}`);
  return 0;
}
