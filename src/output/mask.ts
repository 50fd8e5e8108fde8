import { latin1 } from './encodings.ts';
import { schemesOf } from '../credential/choose.ts';
import type { Answer, Exchange, HeaderLine, Result, SentRequest } from '../http/exchange.ts';
import { cookiePairs, fieldValues } from '../http/fields.ts';
import { withQueryValues } from '../http/target.ts';
import type { Interface } from '../interface/model.ts';
import { isUnmistakable, KEY_MARKER } from './find-secrets.ts';
import { gate } from './gate.ts';
import { SECRET_MARKER } from './mask-text.ts';

/** Whether what stands under a name is a secret: of a header field or a cookie, of a parameter of a query, of a member of a body. */
export type SecretNames = {
  readonly field: (name: string) => boolean;
  readonly query: (name: string) => boolean;
  readonly member: (name: string) => boolean;
};

/** A part of a name, between `-`, `_` or its ends. */
const SECRET_PART =
  /(?:^|[-_.])(?:api[-_]?key|auth|authorization|credentials?|token|secret|passw(?:or)?d|session(?:[-_]?id)?|csrf|xsrf|signature)(?:$|[-_.])|^(?:apikey|jwt|sid|dpop|jsessionid|phpsessid|connect\.sid)$/i;
/** `Ocp-Apim-Subscription-Key`, `X-Functions-Key`. */
const KEY_FIELD = /(?:^|-)key$/i;
/** Fields that end so and are no secrets. */
const PLAIN_KEY_FIELDS: ReadonlySet<string> = new Set([
  'idempotency-key',
  'x-idempotency-key',
  'sec-websocket-key',
  'surrogate-key',
  'cache-key',
  'x-cache-key',
]);
/** Parameters of addresses that are shared or redirected to. What the document says of one that is its own counts more. */
const SECRET_PARAMETER = /^(?:key|sig|hmac|code|otp|pwd|pass|state|ticket|sas)$/i;
const SECRET_MEMBER =
  /^(?:(?:[a-z0-9]+_)*(?:token|password|passwd|secret|api_?key|session(?:_?id)?|jwt)|pwd|pass|passphrase|private_key|client_assertion|otp)$/;
/** Names whose kind is remembered. */
const MOST_NAMES = 1_000;

function remembering(judge: (name: string) => boolean): (name: string) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const secret = judge(name);
    if (known.size < MOST_NAMES) known.set(name, secret);
    return secret;
  };
}

/** `accessToken` as `access_token`. */
function snakeCase(name: string): string {
  return name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .replaceAll('-', '_')
    .toLowerCase();
}

/** True for the name of a field that usually carries a secret, whatever the document says. */
function isSecretField(name: string): boolean {
  return SECRET_PART.test(name) || (KEY_FIELD.test(name) && !PLAIN_KEY_FIELDS.has(name.toLowerCase()));
}

/** The same for a parameter of an address. */
function isSecretParameter(name: string): boolean {
  return SECRET_PARAMETER.test(name) || isSecretField(snakeCase(name));
}

/** What is a secret in traffic of a documented interface: its own API keys too, and no ordinary parameter of its own. */
export function secretNames(document: Interface): SecretNames {
  const apiKeys = new Set(
    schemesOf(document).flatMap((scheme) => (scheme.kind === 'api-key' ? [scheme.name.toLowerCase()] : [])),
  );
  const documented = new Set(
    document.operations.flatMap(({ parameters }) =>
      parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name.toLowerCase()),
    ),
  );
  return {
    field: remembering((name) => apiKeys.has(name.toLowerCase()) || isSecretField(name)),
    query: remembering((name) => {
      const lower = name.toLowerCase();
      if (apiKeys.has(lower)) return true;
      return documented.has(lower) ? SECRET_PART.test(name) : isSecretParameter(name);
    }),
    member: remembering((name) => SECRET_MEMBER.test(snakeCase(name))),
  };
}

/** Takes every credential out of exchanges and texts, by the names under which they stand and wherever they come again. */
export type CredentialMask = {
  /** Remembers the credentials of an exchange. */
  readonly learn: (exchange: Exchange) => void;
  readonly exchange: (exchange: Exchange) => Exchange;
  readonly text: (text: string) => string;
};

const HIDDEN = '…';
const SHORTEST_KEY = 4;
const LONGEST_KEY = 8_192;
/** Texts that assay sent itself under the name of a secret. */
const MOST_OWN = 1_000;
/** What clients send by mistake: such words stand in any text. */
const NO_KEYS: ReadonlySet<string> = new Set(['null', 'undefined', 'true', 'false', 'none']);
const COOKIES: ReadonlySet<string> = new Set(['cookie', 'set-cookie']);
/** Fields that hold addresses. */
const ADDRESSES: ReadonlySet<string> = new Set([
  'location',
  'content-location',
  'link',
  'referer',
  'refresh',
]);

