import { plainName } from '../../interface/names.ts';
import { type ListModel } from '../../interface/resources/lists/pages.ts';
import { membersBeside, type ToldMember } from '../../interface/resources/lists/paging-members.ts';
import { fromPointer, putAt, valueAt } from '../../json/pointer.ts';
import { isObject, type Json, memberOf } from '../../json/value.ts';
import { compileSchema } from '../../schema/compile.ts';
import { validSample } from '../../schema/generate/valid-sample.ts';
import type { Schema } from '../../schema/keywords.ts';
import { schemaMembers } from '../../schema/members.ts';
import { subschema } from '../../schema/resolve.ts';

/** What an answer with a list tells of its pages, beside the entries: which one it is, how long, and how it goes on. */

function without(value: Json, segments: readonly string[]): Json {
  const [name, ...rest] = segments;
  if (name === undefined || !isObject(value) || !Object.hasOwn(value, name)) return value;
  if (rest.length > 0) return { ...value, [name]: without(memberOf(value, name) ?? null, rest) };
  return Object.fromEntries(Object.entries(value).filter(([each]) => each !== name));
}

/** Puts the first of these values that the document allows at a place of a body; where it allows none, nothing is there. */
export function createPutter(root: Schema, pointer: string): (body: Json, values: readonly Json[]) => Json {
  const segments = fromPointer(pointer);
  const above = segments
    .slice(0, -1)
    .reduce<Schema>((at, name) => schemaMembers(at, root).properties.get(name) ?? true, root);
  const { properties, required } = schemaMembers(above, root);
  const name = segments.at(-1) ?? '';
  const validate = compileSchema(subschema(root, properties.get(name) ?? true));
  return (body, values) => {
    const holder = segments.slice(0, -1);
    const whole = isObject(valueAt(body, holder))
      ? body
      : putAt(body, holder, validSample(subschema(root, above)));
    const value = values.find((one) => validate(one).length === 0);
    if (value !== undefined) return putAt(whole, segments, value);
    return required.has(name) ? body : without(body, segments);
  };
}

/** What a reply tells of its pages. */
export type Telling = {
  readonly next: string | undefined;
  readonly target: string | undefined;
  /** The same with the origin that was asked: a format may want it. */
  readonly absolute?: string | undefined;
  readonly total: number;
  readonly size: number | undefined;
};

export function valuesFor(
  { pointer, says }: ToldMember,
  { next, target, absolute, total, size }: Telling,
): readonly Json[] {
  const name = plainName(pointer.split('/').at(-1) ?? '');
  switch (says) {
    case 'total':
      return [/page/.test(name) ? Math.ceil(total / Math.max(1, size ?? total)) : total];
    case 'more':
      return [next !== undefined];
    case 'last':
      return [next === undefined];
    case 'next': {
      if (next === undefined || target === undefined) return [null, ''];
      const isAddress = /link|url|uri|href/.test(name);
      const numbers = [Number(next)].filter((number) => Number.isFinite(number));
      const addresses = [target, absolute ?? target];
      return isAddress ? addresses : [next, ...numbers, true, ...addresses];
    }
  }
}

/** Members that tell which page it is. */
const PAGE_NUMBERS: ReadonlySet<string> = new Set(['page', 'pagenumber', 'currentpage']);

/**
 * Puts into a body the number of the page, or of its first entry, and its length, where the document has members for them: `size` entries
 * are asked for, and `from` come before.
 */
export function createNumberer(
  model: ListModel | undefined,
  schema: Schema,
): (body: Json, from: number, size: number | undefined) => Json {
  const { pages, size: own } = model ?? {};
  if (model === undefined || (pages?.by !== 'page' && pages?.by !== 'offset')) return (body) => body;
  const at = (names: ReadonlySet<string>): readonly ReturnType<typeof createPutter>[] =>
    membersBeside(model, names).map(({ pointer }) => createPutter(schema, pointer));
  const numbers = at(pages.by === 'page' ? PAGE_NUMBERS : new Set([plainName(pages.position?.name ?? '')]));
  const sizes = own === undefined ? [] : at(new Set([plainName(own.parameter.name)]));
  return (body, from, size) => {
    const number =
      pages.by === 'page'
        ? Math.floor(from / (size ?? Infinity)) + (pages.first ?? 1)
        : from + (pages.first ?? 0);
    const numbered = numbers.reduce((value, put) => put(value, [number]), body);
    return size === undefined ? numbered : sizes.reduce((value, put) => put(value, [size]), numbered);
  };
}
