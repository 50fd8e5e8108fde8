import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { proxyFor } from '../../client/proxy-for.ts';
import type { HeaderLine } from '../../http/exchange.ts';
import type { Interface } from '../../interface/model.ts';
import { KEY_MARKER, OTHER_KEY_MARKER } from '../../output/find-secrets.ts';
import { gate } from '../../output/gate.ts';
import {
  credentialFields,
  readBaseUrl,
  readHeaderLine,
  readKey,
  readPlan,
} from '../../record/target-text.ts';
import { SETTINGS } from '../../record/settings.ts';
import { errnoText } from '../../system/errno.ts';
import { suggestion } from '../../system/nearest-name.ts';
import { OWN_TARGETS, type OwnTarget, type TargetFlags } from '../options.ts';
import { quoted, UsageFault } from '../usage-fault.ts';
import type { Environment } from './environment.ts';
import { isVariableName } from './learn-secrets.ts';
import { serverOf } from './server-of-document.ts';

const EXAMPLE = "for example --header 'X-Environment: staging'";

/**
 * Reads `Name: value`. Throws a `UsageFault` for a broken line, and for a field that probes need for themselves
 * (`keyFields` are those that carry a key, in lower case). A value is never shown: it may be a secret.
 */
export function parseHeaderOption(line: string, keyFields: readonly string[] = []): HeaderLine {
  const colon = line.indexOf(':');
  if (colon < 0)
    throw new UsageFault(`cannot use --header: there is no colon in it; write Name: value, ${EXAMPLE}`);
  const read = readHeaderLine([line.slice(0, colon), line.slice(colon + 1)], keyFields);
  if (read.kind === 'value') return read.value;
  const shown = read.shown === undefined ? '' : ` ${quoted(read.shown)}`;
  throw new UsageFault(`cannot use --header${shown}: ${read.advice}, ${EXAMPLE}`);
}

/**
 * Returns the key when a header field can carry it. Throws a `UsageFault` otherwise, which never shows the key. From now on
 * the gate knows it.
 */
export function parseKey(key: string, source: string, marker = KEY_MARKER): string {
  gate().add(key, marker);
  const read = readKey(key);
  if (read.kind === 'value') return read.value;
  throw new UsageFault(`cannot use the key from ${source}: ${read.advice}`);
}

/** Reads a base address; `source` is how messages call it (`--url`, `ASSAY_URL`). Throws a `UsageFault` that never shows credentials. */
export function parseTargetUrl(given: string, source: string): string {
  const read = readBaseUrl(given);
  if (read.kind === 'value') return read.value;
  const shown = read.shown === undefined ? '' : ` ${quoted(read.shown)}`;
  throw new UsageFault(`cannot use ${source}${shown}: ${read.advice}`);
}

/** Where to send and as whom. Without a `url` the target is what assay starts itself. */
export type Target = {
  readonly url: string | undefined;
  /** A document that was fetched says where its service is; the caller named the address otherwise. */
  readonly namedBy?: 'document';
  readonly starts: OwnTarget;
  readonly key: string | undefined;
  /** The key of another user. */
  readonly otherKey: string | undefined;
  readonly plan: string | undefined;
  readonly headers: readonly HeaderLine[];
  readonly timeoutMs: number;
  /** How many requests may go out side by side, where somebody says so. */
  readonly concurrency: number | undefined;
  readonly tls: { readonly insecure: boolean; readonly ca: string | undefined };
  readonly proxy: { readonly [name: string]: string };
};

/** What flags are read against. */
export type Surroundings = {
  readonly document: Interface;
  readonly environment: Environment;
  readonly cwd: string;
};

const DEFAULT_TIMEOUT_MS = 10_000;
/** Plain Prism never answers malformed JSON; each such request costs this time. */
const PRISM_TIMEOUT_MS = 2000;
const PROXY_VARIABLES = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'].flatMap((name) => [
  name,
  name.toLowerCase(),
]);

/** The base address that was given, in whatever way; `undefined` without one. */
export function urlOf(
  flags: Pick<TargetFlags, 'url' | 'target'>,
  environment: Environment,
): string | undefined {
  if (flags.target !== undefined) return undefined;
  if (flags.url !== undefined) return parseTargetUrl(flags.url, '--url');
  const given = environment('ASSAY_URL');
  return given === undefined ? undefined : parseTargetUrl(given, 'ASSAY_URL');
}

/** Where a key may be given: an option, one that names a variable, and a variable; and what stands for it in outputs. */
type KeySource = {
  readonly given: string | undefined;
  readonly variable: string | undefined;
  readonly option: string;
  readonly usual: string;
  readonly marker: string;
};

function keyFrom(
  { given, variable, option, usual, marker }: KeySource,
  environment: Environment,
): string | undefined {
  if (given !== undefined) return parseKey(given, option, marker);
  if (variable !== undefined) {
    const key = environment(variable);
    if (key !== undefined) return parseKey(key, variable, marker);
    const name = isVariableName(variable) ? ` ${quoted(variable)}` : '';
    throw new UsageFault(
      `cannot use ${option}-env${name}: that variable is not set; set it, or give the name of the one that holds the key, not the key itself`,
    );
  }
  const key = environment(usual);
  return key === undefined ? undefined : parseKey(key, usual, marker);
}

/** The key that was given, in whatever way; `undefined` without one. */
export function keyOf(
  { key: given, keyEnv: variable }: Pick<TargetFlags, 'key' | 'keyEnv'>,
  environment: Environment,
): string | undefined {
  return keyFrom({ given, variable, option: '--key', usual: 'ASSAY_KEY', marker: KEY_MARKER }, environment);
}

