import { httpSchemeName } from './read.ts';
import { type Alteration, ALTERATIONS, type CredentialUse } from '../http/credential-use.ts';
import type { HeaderLine } from '../http/exchange.ts';
import type { CredentialScheme } from '../interface/model.ts';
import { encodeKey, keyForm, UNSIGNED_HEADER } from './alter.ts';
import { allOf, type KeyRing, type NamedKey, oneKey, schemeOfUse } from './key-ring.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const DEFAULT_LENGTH = 32;

function draw(length: number, random: () => number): string {
  return Array.from({ length }, () => ALPHABET.charAt(Math.floor(random() * ALPHABET.length))).join('');
}

/** A character of the alphabet that is not `character`. */
function other(character: string): string {
  return character === 'A' ? 'B' : 'A';
}

/**
 * A key of letters and digits that is as long as `key` (at least 1; 32 where there is no key) and differs from it in
 * more than letter case. `random` gives numbers in [0, 1).
 */
function randomKey(key: string | undefined, random: () => number): string {
  const made = draw(key === undefined ? DEFAULT_LENGTH : Math.max(1, key.length), random);
  if (key === undefined || made.toLowerCase() !== key.toLowerCase()) return made;
  return other(made.charAt(0).toUpperCase()) + made.slice(1);
}

/**
 * How a recorded request names the key without holding it: shell expressions over the variable `ASSAY_KEY`, or that of a scheme. The set
 * is fixed, so that a command line can expand exactly these and nothing that a stranger wrote.
 */

/** The key itself, its altered forms, and the `pair` that has it as user and password (RFC 7617). */
export type KeyForm = 'valid' | Alteration | 'pair';

/** How the form is written into the request: as it is, in base64 (RFC 7617) or percent-encoded. */
export type KeyEncoding = 'verbatim' | 'base64' | 'percent';

function plain(form: KeyForm, variable: string): string {
  const expressions: { readonly [each in KeyForm]: string } = {
    valid: `$${variable}`,
    suffix: `\${${variable}}x`,
    prefix: `x\${${variable}}`,
    truncated: `\${${variable}%?}`,
    beheaded: `\${${variable}#?}`,
    'letter-case': `$(printf %s "$${variable}" | tr A-Za-z a-zA-Z)`,
    'second-word': `\${${variable}} x`,
    unsigned: `${UNSIGNED_HEADER}.$(printf %s "$${variable}" | cut -d. -f2).`,
    pair: `$${variable}:$${variable}`,
  };
  return expressions[form];
}

const FORMS: readonly KeyForm[] = ['valid', ...ALTERATIONS, 'pair'];

function printed(form: KeyForm, variable: string): string {
  return form === 'letter-case'
    ? `printf %s "$${variable}" | tr A-Za-z a-zA-Z`
    : `printf %s "${plain(form, variable)}"`;
}

/** The shell expression for a form of the key. */
function keyExpression(form: KeyForm, encoding: KeyEncoding, variable: string): string {
  switch (encoding) {
    case 'verbatim':
      return plain(form, variable);
    case 'base64':
      return `$(${printed(form, variable)} | base64 | tr -d '\\n')`;
    case 'percent':
      return `$(${printed(form, variable)} | od -An -v -tx1 | tr -d ' \\n' | sed 's/../%&/g')`;
  }
}

/** Stands for the variable in what the pattern is made of. */
const ANY_VARIABLE = 'VARIABLE';

const ALL: readonly string[] = FORMS.flatMap((form) => [
  keyExpression(form, 'base64', ANY_VARIABLE),
  keyExpression(form, 'percent', ANY_VARIABLE),
  keyExpression(form, 'verbatim', ANY_VARIABLE),
]).toSorted((left, right) => right.length - left.length);

/** The variables of secrets: the key, and the secret of a scheme. */
const VARIABLES = '(?:ASSAY_KEY|ASSAY_OTHER_KEY|ASSAY_AUTH_[A-Z0-9_]{1,60})';

