/** As whom a program lets a run ask: keys, secrets of schemes, and what gets tokens. */
import { hasFlow, type OAuthClient, oauthToken } from '../client/oauth-token.ts';
import { schemesOf } from '../credential/choose.ts';
import { unknownName } from '../credential/given.ts';
import { namesOf, variableOf } from '../credential/key-ring.ts';
import { type Obtain, type Token, TokenSource } from '../credential/token-source.ts';
import type { Interface } from '../interface/model.ts';
import { gate } from '../output/gate.ts';
import { readKey } from '../record/target-text.ts';
import { machineClock } from '../system/clock.ts';
import { OptionFault, type Read } from '../system/option.ts';

/** A token, and for how many seconds it is good, where that is known. */
export type SuppliedToken = { readonly token: string; readonly expiresInS?: number };

/**
 * Gets a token: before the run, again shortly before it runs out, and up to three times when it is refused. What it throws ends
 * the run before anything is sent; later the token stays that was there.
 */
export type TokenSupplier = () => string | SuppliedToken | Promise<string | SuppliedToken>;

/**
 * Secrets by what they are for: a security scheme of the document, or a place of every request (`header:X-Key`, `query:key`,
 * `cookie:session`).
 */
export type SecretOptions = { readonly [scheme: string]: string };

/** The same, with functions for what runs out. */
export type AuthOptions = { readonly [scheme: string]: string | TokenSupplier };

/** The value of an option. Throws an `OptionFault`. */
export function valueOf<Value>(option: string, read: Read<Value>): Value {
  if (read.kind === 'value') return read.value;
  throw new OptionFault(option, read.shown, read.advice);
}

/** The key that is given, where one is. Throws an `OptionFault`. */
export function keyOf(key: string | undefined): string | undefined {
  return key === undefined ? undefined : valueOf('key', readKey(key));
}

/** The key of another user. Throws an `OptionFault`. */
export function otherKeyOf({
  key,
  otherKey,
}: {
  readonly key?: string | undefined;
  readonly otherKey?: string | undefined;
}): string | undefined {
  if (otherKey === undefined) return undefined;
  if (otherKey === key)
    throw new OptionFault('otherKey', undefined, 'it is the same as `key`; give that of another user');
  return valueOf('otherKey', readKey(otherKey));
}

function requireName(name: string, document: Interface): void {
  const advice = unknownName(document, name);
  if (advice !== undefined) throw new OptionFault('auth', name, advice);
}

/** The secrets that are given by name as they are. Throws an `OptionFault`, which shows none. */
export function authOf(auth: AuthOptions | undefined, document: Interface): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(auth ?? {}).flatMap(([name, secret]): readonly (readonly [string, string])[] => {
      requireName(name, document);
      return typeof secret === 'function' ? [] : [[name, valueOf(`auth.${name}`, readKey(secret))]];
    }),
  );
}

/** The same of traffic, which is judged by what is valid: nothing is asked for. Throws an `OptionFault`. */
export function secretsOf(auth: SecretOptions | undefined, document: Interface): ReadonlyMap<string, string> {
  const given: AuthOptions = auth ?? {};
  const [supplied] = Object.entries(given).filter(([, secret]) => typeof secret === 'function');
  if (supplied === undefined) return authOf(given, document);
  throw new OptionFault(
    `auth.${supplied[0]}`,
    undefined,
    'nothing is sent here, so no token is asked for; give the secret that is valid in this traffic, as a string',
  );
}

/** What tokens are for, and how they are had. */
export type Waiting = ReadonlyMap<string, Obtain>;

function obtainedBy(name: string, supply: TokenSupplier): Obtain {
  return async () => {
    const given = await supply();
    const { token, expiresInS } = typeof given === 'string' ? { token: given } : given;
    return { text: valueOf(`auth.${name}`, readKey(token)), lastsS: expiresInS };
  };
}

/** What `run` is told of tokens. */
type TokenOptions = {
  readonly interface: Interface;
  readonly url: string;
  readonly auth?: AuthOptions | undefined;
  readonly oauthClient?: OAuthClient | undefined;
  readonly tls?: { readonly insecure: boolean; readonly ca: string | undefined };
};

function asked(client: OAuthClient, { interface: document, url, tls }: TokenOptions): Waiting {
  const schemes = schemesOf(document).filter(hasFlow);
  if (schemes.length === 0)
    throw new OptionFault(
      'oauthClient',
      undefined,
      'the document has no OAuth 2 scheme with the flow clientCredentials or password; give a token by `auth`',
    );
  return new Map(
    schemes.map((scheme) => [
      scheme.id,
      async (): Promise<Token> => {
        for (const secret of [client.secret, client.user?.password]) gate().add(secret);
        const surroundings = { url, tls, proxy: {}, document, clock: machineClock };
        const answer = await oauthToken(scheme, client, surroundings);
        if (answer.kind === 'problem') throw new OptionFault('oauthClient', undefined, answer.problem);
        valueOf('oauthClient', readKey(answer.token.text));
        return answer.token;
      },
    ]),
  );
}

/** How the tokens of a run are had: by functions, then from documented endpoints. Throws an `OptionFault`. */
export function tokensOf(options: TokenOptions): Waiting {
  const { auth = {}, oauthClient, interface: document } = options;
  const byFunction = Object.entries(auth).flatMap(([name, supply]): readonly (readonly [string, Obtain])[] =>
    typeof supply === 'function' ? [[name, obtainedBy(name, supply)]] : [],
  );
  const byClient = oauthClient === undefined ? new Map<string, Obtain>() : asked(oauthClient, options);
  const given = new Set(Object.keys(auth));
  const isGiven = (id: string): boolean =>
    schemesOf(document).some((scheme) => scheme.id === id && namesOf(scheme).some((name) => given.has(name)));
  return new Map([...[...byClient].filter(([id]) => !isGiven(id)), ...byFunction]);
}

/** Gets the first tokens. The gate of the moment knows each. */
export async function begun(waiting: Waiting): Promise<ReadonlyMap<string, TokenSource>> {
  const sources = new Map<string, TokenSource>();
  for (const [name, obtain] of waiting) {
    const gateway = gate();
    const learned: Obtain = async () => {
      const token = await obtain();
      gateway.add(token.text, `$${variableOf(name)}`);
      return token;
    };
    sources.set(name, new TokenSource(await learned(), learned, machineClock));
  }
  return sources;
}
