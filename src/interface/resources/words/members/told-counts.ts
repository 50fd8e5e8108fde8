import { allowedTypes, isSchema, type Schema, textOf } from '../../../../schema/keywords.ts';
import { besideNull, schemaMembers } from '../../../../schema/members.ts';
import { mergedKeywords } from '../../../../schema/merge.ts';
import { scalarKeywords } from '../../../../schema/scalar.ts';
import { onceForBoth } from '../../../../system/once-for.ts';
import type { Interface } from '../../../model.ts';
import { plainName, sentencesOf, singularOf } from '../../../names.ts';
import { callsOf, isCalled, thingAt } from '../../names/called.ts';
import { sentSchemaOf } from '../../read-collections.ts';
import { placedMembers } from '../../lists/member-places.ts';
import { isNumber, summedIn } from './told-sums.ts';
import { entrySchemaOf, type Resource, resourcesOf } from '../../resources.ts';

/**
 * Members of an entry of which a document says in a whole sentence that they count what is inside of it (`Number of books on the
 * shelf`, `How many lines it has`), or are the sum of something of that (`The sum of pages of all books`). What counts some of it
 * (`Number of open tasks`) is none of them.
 */

type Told = {
  /** The member that has the number. */
  readonly name: string;
  /** The member that holds it (`attributes`); `undefined` where it stands in the entry itself. */
  readonly within: string | undefined;
  readonly words: string;
};

/**
 * A number of the entries inside of one, or the sum of what `sums` names of each. `by`: the member of a body that says inside of what
 * an entry is; `undefined` where its path does.
 */
export type Counting = Told & {
  readonly of: 'entries';
  readonly child: Resource;
  readonly by: string | undefined;
  readonly sums: string | undefined;
};

export type Inside = Pick<Counting, 'child' | 'by'>;

export type ToldCount = Counting | (Told & { readonly of: 'list'; readonly list: string });

const FORMS: readonly RegExp[] = [
  /^(?:the |current |total )*(?:number|count) of (?:all |the |its )*([A-Za-z][\w-]{0,40})(?: (?:in|of|on|inside|within|under|for|at|to|(?:associated|connected) (?:to|with)|attached to|belonging to|that belong to) (?:it|this|the|its|that)(?: ([a-z][\w-]{0,40}))?)?$/i,
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

/** The member by which the creation of an entry names what it belongs to (`shelf_id`, of a book); `undefined` where none does. */
function memberNaming(child: Resource, { path: place }: Resource): string | undefined {
  const [sent, shown] = [sentSchemaOf(child.create), entrySchemaOf(child)];
  const named = { thing: thingAt(place), identity: 'id', value: null, place };
  const names = sent === undefined ? [] : [...schemaMembers(sent).properties.keys()];
  const calling = names.filter((name) => callsOf(name, {}, undefined).some((call) => isCalled(call, named)));
  const [own, ...others] = calling;
  const isShown = own !== undefined && shown !== undefined && schemaMembers(shown).properties.has(own);
  return isShown && others.length === 0 ? own : undefined;
}

const AMOUNTS = /^(?:quantity|qty|count|amount|number|units?|pieces|copies|times)$/i;

/** True for a list whose items may each stand for several. */
function areAmounts(list: Schema, root: Schema): boolean {
  const { items } = mergedKeywords(besideNull(list, root), root);
  return (
    isSchema(items) && [...schemaMembers(items, root).properties.keys()].some((name) => AMOUNTS.test(name))
  );
}

/** The member with a number that such entries have by this name. */
function numberCalled(child: Resource, called: string): string | undefined {
  const schema = entrySchemaOf(child);
  const members = schema === undefined ? [] : [...schemaMembers(schema).properties];
  const isIt = ([name, member]: readonly [string, Schema]): boolean =>
    singularOf(plainName(name)) === singularOf(plainName(called)) && isNumber(member, schema ?? true);
  return members.find(isIt)?.[0];
}

/** What can be inside of an entry of a resource and is called so: by its path, or by the body that makes it. */
export function childrenCalled(document: Interface, resource: Resource, noun: string): readonly Inside[] {
  const made = resourcesOf(document).filter(
    ({ kind, create, path }) => kind === 'collection' && create !== undefined && thingAt(path) === noun,
  );
  return made.flatMap((child): readonly Inside[] => {
    if (child.parent === resource.path) return [{ child, by: undefined }];
    const by = child === resource ? undefined : memberNaming(child, resource);
    return by === undefined ? [] : [{ child, by }];
  });
}

/** What the document says of the numbers in the entries of a resource. */
export const toldCountsOf = onceForBoth((document: Interface, resource: Resource): readonly ToldCount[] => {
  const schema = entrySchemaOf(resource);
  if (schema === undefined || resource.kind !== 'collection') return [];
  const { properties } = schemaMembers(schema);
  const own = thingAt(resource.path);
  return placedMembers(schema).flatMap(
    ({ member: name, schema: member, root, within }): readonly ToldCount[] => {
      const keywords = scalarKeywords(member, root);
      if (within !== undefined && keywords.readOnly !== true) return [];
      const types = [...allowedTypes(keywords)].filter((type) => type !== 'null').join();
      if ((types !== 'integer' && types !== 'number') || isGiven(resource, name)) return [];
      return sentencesOf(textOf(keywords, 'description') ?? '').flatMap((words): readonly ToldCount[] => {
        const summed = summedIn(words);
        const { noun, holder } =
          summed === undefined ? (countedBy(words) ?? {}) : { noun: singularOf(plainName(summed.of)) };
        if (noun === undefined || (holder !== undefined && !own.endsWith(singularOf(plainName(holder)))))
          return [];
        const [list] =
          [...properties].find(
            ([each, one]) =>
              singularOf(plainName(each)) === noun &&
              mergedKeywords(besideNull(one, schema), schema).type === 'array',
          ) ?? [];
        // Sums of lists are read by themselves, and three pieces of one thing may be three things.
        if (list !== undefined)
          return summed === undefined && !areAmounts(properties.get(list) ?? true, schema)
            ? [{ name, within, words, of: 'list', list }]
            : [];
        // Looked for where a sentence counts something: there are as many resources to look through as may ask.
        const [found, ...others] = childrenCalled(document, resource, noun);
        if (found === undefined || others.length > 0) return [];
        const sums = summed === undefined ? undefined : numberCalled(found.child, summed.factor);
        return summed !== undefined && sums === undefined
          ? []
          : [{ name, within, words, of: 'entries', ...found, sums }];
      });
    },
  );
});
