import type { Exchange, HeaderLine } from '../exchange/exchange.ts';
import type { Interface } from '../interface/model.ts';
import { gate } from './gate.ts';
import { KEY_MARKER } from './mask-text.ts';

/** Takes every credential that it has seen out of exchanges and texts. */
export type CredentialMask = {
  /** Remembers the credentials of a request. */
  readonly learn: (exchange: Exchange) => void;
  readonly exchange: (exchange: Exchange) => Exchange;
  readonly text: (text: string) => string;
};

const HIDDEN = '…';
/** Names of fields whose kind is remembered. */
const MOST_NAMES = 1_000;
const SHORTEST_KEY = 4;
const LONGEST_KEY = 8_192;
/** What clients send by mistake: such words stand in any text. */
const NO_KEYS: ReadonlySet<string> = new Set(['null', 'undefined', 'true', 'false', 'none']);
const SECRET_NAME =
  /(?:^|[-_])(?:api[-_]?key|auth|authorization|credentials?|token|secret|passw(?:or)?d|session(?:[-_]?id)?|csrf|xsrf|signature)(?:$|[-_])|^(?:apikey|jwt|sid|jsessionid|phpsessid)$/i;
const COOKIES: ReadonlySet<string> = new Set(['cookie', 'set-cookie']);

function apiKeyNames(document: Interface): ReadonlySet<string> {
  const names = document.operations.flatMap(({ credential }) =>
    credential?.kind === 'api-key' ? [credential.name.toLowerCase()] : [],
  );
  return new Set(names);
}

/** The scheme name in front of a credential, with its space; the empty string where there is none. */
function schemeOf(value: string): string {
  return /^[A-Za-z][A-Za-z0-9-]{0,30} +(?=\S)/.exec(value)?.[0] ?? '';
}

function pairOf(token: string): readonly string[] {
  const text = /^[A-Za-z0-9+/]{6,}={0,2}$/.test(token) ? Buffer.from(token, 'base64').toString('utf8') : '';
  const colon = text.slice(1, -1).includes(':');
  return colon && /^[\x20-\x7e]+$/.test(text) ? [text] : [];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** Name and value of each query parameter as they stand in a target. */
function queryPairs(target: string): readonly (readonly [name: string, value: string])[] {
  const mark = target.indexOf('?');
  if (mark < 0) return [];
  const query = target.slice(mark + 1).split('#', 1)[0] ?? '';
  return query.split('&').map((part) => {
    const at = part.indexOf('=');
    return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
  });
}

/** A mask for traffic of others: it takes no key from anyone but learns those that pass. `key`: one that is known before. */
export function createCredentialMask(document: Interface, key: string | undefined): CredentialMask {
  const apiKeys = apiKeyNames(document);
  const secrets = gate();
  secrets.add(key, KEY_MARKER);
  const judgedNames = new Map<string, boolean>();

  const isSecret = (name: string): boolean => {
    const before = judgedNames.get(name);
    if (before !== undefined) return before;
    const secret = apiKeys.has(name.toLowerCase()) || SECRET_NAME.test(name);
    if (judgedNames.size < MOST_NAMES) judgedNames.set(name, secret);
    return secret;
  };

  const secretsOf = ({ request }: Exchange): readonly string[] => {
    const fields = request.headers
      .filter(([name]) => isSecret(name))
      .flatMap(([, value]) => {
        const token = value.slice(schemeOf(value).length).trim();
        return [token, ...pairOf(token)];
      });
    const parameters = queryPairs(request.target)
      .filter(([name]) => isSecret(decoded(name)))
      .map(([, value]) => decoded(value));
    const cookies = request.headers
      .filter(([name]) => name.toLowerCase() === 'cookie')
      .flatMap(([, value]) => value.split(';'))
      .map((pair) => pair.split('='))
      .filter(([name = '']) => isSecret(name.trim()))
      .map(([, ...value]) => value.join('=').trim());
    return [...fields, ...parameters, ...cookies].filter(
      (secret) =>
        secret.length >= SHORTEST_KEY &&
        secret.length <= LONGEST_KEY &&
        !secret.includes('ASSAY_KEY') &&
        !NO_KEYS.has(secret),
    );
  };

  const learn = (given: Exchange): void => {
    for (const secret of secretsOf(given)) secrets.add(secret, KEY_MARKER);
  };

  const maskedLine = ([name, value]: HeaderLine): HeaderLine => {
    if (COOKIES.has(name.toLowerCase())) return [name, value.replaceAll(/=[^;]*/g, `=${HIDDEN}`)];
    if (!isSecret(name) || value.includes('ASSAY_KEY') || value.trim() === '') return [name, value];
    return [name, schemeOf(value) + KEY_MARKER];
  };

  const maskedTarget = (target: string): string =>
    queryPairs(target).reduce(
      (masked, [name, value]) =>
        isSecret(decoded(name)) && value !== ''
          ? masked.replace(`${name}=${value}`, () => `${name}=${KEY_MARKER}`)
          : masked,
      target,
    );

  const exchange = (given: Exchange): Exchange => {
    const { request, result } = given;
    const masked: Exchange = {
      ...given,
      request: {
        ...request,
        target: maskedTarget(request.target),
        headers: request.headers.map(maskedLine),
      },
      result:
        result.kind === 'failure'
          ? result
          : { kind: 'answer', answer: { ...result.answer, headers: result.answer.headers.map(maskedLine) } },
    };
    learn(given);
    return secrets.value(masked);
  };

  return { learn, exchange, text: secrets.text };
}
