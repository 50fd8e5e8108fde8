import { isList, isObject, type Json, type JsonObject } from '../../json/value.ts';
import { compileSchemaLater } from '../../schema/compile.ts';
import type { Keywords, Schema } from '../../schema/keywords.ts';
import { schemaMembers } from '../../schema/members.ts';
import { mergedKeywords } from '../../schema/merge.ts';
import { onceFor } from '../../system/once-for.ts';
import type { Interface } from '../../interface/model.ts';
import { keptRoles } from '../answers/entries/kept-entries.ts';
import { type Entry, type Kept, nameOf, type Stages } from '../answers/stages/stages.ts';
import { type Freedom, isCalled, unstated } from './freedom.ts';

/** What a service may keep otherwise of what clients send, where it still means the same. */

const fitsEntry = onceFor(({ entrySchema }: Kept) => compileSchemaLater(entrySchema));

/** Keeps texts in another form, where the entry still is one that the document describes. */
function keeping(
  id: string,
  title: string,
  change: (text: string, keywords: Keywords, member: string) => string,
): Freedom {
  const inForm = (value: Json, schema: Schema, root: Schema, name = ''): Json => {
    const keywords = mergedKeywords(schema, root);
    const { enum: listed } = keywords;
    if (typeof value === 'string') return listed === undefined ? change(value, keywords, name) : value;
    if (isList(value) || !isObject(value)) return value;
    const { properties } = schemaMembers(schema, root);
    return Object.fromEntries(
      Object.entries(value).map(([member, own]) => [
        member,
        inForm(own, properties.get(member) ?? true, root, member),
      ]),
    );
  };
  const kept = (collection: Kept, entry: Entry): Entry => {
    const { entrySchema } = collection;
    const next = inForm(entry, entrySchema, entrySchema) as JsonObject;
    const fits = fitsEntry(collection);
    return fits(next).length > 0 && fits(entry).length === 0 ? entry : next;
  };
  return unstated({
    name: id,
    title,
    apply: (stages) => ({
      ...stages,
      assign: (collection, sent) => kept(collection, stages.assign(collection, sent)),
      update: (collection, entry, wish) => kept(collection, stages.update(collection, entry, wish)),
    }),
  });
}

/** Gives entries other identities, where the document does not say what they look like. */
function naming(
  name: string,
  title: string,
  identityOf: (keywords: Keywords, count: number) => Json | undefined,
): Freedom {
  return {
    name,
    title,
    apply: (stages) => {
      let count = 0;
      const isTaken = (collection: Kept, entry: Entry): boolean =>
        stages.find(collection, nameOf(collection, entry)) !== undefined;
      return {
        ...stages,
        assign(collection, sent) {
          const entry = stages.assign(collection, sent);
          const { identity, assigned, entrySchema } = collection;
          if (!assigned.includes(identity)) return entry;
          const { properties } = schemaMembers(entrySchema);
          const keywords = mergedKeywords(properties.get(identity) ?? true, entrySchema);
          const named = (own: Json | undefined): Entry =>
            own === undefined ? entry : { ...entry, [identity]: own };
          let next = named(identityOf(keywords, (count += 1)));
          while (next !== entry && isTaken(collection, next))
            next = named(identityOf(keywords, (count += 1)));
          return fitsEntry(collection)(next).length > 0 ? entry : next;
        },
      };
    },
  };
}

function isPlainText({ type, format, pattern, enum: listed }: Keywords): boolean {
  return type === 'string' && format === undefined && pattern === undefined && listed === undefined;
}

/** Leaves out what the service assigns and the document does not require. */
function withoutOptional(stages: Stages): Stages {
  return {
    ...stages,
    assign(collection, sent) {
      const { identity, named, assigned, entrySchema } = collection;
      const { required } = schemaMembers(entrySchema);
      const isKept = (member: string): boolean =>
        required.has(member) || member === identity || member === named || !assigned.includes(member);
      const entry = stages.assign(collection, sent);
      return Object.fromEntries(
        Object.entries(entry).filter(([member]) => isKept(member) || Object.hasOwn(sent, member)),
      );
    },
  };
}

