import { opensToAll, takesDefault } from '../../../interface/open-to-all.ts';
import type { Operation } from '../../../interface/model.ts';
import { putAt, valueAt } from '../../../json/pointer.ts';
import { isObject, type Json, memberOf } from '../../../json/value.ts';
import { validatorOf } from '../../../oracle/contract.ts';
import { allowedTypes, fixedValues, type Schema } from '../../../schema/keywords.ts';
import { besideNull, schemaMembers } from '../../../schema/members.ts';
import { mergedKeywords } from '../../../schema/merge.ts';
import { onceFor } from '../../../system/once-for.ts';

/**
 * What a run makes is for nobody else to see, and takes the place of nothing that others have, as far as the document has a choice:
 * `visibility: private`, `set_default: false`.
 */

/** True for a value that others would notice. `isApart`: what is made is inside of something, of which it may be the default. */
function isNoticed(name: string, value: Json | undefined, isApart: boolean): boolean {
  return opensToAll(name, value) || (!isApart && takesDefault(name, value));
}

type Choice = { readonly place: readonly string[]; readonly name: string; readonly kept: readonly Json[] };

/** The choices in members of a body, and of what it wraps, with the values that keep it to oneself. */
function choicesOf(root: Exclude<Schema, boolean>, isApart: boolean): readonly Choice[] {
  const within = (schema: Schema, above: readonly string[]): readonly Choice[] =>
    [...schemaMembers(schema, root).properties].flatMap(([name, member]): readonly Choice[] => {
      const own = besideNull(member, root);
      const keywords = mergedKeywords(own, root);
      const place = [...above, name];
      const isFlag = [...allowedTypes(keywords)].join() === 'boolean';
      const values = fixedValues(keywords) ?? (isFlag ? [true, false] : []);
      const kept = values.filter((value) => value !== null && !isNoticed(name, value, isApart));
      const isChoice = kept.length > 0 && kept.length < values.filter((value) => value !== null).length;
      return [
        ...(isChoice ? [{ place, name, kept }] : []),
        ...(above.length === 0 ? within(own, place) : []),
      ];
    });
  return within(root, []);
}

const choicesApart = onceFor((root: Exclude<Schema, boolean>) => choicesOf(root, true));
const choicesIn = onceFor((root: Exclude<Schema, boolean>) => choicesOf(root, false));

/** True for what stands inside of something that its path names. */
function isInside(path: string): boolean {
  return path.replace(/\/\{[^{}]*\}$/, '').includes('{');
}

/** True for a value of a member of a request that would take from others what they have. */
export function takesFromOthers({ path }: Operation, name: string, value: Json): boolean {
  return !isInside(path) && takesDefault(name, value);
}

/** The body with values that keep what it makes to oneself, where it is valid so. */
export function keptToOneself({ path }: Operation, schema: Schema, body: Json): Json {
  if (typeof schema === 'boolean') return body;
  const isApart = isInside(path);
  return (isApart ? choicesApart : choicesIn)(schema).reduce<Json>((made, { place, name, kept }) => {
    const holder = valueAt(made, place.slice(0, -1));
    if (!isObject(holder) || !isNoticed(name, memberOf(holder, name), isApart)) return made;
    const others = kept.map((value) => putAt(made, place, value));
    return others.find((other) => validatorOf(schema)(other).length === 0) ?? made;
  }, body);
}
