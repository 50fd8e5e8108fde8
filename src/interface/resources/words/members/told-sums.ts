import { isObject } from '../../../../json/value.ts';
import { isDecimalText } from '../../../../schema/decimals.ts';
import { allowedTypes, type Schema, textOf } from '../../../../schema/keywords.ts';
import { schemaMembers } from '../../../../schema/members.ts';
import { mergedKeywords } from '../../../../schema/merge.ts';
import { scalarKeywords } from '../../../../schema/scalar.ts';
import { onceFor } from '../../../../system/once-for.ts';
import { plainName, sentencesOf, singularOf } from '../../../names.ts';
import { entrySchemaOf, type Resource } from '../../resources.ts';

/** Sums of which a document says in a whole sentence what they are of: `The sum of price × count of all lines`. */

export type ToldSum = {
  /** The member that has the sum. */
  readonly name: string;
  /** The list, and the members of its items that are multiplied. */
  readonly list: string;
  readonly factors: readonly string[];
  readonly words: string;
};

const SUM =
  /^(?:the )?(?:sum|total) of (?:the )?([A-Za-z_]\w{0,60})(?: (?:×|x|\*|times|multiplied by|·) ([A-Za-z_]\w{0,60}))? (?:of|over|in) (?:all|the|all the|its|each of the) ([A-Za-z_]\w{0,60})$/iu;

/** What a sentence says is summed up, and of what: `distance` of `trips`. */
export function summedIn(sentence: string): { readonly factor: string; readonly of: string } | undefined {
  const [, factor, other, of] = SUM.exec(sentence) ?? [];
  return factor === undefined || of === undefined || other !== undefined ? undefined : { factor, of };
}

/** True for a member of an item that words of all of them call so, also in the plural: `the amounts of all lines`. */
function isCalled(name: string, words: string): boolean {
  return [words, singularOf(words)].some((text) => plainName(text) === plainName(name));
}

/** True for a member that is a number, or null. */
export function isNumber(schema: Schema, root: Schema): boolean {
  const types = [...allowedTypes(scalarKeywords(schema, root))].filter((type) => type !== 'null').join();
  return types === 'integer' || types === 'number';
}

/** True for a member that is a number, or an amount in a text. */
function isSummed(schema: Schema, root: Schema): boolean {
  const keywords = scalarKeywords(schema, root);
  const types = [...allowedTypes(keywords)].filter((type) => type !== 'null').join();
  return isNumber(schema, root) || (types === 'string' && isDecimalText(keywords));
}

/** What the descriptions of the members of an entry say of sums. */
export const toldSumsOf = onceFor((resource: Resource): readonly ToldSum[] => {
  const schema = entrySchemaOf(resource);
  if (schema === undefined) return [];
  const { properties } = schemaMembers(schema);
  return [...properties].flatMap(([name, member]): readonly ToldSum[] => {
    if (!isSummed(member, schema)) return [];
    const description = textOf(scalarKeywords(member, schema), 'description') ?? '';
    // What multiplies stands as code as well, and is taken out with the marks around it.
    return sentencesOf(description.replaceAll(/`\s*\*\s*`/g, '` × `')).flatMap((sentence): ToldSum[] => {
      const [, one = '', other, of = ''] = SUM.exec(sentence) ?? [];
      const [list, items] = [...properties].find(([own]) => plainName(own) === plainName(of)) ?? [];
      const inner = items === undefined ? undefined : mergedKeywords(items, schema)['items'];
      if (list === undefined || !isObject(inner)) return [];
      const members = schemaMembers(inner, schema).properties;
      const factors = [one, ...(other === undefined ? [] : [other])].flatMap((factor) => {
        const [found, own] = [...members].find(([each]) => isCalled(each, factor)) ?? [];
        return found !== undefined && own !== undefined && isSummed(own, schema) ? [found] : [];
      });
      return factors.length === (other === undefined ? 1 : 2)
        ? [{ name, list, factors, words: sentence }]
        : [];
    });
  });
});
