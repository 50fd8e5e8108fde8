import { httpSchemeName } from '../../credential/read.ts';
import type { RequestSigner } from '../../client/client.ts';
import { hasFlow, type OAuthClient, oauthToken, type TokenSurroundings } from '../../client/oauth-token.ts';
import { schemeInWords, schemesOf } from '../../credential/choose.ts';
import type { Exchange } from '../../http/exchange.ts';
import { placesIn, unknownName, withSecrets } from '../../credential/given.ts';
import { allOf, namesOf, type Secrets, variableOf } from '../../credential/key-ring.ts';
import { type Obtain, type Token, TokenSource } from '../../credential/token-source.ts';
import type { CredentialScheme, Interface } from '../../interface/model.ts';
import { gate } from '../../output/gate.ts';
import { readKey, type Registered } from '../../record/target-text.ts';
import { machineClock } from '../../system/clock.ts';
import { begun, tokensOf } from '../../run/auth-options.ts';
import type { RegisteredUsers } from '../../run/register-users.ts';
import type { ConfigSecret, ConfigUse } from '../config/config.ts';
import type { TargetFlags } from '../options.ts';
import { quoted, UsageFault } from '../usage-fault.ts';
import type { Environment } from './environment.ts';
import type { Target } from './resolve-target.ts';
import { commandToken } from './token-command.ts';

/** The secrets of a run beside `--key`: one for each scheme, given, asked for at a token endpoint, or printed by a command. */

const EXAMPLE = 'for example --auth bearerAuth="$TOKEN", or --auth header:X-Key="$KEY"';

/** A secret, and what it is for: a scheme of the document, or a place of every request. */
type GivenSecret = { readonly name: string; readonly secret: string; readonly source: string };

function readGiven(text: string): GivenSecret {
  const at = text.indexOf('=');
  if (at <= 0) throw new UsageFault(`cannot use --auth: write SCHEME=VALUE, ${EXAMPLE}`);
  return { name: text.slice(0, at), secret: text.slice(at + 1), source: `--auth ${text.slice(0, at)}` };
}

/** A secret that a header field can carry; the gate knows it from now on. Throws a `UsageFault`, which never shows it. */
function learned({ name, secret, source }: GivenSecret): string {
  gate().add(secret, `$${variableOf(name)}`);
  const read = readKey(secret);
  if (read.kind === 'value') return read.value;
  throw new UsageFault(`cannot use ${source}: ${read.advice}`);
}

/** A secret for a place is that of the scheme whose place it is: what asks for the scheme is in reach then. */
function asOfScheme(given: GivenSecret, schemes: readonly CredentialScheme[]): GivenSecret {
  const [place] = placesIn([given.name]);
  if (place?.kind !== 'api-key') return given;
  const named = place.name.toLowerCase();
  const own = schemes.find(
    (scheme) =>
      scheme.kind === 'api-key' &&
      scheme.in === place.in &&
      (place.in === 'header' ? scheme.name.toLowerCase() === named : scheme.name === place.name),
  );
  if (own !== undefined) return { ...given, name: own.id };
  const [, prefix = '', token] = /^(\S+) +(\S+)$/.exec(given.secret) ?? [];
  const bearer = schemes.find(
    (scheme) =>
      scheme.kind === 'http-bearer' && httpSchemeName(scheme)?.toLowerCase() === prefix.toLowerCase(),
  );
  if (named !== 'authorization' || token === undefined || bearer === undefined) return given;
  return { ...given, name: bearer.id, secret: token };
}

/** What was given by options, then by variables: for each scheme the first. */
function givenSecrets(
  flags: Pick<TargetFlags, 'auth'>,
  environment: Environment,
  document: Interface,
  configured: ConfigUse['auth'],
): ReadonlyMap<string, GivenSecret> {
  const schemes = schemesOf(document);
  const known = schemes.flatMap(namesOf);
  const byOption = (flags.auth ?? [])
    .map(readGiven)
    .map((given) => asOfScheme(given, schemes.flatMap(allOf)));
  for (const { name } of byOption) {
    const advice = unknownName(document, name);
    if (advice !== undefined) throw new UsageFault(`cannot use --auth ${quoted(name)}: ${advice}`);
  }
  const byVariable = known.flatMap((name): readonly GivenSecret[] => {
    const secret = environment(variableOf(name));
    return secret === undefined ? [] : [{ name, secret, source: variableOf(name) }];
  });
  const others = new Set([...byVariable, ...byOption].map(({ name }) => name));
  const byConfig = [...configured].flatMap(([name, secret]): readonly GivenSecret[] => {
    if (typeof secret === 'function' || others.has(name)) return [];
    const value = environment(secret.env);
    const source = `auth.${name} of the configuration`;
    if (value !== undefined) return [asOfScheme({ name, secret: value, source }, schemes.flatMap(allOf))];
    throw new UsageFault(`cannot use ${source}: the variable ${quoted(secret.env)} is not set; set it`);
  });
  return new Map([...byConfig, ...byVariable, ...byOption].map((given) => [given.name, given]));
}