/** The key of another user, in whatever way it was given. Throws a `UsageFault` where it is that of the first one. */
function otherKeyOf(
  { otherKey: given, otherKeyEnv: variable }: TargetFlags,
  key: string | undefined,
  environment: Environment,
): string | undefined {
  const other = keyFrom(
    { given, variable, option: '--other-key', usual: 'ASSAY_OTHER_KEY', marker: OTHER_KEY_MARKER },
    environment,
  );
  if (other !== undefined && other === key)
    throw new UsageFault(
      'cannot use --other-key: it is the same key as that of --key; give that of another user, or leave it out',
    );
  return other;
}

/** Plans are found without regard to letter case, and returned as the document writes them. */
export function planOf(
  flags: Pick<TargetFlags, 'plan'>,
  { document, environment }: Pick<Surroundings, 'document' | 'environment'>,
): string | undefined {
  const source = flags.plan === undefined ? 'ASSAY_PLAN' : '--plan';
  const name = flags.plan ?? environment('ASSAY_PLAN');
  if (name === undefined) return undefined;
  const read = readPlan(name, document);
  if (read.kind === 'value') return read.value;
  throw new UsageFault(`cannot use ${source} ${quoted(name)}: ${read.advice}`);
}

/** How many requests may go out side by side, in whatever way it was given. Throws a `UsageFault` for what is no such number. */
function concurrencyOf({ concurrency: given }: TargetFlags, environment: Environment): number | undefined {
  const { values, variable } = SETTINGS.concurrency;
  const text = given === undefined ? environment(variable) : undefined;
  if (text === undefined) return given;
  const read = values.parse(text, `${variable}=8`);
  if (read.kind === 'value') return read.value;
  throw new UsageFault(`cannot use ${variable} ${quoted(text)}: ${read.advice}`);
}

/** The certificates of a PEM file. Throws a `UsageFault` for a file that holds none. */
export function caOf(file: string | undefined, cwd: string): string | undefined {
  if (file === undefined) return undefined;
  let pem: string;
  try {
    pem = readFileSync(resolve(cwd, file), 'utf8');
  } catch (error) {
    const code = errnoText(error);
    throw new UsageFault(`cannot use --ca ${quoted(file)}: cannot read it (${code}); give a PEM file`);
  }
  try {
    return new X509Certificate(pem).raw.length > 0 ? pem : undefined;
  } catch {
    throw new UsageFault(
      `cannot use --ca ${quoted(file)}: it holds no certificate; give a PEM file with BEGIN CERTIFICATE`,
    );
  }
}

/** The settings of the environment for a proxy. Throws a `UsageFault` for one that is no address. */
export function proxyOf(
  url: string | undefined,
  environment: Environment,
): { readonly [name: string]: string } {
  if (url === undefined) return {};
  const entries = PROXY_VARIABLES.flatMap((name) => {
    const value = environment(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const proxy = Object.fromEntries(entries);
  try {
    proxyFor(new URL(url), proxy);
  } catch (error) {
    throw new UsageFault(error instanceof Error ? error.message : String(error));
  }
  return proxy;
}

/** What assay starts, by its name. Throws a `UsageFault` for a name that stands for nothing. */
function ownTargetOf(name = 'mock'): OwnTarget {
  const own = OWN_TARGETS.find((one) => one === name);
  if (own !== undefined) return own;
  if (/^https?:/i.test(name))
    throw new UsageFault(
      'cannot use --target with an address: it takes the name of a target; give the address with --url',
    );
  throw new UsageFault(
    `cannot use --target ${quoted(name)}: there is no configuration that has it; ${suggestion(name, OWN_TARGETS)}`,
  );
}

/** Reads the target from flags and environment; flags win. Throws a `UsageFault` for whatever cannot be used. */
export function resolveTarget(flags: TargetFlags, surroundings: Surroundings): Target {
  const { document, environment, cwd } = surroundings;
  const named = urlOf(flags, environment);
  const isKeyGiven =
    flags.key !== undefined || flags.keyEnv !== undefined || environment('ASSAY_KEY') !== undefined;
  const url = named ?? (flags.target === undefined ? serverOf(document, isKeyGiven) : undefined);
  const starts = ownTargetOf(flags.target);
  const [keyOption] = (
    [
      ['--key', flags.key],
      ['--key-env', flags.keyEnv],
      ['--other-key', flags.otherKey],
      ['--other-key-env', flags.otherKeyEnv],
    ] as const
  ).filter(([, value]) => value !== undefined);
  if (url === undefined && keyOption !== undefined) {
    throw new UsageFault(
      `cannot use ${keyOption[0]} without an address: the mock has keys of its own; give the address with --url`,
    );
  }
  const names = credentialFields(document);
  const key = url === undefined ? undefined : keyOf(flags, environment);
  return {
    url,
    ...(url === named ? {} : { namedBy: 'document' as const }),
    starts,
    key,
    otherKey: url === undefined ? undefined : otherKeyOf(flags, key, environment),
    plan: planOf(flags, surroundings),
    headers: (flags.header ?? []).map((line) => parseHeaderOption(line, names)),
    timeoutMs: flags.timeout ?? (starts === 'prism' ? PRISM_TIMEOUT_MS : DEFAULT_TIMEOUT_MS),
    concurrency: concurrencyOf(flags, environment),
    tls: { insecure: flags.insecure ?? false, ca: caOf(flags.ca, cwd) },
    proxy: proxyOf(url, environment),
  };
}
