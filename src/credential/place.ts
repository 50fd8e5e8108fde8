import { type Alteration, ALTERATIONS, type CredentialUse } from '../http/credential-use.ts';
import type { HeaderLine } from '../http/exchange.ts';
import type { CredentialScheme } from '../interface/model.ts';
import { encodeKey, keyForm } from './alter.ts';

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
 * How a recorded request names the key without holding it: shell expressions over the variable `ASSAY_KEY`. The set
 * is fixed, so that a command line can expand exactly these and nothing that a stranger wrote.
 */

/** The key itself, its altered forms, and the `pair` that has it as user and password (RFC 7617). */
export type KeyForm = 'valid' | Alteration | 'pair';

/** How the form is written into the request: as it is, in base64 (RFC 7617) or percent-encoded. */
export type KeyEncoding = 'verbatim' | 'base64' | 'percent';

const PLAIN: { readonly [form in KeyForm]: string } = {
  valid: '$ASSAY_KEY',
  suffix: '${ASSAY_KEY}x',
  prefix: 'x${ASSAY_KEY}',
  truncated: '${ASSAY_KEY%?}',
  beheaded: '${ASSAY_KEY#?}',
  'letter-case': '$(printf %s "$ASSAY_KEY" | tr A-Za-z a-zA-Z)',
  'second-word': '${ASSAY_KEY} x',
  pair: '$ASSAY_KEY:$ASSAY_KEY',
};

const FORMS: readonly KeyForm[] = ['valid', ...ALTERATIONS, 'pair'];

function printed(form: KeyForm): string {
  return form === 'letter-case' ? 'printf %s "$ASSAY_KEY" | tr A-Za-z a-zA-Z' : `printf %s "${PLAIN[form]}"`;
}

/** The shell expression for a form of the key. */
function keyExpression(form: KeyForm, encoding: KeyEncoding): string {
  switch (encoding) {
    case 'verbatim':
      return PLAIN[form];
    case 'base64':
      return `$(${printed(form)} | base64 | tr -d '\\n')`;
    case 'percent':
      return `$(${printed(form)} | od -An -v -tx1 | tr -d ' \\n' | sed 's/../%&/g')`;
  }
}

const ALL: readonly string[] = FORMS.flatMap((form) => [
  keyExpression(form, 'base64'),
  keyExpression(form, 'percent'),
  keyExpression(form, 'verbatim'),
]).toSorted((left, right) => right.length - left.length);

const PATTERN = new RegExp(`(${ALL.map((expression) => RegExp.escape(expression)).join('|')})`);

/** Cuts a recorded text at its key expressions: text, expression, text, …; the number of parts is odd. */
export function splitAtKeyExpressions(text: string): readonly string[] {
  return text.includes('$') ? text.split(PATTERN) : [text];
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

function token(key: string, form: KeyForm, encoding: KeyEncoding): Pair {
  return { real: encodeKey(keyForm(key, form), encoding), recorded: keyExpression(form, encoding) };
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
          return header(scheme.name, value);
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
  return keyExpression('valid', encodingOf(scheme, key));
}

function schemeName(scheme: CredentialScheme): string {
  switch (scheme.kind) {
    case 'http-bearer':
      return 'Bearer ';
    case 'http-basic':
      return 'Basic ';
    case 'api-key':
      return '';
  }
}

/** The name of a well-known scheme that is not the documented one. */
function otherSchemeName(scheme: CredentialScheme): string {
  return scheme.kind === 'http-bearer' ? 'Basic ' : 'Bearer ';
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
  key: string | undefined,
  random: () => number,
): CredentialLines {
  if (scheme.kind !== 'http-bearer') return header('Authorization', same(`Bearer ${randomKey(key, random)}`));
  if (key !== undefined)
    return header(
      'Authorization',
      map(token(key, 'pair', 'base64'), (text) => `Basic ${text}`),
    );
  return header('Authorization', same(`Basic ${encodeKey(`assay:${randomKey(key, random)}`, 'base64')}`));
}

/**
 * What a request with the given use of a credential carries. `key` is the secret; for `http-basic` it is
 * `user:password`. `random` gives numbers in [0, 1) and comes from the seed of the run.
 *
 * Throws `RangeError` when the use needs a key and there is none, and for `undetermined`, which cannot be sent.
 */
export function credentialLines(
  scheme: CredentialScheme | undefined,
  use: CredentialUse,
  key: string | undefined,
  random: () => number,
): CredentialLines {
  if (scheme === undefined) return { real: NOTHING, recorded: NOTHING };
  const form = (which: KeyForm): Pair => {
    if (key === undefined) throw new RangeError(`a request with the credential "${use.kind}" needs a key`);
    return token(key, which, encodingOf(scheme, key));
  };
  const name = schemeName(scheme);
  switch (use.kind) {
    case 'valid':
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
      return place(scheme, same(unknownKey(scheme, key, random)), name);
    case 'altered':
      return place(scheme, form(use.alteration), name);
    case 'undetermined':
      throw new RangeError('a request with an undetermined credential cannot be sent');
  }
}
