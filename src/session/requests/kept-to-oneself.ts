import { opensToAll } from '../../interface/open-to-all.ts';
import { putAt, valueAt } from '../../json/pointer.ts';
import { isObject, type Json, memberOf } from '../../json/value.ts';
import { validatorOf } from '../../oracle/contract.ts';
import { allowedTypes, fixedValues, type Schema } from '../../schema/keywords.ts';
import { besideNull, schemaMembers } from '../../schema/members.ts';
import { mergedKeywords } from '../../schema/merge.ts';
import { onceFor } from '../../system/once-for.ts';

/** What a run makes is for nobody else to see, as far as the document has a choice: `visibility: private`. */

type Choice = { readonly place: readonly string[]; readonly name: string; readonly kept: readonly Json[] };

/** The choices in members of a body, and of what it wraps, with the values that keep it to oneself. */
const choicesIn = onceFor((root: Exclude<Schema, boolean>): readonly Choice[] => {
  const within = (schema: Schema, above: readonly string[]): readonly Choice[] =>
    [...schemaMembers(schema, root).properties].flatMap(([name, member]): readonly Choice[] => {
      const own = besideNull(member, root);
      const keywords = mergedKeywords(own, root);
      const place = [...above, name];
      const isFlag = [...allowedTypes(keywords)].join() === 'boolean';
      const values = fixedValues(keywords) ?? (isFlag ? [true, false] : []);
      const kept = values.filter((value) => value !== null && !opensToAll(name, value));
      const isChoice = kept.length > 0 && kept.length < values.filter((value) => value !== null).length;
      return [
        ...(isChoice ? [{ place, name, kept }] : []),
        ...(above.length === 0 ? within(own, place) : []),
      ];
    });
  return within(root, []);
});

/** The body with values that keep what it makes to oneself, where it is valid so. */
export function keptToOneself(schema: Schema, body: Json): Json {
  if (typeof schema === 'boolean') return body;
  return choicesIn(schema).reduce<Json>((made, { place, name, kept }) => {
    const holder = valueAt(made, place.slice(0, -1));
    if (!isObject(holder) || !opensToAll(name, memberOf(holder, name))) return made;
    const others = kept.map((value) => putAt(made, place, value));
    return others.find((other) => validatorOf(schema)(other).length === 0) ?? made;
  }, body);
}