/** Name and value of a member of JSON that is a text, of a parameter of a form, of a parameter of an address. */
const MEMBER = /"([A-Za-z0-9_.-]{1,40})"(\s{0,8}:\s{0,8})"((?:[^"\\]|\\[^]){1,8192})"/g;
const FORM_FIELD = /(?<=^|&)([A-Za-z0-9_.-]{1,40})=([^&\s]{1,8192})/g;
const PARAMETER = /([?&])([A-Za-z0-9_.-]{1,40})=([^&\s"'<>#$]{1,2048})/g;

/** The scheme name in front of a credential, with its space; the empty string where there is none. */
function schemeOf(value: string): string {
  return /^[A-Za-z][A-Za-z0-9-]{0,30} +(?=\S)/.exec(value)?.[0] ?? '';
}

function pairOf(token: string): readonly string[] {
  const text = /^[A-Za-z0-9+/]{6,}={0,2}$/.test(token) ? Buffer.from(token, 'base64').toString('utf8') : '';
  const colon = text.slice(1, -1).includes(':');
  return colon && /^[\x20-\x7e]+$/.test(text) ? [text] : [];
}

/** Values of the parameters of a target that are secrets by their names, decoded. */
function secretsInTarget(target: string, names: SecretNames): readonly string[] {
  const found: string[] = [];
  withQueryValues(target, (name, value) => {
    if (names.query(name)) found.push(value);
    return undefined;
  });
  return found;
}

/** A target with `hidden` for those values. Shell expressions that name the key stay as they are. */
export function maskedTarget(
  target: string,
  names: SecretNames,
  hidden: (value: string, name: string) => string,
): string {
  return withQueryValues(target, (name, value) =>
    names.query(name) && value !== '' && !value.includes('ASSAY_KEY') ? hidden(value, name) : undefined,
  );
}

function canBeKept(secret: string): boolean {
  return (
    secret.length >= SHORTEST_KEY &&
    secret.length <= LONGEST_KEY &&
    !secret.includes('ASSAY_KEY') &&
    !NO_KEYS.has(secret)
  );
}

/** What is secret in a field that the caller of assay gave: what follows a scheme, the values of cookies, all of another. */
export function secretsOfField([name, value]: HeaderLine): readonly string[] {
  const token = value.slice(schemeOf(value).length).trim();
  const cookies = COOKIES.has(name.toLowerCase()) ? cookiePairs(value).map(([, cookie]) => cookie) : [];
  const all = [value, token, ...pairOf(token), ...cookies].filter(canBeKept);
  return isSecretField(name) ? all : all.filter(isUnmistakable);
}

/** Addresses of a text without what their queries say under the name of a secret. */
export function withoutSecretParameters(text: string): string {
  if (!text.includes('=')) return text;
  return text.replaceAll(PARAMETER, (whole: string, mark: string, name: string) =>
    isSecretParameter(name) ? `${mark}${name}=${SECRET_MARKER}` : whole,
  );
}

/** As long as before and of the same kinds of characters, so that what is said about its form stays true. */
function sameShape(value: string): string {
  if (value.includes('\\')) return SECRET_MARKER;
  return value.replaceAll(/[a-z]/g, 'a').replaceAll(/[A-Z]/g, 'A').replaceAll(/\d/g, '0');
}

/**
 * What every name that `SECRET_MEMBER` takes has in it, however it is written, up to the end of the name: hardly any body holds that,
 * although its texts may be full of such words.
 */
const MAYBE_SECRET_MEMBER =
  /(?:token|pass|pwd|secret|key|session|jwt|assertion|otp)[A-Za-z0-9_.-]{0,40}(?:"\s{0,8}:|=)/i;

/** The value of a member of JSON, or of a field of a form, whose name says that it is a secret, and where it stands. */
type SecretMember = { readonly value: string; readonly start: number; readonly end: number };

/** Match by match: `matchAll` in a list keeps all matches of a text at once, which for a long list is many times its length. */
function secretMembers(text: string, names: SecretNames): readonly SecretMember[] {
  if (!MAYBE_SECRET_MEMBER.test(text)) return [];
  const isForm = /^[A-Za-z0-9_.-]{1,40}=/.test(text);
  const found: SecretMember[] = [];
  for (const match of text.matchAll(isForm ? FORM_FIELD : MEMBER)) {
    const [whole, name = '', between = '', last = ''] = match;
    if (!names.member(name)) continue;
    const value = isForm ? between : last;
    const end = match.index + whole.length - (isForm ? 0 : 1);
    found.push({ value, start: end - value.length, end });
  }
  return found;
}

/** The texts of a body that are secrets by the names of their members, as they are written there. */
export function secretsInBody(body: Uint8Array, names: SecretNames): readonly string[] {
  return body.length === 0 ? [] : secretMembers(latin1(body), names).map(({ value }) => value);
}

/** The body with other texts where those stand and `replace` has one; the same object where it has none. */
export function withoutSecretMembers(
  body: Uint8Array,
  names: SecretNames,
  replace: (value: string) => string,
): Uint8Array {
  const before = latin1(body);
  const parts: string[] = [];
  let done = 0;
  for (const { value, start, end } of secretMembers(before, names)) {
    const other = replace(value);
    if (other === value) continue;
    parts.push(before.slice(done, start), other);
    done = end;
  }
  if (parts.length === 0) return body;
  return new Uint8Array(Buffer.from(parts.join('') + before.slice(done), 'latin1'));
}

/** What a request sends in the place of secrets. */
export function secretsOfRequest(
  { target, headers, body }: Pick<SentRequest, 'target' | 'headers' | 'body'>,
  names: SecretNames,
): readonly string[] {
  const found: string[] = [];
  for (const [name, value] of headers) {
    if (!names.field(name)) continue;
    const token = value.slice(schemeOf(value).length).trim();
    found.push(token, ...pairOf(token));
  }
  for (const value of secretsInTarget(target, names)) found.push(value);
  for (const field of fieldValues(headers, 'cookie'))
    for (const [name, value] of cookiePairs(field))
      if (names.field(name) || isUnmistakable(value)) found.push(value);
  // A body may hold more of them than a call may have arguments.
  for (const value of body === undefined ? [] : secretsInBody(body, names))
    if (isUnmistakable(value)) found.push(value);
  return found.filter(canBeKept);
}

/** The cookies and tokens that an answer hands out. Those that could be ordinary words are not looked for elsewhere. */
function handedOut({ headers, body }: Answer, names: SecretNames): readonly string[] {
  const found: string[] = [];
  for (const field of fieldValues(headers, 'set-cookie'))
    for (const [, value] of cookiePairs(field).slice(0, 1)) found.push(value);
  for (const [name, value] of headers) if (names.field(name)) found.push(value);
  for (const value of secretsInBody(body, names)) found.push(value);
  return found.filter((secret) => canBeKept(secret) && isUnmistakable(secret));
}

/** A header line with `hidden` for what its name says to be secret: the name of a scheme stays. */
export function maskedLine(
  names: SecretNames,
  [name, value]: HeaderLine,
  hidden: (value: string) => string,
): HeaderLine {
  const lower = name.toLowerCase();
  if (COOKIES.has(lower)) return [name, value.replaceAll(/=[^;]*/g, `=${HIDDEN}`)];
  if (ADDRESSES.has(lower)) return [name, withoutSecretParameters(value)];
  if (!names.field(name) || value.includes('ASSAY_KEY') || value.trim() === '') return [name, value];
  const scheme = schemeOf(value);
  return [name, scheme + hidden(value.slice(scheme.length))];
}

function maskedResult(result: Result, names: SecretNames, isOwn: (value: string) => boolean): Result {
  if (result.kind === 'failure') {
    const detail = withoutSecretParameters(result.failure.detail);
    return { kind: 'failure', failure: { ...result.failure, detail } };
  }
  const { answer } = result;
  const body = withoutSecretMembers(answer.body, names, (value) => (isOwn(value) ? value : sameShape(value)));
  const headers = answer.headers.map((line) => maskedLine(names, line, sameShape));
  return { kind: 'answer', answer: { ...answer, headers, body } };
}

/** A mask for traffic of others: it takes no key from anyone but learns those that pass. What is known before, the gate knows. */
export function createCredentialMask(document: Interface): CredentialMask {
  const names = secretNames(document);
  const secrets = gate();

  const learn = (given: Exchange): void => {
    for (const secret of secretsOfRequest(given.request, names)) secrets.add(secret, KEY_MARKER);
    if (given.result.kind === 'failure') return;
    for (const secret of handedOut(given.result.answer, names)) secrets.add(secret);
  };

  const exchange = (given: Exchange): Exchange => {
    const { request } = given;
    learn(given);
    return secrets.value({
      ...given,
      request: {
        ...request,
        target: maskedTarget(request.target, names, () => KEY_MARKER),
        headers: request.headers.map((line) => maskedLine(names, line, () => KEY_MARKER)),
        body: request.body === undefined ? undefined : withoutSecretMembers(request.body, names, sameShape),
      },
      result: maskedResult(given.result, names, () => false),
    });
  };

  return { learn, exchange, text: secrets.text };
}

/**
 * The same for a run of assay's own: what its requests hold is its own and stays, as it is known by the key expressions;
 * tokens and cookies that answers hand out go, there and wherever they come again.
 */
export function createAnswerMask(document: Interface): (exchange: Exchange) => Exchange {
  const names = secretNames(document);
  const secrets = gate();
  const own = new Set<string>();
  return (given) => {
    for (const value of secretsInBody(given.request.body ?? new Uint8Array(), names))
      if (own.size < MOST_OWN) own.add(value);
    const { result } = given;
    if (result.kind === 'answer') {
      for (const secret of handedOut(result.answer, names)) if (!own.has(secret)) secrets.add(secret);
    }
    return secrets.value({ ...given, result: maskedResult(result, names, (value) => own.has(value)) });
  };
}
