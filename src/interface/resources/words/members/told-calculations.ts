import { isObject, type JsonObject, memberOf, objectsIn } from '../../../../json/value.ts';
import { decimalIn, isDecimalText } from '../../../../schema/decimals.ts';
import { allowedTypes, numberOf, type Schema, textOf } from '../../../../schema/keywords.ts';
import { schemaMembers } from '../../../../schema/members.ts';
import { mergedKeywords } from '../../../../schema/merge.ts';
import { subschema } from '../../../../schema/resolve.ts';
import { scalarKeywords } from '../../../../schema/scalar.ts';
import { onceFor } from '../../../../system/once-for.ts';
import { plainName, sentencesOf, wordsOfName } from '../../../names.ts';
import { sentSchemaOf } from '../../read-collections.ts';
import { entrySchemaOf, type Resource } from '../../resources.ts';

/** Numbers of which a document says in a whole sentence how they come about from two beside them: `subtotal less discount`, `quantity times unit price`. */

export type Calculation = {
  /** The member that has the result, and its schema by itself. */
  readonly name: string;
  readonly schema: Schema;
  /** The list whose items have all three; `undefined` where the entry has them. */
  readonly list: string | undefined;
  readonly does: 'less' | 'plus' | 'times';
  readonly one: string;
  readonly other: string;
  readonly words: string;
};

const OF_TWO =
  /^(?:(?:always|equals|is|it is|the) )?([A-Za-z_]\w{0,60}(?: \w{1,30})?) (less|minus|−|–|-|plus|\+|times|multiplied by|×|x) (?:the )?([A-Za-z_]\w{0,60}(?: \w{1,30})?)$/iu;

function doneBy(word: string): Calculation['does'] {
  if (/^(?:plus|\+)$/i.test(word)) return 'plus';
  return /^(?:times|multiplied by|×|x)$/i.test(word) ? 'times' : 'less';
}

/** What may be so many of a hundred, or a factor by itself. */
const OF_A_HUNDRED = /\bpercent|\b(?:rates?|ratio|factor)\b|%/i;

/** A number, or an amount in a text, that is taken as it stands. */
function isAmount(name: string, member: Schema, root: Schema): boolean {
  const keywords = scalarKeywords(member, root);
  const types = [...allowedTypes(keywords)].filter((type) => type !== 'null').join();
  const most = numberOf(keywords, 'maximum');
  const said = [...wordsOfName(name), textOf(keywords, 'description') ?? ''].join(' ');
  if (OF_A_HUNDRED.test(said)) return false;
  if (most === 1 || most === 100) return false;
  return types === 'integer' || types === 'number' || (types === 'string' && isDecimalText(keywords));
}

type Members = ReadonlyMap<string, Schema>;

function calculationsIn(root: Schema, members: Members, list: string | undefined): readonly Calculation[] {
  const amount = (text: string): string | undefined =>
    [...members].find(
      ([own, schema]) => plainName(own) === plainName(text) && isAmount(own, schema, root),
    )?.[0];
  return [...members].flatMap(([name, member]): readonly Calculation[] => {
    if (!isAmount(name, member, root)) return [];
    const description = textOf(scalarKeywords(member, root), 'description') ?? '';
    return sentencesOf(description).flatMap((words): readonly Calculation[] => {
      const [, first = '', word = '', second = ''] = OF_TWO.exec(words) ?? [];
      const [one, other] = [amount(first), amount(second)];
      if (one === undefined || other === undefined || one === name || other === name) return [];
      return [{ name, schema: subschema(root, member), list, does: doneBy(word), one, other, words }];
    });
  });
}

/** Names that a body may give: who sends a number says what it is. */
function sentNames(operations: readonly Resource['create'][]): ReadonlySet<string> {
  const names = operations.flatMap((operation) => {
    const schema = sentSchemaOf(operation) ?? true;
    const { properties } = schemaMembers(schema);
    const inner = [...properties.values()].flatMap((member) => {
      const { items } = mergedKeywords(member, schema);
      return isObject(items) ? [...schemaMembers(items, schema).properties.keys()] : [];
    });
    return [...properties.keys(), ...inner];
  });
  return new Set(names);
}

/** What the descriptions of the members of an entry say of how they come about. */
export const calculationsOf = onceFor((resource: Resource): readonly Calculation[] => {
  const schema = entrySchemaOf(resource);
  if (schema === undefined) return [];
  const { properties } = schemaMembers(schema);
  const inLists = [...properties].flatMap(([list, member]) => {
    const { items } = mergedKeywords(member, schema);
    return isObject(items) ? calculationsIn(schema, schemaMembers(items, schema).properties, list) : [];
  });
  const all = [...calculationsIn(schema, properties, undefined), ...inLists];
  const { create, makeAt, replace, change } = resource;
  const sent = all.length === 0 ? new Set<string>() : sentNames([create, makeAt, replace, change]);
  return all.filter(({ name }) => !sent.has(name));
});

/** A number that an object shows, as one or in a text; `undefined` where it is none. */
export function amountIn(holder: JsonObject, name: string): number | undefined {
  const value = memberOf(holder, name);
  if (typeof value === 'string') return decimalIn(value);
  return typeof value === 'number' ? value : undefined;
}

/** What an object shows, and what it has to be; `undefined` where it does not show all three. */
export function resultIn(
  { name, one, other, does }: Calculation,
  holder: JsonObject,
): { readonly shown: number; readonly right: number } | undefined {
  const [shown, first, second] = [name, one, other].map((member) => amountIn(holder, member));
  if (shown === undefined || first === undefined || second === undefined) return undefined;
  const right = does === 'less' ? first - second : does === 'plus' ? first + second : first * second;
  return Math.abs(right) <= Number.MAX_SAFE_INTEGER ? { shown, right } : undefined;
}

/** The objects that a calculation is about: the entry, or the items of a list in it. */
export function holdersOf({ list }: Calculation, entry: JsonObject): readonly JsonObject[] {
  return list === undefined ? [entry] : objectsIn(memberOf(entry, list));
}
