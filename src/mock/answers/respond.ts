import { fromPointer } from '../../json/pointer.ts';
import { bestAccepted, documentedJson } from '../../http/media-type.ts';
import { jsonShownBy } from '../../interface/documented-answers.ts';
import { writeContent } from '../../interface/content/content.ts';
import { concreteMediaType, mediaKindOf } from '../../interface/content/media-kind.ts';
import type { DocumentedResponse, Interface, Operation } from '../../interface/model.ts';
import { parameterNames } from '../../interface/path-matching.ts';
import { shownEntry } from '../../interface/resources/wrapping.ts';
import { isObject, type Json } from '../../json/value.ts';
import { validSample } from '../../schema/generate/valid-sample.ts';
import type { Schema } from '../../schema/keywords.ts';
import { isObjectSchema, schemaMembers } from '../../schema/members.ts';
import { plainText } from '../../json/lossless.ts';
import { givenIn, sentBy, sentOf } from './content.ts';
import { allowedMethods } from './guard.ts';
import { hasTagAt, keyOfCreation, knowsTags, unchangedReply, unmetAt, withTag } from './conditions.ts';
import {
  afterAction,
  changed,
  type KeptRole,
  keptRoles,
  withDefaults,
  refusedInState,
} from './kept-entries.ts';
import { unfitNames } from './unfit-names.ts';
import { entriesAsked, isLinking, link } from './links.ts';
import { createLister, type Lister } from './listing.ts';
import { fitting, shownBy, withBodyAsked, withSent } from './fitting.ts';
import { presenterOfHolder } from './holders.ts';
import { locationOf } from './location.ts';
import { entrySchemaAt, type Presenter, presenterOf, wrappingPresenter } from './present.ts';
import {
  type Content,
  type Entry,
  type HeaderLine,
  type Kept,
  absent,
  isRefusal,
  otherTaken,
  refusal,
  type Refusal,
  type Reply,
  type ReplyBody,
  type Stages,
  type Visit,
  wantedIn,
  type Shelves,
} from './stages.ts';

/** Statuses that refuse nothing, the surest first. */
const WELCOME = [/^2/, /^[13]/, /^default$/i];
/** What has to do with the key, with limits or with failures: none of it answers a request that is fine. */
const NOT_THE_REQUEST = /^(?:401|403|407|429|5)/;

/**
 * The documented success of an operation, the lowest one; where none is shown, another answer that refuses nothing, then `default`, then
 * the first response to what a request asks for.
 */
export function successOf({ responses }: Operation): DocumentedResponse | undefined {
  const sorted = responses.toSorted((a, b) => a.status.localeCompare(b.status));
  const [welcome] = WELCOME.flatMap((form) => sorted.find(({ status }) => form.test(status)) ?? []);
  return welcome ?? responses.find(({ status }) => !NOT_THE_REQUEST.test(status));
}

/** True where all that the document shows of an operation are refusals: what answers with one of them has done nothing. */
function showsErrorsAlone(operation: Operation): boolean {
  return codeOf(successOf(operation)?.status ?? '200') >= 400;
}

/** The code of a documented status: `2XX` is 200, `default` too. */
export function codeOf(status: string): number {
  if (/^\d{3}$/.test(status)) return Number(status);
  return /^[1-5]XX$/i.test(status) ? Number(status[0]) * 100 : 200;
}

/** A body that the response documents, sampled from its schema, in the type that the client likes best. */
function sampleBody({ representations }: DocumentedResponse, accept: string | undefined): ReplyBody {
  const usual = documentedJson(representations) ?? representations[0];
  const liked = accept === undefined ? undefined : bestAccepted(representations, [accept]);
  const shown = liked ?? usual;
  if (shown === undefined) return { kind: 'none' };
  const mediaType = concreteMediaType(shown.mediaType);
  const value = validSample(shown.itemSchema ?? shown.schema);
  if (mediaKindOf(mediaType) === 'json') return { kind: 'json', mediaType, value };
  const written = writeContent(shown, value) ?? writeContent(shown, plainText(value));
  if (written === undefined) return { kind: 'none' };
  return { kind: 'bytes', mediaType: written.contentType, bytes: written.bytes };
}

