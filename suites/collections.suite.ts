import { templateOf } from '../src/interface/resources/places/places.ts';
import { pathSegment } from '../src/interface/resources/names/resource-names.ts';
import { type Creation, creationsOf } from '../src/checks/resources/creations/creations.ts';
import { touchedFrom } from '../src/checks/resources/ownership/touched.ts';
import { TELLING_LAG_MS } from '../src/checks/resources/judges.ts';
import { leadsElsewhere } from '../src/http/target.ts';
import type { Collection, Operation } from '../src/interface/model.ts';
import { plainText } from '../src/json/lossless.ts';
import { toPointer } from '../src/json/pointer.ts';
import { isObject, type Json, memberOf } from '../src/json/value.ts';
import { requestSchema, validatorOf } from '../src/oracle/contract.ts';
import type { Reading } from '../src/oracle/reading.ts';
import { dereferenced } from '../src/schema/references.ts';
import { mergedKeywords } from '../src/schema/merge.ts';
import { schemaMembers } from '../src/schema/members.ts';
import { BEYOND_FOR_LAST_LIST } from '../src/session/pace/budget.ts';
import { isIncomplete, judgedRun } from '../src/session/judge-run.ts';
import { writableCollections } from '../src/session/in-reach.ts';
import { encode, isAgreed, type ProbeContext, requestFor, sendFor, sendSpec } from '../src/session/probe.ts';
import { markedBody } from '../src/session/requests/marked.ts';
import { EVERY_PROFILE, FROM_STANDARD, type Probe, type Suite, isThorough } from '../src/session/suite.ts';
import { freeTexts, putText } from '../src/session/requests/values/free-text.ts';
import { followLocation } from './resources/steps.ts';
import type { SendSpec } from '../src/session/pace/sending.ts';
import { hasFailed } from '../src/session/session.ts';

/** Ordinary texts that look like something else, one for each creation; two are the same. */
const TEXTS = ['0042', 'null', '0042'];
/** A list may lag: something that is missing is looked for again after each of these pauses. */
const LAG_PAUSES_MS = [2_000, TELLING_LAG_MS - 1_500];

/** Which optional members an ordinary creation has. */
type Members = {
  readonly name: string;
  readonly optional: 'none' | 'mixed';
  readonly through?: string;
};

const REQUIRED_ONLY: Members = { name: 'required-members', optional: 'none' };
/** How many optional members a standard run sends alone, and how many drawn choices of them a thorough one adds. */
const MOST_ALONE = 6;
const DRAWN = 1;

/** The optional members that a client may send. */
function optionalMembers(operation: Operation): readonly string[] {
  const schema = requestSchema(operation) ?? true;
  const { properties, required } = schemaMembers(schema, schema);
  return [...properties].flatMap(([name, member]) => {
    const own = dereferenced(schema, member);
    const isAssigned = typeof own === 'object' && own.readOnly === true;
    return required.has(name) || isAssigned ? [] : [name];
  });
}

/**
 * The optional members of ordinary creations, whatever the seed: none of them, and each alone where there are several. All of
 * them together are in every other request with a valid body. A thorough run draws some choices more.
 */
function choicesOfMembers(context: ProbeContext, collection: Collection): readonly Members[] {
  if (context.profile === 'quick') return [REQUIRED_ONLY];
  const optional = optionalMembers(collection.create);
  const isWhole = isThorough(context.profile);
  const alone = optional.length < 2 ? [] : optional.slice(0, isWhole ? undefined : MOST_ALONE);
  const drawn = isWhole && optional.length > 0 ? Array.from({ length: DRAWN }, (_, index) => index + 1) : [];
  return [
    REQUIRED_ONLY,
    ...alone.map((name): Members => ({
      name: `${name}-alone`,
      optional: 'none',
      through: toPointer([name]),
    })),
    ...drawn.map((index): Members => ({ name: `drawn-members-${index}`, optional: 'mixed' })),
  ];
}

async function create(
  context: ProbeContext,
  collection: Collection,
  { name, ...members }: Members,
): Promise<void> {
  const label = `collections/create/${collection.create.id}-${name}`;
  const body = markedBody(context, collection.create, { ...members, label });
  if (body === undefined) return;
  await sendFor(context, collection.create, {
    probe: label,
    body: { bytes: encode(body) },
    intent: 'ordinary',
  });
}

const OFFSET_MS = 330 * 60_000;

