import { createClient } from '../../client/client.ts';
import { isPrivateHost } from '../../client/fetch-document.ts';
import { isSameOrigin } from '../../document/address.ts';
import { packageManifest } from '../../system/package.ts';
import type { Interface, TokenFlow } from '../../interface/model.ts';
import { quoted, UsageFault } from '../usage-fault.ts';
import { readToken } from './token-command.ts';
import type { Token } from './token-source.ts';
import type { Target } from './resolve-target.ts';

/** Tokens of OAuth 2 without a browser: client credentials and password (RFC 6749 sections 4.3 and 4.4). */

/** Who asks for the token. */
export type OAuthClient = {
  readonly id: string;
  readonly secret: string;
  readonly user: { readonly name: string; readonly password: string } | undefined;
};

const TIMEOUT_MS = 20_000;

/**
 * Where a token is asked for. Secrets go to the origin of the service, or to where a document that the caller has on disk says, by
 * https or on this machine; to no other place because a document from elsewhere says so. Throws a `UsageFault`.
 */
function tokenAddress({ tokenUrl }: TokenFlow, target: string, document: Interface): URL {
  const address = URL.parse(tokenUrl, `${target}/`);
  if (address === null || !/^https?:$/.test(address.protocol))
    throw new UsageFault(`cannot ask for a token at ${quoted(tokenUrl)}: it is no http or https address`);
  const isOwn = isSameOrigin(address.href, target);
  const isSafe =
    address.protocol === 'https:' ||
    (isPrivateHost(address.hostname) && isPrivateHost(new URL(target).hostname));
  if (isOwn || (document.origin !== 'address' && isSafe)) return address;
  throw new UsageFault(
    `cannot send the client's secret to ${quoted(address.origin)} because a document says so; get the token otherwise, and give it with --auth or --token-command`,
  );
}

type Form = readonly (readonly [string, string])[];

function formOf({ grant, scopes }: TokenFlow, { user }: OAuthClient): Form {
  const scope: Form = scopes.length === 0 ? [] : [['scope', scopes.join(' ')]];
  if (grant === 'client-credentials') return [['grant_type', 'client_credentials'], ...scope];
  if (user === undefined)
    throw new UsageFault(
      'cannot use --oauth-client-env: the password flow needs a user too; name four variables: ID,SECRET,USER,PASSWORD',
    );
  return [['grant_type', 'password'], ['username', user.name], ['password', user.password], ...scope];
}

/** A name and a secret as HTTP Basic has them (RFC 6749 section 2.3.1). */
function basicOf({ id, secret }: OAuthClient): string {
  return `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`;
}

/** Asks the token endpoint: with HTTP Basic, then with the client in the form, where the first is refused. Throws a `UsageFault`. */
export async function oauthToken(
  flow: TokenFlow,
  client: OAuthClient,
  {
    target,
    document,
    clock,
  }: {
    readonly target: Target & { readonly url: string };
    readonly document: Interface;
    readonly clock: { readonly now: () => number };
  },
): Promise<Token> {
  const address = tokenAddress(flow, target.url, document);
  const deadlines = { connectMs: TIMEOUT_MS, firstByteMs: TIMEOUT_MS, answerMs: TIMEOUT_MS };
  const http = createClient({
    baseUrl: address.origin,
    key: basicOf(client),
    userAgent: `assay/${packageManifest().version}`,
    deadlines,
    trust: target.tls,
    environment: target.proxy,
    clock: { now: clock.now },
  });
  const form = formOf(flow, client);
  const inForm: Form = [...form, ['client_id', client.id], ['client_secret', client.secret]];
  const ask = async (
    fields: Form,
    isBasic: boolean,
  ): Promise<{ readonly status: number; readonly token: Token | undefined } | string> => {
    const { result } = await http.send({
      method: 'POST',
      path: `${address.pathname}${address.search}`,
      headers: [
        ['Content-Type', 'application/x-www-form-urlencoded'],
        ['Accept', 'application/json'],
      ],
      body: new TextEncoder().encode(
        new URLSearchParams(fields.map(([name, text]): [string, string] => [name, text])).toString(),
      ),
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
    const first = await ask(form, true);
    const refused =
      typeof first !== 'string' && first.token === undefined && [400, 401].includes(first.status);
    const answer = refused ? await ask(inForm, false) : first;
    if (typeof answer !== 'string' && answer.token !== undefined) return answer.token;
    const why =
      typeof answer === 'string' ? answer : `it answered ${String(answer.status)} without an access_token`;
    throw new UsageFault(`cannot get a token from ${quoted(address.origin + address.pathname)}: ${why}`);
  } finally {
    await http.close();
  }
}
