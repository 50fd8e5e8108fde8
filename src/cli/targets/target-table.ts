/** A table of services: a file like a configuration, whose targets are the services. */
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { isLoopback } from '../../http/target.ts';
import { configuredBy } from '../config/apply-config.ts';
import type { ConfigUse } from '../config/config.ts';
import { CONFIG_NAMES } from '../config/find-config.ts';
import { isOwnTarget } from '../config/own-target.ts';
import { type ReadConfig, readConfig } from '../config/read-config.ts';
import type { CliIo } from '../io.ts';
import { TEST, type TestFlags } from '../options.ts';
import { quoted, UsageFault } from '../usage-fault.ts';

const USUAL_FOLDER = 'reports/targets';
const ENDINGS = CONFIG_NAMES.map((name) => extname(name));

/** Services by the names of their rows. */
export type TargetTable = {
  readonly config: ReadConfig;
  /** In the order of the file, those that can't be used last. */
  readonly names: readonly string[];
  /** Absolute path of the folder that gets one for each service. */
  readonly out: string;
};

/** Reads the file of `--targets`. Throws a `UsageFault` where it holds no service; one that can't be used costs no other. */
export async function readTargets(given: string, flags: TestFlags, cwd: string): Promise<TargetTable> {
  const cannot = (advice: string): UsageFault =>
    new UsageFault(`cannot use --targets ${quoted(given)}: ${advice}`);
  const file = resolve(cwd, given);
  if (!ENDINGS.includes(extname(file))) throw cannot(`its name has to end with ${ENDINGS.join(', ')}`);
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) throw cannot('there is no such file');
  const config = await readConfig(file, cwd, 'told');
  const names = [...config.targets.keys(), ...config.unusable.keys()];
  if (names.length === 0)
    throw cannot('it has no targets; write targets:, and below it a name for each, with its url');
  const out = flags.out ?? config.options.values.get('out');
  return { config, names, out: resolve(cwd, typeof out === 'string' ? out : USUAL_FOLDER) };
}

const PLAIN_NAME = /^[a-z0-9][a-z0-9_-]{0,59}$/;
const MAX_FOLDER = 50;
const HASH = 8;

/** A folder of its own for each name, in characters that every file system takes. */
export function folderOf(name: string): string {
  if (PLAIN_NAME.test(name)) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH);
  const cleaned = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return `${cleaned.slice(0, MAX_FOLDER)}.${hash}`.replace(/^-/, '');
}

/** Where a service is, as far as one can tell: names of this machine are one, and a port is a service. */
export function placeOf(url: string): string {
  const { origin, protocol, port } = new URL(url);
  return isLoopback(url) ? `${protocol}//localhost:${port}` : origin;
}

const USUAL_VARIABLES = /^ASSAY_(?:URL|PLAN|CONCURRENCY|KEY|OTHER_KEY|AUTH_.*)$/;

/** The usual variables are meant for one service: another one gets those alone that it names itself. */
export function withheldFrom(name: string, config: ReadConfig): (variable: string) => boolean {
  const layers = [config.options, config.targets.get(name)].filter((layer) => layer !== undefined);
  const named = new Set<unknown>(
    layers.flatMap(({ values, auth }) => [
      ...['keyEnv', 'otherKeyEnv', 'oauthClientEnv'].map((row) => values.get(row)),
      ...[...auth.values()].map((secret) => (typeof secret === 'function' ? undefined : secret.env)),
    ]),
  );
  return (variable) => USUAL_VARIABLES.test(variable) && !named.has(variable);
}

function requireUsable(name: string, { config }: TargetTable): void {
  const unusable = config.unusable.get(name);
  if (unusable !== undefined) throw unusable;
  const cannot = (what: string, advice: string): UsageFault =>
    new UsageFault(`cannot use targets.${name}${what} (${config.file}): ${advice}`);
  if (isOwnTarget(name)) throw cannot('', `assay starts what has that name itself; give it another`);
  if (config.targets.get(name)?.values.has('out') === true)
    throw cannot('.out', 'each service has a folder of its own in --out; leave it out');
}

/** Throws a `UsageFault` for a report that many services would write to one place. */
export function requireOwnReports({ report = [] }: Pick<TestFlags, 'report'>): void {
  const shared = report.find(({ format, file }) => file !== undefined || format === 'github');
  if (shared === undefined) return;
  const { format, file = '-' } = shared;
  throw new UsageFault(
    `cannot write the report ${quoted(`${format}=${file}`)} of several services: each has a folder of its own; ${format === 'github' ? 'leave it out' : `write --report ${format}`}`,
  );
}

/** A row of the table as the command line of its run. Throws a `UsageFault` for one that can't be used. */
export async function targetLine(
  name: string,
  table: TargetTable,
  given: TestFlags,
  io: CliIo,
): Promise<{ readonly flags: TestFlags & { readonly url: string }; readonly config: ConfigUse }> {
  requireUsable(name, table);
  const { targets: _table, parallel: _of, out: _out, ...own } = given;
  const said: TestFlags = { ...own, target: name };
  const { flags, config } = await configuredBy(
    table.config,
    { command: 'test', rows: TEST, flags: said },
    io,
  );
  const { url, report = [] } = flags;
  if (url === undefined)
    throw new UsageFault(
      `cannot use targets.${name} (${table.config.file}): it has no address; give it with url`,
    );
  if (!URL.canParse(url))
    throw new UsageFault(`cannot use targets.${name}.url (${table.config.file}): it is no address`);
  requireOwnReports(flags);
  const hasPage = report.some(({ format }) => format === 'html');
  return {
    flags: {
      ...flags,
      url,
      out: join(table.out, folderOf(name)),
      report: hasPage ? report : [...report, { format: 'html', file: undefined }],
      quiet: true,
      verbose: false,
    },
    config,
  };
}