/** The body with its instants in another offset than that of UTC: who drops it keeps other instants. `undefined` where it has none. */
function inOtherOffset(operation: Operation, body: Json): Json | undefined {
  const schema = requestSchema(operation);
  if (schema === undefined || !isObject(body)) return undefined;
  const { properties } = schemaMembers(schema);
  const members = Object.entries(body).map(([name, value]): readonly [string, Json] => {
    const member = properties.get(name);
    const isInstant = member !== undefined && mergedKeywords(member, schema)['format'] === 'date-time';
    const ms = isInstant && typeof value === 'string' ? Date.parse(value) : Number.NaN;
    if (Number.isNaN(ms)) return [name, value];
    return [name, new Date(ms + OFFSET_MS).toISOString().replace(/(?:\.\d+)?Z$/, '+05:30')];
  });
  const next = Object.fromEntries(members);
  const isChanged = members.some(([name, value]) => memberOf(body, name) !== value);
  return isChanged && validatorOf(schema)(next).length === 0 ? next : undefined;
}

async function createInOtherOffset(context: ProbeContext, { create: operation }: Collection): Promise<void> {
  const label = `collections/create/${operation.id}-other-offset`;
  const body = markedBody(context, operation, { optional: 'all', label });
  const json = body === undefined ? undefined : inOtherOffset(operation, body);
  if (json !== undefined)
    await sendFor(context, operation, { probe: label, body: { json }, intent: 'ordinary' });
}

const creations: Probe = {
  id: 'collections.creations',
  intends: ['creation'],
  profiles: EVERY_PROFILE,
  creates: true,
  run: async (context) => {
    for (const collection of writableCollections(context)) {
      for (const members of choicesOfMembers(context, collection)) await create(context, collection, members);
      if (context.profile !== 'quick') await createInOtherOffset(context, collection);
    }
  },
};

/** A valid body whose last free text that may be so is the given one; the first one holds the marker. */
function withText(
  context: ProbeContext,
  collection: Collection,
  label: string,
  text: string,
): { readonly body?: { readonly json: Json } } {
  const body = markedBody(context, collection.create, { optional: 'all', label });
  const schema = requestSchema(collection.create) ?? true;
  const others = body === undefined ? [] : freeTexts(schema).slice(1);
  const bodies = others.map((place) => putText(body ?? null, place, text));
  const json = bodies.findLast((one) => validatorOf(schema)(one).length === 0);
  return json === undefined ? {} : { body: { json } };
}

/** Sees to it that the window has room for requests at the same time; asks for a list to learn what the next one has. */
async function makeRoom(context: ProbeContext, collection: Collection, requests: number): Promise<void> {
  const { session } = context;
  const needed = requests + 2;
  if ((await session.restForRoom(needed)) !== 'rested') return;
  const probe = `collections/room/${collection.list.id}`;
  await sendFor(context, collection.list, { probe, intent: 'ordinary' });
}

function parallelCreation(context: ProbeContext, collection: Collection, index: number): readonly SendSpec[] {
  const probe = `collections/parallel/${collection.create.id}-${index + 1}`;
  const body = withText(context, collection, probe, TEXTS[index % TEXTS.length] ?? '');
  const spec = requestFor(context, collection.create, { probe, intent: 'ordinary', ...body });
  return spec === undefined ? [] : [spec];
}

function parallelLists(context: ProbeContext, { list }: Collection): readonly SendSpec[] {
  const probe = `collections/parallel/${list.id}`;
  const spec = requestFor(context, list, { probe, intent: 'ordinary' });
  return spec === undefined ? [] : [spec, spec];
}

/**
 * A single failure beside other requests may be the network's: two requests of the kind that failed go out together once
 * more, unless the service asks for a rest.
 */
async function confirm(context: ProbeContext, collection: Collection, failed: Reading): Promise<void> {
  const { session } = context;
  if (session.pacer.admit('key', session.clock.monotonicMs()).kind === 'rest') return;
  const isList = failed.expectation.operation?.id === collection.list.id;
  const pair = isList
    ? parallelLists(context, collection)
    : [0, 1].flatMap((index) => parallelCreation(context, collection, TEXTS.length + index));
  await session.sendTogether(pair, BEYOND_FOR_LAST_LIST);
}

