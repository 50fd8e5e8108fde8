import { toldChoices } from '../../../interface/resources/words/members/quoted-values.ts';
import { plainName } from '../../../interface/names.ts';
import { putAt, valueAt } from '../../../json/pointer.ts';
import { isObject, type Json } from '../../../json/value.ts';
import { validatorOf } from '../../../oracle/contract.ts';
import type { Schema } from '../../../schema/keywords.ts';
import { besideNull, schemaMembers } from '../../../schema/members.ts';
import { mergedKeywords } from '../../../schema/merge.ts';
import { onceFor } from '../../../system/once-for.ts';

/** Texts of which words alone say which there are: a body has one of them, where no keyword lists any. */

/** Words that nothing should be sent because a description has them: the entry may be gone, or out of sight, with them. */
export const DEEDS =
  /delete|remove|purge|reset|drop|stop|shut|destroy|clear|disable|revoke|erase|wipe|kill|archiv|hidden|trash|suspend|block|bann/i;

type Choice = { readonly place: readonly string[]; readonly values: readonly string[] };

/** The texts in members of a body, and of what it wraps, with the values that words have for them. */
const choicesIn = onceFor((root: Exclude<Schema, boolean>): readonly Choice[] => {
  const within = (schema: Schema, above: readonly string[]): readonly Choice[] => {
    const { properties } = schemaMembers(schema, root);
    const names = new Set([...properties.keys()].map(plainName));
    return [...properties].flatMap(([name, member]): readonly Choice[] => {
      const own = besideNull(member, root);
      const place = [...above, name];
      const told = toldChoices(name, mergedKeywords(own, root));
      // What is said of other members is no value of this one (`Needed where one of "mail" and "phone" is given`).
      const isOfOthers = told.some((value) => names.has(plainName(value)));
      const values = isOfOthers ? [] : told.filter((value) => !DEEDS.test(value));
      return [
        ...(values.length > 1 ? [{ place, values }] : []),
        ...(above.length === 0 ? within(own, place) : []),
      ];
    });
  };
  return within(root, []);
});

/** The values that words have for a member of what is sent of an entry. */
export function choicesOf(sent: Exclude<Schema, boolean>, name: string): readonly string[] {
  return choicesIn(sent).find(({ place }) => place.length === 1 && place[0] === name)?.values ?? [];
}

/** One of a few by a text: the same for the same one. */
export function pickedBy(text: string, values: readonly string[]): string | undefined {
  const sum = Array.from(text).reduce((all, letter) => all + (letter.codePointAt(0) ?? 0), 0);
  return values[sum % values.length];
}

/** The body with one of the values that words have in the place of each drawn text, where it is valid so. */
export function asTold(schema: Schema, body: Json): Json {
  if (typeof schema === 'boolean') return body;
  return choicesIn(schema).reduce<Json>((made, { place, values }) => {
    const drawn = valueAt(made, place);
    if (typeof drawn !== 'string' || values.includes(drawn) || !isObject(valueAt(made, place.slice(0, -1))))
      return made;
    const told = putAt(made, place, pickedBy(drawn, values) ?? drawn);
    return told === undefined || validatorOf(schema)(told).length > 0 ? made : told;
  }, body);
}