const FLAG = /^(?:is_?)?(?:deleted|archived|removed)$/i;
const MOMENT = /^(?:deleted|archived|removed)_?at$/i;

/** What an entry that was removed is from then on, where it has a member that tells so. */
function asRemoved({ entrySchema }: Kept, entry: Entry): Entry | undefined {
  const { properties } = schemaMembers(entrySchema);
  for (const [name, schema] of properties) {
    const { type, format } = mergedKeywords(schema, entrySchema);
    if (FLAG.test(name) && type === 'boolean') return { ...entry, [name]: true };
    if (MOMENT.test(name) && format === 'date-time') return { ...entry, [name]: '2027-01-15T08:00:11Z' };
  }
  return undefined;
}

/** The paths of what is removed by an operation of which the document tells nothing but its responses. */
function removedInSilence(document: Interface): ReadonlySet<string> {
  const roles = [...keptRoles(document, 'all')].filter(([, { role }]) => role === 'remove');
  return new Set(
    roles.flatMap(([id, { collection }]) => {
      const operation = document.operations.find((each) => each.id === id);
      return operation?.description === undefined || !/[.:;\n]/.test(operation.description)
        ? [collection.path]
        : [];
    }),
  );
}

/** What is removed is only marked as such: it may still be read, and no list shows it. */
function removingSoftly(stages: Stages, document: Interface): Stages {
  const hidden = new WeakSet<Entry>();
  const silent = removedInSilence(document);
  return {
    ...stages,
    remove(collection, entry) {
      const next = silent.has(collection.path) ? asRemoved(collection, entry) : undefined;
      if (next === undefined) {
        stages.remove(collection, entry);
        return;
      }
      hidden.add(next);
      stages.put(collection, entry, next);
    },
    entries(collection) {
      const all = stages.entries(collection);
      return all.some((entry) => hidden.has(entry)) ? all.filter((entry) => !hidden.has(entry)) : all;
    },
  };
}

export const keptFreedoms: readonly Freedom[] = [
  keeping('texts-trimmed', 'blanks around texts are taken away', (text) => text.trim()),
  keeping(
    'names-in-lower-case',
    'what is called a name, a code or an address of mail is kept in lower case',
    (text, _keywords, member) => (isCalled(member) ? text.toLowerCase() : text),
  ),
  keeping('texts-composed', 'texts are kept in the normal form C of Unicode', (text) =>
    text.normalize('NFC'),
  ),
  keeping('times-in-utc', 'times are kept in UTC, with three digits behind the second', (text, { format }) =>
    format === 'date-time' && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : text,
  ),
  naming('named-by-texts', 'identities of texts are long and have signs in them', (keywords, count) =>
    isPlainText(keywords) ? `ent_01JDQ3K5V7-${String(count).padStart(4, '0')}~x` : undefined,
  ),
  naming(
    'named-by-large-numbers',
    'identities that are numbers are beyond what a double holds',
    ({ type }, count) => (type === 'integer' ? BigInt('9007199254740993') + BigInt(count) * 2n : undefined),
  ),
  naming('named-by-numbers', 'identities of texts are numbers in texts', (keywords, count) =>
    isPlainText(keywords) ? String(100_000 + count * 17) : undefined,
  ),
  naming('named-from-zero', 'identities that are numbers begin with 0', ({ type }, count) =>
    type === 'integer' ? count - 1 : undefined,
  ),
  naming(
    'named-by-odd-texts',
    'identities of texts have blanks, slashes and letters beyond ASCII',
    (keywords, count) => (isPlainText(keywords) ? `ä b/${String(count)}%41+c` : undefined),
  ),
  {
    name: 'assigned-left-out',
    title: 'entries have no members that the service assigns and the document does not require',
    apply: withoutOptional,
  },
  {
    name: 'removed-softly',
    title: 'what is removed is marked as removed, where entries have a member for that, and no list shows it',
    apply: (stages, context) => removingSoftly(stages, context.interface),
  },
];