/** Throws a `UsageFault` for a name that the document knows nothing of. */
function requireNames(configured: ConfigUse['auth'], document: Interface): void {
  for (const name of configured.keys()) {
    const advice = unknownName(document, name);
    if (advice !== undefined)
      throw new UsageFault(`cannot use auth.${quoted(name)} of the configuration: ${advice}`);
  }
}

/** The first tokens of functions in the configuration, for names that nothing else gives a secret for. Throws a `UsageFault`. */
async function suppliedTokens(
  configured: ConfigUse['auth'],
  texts: ReadonlyMap<string, string>,
  { document, url }: { readonly document: Interface; readonly url: string },
): Promise<ReadonlyMap<string, TokenSource>> {
  const suppliers = [...configured].flatMap(([name, secret]) =>
    typeof secret === 'function' && !texts.has(name) ? [[name, secret] as const] : [],
  );
  if (suppliers.length === 0) return new Map();
  try {
    return await begun(tokensOf({ auth: Object.fromEntries(suppliers), interface: document, url }));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageFault(`cannot get a token by auth of the configuration: ${why}`);
  }
}

/** The variables that `--oauth-client-env` names. Throws a `UsageFault` that shows none of what they hold. */
function variablesOf(names: string, environment: Environment): readonly string[] {
  const list = names.split(',').map((name) => name.trim());
  if (list.length !== 2 && list.length !== 4)
    throw new UsageFault(
      'cannot use --oauth-client-env: name two variables, ID,SECRET, or four with USER,PASSWORD',
    );
  return list.map((name) => {
    const value = environment(name);
    if (value === undefined)
      throw new UsageFault(
        'cannot use --oauth-client-env: one of these variables is not set; give the names of variables, not what they hold',
      );
    gate().add(value);
    return value;
  });
}

/** How tokens are had for a scheme that was given none; `undefined` where there is no way. */
function obtaining(
  scheme: CredentialScheme,
  flags: TargetFlags,
  {
    target,
    document,
    environment,
    cwd,
    env,
  }: CredentialSurroundings & { readonly target: Target & { readonly url: string } },
): Obtain | undefined {
  if (scheme.kind !== 'http-bearer') return undefined;
  const { oauthClientEnv: names, tokenCommand: command } = flags;
  const learnedToken = async (obtain: Obtain): ReturnType<Obtain> => {
    const token = await obtain();
    learned({ name: scheme.id, secret: token.text, source: 'the token' });
    return token;
  };
  if (names !== undefined && hasFlow(scheme)) {
    const [id = '', secret = '', name, password] = variablesOf(names, environment);
    const user = name === undefined || password === undefined ? undefined : { name, password };
    return () => learnedToken(() => askedFor(scheme, { id, secret, user }, { ...target, document }));
  }
  return command === undefined ? undefined : () => learnedToken(() => commandToken(command, { cwd, env }));
}

/** A token of the documented endpoint. Throws a `UsageFault`. */
async function askedFor(
  scheme: CredentialScheme,
  client: OAuthClient,
  surroundings: Omit<TokenSurroundings, 'clock'>,
): Promise<Token> {
  const answer = await oauthToken(scheme, client, { ...surroundings, clock: machineClock });
  if (answer.kind === 'token') return answer.token;
  throw new UsageFault(
    `cannot use --oauth-client-env: ${answer.problem}; it takes two variables, ID,SECRET, or four with USER,PASSWORD; --auth and --token-command take a token`,
  );
}

/** The secrets that `--auth` and its variables give, by name, for commands that send nothing. Throws a `UsageFault` that shows none. */
export function givenTexts(
  flags: Pick<TargetFlags, 'auth'>,
  environment: Environment,
  document: Interface,
  configured: ConfigUse['auth'] = new Map(),
): ReadonlyMap<string, string> {
  const given = givenSecrets(flags, environment, document, configured);
  return new Map([...given].map(([name, secret]) => [name, learned(secret)]));
}

export type CredentialSurroundings = {
  readonly target: Target;
  readonly document: Interface;
  readonly environment: Environment;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** What the configuration says of schemes. Default: nothing. */
  readonly auth?: ConfigUse['auth'] | undefined;
  /** Whom a run registers where no key is given, and the document says how. Default: two. */
  readonly registers?: Registered | undefined;
  /** What may not be asked. Default: nothing is left out. */
  readonly exclude?: readonly string[] | undefined;
  /** Header lines for each request, such as a signature. */
  readonly beforeRequest?: RequestSigner | undefined;
};