/** The JSON media type that the response documents. */
function jsonMediaType(response: DocumentedResponse | undefined): string {
  const documented = documentedJson(response?.representations ?? []);
  return documented?.mediaType ?? 'application/json';
}

/** A JSON body, of the media type that the response documents. */
export function jsonBody(response: DocumentedResponse | undefined, value: Json): ReplyBody {
  return { kind: 'json', mediaType: jsonMediaType(response), value };
}

/** Headers that the document requires of a response and that nothing else in the mock writes. */
export function requiredHeaders(
  document: Interface,
  response: DocumentedResponse,
  own: readonly string[] = [],
): readonly HeaderLine[] {
  const written = Object.values(document.rateLimits?.headers ?? {}).map((name) => name?.toLowerCase());
  const names = [...written, ...own, 'content-type', 'content-length'];
  return response.headers
    .filter(({ name, required }) => required && !names.includes(name.toLowerCase()))
    .map(({ name, schema }) => [name, plainText(validSample(schema)).replaceAll(/[^\x20-\x7e]/g, '')]);
}

function jsonSchema(response: DocumentedResponse | undefined): Schema {
  return jsonShownBy(response)?.schema ?? true;
}

type Response = Reply | Refusal;

/** What creating needs to know of a document, found out once. */
type Creation = {
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  readonly body: (entry: Entry) => ReplyBody;
};

function creationOf(document: Interface, { create, created, identity }: Kept): Creation {
  const response = create.responses.find((documented) => documented.status === created.status);
  const headers = response === undefined ? [] : requiredHeaders(document, response, ['location']);
  const present = wrappingPresenter(
    jsonSchema(response),
    created.pointer,
    presenterOf(created.schema, identity),
  );
  return {
    status: codeOf(created.status),
    headers,
    body:
      response?.representations.length === 0
        ? () => ({ kind: 'none' })
        : (entry) => jsonBody(response, present(entry)),
  };
}

/** Shows an entry as the document has it for an operation that answers with one. */
function presenterFor(operation: Operation | undefined, { identity, entrySchema }: Kept): Presenter {
  const whole = jsonSchema(operation === undefined ? undefined : successOf(operation));
  const { pointer, schema } = shownEntry(whole, identity, entrySchema);
  return wrappingPresenter(whole, pointer, presenterOf(schema, identity));
}

function readReply(
  document: Interface,
  { collection, present }: { readonly collection: Kept; readonly present: (entry: Entry) => Json },
  visit: Visit,
  stages: Stages,
): Response {
  const wanted = wantedIn(visit);
  const found = stages.find(collection, wanted);
  const { read } = collection;
  if (found === undefined || read === undefined) return absent(read, collection, wanted);
  const response = successOf(read);
  const headers = response === undefined ? [] : requiredHeaders(document, response);
  const shown = present(found);
  const reply = { status: codeOf(response?.status ?? '200'), headers, body: jsonBody(response, shown) };
  if (!knowsTags(read)) return reply;
  const tag = stages.tag(shown);
  const unmet = stages.unmet(visit, tag);
  if (unmet === 'unchanged') return unchangedReply(tag);
  return unmet ?? { ...reply, headers: withTag(headers, tag) };
}

/** The answer to a request that changed or removed an entry: it shows the entry where the document has one there. */
function shownReply(document: Interface, operation: Operation, shown: Json): Reply {
  const response = successOf(operation);
  if (response === undefined) return { status: 200, headers: [], body: { kind: 'none' } };
  const headers = requiredHeaders(document, response);
  const status = codeOf(response.status);
  if (status === 204) return { status, headers, body: { kind: 'none' } };
  const json = jsonShownBy(response);
  const isEntry = json !== undefined && isObjectSchema(json.schema);
  return { status, headers, body: isEntry ? jsonBody(response, shown) : sampleBody(response, undefined) };
}

