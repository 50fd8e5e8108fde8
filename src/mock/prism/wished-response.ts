import { responseFor } from '../../interface/documented-answers.ts';
import type { DocumentedResponse, Interface, Operation } from '../../interface/model.ts';
import { refusal } from '../refusals.ts';
import type { Refusal } from '../stages.ts';
import { codeOf, successOf } from '../documented-response.ts';
import type { Preference } from './preference.ts';

const MAX_SHOWN = 60;
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