/** The document as a run with these secrets reads it, the secrets, and what the caller should know. */
export type Credentials = {
  readonly document: Interface;
  readonly secrets: Secrets | undefined;
  /** Who asks was registered for the run. */
  readonly accountIsOwn?: boolean | undefined;
  /** The key of another user who was registered for the run. */
  readonly registeredOther?: string | undefined;
  /** What was answered when users were registered: the rest that it asked for still holds. Default: nothing. */
  readonly heard?: readonly Exchange[] | undefined;
  readonly notes: readonly string[];
};

const BEARER: CredentialScheme = { kind: 'http-bearer', id: 'token' };

function isAsked(flags: TargetFlags): boolean {
  return [flags.auth, flags.oauthClientEnv, flags.tokenCommand].some((flag) => flag !== undefined);
}

/** Where no operation asks for a credential, a key has no place. It is never dropped in silence. */
function keyNote({ key, otherKey }: Target, schemes: readonly CredentialScheme[]): readonly string[] {
  if (schemes.length > 0) return [];
  const first =
    'the document has no security, so the key is sent nowhere: --auth header:NAME=VALUE (or query:, cookie:) sends one with every request';
  const other =
    'the document has no security, so nothing tells another user from the first: --other-key is not used';
  return [...(key === undefined ? [] : [first]), ...(otherKey === undefined ? [] : [other])];
}

/** Users who are registered for a run where their keys are missing. */
async function registered(
  flags: TargetFlags,
  { target, document, registers = 'two', beforeRequest, exclude }: CredentialSurroundings,
  given: ReadonlySet<string>,
): Promise<RegisteredUsers | undefined> {
  const { url, key, otherKey } = target;
  const isKeyGiven = [key, flags.oauthClientEnv, flags.tokenCommand].some((one) => one !== undefined);
  if (registers === 'nobody' || url === undefined) return undefined;
  const { registerUsers } = await import('../../run/register-users.ts');
  const other = registers === 'two' && otherKey === undefined;
  return registerUsers(document, { ...target, url, beforeRequest }, { given, isKeyGiven, other, exclude });
}

/**
 * Settles which secret goes with which scheme, and gets the tokens that have to be asked for. Throws a `UsageFault` for what can't be
 * used; no secret is in it.
 */
export async function resolveCredentials(
  flags: TargetFlags,
  surroundings: CredentialSurroundings,
): Promise<Credentials> {
  const { document, target, environment, auth = new Map<string, ConfigSecret>() } = surroundings;
  const schemes = schemesOf(document);
  const { url } = target;
  if (url === undefined) {
    if (!isAsked(flags)) return { document, secrets: undefined, notes: [] };
    throw new UsageFault(
      'cannot use --auth, --oauth-client-env or --token-command without an address: the mock has keys of its own; give the address with --url',
    );
  }
  requireNames(auth, document);
  const texts = givenTexts(flags, environment, document, auth);
  const tokens = new Map(await suppliedTokens(auth, texts, { document, url }));
  const wanting = schemes.length === 0 && flags.tokenCommand !== undefined ? [BEARER] : schemes;
  for (const scheme of wanting.filter(
    (each) => !namesOf(each).some((name) => texts.has(name) || tokens.has(name)),
  )) {
    const obtain = obtaining(scheme, flags, { ...surroundings, target: { ...target, url } });
    if (obtain !== undefined) tokens.set(scheme.id, new TokenSource(await obtain(), obtain, machineClock));
  }
  if (texts.size + tokens.size === 0 && flags.oauthClientEnv !== undefined)
    throw new UsageFault(
      'cannot use --oauth-client-env: the document has no OAuth 2 scheme with the flow clientCredentials or password; see --auth and --token-command',
    );
  const users = await registered(flags, surroundings, new Set([...texts.keys(), ...tokens.keys()]));
  for (const [name, source] of users?.tokens ?? []) tokens.set(name, source);
  const notes = users?.note === undefined ? [] : [users.note];
  const heard = users?.heard ?? [];
  const { document: chosen, secrets } = withSecrets(document, { texts, tokens, key: target.key });
  // One key is for one place of a request.
  if (secrets === undefined)
    return {
      document: chosen,
      secrets,
      registeredOther: users?.other,
      heard,
      notes: [...notes, ...keyNote(target, schemes)],
    };
  const names = new Set([...texts.keys(), ...tokens.keys()]);
  const used = schemesOf(document).filter((scheme) => namesOf(scheme).some((name) => names.has(name)));
  return {
    document: chosen,
    secrets,
    accountIsOwn: (users?.tokens.size ?? 0) > 0,
    registeredOther: users?.other,
    heard,
    notes: [
      ...notes,
      ...[...used, ...secrets.always].map((scheme) => `credential for ${schemeInWords(scheme)}`),
    ],
  };
}
