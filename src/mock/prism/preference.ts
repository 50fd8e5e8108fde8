import { responseFor } from '../../interface/documented-answers.ts';
import type { DocumentedResponse, Interface, Operation } from '../../interface/model.ts';
import { codeOf, successOf } from '../answers/documented-replies.ts';
import { type InboundRequest, refusal, type Refusal } from '../answers/stages/stages.ts';

/** What a client would like to be answered. `code` is a status that HTTP has, `seed` makes `dynamic` repeatable. */
export type Preference = {
  readonly code: number | undefined;
  readonly example: string | undefined;
  readonly dynamic: boolean;
  readonly seed: string | undefined;
};

export type ReadPreference =
  | { readonly kind: 'none' }
  | { readonly kind: 'read'; readonly preference: Preference }
  | { readonly kind: 'unreadable'; readonly problem: string };

const NONE: ReadPreference = { kind: 'none' };
const MAX_SHOWN = 60;
/** A preference and its value; what separates them is a comma, but people write semicolons and blanks as well. */
const ITEM = /([^\s=;,"]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/g;

/** The preferences of a `Prefer` field (RFC 7240 section 2) by name; of several with one name the first counts. */
function fieldItems(field: string): ReadonlyMap<string, string> {
  const items = new Map<string, string>();
  for (const [, name = '', quoted, token] of field.matchAll(ITEM)) {
    const value = quoted === undefined ? (token ?? '') : quoted.replaceAll(/\\(.)/g, '$1');
    if (!items.has(name.toLowerCase())) items.set(name.toLowerCase(), value);
  }
  return items;
}

function unreadable(name: string, given: string, advice: string): ReadPreference {
  const shown = JSON.stringify(given.slice(0, MAX_SHOWN));
  return { kind: 'unreadable', problem: `The preference ${name}=${shown} cannot be read: ${advice}.` };
}

/**
 * What a request would like to be answered: `Prefer: code=404, example=empty, dynamic=true, seed=7`, or the same as query
 * parameters `__code`, `__example`, `__dynamic` and `__seed`; the field wins. Other preferences are for others.
 */
export function readPreference(request: InboundRequest): ReadPreference {
  const field = request.headers.get('prefer');
  if (field === undefined && !request.queryText.includes('__')) return NONE;
  const items = fieldItems(field ?? '');
  const valueOf = (name: string): string | undefined =>
    items.get(name) ?? request.query.get(`__${name}`) ?? undefined;
  const code = valueOf('code');
  const dynamic = valueOf('dynamic') ?? 'false';
  const example = valueOf('example');
  if (code !== undefined && !/^[1-5]\d\d$/.test(code))
    return unreadable('code', code, 'give a status, for example code=404');
  if (!['true', 'false', ''].includes(dynamic))
    return unreadable('dynamic', dynamic, 'give dynamic=true or dynamic=false');
  if (code === undefined && example === undefined && dynamic === 'false') return NONE;
  return {
    kind: 'read',
    preference: {
      code: code === undefined ? undefined : Number(code),
      example,
      dynamic: dynamic !== 'false',
      seed: valueOf('seed'),
    },
  };
}

const MAX_NAMES = 20;

/** What the document has for a wish. `response` is `undefined` where it has the status but no response of this operation. */
export type Wish =
  | { readonly kind: 'granted'; readonly status: number; readonly response: DocumentedResponse | undefined }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Statuses that the document has for an operation without showing them among its responses. */
function impliedStatuses(document: Interface, operation: Operation): readonly number[] {
  const limited = document.rateLimits === undefined ? [] : [document.rateLimits.status];
  return operation.credential === undefined ? limited : [401, ...limited];
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => name.slice(0, MAX_SHOWN));
  return shown.length < names.length ? `${shown.join(', ')}, …` : shown.join(', ');
}

function refuse(operation: Operation, code: string, message: string): Wish {
  return { kind: 'refused', refusal: refusal(operation, [400, 422], code, message) };
}

function undeclared(document: Interface, operation: Operation, code: number): Wish {
  const implied = impliedStatuses(document, operation).map(String);
  const known = [...new Set([...operation.responses.map(({ status }) => status), ...implied])].sort();
  const has = known.length === 0 ? 'none' : listed(known);
  return refuse(
    operation,
    'undocumented_status',
    `The document has no status ${String(code)} for ${operation.id}; it has ${has}.`,
  );
}

function requireExample(operation: Operation, wish: Wish, example: string | undefined): Wish {
  if (wish.kind === 'refused' || example === undefined) return wish;
  const names = wish.response?.representations.flatMap(({ examples }) => examples.map(({ name }) => name));
  if (names?.includes(example) === true) return wish;
  const has = names === undefined || names.length === 0 ? 'none' : listed([...new Set(names)]);
  const asked = JSON.stringify(example.slice(0, MAX_SHOWN));
  const message = `The document has no example ${asked} for the status ${String(wish.status)} of ${operation.id}; it has ${has}.`;
  return refuse(operation, 'unknown_example', message);
}

/** Finds what the document has for a wish, or says what it has instead. */
export function wishedResponse(document: Interface, operation: Operation, wish: Preference): Wish {
  const { code, example } = wish;
  if (code === undefined) {
    const response = successOf(operation);
    const status = codeOf(response?.status ?? '200');
    return requireExample(operation, { kind: 'granted', status, response }, example);
  }
  const response = responseFor(operation, code);
  const known = response !== undefined || impliedStatuses(document, operation).includes(code);
  if (!known || code < 200) return undeclared(document, operation, code);
  return requireExample(operation, { kind: 'granted', status: code, response }, example);
}
