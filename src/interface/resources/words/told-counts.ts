import { allowedTypes, textOf } from '../../../schema/keywords.ts';
import { besideNull, schemaMembers } from '../../../schema/members.ts';
import { mergedKeywords } from '../../../schema/merge.ts';
import { scalarKeywords } from '../../../schema/scalar.ts';
import { onceForBoth } from '../../../system/once-for.ts';
import type { Interface } from '../../model.ts';
import { plainName, sentencesOf, singularOf } from '../../names.ts';
import { thingAt } from '../called.ts';
import { sentSchemaOf } from '../read-collections.ts';
import { entrySchemaOf, type Resource, resourcesOf } from '../resources.ts';

/**
 * Members of an entry of which a document says in a whole sentence that they count what is inside of it: `Number of books on the
 * shelf`, `How many lines it has`. What counts some of it (`Number of open tasks`) is none of them.
 */

export type ToldCount = {
  /** The member that has the number. */
  readonly name: string;
  readonly words: string;
} & ({ readonly of: 'list'; readonly list: string } | { readonly of: 'entries'; readonly child: Resource });

const FORMS: readonly RegExp[] = [
  /^(?:the |current |total )*(?:number|count) of (?:all |the |its )*([A-Za-z][\w-]{0,40})(?: (?:in|of|on|inside|within|under|for|at|to) (?:it|this|the|its|that)(?: ([a-z][\w-]{0,40}))?)?$/i,
  /^(?:the |current |total )*(?:number|count) of ([A-Za-z][\w-]{0,40}) (?:it|this|the|that)(?: ([a-z][\w-]{0,40}))? (?:has|holds|contains)$/i,
  /^how many ([A-Za-z][\w-]{0,40}) (?:are |there are )?(?:in|on|inside|within|under|for|at) (?:it|this|the|its|that)(?: ([a-z][\w-]{0,40}))?$/i,
  /^how many ([A-Za-z][\w-]{0,40}) (?:it|this|the|that)(?: ([a-z][\w-]{0,40}))? (?:has|holds|contains)$/i,
];

/** What a sentence says is counted, and the thing whose count it is where it names that. */
function countedBy(
  sentence: string,
): { readonly noun: string; readonly holder: string | undefined } | undefined {
  for (const form of FORMS) {
    const [, noun, holder] = form.exec(sentence) ?? [];
    if (noun !== undefined) return { noun: singularOf(plainName(noun)), holder };
  }
  return undefined;
}

/** True for a member that clients give. */
function isGiven({ create, makeAt, replace, change }: Resource, name: string): boolean {
  return [create, makeAt, replace, change].some((operation) => {
    const sent = sentSchemaOf(operation);
    const member = sent === undefined ? undefined : schemaMembers(sent).properties.get(name);
    return sent !== undefined && member !== undefined && mergedKeywords(member, sent).readOnly !== true;
  });
}

/** What the document says of the numbers in the entries of a resource. */
export const toldCountsOf = onceForBoth((document: Interface, resource: Resource): readonly ToldCount[] => {
  const schema = entrySchemaOf(resource);
  if (schema === undefined || resource.kind !== 'collection') return [];
  const { properties } = schemaMembers(schema);
  const own = thingAt(resource.path);
  const children = resourcesOf(document).filter(
    ({ parent, kind, create }) => parent === resource.path && kind === 'collection' && create !== undefined,
  );
  return [...properties].flatMap(([name, member]): readonly ToldCount[] => {
    const keywords = scalarKeywords(member, schema);
    const types = [...allowedTypes(keywords)].filter((type) => type !== 'null').join();
    if ((types !== 'integer' && types !== 'number') || isGiven(resource, name)) return [];
    return sentencesOf(textOf(keywords, 'description') ?? '').flatMap((words): readonly ToldCount[] => {
      const { noun, holder } = countedBy(words) ?? {};
      if (noun === undefined || (holder !== undefined && !own.endsWith(singularOf(plainName(holder)))))
        return [];
      const [list] =
        [...properties].find(
          ([each, one]) =>
            singularOf(plainName(each)) === noun &&
            mergedKeywords(besideNull(one, schema), schema).type === 'array',
        ) ?? [];
      if (list !== undefined) return [{ name, words, of: 'list', list }];
      const [child, ...others] = children.filter(({ path }) => thingAt(path) === noun);
      return child === undefined || others.length > 0 ? [] : [{ name, words, of: 'entries', child }];
    });
  });
});
