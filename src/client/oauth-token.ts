import type { CredentialScheme, Interface, TokenFlow } from '../interface/model.ts';
import { readToken, type Token } from '../credential/token-source.ts';
import { isSameOrigin } from '../document/address.ts';
import { packageManifest } from '../system/package.ts';
import { createClient } from './client.ts';
import { isPrivateHost } from './fetch-document.ts';
import type { Environment } from './proxy-for.ts';
import type { Trust } from './sockets.ts';

/** Tokens of OAuth 2 without a browser: client credentials and password (RFC 6749 sections 4.3 and 4.4). */

/** Who asks for the token. */
export type OAuthClient = {
  readonly id: string;
  readonly secret: string;
  /** Whose password flow it is. Default: the flow of client credentials. */
  readonly user?: { readonly name: string; readonly password: string } | undefined;
};

/** A token, or why there is none; no secret is in that. */
export type TokenAnswer =
  | { readonly kind: 'token'; readonly token: Token }
  | { readonly kind: 'problem'; readonly problem: string };

const TIMEOUT_MS = 20_000;

function problem(text: string): TokenAnswer & { readonly kind: 'problem' } {
  return { kind: 'problem', problem: text };
}

const LONGEST = 200;

function shown(address: string): string {
  return JSON.stringify(address.slice(0, LONGEST));
}

/**
 * Where a token is asked for. Secrets go to the origin of the service, or to where a document that the caller has on disk says, by
 * https or on this machine; to no other place because a document from elsewhere says so.
 */
function tokenAddress({ tokenUrl }: TokenFlow, target: string, document: Interface): URL | TokenAnswer {
  const address = URL.parse(tokenUrl, `${target}/`);
  if (address === null || !/^https?:$/.test(address.protocol))
    return problem(`cannot ask for a token at ${shown(tokenUrl)}: it is no http or https address`);
  const isOwn = isSameOrigin(address.href, target);
  const isSafe =
    address.protocol === 'https:' ||
    (isPrivateHost(address.hostname) && isPrivateHost(new URL(target).hostname));
  if (isOwn || (document.origin !== 'address' && isSafe)) return address;
  return problem(
    `cannot send the client's secret to ${shown(address.origin)} because a document says so; get the token otherwise, and give the token`,
  );
}

type Form = readonly (readonly [string, string])[];

function formOf({ grant, scopes }: TokenFlow, { user }: OAuthClient): Form {
  const scope: Form = scopes.length === 0 ? [] : [['scope', scopes.join(' ')]];
  if (grant === 'client-credentials' || user === undefined)
    return [['grant_type', 'client_credentials'], ...scope];
  return [['grant_type', 'password'], ['username', user.name], ['password', user.password], ...scope];
}

/** A name and a secret as HTTP Basic has them (RFC 6749 section 2.3.1). */
function basicOf({ id, secret }: OAuthClient): string {
  return `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`;
}

/** How the target is reached, which is how a token endpoint is reached too. */
export type TokenSurroundings = {
  readonly url: string;
  readonly tls: Trust | undefined;
  readonly proxy: Environment;
  readonly document: Interface;
  readonly clock: { readonly now: () => number };
};

/** True for a scheme that documents a flow without a browser. */
export function hasFlow(scheme: CredentialScheme): boolean {
  return scheme.kind === 'http-bearer' && (scheme.flows ?? []).length > 0;
}

function flowFor(scheme: CredentialScheme, { user }: OAuthClient): TokenFlow | TokenAnswer {
  const flows = scheme.kind === 'http-bearer' ? (scheme.flows ?? []) : [];
  const wanted = user === undefined ? 'client-credentials' : 'password';
  const found = flows.find(({ grant }) => grant === wanted) ?? flows[0];
  if (found === undefined) return problem(`the scheme "${scheme.id}" documents no flow without a browser`);
  if (found.grant === 'password' && user === undefined)
    return problem(`the scheme "${scheme.id}" has the password flow alone, which needs a user too`);
  return found;
}

type Asked = { readonly status: number; readonly token: Token | undefined } | string;

/**
 * Asks the documented token endpoint of a scheme: with the client in HTTP Basic, then in the form, where the first is refused (RFC
 * 6749 section 2.3.1). With a user by the password flow where it is documented.
 */
export async function oauthToken(
  scheme: CredentialScheme,
  client: OAuthClient,
  { url, tls, proxy, document, clock }: TokenSurroundings,
): Promise<TokenAnswer> {
  const flow = flowFor(scheme, client);
  if ('kind' in flow) return flow;
  const address = tokenAddress(flow, url, document);
  if ('kind' in address) return address;
  const deadlines = { connectMs: TIMEOUT_MS, firstByteMs: TIMEOUT_MS, answerMs: TIMEOUT_MS };
  const http = createClient({
    baseUrl: address.origin,
    key: basicOf(client),
    userAgent: `assay/${packageManifest().version}`,
    deadlines,
    ...(tls === undefined ? {} : { trust: tls }),
    environment: proxy,
    clock: { now: clock.now },
  });
  const ask = async (form: Form, isBasic: boolean): Promise<Asked> => {
    const fields = form.map(([name, text]): [string, string] => [name, text]);
    const { result } = await http.send({
      method: 'POST',
      path: `${address.pathname}${address.search}`,
      headers: [
        ['Content-Type', 'application/x-www-form-urlencoded'],
        ['Accept', 'application/json'],
      ],
      body: new TextEncoder().encode(new URLSearchParams(fields).toString()),
      credential: { kind: isBasic ? 'valid' : 'none' },
      scheme: { kind: 'http-basic', id: 'client' },
      transport: 'pool',
    });
    if (result.kind === 'failure') return result.failure.detail;
    const { status, body } = result.answer;
    const text = Buffer.from(body).toString('utf8');
    return { status, token: status === 200 && text.trim().startsWith('{') ? readToken(text) : undefined };
  };
  try {
    const form = formOf(flow, client);
    const first = await ask(form, true);
    const isRefused =
      typeof first !== 'string' && first.token === undefined && [400, 401].includes(first.status);
    const inForm: Form = [...form, ['client_id', client.id], ['client_secret', client.secret]];
    const answer = isRefused ? await ask(inForm, false) : first;
    if (typeof answer !== 'string' && answer.token !== undefined)
      return { kind: 'token', token: answer.token };
    const why =
      typeof answer === 'string' ? answer : `it answered ${String(answer.status)} without an access_token`;
    return problem(`cannot get a token from ${shown(address.origin + address.pathname)}: ${why}`);
  } finally {
    await http.close();
  }
}
