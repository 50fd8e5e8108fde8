import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { HeaderLine } from '../exchange/exchange.ts';
import { proxyFor } from '../exchange/proxy-for.ts';
import type { Interface } from '../interface/model.ts';
import { credentialFields, readPlan } from '../run/target-text.ts';
import type { Environment } from './environment.ts';
import { isVariableName } from './learn-secrets.ts';
import { parseHeaderOption } from './parse-header-option.ts';
import { parseKey } from './parse-key.ts';
import { parseTargetUrl } from './parse-target-url.ts';
import { quoted } from './quoted.ts';
import type { OwnTarget, TargetFlags } from './options.ts';
import { UsageFault } from './usage-fault.ts';

/** Where to send and as whom. Without a `url` the target is what assay starts itself. */
export type Target = {
  readonly url: string | undefined;
  readonly starts: OwnTarget;
  readonly key: string | undefined;
  readonly plan: string | undefined;
  readonly headers: readonly HeaderLine[];
  readonly timeoutMs: number;
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

/** The key that was given, in whatever way; `undefined` without one. */
export function keyOf(
  flags: Pick<TargetFlags, 'key' | 'keyEnv'>,
  environment: Environment,
): string | undefined {
  if (flags.key !== undefined) return parseKey(flags.key, '--key');
  if (flags.keyEnv !== undefined) {
    const key = environment(flags.keyEnv);
    if (key !== undefined) return parseKey(key, flags.keyEnv);
    const name = isVariableName(flags.keyEnv) ? ` ${quoted(flags.keyEnv)}` : '';
    throw new UsageFault(
      `cannot use --key-env${name}: that variable is not set; set it, or give the name of the one that holds the key, not the key itself`,
    );
  }
  const key = environment('ASSAY_KEY');
  return key === undefined ? undefined : parseKey(key, 'ASSAY_KEY');
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

/** The certificates of a PEM file. Throws a `UsageFault` for a file that holds none. */
export function caOf(file: string | undefined, cwd: string): string | undefined {
  if (file === undefined) return undefined;
  let pem: string;
  try {
    pem = readFileSync(resolve(cwd, file), 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
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

function proxyOf(url: string | undefined, environment: Environment): { readonly [name: string]: string } {
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

/** Reads the target from flags and environment; flags win. Throws a `UsageFault` for whatever cannot be used. */
export function resolveTarget(flags: TargetFlags, surroundings: Surroundings): Target {
  const { document, environment, cwd } = surroundings;
  const url = urlOf(flags, environment);
  if (url === undefined && (flags.key !== undefined || flags.keyEnv !== undefined)) {
    throw new UsageFault(
      `cannot use ${flags.key === undefined ? '--key-env' : '--key'} without an address: the mock has keys of its own; give the address with --url`,
    );
  }
  const names = credentialFields(document);
  const starts = flags.target ?? 'mock';
  return {
    url,
    starts,
    key: url === undefined ? undefined : keyOf(flags, environment),
    plan: planOf(flags, surroundings),
    headers: (flags.header ?? []).map((line) => parseHeaderOption(line, names)),
    timeoutMs: flags.timeout ?? (starts === 'prism' ? PRISM_TIMEOUT_MS : DEFAULT_TIMEOUT_MS),
    tls: { insecure: flags.insecure ?? false, ca: caOf(flags.ca, cwd) },
    proxy: proxyOf(url, environment),
  };
}