/** An operation that only the document's name is known of says nothing: an empty object. */
function otherReply(document: Interface, operation: Operation, visit: Visit): Reply {
  const response = successOf(operation);
  if (operation.documentation === 'named' || response === undefined)
    return { status: 200, headers: [], body: jsonBody(undefined, {}) };
  const headers = requiredHeaders(document, response);
  const body = sampleBody(response, visit.request.headers.get('accept'));
  return fitting(document, operation, visit, { status: codeOf(response.status), headers, body });
}

type Write = {
  readonly operation: Operation;
  readonly content: Content;
  readonly visit: Visit;
  readonly stages: Stages;
};

/**
 * Answers requests that nothing refused. Collections show what was created; every other documented operation answers with
 * what the document shows, one that is only named with an empty object, and OPTIONS with the methods of the path.
 */
export function createResponder(
  document: Interface,
  { hasRoom, keep, wasRemoved, away, inside, holding }: Shelves,
): (content: Content, visit: Visit, stages: Stages) => Response {
  const roles = keptRoles(document, inside === undefined ? 'collections' : 'all');
  // A collection inside of an entry is another value, with the same operations.
  const creations = new Map(
    document.collections.map((each) => [each.create, creationOf(document, each)] as const),
  );
  const presenters = new Map<string, Presenter>();
  const listers = new WeakMap<Kept, Lister>();

  function presenterAt(operation: Operation | undefined, collection: Kept): Presenter {
    const key = operation?.id ?? '';
    const present = presenters.get(key) ?? presenterFor(operation, collection);
    presenters.set(key, present);
    return present;
  }

  function listerOf(collection: Kept): Lister {
    const known = listers.get(collection);
    if (known !== undefined) return known;
    const { list, entriesPointer } = collection;
    const response =
      list?.responses.find(({ status }) => status === '200') ??
      (list === undefined ? undefined : successOf(list));
    const schema = jsonSchema(response);
    const present = presenterOf(entrySchemaAt(schema, fromPointer(entriesPointer)), collection.identity);
    const headers = response === undefined ? [] : requiredHeaders(document, response);
    const status = codeOf(response?.status ?? '200');
    const body = (value: Json): ReplyBody => jsonBody(response, value);
    const made = { schema, present, status, headers, body };
    const lister = createLister(document, collection, made);
    listers.set(collection, lister);
    return lister;
  }

  /** The collection that a path names, inside of the entries that it names; `undefined` where one of these is not there. */
  function shelfOf({ collection, above, isApart }: KeptRole, visit: Visit, stages: Stages): Kept | undefined {
    if (inside === undefined) return collection;
    if (isApart) return holding(collection, wantedIn(visit));
    const values = [...visit.pathValues.values()];
    let outer: { readonly collection: Kept; readonly identity: string } | undefined;
    for (const each of above) {
      // What stands in the path before it may be of entries that nothing keeps.
      const identity = values[parameterNames(each.path).length] ?? '';
      const shelf: Kept = outer === undefined ? each : inside(each, outer);
      const isShown = visit.operation?.responses.some(({ status }) => status === '404') === true;
      const isGone = each.isOpen === true ? wasRemoved(shelf, identity) : isShown;
      if ((isGone || wasRemoved(shelf, identity)) && stages.find(shelf, identity) === undefined)
        return undefined;
      outer = { collection: shelf, identity };
    }
    return outer === undefined ? collection : inside(collection, outer);
  }

  /** The entry that something new is inside of. */
  function holderOf({ above }: KeptRole, visit: Visit, stages: Stages): Entry | undefined {
    const last = above.at(-1);
    if (inside === undefined || last === undefined) return undefined;
    const values = [...visit.pathValues.values()];
    const names = above.map((each) => values[parameterNames(each.path).length] ?? '');
    const shelf = above.slice(1).reduce<{ readonly at: Kept; readonly level: number }>(
      ({ at, level }, each) => ({
        at: inside(each, { collection: at, identity: names[level] ?? '' }),
        level: level + 1,
      }),
      { at: above[0] ?? last, level: 0 },
    );
    return stages.find(shelf.at, names.at(-1) ?? '');
  }

  /** What the document shows. */
  function unkept(operation: Operation, visit: Visit): Response {
    return visit.documented === undefined
      ? otherReply(document, operation, visit)
      : shownBy(document, visit, visit.documented);
  }

  /** True for an entry that nobody made or removed, where nothing says which there are. */
  function isShownOnly({ role }: KeptRole, collection: Kept, visit: Visit, stages: Stages): boolean {
    if (collection.isOpen !== true || role === 'create' || role === 'list') return false;
    const wanted = wantedIn(visit);
    return stages.find(collection, wanted) === undefined && !wasRemoved(collection, wanted);
  }

  /** What a client sends, without an identity that another entry has or had. */
  function withFreeIdentity(collection: Kept, sent: Entry, stages: Stages): Entry {
    const { [collection.identity]: own, ...others } = sent;
    const text = own === undefined ? undefined : plainText(own);
    if (collection.isOpen !== true || text === undefined) return sent;
    return stages.find(collection, text) !== undefined || wasRemoved(collection, text) ? others : sent;
  }

  function writeReply(
    collection: Kept,
    role: 'replace' | 'change' | 'remove',
    { operation, content, visit, stages }: Write,
  ): Response {
    const wanted = wantedIn(visit);
    const entry = stages.find(collection, wanted);
    if (entry === undefined) return absent(operation, collection, wanted);
    const tag = (shown: Entry): string => stages.tag(presenterAt(collection.read, collection)(shown));
    const unmet = unmetAt(visit, stages, () => tag(entry));
    if (unmet !== undefined) return unmet;
    const refused = refusedInState(document, operation, entry);
    if (refused !== undefined) return refused;
    if (role === 'remove') {
      stages.remove(collection, entry);
      return shownReply(document, operation, presenterAt(operation, collection)(entry));
    }
    const place = sentBy(operation, collection.created);
    const value = sentOf(content, place);
    const sent = isObject(value) ? value : {};
    const asked =
      role === 'replace' ? { next: withDefaults(place, collection, sent) } : changed(operation, entry, value);
    if (isRefusal(asked)) return asked;
    const whole = asked.next;
    const taken = otherTaken(collection, { operation, place, entry }, whole, stages);
    if (taken !== undefined) return refusal(operation, [409, 422, 400], 'conflict', taken);
    const next = stages.update(collection, entry, { how: role, sent, whole, later: givenIn(place) });
    stages.put(collection, entry, next);
    const reply = shownReply(document, operation, presenterAt(operation, collection)(next));
    if (!hasTagAt(operation, reply.status)) return reply;
    return { ...reply, headers: withTag(reply.headers, tag(next)) };
  }

  /** Shows an entry with what is inside of it, where nothing else does. */
  function presentWhole(collection: Kept, wanted: string, stages: Stages): (entry: Entry) => Json {
    const present = presenterAt(collection.read, collection);
    if (inside === undefined) return present;
    return presenterOfHolder(document, collection, present, (create) => {
      const child = roles.get(create.id)?.collection;
      return child === undefined ? [] : stages.entries(inside(child, { collection, identity: wanted }));
    });
  }

  /** Does to an entry what an action is called after, and shows it where the document does. */
  function actReply(collection: Kept, { operation, visit, stages }: Omit<Write, 'content'>): Response {
    const wanted = wantedIn(visit);
    const entry = stages.find(collection, wanted);
    if (entry === undefined) return absent(operation, collection, wanted);
    const unmet = unmetAt(visit, stages, () => stages.tag(presenterAt(collection.read, collection)(entry)));
    if (unmet !== undefined) return unmet;
    const done = afterAction(document, operation, collection, entry);
    if (isRefusal(done)) return done;
    if (done.next !== entry) stages.put(collection, entry, done.next);
    const schema = jsonShownBy(successOf(operation))?.schema ?? true;
    return schemaMembers(schema).properties.has(collection.identity)
      ? shownReply(document, operation, presenterAt(operation, collection)(done.next))
      : unkept(operation, visit);
  }

  function createReply(collection: Kept, content: Content, visit: Visit, stages: Stages): Response {
    if (!hasRoom(collection))
      return refusal(collection.create, [507], 'full', 'The mock keeps no further entries; reset it.');
    const key = keyOfCreation(visit);
    const earlier = key === undefined ? undefined : stages.earlier(key);
    if (earlier !== undefined) return earlier;
    const value = sentOf(content, collection.sent);
    const sent = isObject(value) ? withDefaults(collection.sent, collection, value) : {};
    const unfit = unfitNames({ document, roles }, collection, sent, stages);
    if (unfit !== undefined) return unfit;
    const entry = stages.assign(collection, withFreeIdentity(collection, sent, stages));
    stages.insert(collection, entry);
    const { status, headers, body } = creations.get(collection.create) ?? creationOf(document, collection);
    const own = [...locationOf(visit, collection, entry), ...headers];
    const tagged = hasTagAt(collection.create, status)
      ? withTag(own, stages.tag(presenterAt(collection.read, collection)(entry)))
      : own;
    const reply: Reply = { status, headers: tagged, body: body(entry) };
    if (key !== undefined) keep(key, reply);
    return reply;
  }

  function linkReply(collection: Kept, operation: Operation, visit: Visit, stages: Stages): Response {
    if (!isLinking(collection)) return unkept(operation, visit);
    const made = link(collection, operation, wantedIn(visit), stages);
    return 'entry' in made
      ? shownReply(document, operation, presenterAt(operation, collection)(made.entry))
      : made;
  }

  return (content, asked, stages) => {
    const visit = withBodyAsked(document, asked, content);
    const { operation, documented } = visit;
    const found = operation === undefined ? undefined : roles.get(operation.id);
    const isKept = visit.isUsual === true && found !== undefined;
    if (documented !== undefined && !isKept) {
      const reply = shownBy(document, visit, documented);
      if (operation === undefined || visit.request.headers.has('prefer') || isRefusal(reply)) return reply;
      return withSent({ document, operation, schema: jsonSchema(successOf(operation)) }, content, reply);
    }
    if (operation === undefined)
      return {
        status: 204,
        headers: [['Allow', allowedMethods(visit.route).join(', ')]],
        body: { kind: 'none' },
      };
    if (found === undefined || showsErrorsAlone(operation)) return otherReply(document, operation, visit);
    const collection = shelfOf(found, visit, stages);
    if (collection === undefined) return absent(operation, found.collection, 'of its path');
    if (isShownOnly(found, collection, visit, stages)) return unkept(operation, visit);
    switch (found.role) {
      case 'create': {
        const holder = holderOf(found, visit, stages);
        const refused = holder === undefined ? undefined : refusedInState(document, operation, holder);
        return refused ?? createReply(collection, content, visit, stages);
      }
      case 'list':
        return listerOf(collection)(entriesAsked(collection, stages, visit, away), visit, stages);
      case 'link':
        return linkReply(collection, operation, visit, stages);
      case 'read':
        return readReply(
          document,
          { collection, present: presentWhole(collection, wantedIn(visit), stages) },
          visit,
          stages,
        );
      case 'act':
        return actReply(collection, { operation, visit, stages });
      case 'replace':
      case 'change':
      case 'remove':
        return inside === undefined
          ? otherReply(document, operation, visit)
          : writeReply(collection, found.role, { operation, content, visit, stages });
    }
  };
}
