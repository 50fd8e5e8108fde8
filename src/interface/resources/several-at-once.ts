import { toPointer } from '../../json/pointer.ts';
import { isSchema, type Schema } from '../../schema/keywords.ts';
import { schemaMembers } from '../../schema/members.ts';
import { mergedKeywords } from '../../schema/merge.ts';
import { subschema } from '../../schema/resolve.ts';
import { onceFor } from '../../system/once-for.ts';
import { representationToWrite } from '../content/media-kind.ts';
import type { Collection, Interface, Operation } from '../model.ts';
import { sentencesOf } from '../names.ts';
import { withActionApart, withoutEndSlashes } from './places/places.ts';

/** Creations of several entries at once (`POST /notes/batch`), of which the document says in words that all of them are made, or none. */

export type Several = {
  readonly operation: Operation;
  /** The list that shows what it makes. */
  readonly collection: Collection;
  /** Where its body has the entries. */
  readonly pointer: string;
  readonly item: Schema;
};

const AT_ONCE = /^(?:batch|bulk|batch-?create|bulk-?create|create-?(?:batch|bulk|many)|many)$/i;

const ALL_OR_NONE: readonly RegExp[] = [
  /\ball[- ]or[- ](?:nothing|none)\b/i,
  /\batomic(?:ally)?\b/i,
  /\bnone (?:of (?:them|it|the \w+) )?(?:is|are|will be|gets|get) (?:made|created|stored|inserted|saved|added)\b/i,
];
const NOT =
  /\b(?:not|non|no|isnt|arent|without|unless|may|might|can|could|best[- ]effort|option(?:al(?:ly)?)?)\b/i;

function isAllOrNone({ description, responses }: Operation): boolean {
  const words = [description ?? '', ...responses.map((one) => one.description)].flatMap(sentencesOf);
  return words.some((one) => ALL_OR_NONE.some((form) => form.test(one)) && !NOT.test(one));
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

/** The creations of several at once of a document, that make all or none. */
export const severalAtOnce = onceFor((document: Interface): readonly Several[] =>
  document.operations.flatMap((operation): readonly Several[] => {
    const { method, path, requestBody } = operation;
    if (method !== 'POST' || path.includes('{') || !isAllOrNone(operation)) return [];
    const schema = representationToWrite(requestBody?.representations ?? [])?.schema;
    const found = schema === undefined ? undefined : itemsIn(schema);
    const segments = withActionApart(withoutEndSlashes(path)).split('/');
    const last = segments.at(-1)?.replace(/^:/, '') ?? '';
    const collection = document.collections.find(
      (one) => one.path === path || (AT_ONCE.test(last) && one.path === segments.slice(0, -1).join('/')),
    );
    return found === undefined || collection === undefined ? [] : [{ operation, collection, ...found }];
  }),
);
