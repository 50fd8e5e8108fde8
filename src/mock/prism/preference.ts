import type { InboundRequest } from '../stages.ts';

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
