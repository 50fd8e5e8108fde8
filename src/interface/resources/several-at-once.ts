import { toPointer } from '../../json/pointer.ts';
import { isSchema, type Schema } from '../../schema/keywords.ts';
import { besideNull, schemaMembers } from '../../schema/members.ts';
import { mergedKeywords } from '../../schema/merge.ts';
import { subschema } from '../../schema/resolve.ts';
import { onceFor } from '../../system/once-for.ts';
import { representationToWrite } from '../content/media-kind.ts';
import type { Collection, Interface, Operation } from '../model.ts';
import { sentencesOf } from '../names.ts';
import { jsonSchemaOf } from './read-collections.ts';
import { withActionApart, withoutEndSlashes } from './places/places.ts';

/** Creations of several entries at once (`POST /notes/batch`), and what the document says of them. */

export type Several = {
  readonly operation: Operation;
  /** The list that shows what it makes. */
  readonly collection: Collection;
  /** Where its body has the entries. */
  readonly pointer: string;
  readonly item: Schema;
  /** Where its answer shows what was made of each; `undefined` where that tells of no entry. */
  readonly results: Results | undefined;
  /** The document says in words that all of them are made, or none. */
  readonly isAllOrNone: boolean;
  /** The document says in words that the answer has one result for each entry, or has them in the order in which they came. */
  readonly hasOneEach: boolean;
  readonly isInOrder: boolean;
};

/** A list in an answer: where it is, what it holds, and the member of each that holds the entry, where that is not the item itself. */
export type Results = {
  readonly pointer: string;
  readonly schema: Schema;
  readonly within: string | undefined;
};

const AT_ONCE = /^(?:batch|bulk|batch-?create|bulk-?create|create-?(?:batch|bulk|many)|many)$/i;

const ALL_OR_NONE: readonly RegExp[] = [
  /\ball[- ]or[- ](?:nothing|none)\b/i,
  /\batomic(?:ally)?\b/i,
  /\bnone (?:of (?:them|it|the \w+) )?(?:is|are|will be|gets|get) (?:made|created|stored|inserted|saved|added)\b/i,
];
const NOT =
  /\b(?:not|non|no|isnt|arent|without|unless|may|might|can|could|best[- ]effort|option(?:al(?:ly)?)?)\b/i;

/** Of what comes of them: a result for each, and in which order. */
const ONE_EACH: readonly RegExp[] = [
  /\b(?:one|an?|its own) (?:entry|result|item|status|element|object) (?:for|per) (?:each|every)\b/i,
  /\b(?:each|every) (?:[\w-]+ ){1,3}(?:has|gets|comes with) (?:(?:one|an?|its own) (?:entry|result)|its own status)\b/i,
];
const IN_ORDER: readonly RegExp[] = [
  /\b(?:results?|returned|response|responds|answers?)\b.{0,80} in (?:the )?(?:same )?order (?:of|as(?: in)?) (?:the |their )?(?:request|input|body|given)\b/i,
  /\b(?:results?|returned|response|responds|answers?)\b.{0,80} in the (?:order in which (?:they|the [\w-]+) (?:were|are) (?:given|sent|requested|passed|submitted)|(?:same|given) order)\b/i,
];

/** True where some sentence of an operation or of its successes has one of these forms, and nothing that may mean the contrary. */
function says({ description, responses }: Operation, forms: readonly RegExp[], statuses: RegExp): boolean {
  const told = responses.filter(({ status }) => statuses.test(status)).map((one) => one.description);
  const words = [description ?? '', ...told].flatMap(sentencesOf);
  return words.some((one) => forms.some((form) => form.test(one)) && !NOT.test(one));
}

/** Where a body has the entries: itself, or its one member. */
function itemsIn(schema: Schema): Pick<Several, 'pointer' | 'item'> | undefined {
  const whole = mergedKeywords(schema);
  if (whole.items !== undefined && isSchema(whole.items))
    return { pointer: '', item: subschema(schema, whole.items) };
  const [[name, member] = [], ...others] = schemaMembers(schema).properties;
  const items = member === undefined ? undefined : mergedKeywords(member, schema).items;
  return name === undefined || others.length > 0 || items === undefined || !isSchema(items)
    ? undefined
    : { pointer: toPointer([name]), item: subschema(schema, items) };
}

/** True for what may be one of the entries that the list shows: it has a member that clients give these. */
function isAlike(item: Schema, { sent }: Collection): boolean {
  const given = schemaMembers(sent.schema).properties;
  return [...schemaMembers(item).properties.keys()].some((name) => given.has(name));
}

/** The list in the answer of which each item is an entry, or has one. */
function resultsIn({ responses }: Operation, { identity }: Collection): Results | undefined {
  const success = responses.find(({ status }) => /^2\d\d$/.test(status) && status !== '202');
  const body = jsonSchemaOf(success);
  if (body === undefined || identity === '') return undefined;
  const members = [...schemaMembers(body).properties].map(
    ([name, schema]) => [toPointer([name]), subschema(body, schema)] as const,
  );
  for (const [pointer, list] of [['', body] as const, ...members]) {
    const { items } = mergedKeywords(list);
    if (items === undefined || !isSchema(items)) continue;
    const schema = subschema(list, items);
    const { properties } = schemaMembers(schema);
    const isNamed = (one: Schema): boolean => schemaMembers(one, schema).properties.has(identity);
    if (properties.has(identity)) return { pointer, schema, within: undefined };
    const [within, ...others] = [...properties].filter(([, member]) => isNamed(besideNull(member, schema)));
    if (within !== undefined && others.length === 0) return { pointer, schema, within: within[0] };
  }
  return undefined;
}

/** The creations of several at once of a document. */
export const severalAtOnce = onceFor((document: Interface): readonly Several[] =>
  document.operations.flatMap((operation): readonly Several[] => {
    const { method, path, requestBody } = operation;
    if (method !== 'POST' || path.includes('{')) return [];
    const segments = withActionApart(withoutEndSlashes(path)).split('/');
    const last = segments.at(-1)?.replace(/^:/, '') ?? '';
    const collection = document.collections.find(
      (one) => one.path === path || (AT_ONCE.test(last) && one.path === segments.slice(0, -1).join('/')),
    );
    if (collection === undefined) return [];
    const schema = representationToWrite(requestBody?.representations ?? [])?.schema;
    const found = schema === undefined ? undefined : itemsIn(schema);
    if (found === undefined || !isAlike(found.item, collection)) return [];
    const told = {
      isAllOrNone: says(operation, ALL_OR_NONE, /./),
      hasOneEach: says(operation, ONE_EACH, /^2/),
      isInOrder: says(operation, IN_ORDER, /^2/),
    };
    return [{ operation, collection, ...found, results: resultsIn(operation, collection), ...told }];
  }),
);

/** What an operation makes at once; `undefined` where it makes one entry, or none. */
export function severalBy(document: Interface, operation: Operation | undefined): Several | undefined {
  return severalAtOnce(document).find((one) => one.operation.id === operation?.id);
}
