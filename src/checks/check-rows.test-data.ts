import type { HeaderLine } from '../http/exchange.ts';
import type { Capabilities } from './check.ts';
import type { Sample } from './exchange.test-data.ts';
import type { OutcomeKind } from './outcome.ts';

/** What a check makes of exchanges that were made by hand. */
export type CheckRow = {
  readonly check: string;
  /** What the exchanges have that others have not. */
  readonly name: string;
  readonly shows: OutcomeKind;
  /** The document that they are held against; the library by default. */
  readonly document?:
    | 'library'
    | 'orders'
    | 'plain'
    | 'lives'
    | 'desk'
    | 'tickets'
    | 'articles'
    | 'market'
    | 'clinic'
    | 'tasks'
    | 'labels'
    | 'files'
    | 'copies'
    | 'notes'
    | 'uploads'
    | 'categories'
    | 'tagged'
    | 'batches';
  readonly exchanges: readonly Sample[];
  readonly capabilities?: Partial<Capabilities>;
};

/** A row in short: check, outcome, name and exchanges. */
export function row(
  check: string,
  shows: OutcomeKind,
  name: string,
  exchanges: readonly Sample[],
  options: Pick<CheckRow, 'document' | 'capabilities'> = {},
): CheckRow {
  return { check, shows, name, exchanges, ...options };
}

/** An error body of the library. */
export function failure(status: number, changes: { readonly [member: string]: unknown } = {}): string {
  return JSON.stringify({ code: 'some_code', message: 'Some text.', status, ...changes });
}

export const CHALLENGE: HeaderLine = ['WWW-Authenticate', 'Bearer'];

/** A list of books that the key was accepted for. */
export const LIST: Sample = { path: '/books', body: '[]' };

/** A refusal of the library. */
export function refused(status: number, sample: Partial<Sample> = {}): Sample {
  return { path: '/books', status, body: failure(status), headers: [CHALLENGE], ...sample };
}

/** A creation that was answered with 201. `changes` are what the answer has otherwise than the request. */
export function created(
  id: number | string,
  sent: { readonly [member: string]: unknown },
  changes: { readonly [member: string]: unknown } = {},
  sample: Partial<Sample> = {},
): Sample {
  const body = JSON.stringify({ ...sent, id: 0, ...changes }).replace('"id":0', `"id":${id}`);
  return { path: '/books', sends: JSON.stringify(sent), status: 201, body, ...sample };
}

/** A list with these entries. */
export function listed(...entries: readonly { readonly [member: string]: unknown }[]): Sample {
  return { path: '/books', body: JSON.stringify(entries) };
}