const PATTERN = new RegExp(
  `(${ALL.map((expression) => RegExp.escape(expression).replaceAll(ANY_VARIABLE, VARIABLES)).join('|')})`,
);

/** Cuts a recorded text at its key expressions: text, expression, text, …; the number of parts is odd. */
export function splitAtKeyExpressions(text: string): readonly string[] {
  return text.includes('$') ? text.split(PATTERN) : [text];
}

/** A recorded query without its key expressions: they hold characters that part parameters from each other. */
export function withoutKeyExpressions(query: string): string {
  return splitAtKeyExpressions(query)
    .filter((_part, at) => at % 2 === 0)
    .join('');
}

/** What a request carries to prove who sends it: lines for the header section, parameters for the query. */
export type Carried = { readonly headers: readonly HeaderLine[]; readonly query: readonly string[] };

/** The credential twice: with the key as it goes over the wire, and with shell expressions for the record. */
export type CredentialLines = { readonly real: Carried; readonly recorded: Carried };

type Pair = { readonly real: string; readonly recorded: string };

const NOTHING: Carried = { headers: [], query: [] };

function same(text: string): Pair {
  return { real: text, recorded: text };
}

function map(pair: Pair, change: (text: string) => string): Pair {
  return { real: change(pair.real), recorded: change(pair.recorded) };
}

function header(name: string, value: Pair): CredentialLines {
  return {
    real: { headers: [[name, value.real]], query: [] },
    recorded: { headers: [[name, value.recorded]], query: [] },
  };
}

/** Only text that no encoding changes may stand in a query verbatim. */
function queryEncoding(text: string): KeyEncoding {
  return /^[A-Za-z0-9._~-]*$/.test(text) ? 'verbatim' : 'percent';
}

function token({ text, variable }: NamedKey, form: KeyForm, encoding: KeyEncoding): Pair {
  return {
    real: encodeKey(keyForm(text, form), encoding),
    recorded: keyExpression(form, encoding, variable),
  };
}

/** A key behind the word that the document wants before it, unless it has one already. */
function behindPrefix(prefix: string | undefined, value: Pair): Pair {
  return prefix === undefined || value.real.includes(' ') ? value : map(value, (text) => `${prefix} ${text}`);
}

/** Puts the value where the scheme says; `prefix` is the scheme name of HTTP authentication with its space. */
function place(scheme: CredentialScheme, value: Pair, prefix: string): CredentialLines {
  switch (scheme.kind) {
    case 'http-bearer':
    case 'http-basic':
      return header(
        'Authorization',
        map(value, (text) => prefix + text),
      );
    case 'api-key':
      switch (scheme.in) {
        case 'header':
          return header(scheme.name, behindPrefix(scheme.prefix, value));
        case 'cookie':
          return header(
            'Cookie',
            map(value, (text) => `${scheme.name}=${text}`),
          );
        case 'query': {
          const parameter = map(value, (text) => `${encodeURIComponent(scheme.name)}=${text}`);
          return {
            real: { headers: [], query: [parameter.real] },
            recorded: { headers: [], query: [parameter.recorded] },
          };
        }
      }
  }
}

function encodingOf(scheme: CredentialScheme, key: string): KeyEncoding {
  if (scheme.kind === 'http-basic') return 'base64';
  return scheme.kind === 'api-key' && scheme.in === 'query' ? queryEncoding(key) : 'verbatim';
}

/** What stands for the valid key in the record of a request that carries it by this scheme: what a shell expands to it. */
export function recordedKey(scheme: CredentialScheme, key: string): string {
  return keyExpression('valid', encodingOf(scheme, key), 'ASSAY_KEY');
}

function schemeName(scheme: CredentialScheme): string {
  const name = httpSchemeName(scheme);
  return name === undefined ? '' : `${name} `;
}

