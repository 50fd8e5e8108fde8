import { randomInt } from 'node:crypto';
import { suites } from '../../suites/suites.ts';
import { checks } from '../checks/catalogue.ts';
import { type Check, suiteTraits } from '../checks/check.ts';
import type { RequestSigner } from '../client/client.ts';
import type { OAuthClient } from '../client/oauth-token.ts';
import { withSecrets } from '../credential/given.ts';
import { variableOf } from '../credential/key-ring.ts';
import type { HeaderLine } from '../http/exchange.ts';
import type { Interface } from '../interface/model.ts';
import { withSelection } from '../interface/selection.ts';
import { gate, withOwnGate } from '../output/gate.ts';
import type { RunEvent, RunRecord, RunRequest, RunSettings } from '../record/record.ts';
import { newSeed, type SettingOptions } from '../record/settings.ts';
import { credentialFields, readHeaderLine, type Registered } from '../record/target-text.ts';
import type { Suite } from '../session/suite.ts';
import { OptionFault } from '../system/option.ts';
import { type AuthOptions, authOf, begun, keyOf, otherKeyOf, tokensOf, valueOf } from './auth-options.ts';
import { type RegisteredUsers, registerUsers } from './register-users.ts';
import { runInProcess } from './run-in-process.ts';
import { settle, type Settled } from './settle.ts';
import { shardOf } from './shards/shards.ts';

/** What `run` is told. Only the interface, where it came from and the address have to be given. */
export type RunOptions = SettingOptions & {
  readonly interface: Interface;
  /** The document or its folder, as it was given to `loadInterface`; the record names it. */
  readonly specDirectory: string;
  /** It is in no event, no record and no report. */
  readonly key?: string | undefined;
  /** The key of another user, who must not get at what the first one makes. As secret as `key`. */
  readonly otherKey?: string | undefined;
  /** Secrets of security schemes, for documents that have several. They are in no event, no record and no report. */
  readonly auth?: AuthOptions | undefined;
  /**
   * Whom a run registers and logs in, where the document says how: nobody, one user where there is no key, or two, the second where the
   * document says what is kept from others and there is no `otherKey`. Default `two`; nobody where `readOnly` is.
   */
  readonly register?: Registered | undefined;
  /** Asks for the tokens of the OAuth 2 schemes that `auth` gives none for, at their documented `tokenUrl`. As secret as `key`. */
  readonly oauthClient?: OAuthClient | undefined;
  /** Checks beside those of assay: judged in each run, whatever is selected. Their ids are not those of assay. Default: none. */
  readonly ownChecks?: readonly Check[];
  /** Suites beside those of assay: what else is sent, before the limit is used up. Default: none. */
  readonly ownSuites?: readonly Suite[];
  /** Gives header lines for each request, such as a signature of it. They are in no record. */
  readonly beforeRequest?: RequestSigner | undefined;
  /** Sent with every request. */
  readonly headers?: readonly HeaderLine[];
  /** Accept any certificate, or trust one more authority (PEM). Default: neither. */
  readonly tls?: { readonly insecure: boolean; readonly ca: string | undefined };
  /** True when the target is assay's own mock: its clock is moved where a run would wait. Default false. */
  readonly ownMock?: boolean;
  /** File that receives the record as it grows. Default: none is kept. */
  readonly recordFile?: string | undefined;
  readonly onEvent?: (event: RunEvent) => void;
  /** Ends the run early; the record is still brought to its end. */
  readonly signal?: AbortSignal;
};

function usable(settled: Settled): RunSettings {
  if (settled.kind === 'settled') return settled.settings;
  const { setting, shown, advice } = settled.problem;
  throw new OptionFault(setting, shown, advice);
}

/** The settings of a run that is told this. Throws an `OptionFault`. */
export function settingsOf(options: RunOptions): RunSettings {
  const document = options.interface;
  const settings = usable(settle(options, document, () => newSeed(randomInt)));
  return options.shard === undefined ? settings : usable(shardOf(settings, options.shard, document, suites));
}

function requireNew(option: string, own: readonly string[], taken: readonly string[]): void {
  const again = own.find((name, index) => taken.includes(name) || own.indexOf(name) !== index);
  if (again !== undefined) throw new OptionFault(option, again, 'give it a name that nothing else has');
}

