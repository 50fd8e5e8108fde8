import { isUnnamed } from '../../interface/model.ts';
import { isObject, type JsonObject, type Json, memberOf } from '../../json/value.ts';
import { schemaMembers } from '../../schema/members.ts';
import { type Entry, isRefusal, type Kept, type Stages } from '../answers/stages/stages.ts';
import { plainText } from '../../json/lossless.ts';
import type { Fault } from './fault.ts';

const family = 'collections';

const SHORT_TEXT = 32;
const PAGE = 20;

/** Changes what is stored and answered of each new entry; `sent` is what the client asked for. */
function assigning(
  stages: Stages,
  change: (entry: Entry, sent: JsonObject, collection: Kept) => Entry,
): Stages {
  return {
    ...stages,
    assign: (collection, sent) => change(stages.assign(collection, sent), sent, collection),
  };
}

function everyText(value: Json, change: (text: string) => Json): Json {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item: Json) => everyText(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, everyText(member, change)]));
}

/** Changes the texts that clients sent, however deep in a member. */
function retelling(stages: Stages, change: (text: string) => Json): Stages {
  return assigning(stages, (entry, _sent, collection) =>
    Object.fromEntries(
      Object.entries(entry).map(([name, member]) => [
        name,
        collection.assigned.includes(name) ? member : everyText(member, change),
      ]),
    ),
  );
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

function withIdentity(entry: Entry, collection: Kept, value: Json): Entry {
  const { identity } = collection;
  return isUnnamed(collection) ? entry : { ...entry, [identity]: value };
}

/** What services get wrong about what they keep. */
export const collectionFaults: readonly Fault[] = [
  {
    name: 'not-stored',
    family,
    title: 'what is created never shows in the list',
    breaks: ['collections.listed'],
    apply: (stages) => ({ ...stages, insert: () => undefined }),
  },
  {
    name: 'stored-twice',
    family,
    title: 'what is created shows twice in the list',
    breaks: ['collections.created-once'],
    apply: (stages) => ({
      ...stages,
      insert(collection, entry) {
        stages.insert(collection, entry);
        stages.insert(collection, entry);
      },
    }),
  },
  {
    name: 'first-page-only',
    family,
    title: `the list ends after ${PAGE} entries`,
    breaks: ['collections.listed'],
    entries: PAGE,
    apply: (stages) => ({
      ...stages,
      entries: (collection) => stages.entries(collection).slice(0, PAGE),
    }),
  },
  {
    name: 'list-stale',
    family,
    title: 'the newest entry is missing from the list until the next one is there',
    breaks: ['collections.listed'],
    apply: (stages) => ({ ...stages, entries: (collection) => stages.entries(collection).slice(0, -1) }),
  },
  {
    name: 'list-wrapped',
    family,
    title: 'a list that should be an array comes inside an object',
    breaks: ['bodies.schema'],
    apply: (stages) => ({
      ...stages,
      respond(content, visit, inForce) {
        const reply = stages.respond(content, visit, inForce);
        if (isRefusal(reply) || reply.body.kind !== 'json' || !Array.isArray(reply.body.value)) return reply;
        return { ...reply, body: { ...reply.body, value: { items: reply.body.value } } };
      },
    }),
  },
  {
    name: 'text-lower-cased',
    family,
    title: 'texts are stored in lower case',
    breaks: ['collections.created-as-sent', 'collections.text-unchanged'],
    apply: (stages) => retelling(stages, (text) => text.toLowerCase()),
  },
  {
    name: 'text-cut',
    family,
    title: `texts are cut after ${SHORT_TEXT} characters`,
    breaks: ['collections.text-unchanged'],
    apply: (stages) => retelling(stages, (text) => text.slice(0, SHORT_TEXT)),
  },
  {
    name: 'text-escaped',
    family,
    title: 'texts are stored escaped for HTML',
    breaks: ['collections.text-unchanged'],
    apply: (stages) => retelling(stages, escapeHtml),
  },
  {
    name: 'text-decoded',
    family,
    title: 'percent signs in texts are decoded as in addresses',
    breaks: ['collections.text-unchanged'],
    apply: (stages) =>
      retelling(stages, (text) =>
        text.replaceAll(/%[0-7][0-9a-f]/gi, (code) =>
          String.fromCodePoint(Number.parseInt(code.slice(1), 16)),
        ),
      ),
  },
  {
    name: 'empty-text-nulled',
    family,
    title: 'an empty text becomes null',
    breaks: ['collections.text-unchanged'],
    apply: (stages) => retelling(stages, (text) => (text === '' ? null : text)),
  },
  {
    name: 'optional-member-dropped',
    family,
    title: 'optional members are not kept',
    breaks: ['collections.created-as-sent'],
    apply: (stages) =>
      assigning(stages, (entry, _sent, collection) => {
        const { required } = schemaMembers(collection.entrySchema);
        const kept = Object.entries(entry).filter(
          ([name]) => required.has(name) || collection.assigned.includes(name),
        );
        return Object.fromEntries(kept);
      }),
  },
  {
    name: 'identity-of-other-type',
    family,
    title: 'the identity is text where a number is documented, or a number where text is',
    breaks: ['bodies.schema'],
    apply: (stages) =>
      assigning(stages, (entry, _sent, collection) => {
        const identity = memberOf(entry, collection.identity) ?? null;
        return withIdentity(entry, collection, typeof identity === 'string' ? 1 : plainText(identity));
      }),
  },
  {
    name: 'identity-repeated',
    family,
    title: 'every new entry has the identity of the first',
    breaks: ['collections.unique-identity'],
    apply(stages) {
      const first = new Map<string, Json>();
      return assigning(stages, (entry, _sent, collection) => {
        const identity = first.get(collection.path) ?? memberOf(entry, collection.identity) ?? null;
        first.set(collection.path, identity);
        return withIdentity(entry, collection, identity);
      });
    },
  },
  {
    name: 'identity-from-client',
    family,
    title: 'the identity is taken from the client when it sends one',
    breaks: ['collections.assigned-members'],
    apply: (stages) =>
      assigning(stages, (entry, sent, collection) => {
        const { [collection.identity]: identity } = sent;
        return identity === undefined ? entry : withIdentity(entry, collection, identity);
      }),
  },
  {
    name: 'identity-differs-in-list',
    family,
    title: 'the list shows numeric identities one higher than the creation did',
    breaks: ['collections.listed'],
    apply: (stages) => ({
      ...stages,
      entries: (collection) =>
        stages.entries(collection).map((entry) => {
          const identity = memberOf(entry, collection.identity);
          if (typeof identity === 'number') return withIdentity(entry, collection, identity + 1);
          return typeof identity === 'string' ? withIdentity(entry, collection, `${identity}0`) : entry;
        }),
    }),
  },
];