/** The name of a well-known scheme that is not the documented one: `Token` is what frameworks take beside `Bearer`. */
function otherSchemeName(scheme: CredentialScheme): string {
  if (scheme.kind !== 'http-bearer') return 'Bearer ';
  return httpSchemeName(scheme)?.toLowerCase() === 'token' ? 'Basic ' : 'Token ';
}

function unknownKey(scheme: CredentialScheme, key: string | undefined, random: () => number): string {
  const made = randomKey(key, random);
  if (scheme.kind !== 'http-basic') return made;
  const colon = key === undefined ? -1 : key.indexOf(':');
  const at = colon < 0 ? Math.floor(made.length / 2) : colon;
  return encodeKey(`${made.slice(0, at)}:${made.slice(at + 1)}`, 'base64');
}

function otherScheme(
  scheme: CredentialScheme,
  key: NamedKey | undefined,
  random: () => number,
): CredentialLines {
  const made = (): string => randomKey(key?.text, random);
  if (scheme.kind !== 'http-bearer') return header('Authorization', same(`Bearer ${made()}`));
  if (key !== undefined)
    return header(
      'Authorization',
      map(token(key, 'pair', 'base64'), (text) => `Basic ${text}`),
    );
  return header('Authorization', same(`Basic ${encodeKey(`assay:${made()}`, 'base64')}`));
}

function both(one: Carried, more: Carried): Carried {
  return { headers: [...one.headers, ...more.headers], query: [...one.query, ...more.query] };
}

/** The lines of two credentials. */
function joined(one: CredentialLines, more: CredentialLines): CredentialLines {
  return { real: both(one.real, more.real), recorded: both(one.recorded, more.recorded) };
}

/**
 * What a request with the given use of a credential carries, and beside it the valid credentials that are asked for at the same
 * time. `given`: one key for every scheme, or what has one for each. The secret for `http-basic` is `user:password`. `random` gives numbers in [0, 1) and comes from the seed of the run.
 *
 * Throws `RangeError` when the use needs a key and there is none, and for `undetermined`, which cannot be sent.
 */
export function credentialLines(
  scheme: CredentialScheme | undefined,
  use: CredentialUse,
  given: KeyRing | string | undefined,
  random: () => number,
): CredentialLines {
  if (scheme === undefined) return { real: NOTHING, recorded: NOTHING };
  const keys = typeof given === 'function' ? given : oneKey(given);
  const meant = schemeOfUse(scheme, use);
  return allOf(scheme)
    .map((each): CredentialLines => {
      const key = keys(each);
      if (each === meant) return ownLines(each, use, key, random);
      return key === undefined
        ? { real: NOTHING, recorded: NOTHING }
        : ownLines(each, { kind: 'valid' }, key, random);
    })
    .reduce(joined);
}

function ownLines(
  scheme: CredentialScheme,
  use: CredentialUse,
  key: NamedKey | undefined,
  random: () => number,
): CredentialLines {
  const form = (which: KeyForm): Pair => {
    if (key === undefined) throw new RangeError(`a request with the credential "${use.kind}" needs a key`);
    return token(key, which, encodingOf(scheme, key.text));
  };
  const name = schemeName(scheme);
  switch (use.kind) {
    case 'valid':
    case 'other-key':
      return place(scheme, form('valid'), name);
    case 'valid-other-scheme-case':
      return place(scheme, form('valid'), name.toLowerCase());
    case 'none':
      return { real: NOTHING, recorded: NOTHING };
    case 'other-scheme':
      return otherScheme(scheme, key, random);
    case 'other-scheme-name':
      return place(scheme, form('valid'), otherSchemeName(scheme));
    case 'unknown-scheme':
      return place(scheme, form('valid'), `Not${name}`);
    case 'no-scheme':
      return place(scheme, form('valid'), '');
    case 'empty-token':
      return place(scheme, same(''), name);
    case 'unknown':
      return place(scheme, same(unknownKey(scheme, key?.text, random)), name);
    case 'altered':
      return place(scheme, form(use.alteration), name);
    case 'undetermined':
      throw new RangeError('a request with an undetermined credential cannot be sent');
  }
}