/** Every suite: those of the caller before the limit is used up. */
export function suitesWith(ownSuites: readonly Suite[]): readonly Suite[] {
  const last = suites.findIndex(({ name }) => suiteTraits(name).usesWindowUp === true);
  return suites.toSpliced(last < 0 ? suites.length : last, 0, ...ownSuites);
}

type OwnParts = Pick<RunOptions, 'ownChecks' | 'ownSuites'> & { readonly shard?: unknown };

/** What else the caller wants to be sent and judged. Throws an `OptionFault` where a name is taken, or in a shard, whose parts are those of assay. */
export function ownOf({ ownChecks = [], ownSuites = [], shard }: OwnParts): {
  readonly ownChecks: readonly Check[];
  readonly ownSuites: readonly Suite[];
} {
  requireNew(
    'ownChecks',
    ownChecks.map(({ id }) => id),
    checks.map(({ id }) => id),
  );
  requireNew(
    'ownSuites',
    ownSuites.map(({ name }) => name),
    suites.map(({ name }) => name),
  );
  if (shard !== undefined && ownChecks.length + ownSuites.length > 0)
    throw new OptionFault(
      'shard',
      undefined,
      'a run with checks or suites of your own is not cut into parts',
    );
  return { ownChecks, ownSuites };
}

/** Users who are registered for a run where their keys are missing. */
async function usersFor(
  { register = 'two', oauthClient, interface: document }: RunOptions,
  request: RunRequest,
  given: ReadonlySet<string>,
): Promise<RegisteredUsers | undefined> {
  const { key, otherKey, settings, ownMock } = request;
  if (register === 'nobody' || ownMock || settings.readOnly) return undefined;
  const isKeyGiven = key !== undefined || oauthClient !== undefined;
  const { url, timeoutMs } = settings;
  return registerUsers(
    document,
    { ...request, url, timeoutMs },
    {
      given,
      isKeyGiven,
      exclude: settings.exclude,
      other: register === 'two' && settings.profile !== 'quick' && otherKey === undefined,
    },
  );
}

/**
 * Runs the suites against a service, in this process, and returns the record: `verdict` and the reports are made of it.
 * Findings about the service are in the record, an unreachable one too, and so is a fault of assay: the verdict then says
 * that nobody could tell. Rejects with an `OptionFault`, before anything is sent, where an option can't be used or no token is to be had. In a test of your own, `test` each entry of the record's `results` by its `outcome`.
 */
export async function run(options: RunOptions): Promise<RunRecord> {
  const { ownChecks, ownSuites } = ownOf(options);
  const key = keyOf(options.key);
  const texts = authOf(options.auth, options.interface);
  const waiting = tokensOf(options);
  const request = {
    specDirectory: options.specDirectory,
    key,
    otherKey: otherKeyOf(options),
    settings: settingsOf(options),
    headers: (options.headers ?? []).map((line) =>
      valueOf('headers', readHeaderLine(line, credentialFields(options.interface))),
    ),
    tls: options.tls ?? { insecure: false, ca: undefined },
    proxy: {},
    ownMock: options.ownMock ?? false,
    recordFile: options.recordFile,
    beforeRequest: options.beforeRequest,
  };
  const hooks = {
    onEvent: options.onEvent ?? ((): void => undefined),
    signal: options.signal ?? new AbortController().signal,
    ownChecks,
  };
  const all = suitesWith(ownSuites);
  return withOwnGate(async () => {
    for (const [name, text] of texts) gate().add(text, `$${variableOf(name)}`);
    const tokens = new Map(await begun(waiting));
    const users = await usersFor(options, request, new Set([...texts.keys(), ...tokens.keys()]));
    for (const [name, source] of users?.tokens ?? []) tokens.set(name, source);
    const { document, secrets } =
      texts.size + tokens.size === 0
        ? { document: options.interface, secrets: undefined }
        : withSecrets(options.interface, { texts, tokens, key });
    const other = request.otherKey ?? users?.other;
    const whose = {
      otherKey: other,
      otherIsRegistered: request.otherKey === undefined && other !== undefined,
      accountIsOwn: (users?.tokens.size ?? 0) > 0,
      heard: users?.heard,
    };
    return runInProcess(
      { ...request, ...whose, secrets },
      withSelection(document, request.settings),
      hooks,
      {},
      all,
    );
  });
}