const together: Probe = {
  id: 'collections.parallel-creation',
  intends: ['parallel-creation'],
  profiles: FROM_STANDARD,
  creates: true,
  run: async (context) => {
    for (const collection of writableCollections(context)) {
      const creating = TEXTS.flatMap((_, index) => parallelCreation(context, collection, index));
      if (creating.length < 2) continue;
      const group = [...creating, ...parallelLists(context, collection)];
      await makeRoom(context, collection, group.length);
      // One request that had to be repeated must not cost the last ones of the run.
      const failed = (await context.session.sendTogether(group, BEYOND_FOR_LAST_LIST)).filter(hasFailed);
      if (failed.length === 1 && failed[0] !== undefined) await confirm(context, collection, failed[0]);
    }
  },
};

/** How many of its members came back: the entry with most of them tells most when it is read. */
function membersOf({ sent, returned, collection }: Creation): number {
  const kept = Object.keys(sent).filter((name) => Object.hasOwn(returned, name));
  return kept.filter((name) => !collection.assigned.includes(name)).length;
}

function readPath(read: Operation, segment: string): string {
  return templateOf(read).replace(/\{[^}]+\}(?=\/?$)/, segment);
}

const readBack: Probe = {
  id: 'collections.read-back',
  intends: ['read-back'],
  profiles: EVERY_PROFILE,
  creates: false,
  run: async (context) => {
    const run = judgedRun(context.session.contract, context.capabilities, context.session.readings);
    for (const collection of writableCollections(context)) {
      const own = creationsOf(run).filter(
        (creation) => creation.collection === collection && touchedFrom(run, creation) === Infinity,
      );
      const fullest = own.toSorted((a, b) => membersOf(a) - membersOf(b)).at(-1);
      // What is inside of another entry has its life in the suite of resources.
      if (collection.read === undefined || collection.path.includes('{')) continue;
      await followLocation(context, collection);
      if (fullest?.identity === undefined) {
        const reason = 'no creation was served, so there is no entry to read';
        context.leaveOut('collections.read-back', { cause: 'went-wrong', reason });
        continue;
      }
      const segment = pathSegment(collection, fullest.identity);
      if (leadsElsewhere(segment)) {
        const reason = 'the identities that come would lead out of the collection in a path';
        context.leaveOut('collections.read-back', { cause: 'declared', reason });
        continue;
      }
      const path = readPath(collection.read, segment);
      const probe = `collections/read-back/${collection.read.id}`;
      const spec = requestFor(context, collection.read, { probe, path, intent: 'ordinary' });
      if (spec === undefined) continue;
      if (!isAgreed(context, spec)) {
        const reason = 'the identities that come do not fit the parameter of the path';
        context.leaveOut('collections.read-back', { cause: 'declared', reason });
        continue;
      }
      await sendSpec(context, spec);
    }
  },
};

/** Asks for an entry that is not there, where the document shows what comes then. */
const readAbsent: Probe = {
  id: 'collections.read-absent',
  intends: ['absent-entry'],
  profiles: FROM_STANDARD,
  creates: false,
  run: async (context) => {
    for (const collection of context.document.collections) {
      const identity = context.identityOfClient(collection);
      const { read } = collection;
      const isShown = read?.responses.some(({ status }) => status === '404') === true;
      if (read === undefined || !isShown || identity === undefined || collection.path.includes('{')) continue;
      const path = readPath(read, encodeURIComponent(plainText(identity)));
      const probe = `collections/read-absent/${read.id}`;
      const spec = requestFor(context, read, { probe, path, intent: 'ordinary' });
      if (spec !== undefined && isAgreed(context, spec)) await sendSpec(context, spec);
    }
  },
};

/** Lists once more at the end; reads again, after pauses, while something is missing that the run created. */
const lastList: Probe = {
  id: 'collections.last-list',
  intends: ['last-list'],
  profiles: EVERY_PROFILE,
  creates: false,
  run: async (context) => {
    const { session, signal } = context;
    for (const collection of context.document.collections) {
      const probe = `collections/last-list/${collection.list.id}`;
      const spec = requestFor(context, collection.list, { probe, intent: 'ordinary' });
      if (spec === undefined) continue;
      await sendSpec(context, spec, { beyond: BEYOND_FOR_LAST_LIST });
      for (const [index, pauseMs] of LAG_PAUSES_MS.entries()) {
        if (!isIncomplete(context, collection)) break;
        await session.clock.sleep(pauseMs, signal);
        await sendSpec(
          context,
          { ...spec, probe: `${probe}-again-${index + 1}` },
          { beyond: BEYOND_FOR_LAST_LIST },
        );
      }
    }
  },
};

export const collections: Suite = {
  name: 'collections',
  title: 'Creating and listing',
  probes: [creations, together, readBack, readAbsent, lastList],
};
