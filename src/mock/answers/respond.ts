import { jsonSchemaOf } from '../../interface/resources/read-collections.ts';
import { countedFirst, recount } from './entries/counted-entries.ts';
import { fromPointer } from '../../json/pointer.ts';
import type { Interface, Operation } from '../../interface/model.ts';
import { isObject, type Json } from '../../json/value.ts';
import { plainText } from '../../json/lossless.ts';
import { showsEntry, withFirstStates } from './entries/held-states.ts';
import { givenIn, keepingFixed, sentBy, sentOf } from './stages/content.ts';
import { changed } from './entries/changes.ts';
import { optionsReply } from './stages/guard.ts';
import { hasTagAt, keyOfCreation, knowsTags, unchangedReply, unmetAt, withTag } from './stages/conditions.ts';
import { ledBy } from './entries/led-entries.ts';
import { afterAction, type KeptRole, keptRoles, refusedInState } from './entries/kept-entries.ts';
import { withDefaults } from './entries/kept-defaults.ts';
import { unfitChange, unfitNames } from './entries/unfit-names.ts';
import { entriesAsked, isLinking, link, removedEntry } from './entries/links.ts';
import {
  codeOf,
  creationOf,
  jsonBody,
  jsonSchema,
  otherReply,
  presenterFor,
  requiredHeaders,
  showsErrorsAlone,
  shownReply,
  successOf,
} from './documented-replies.ts';
import { createLister, type Lister } from './listing.ts';
import { asEntriesShow, type Said } from './entries/plain-bodies.ts';
import { askedAtOnce, isDocumented, replyForSeveral } from './entries/made-at-once.ts';
import { ifNotTaken } from './entries/taken-values.ts';
import { shownBy, withBodyAsked, withNameSent, withSent } from './fitting.ts';
import { entriesBelow, presenterOfHolder, refuserBelow, refusedWhileFull } from './entries/holders.ts';
import { listedAtFirst, listedByWords, withToldAfter } from './said-in-words.ts';
import { createPlaces } from './entries/entry-places.ts';
import { namedAtPlace } from './entries/path-names.ts';
import { answeredAgain, keptFor } from './entries/kept-replies.ts';
import { linkedByName } from './entries/links-by-name.ts';
import { locationOf } from './entries/location.ts';
import { entrySchemaAt, type Presenter, presenterOf } from './present.ts';
import {
  type Content,
  type Entry,
  type Kept,
  absent,
  fullOf,
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
} from './stages/stages.ts';

type Response = Reply | Refusal;

type Presented = { readonly collection: Kept; readonly present: (entry: Entry) => Json };

function readReply(
  document: Interface,
  { collection, present, away }: Presented & Pick<Shelves, 'away'>,
  visit: Visit,
  stages: Stages,
): Response {
  const wanted = wantedIn(visit);
  const found = stages.find(collection, wanted) ?? removedEntry(collection, wanted, visit, away);
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
  { hasRoom, keep, wasRemoved, away, inside, holding, around }: Shelves,
): (content: Content, visit: Visit, stages: Stages) => Response {
  const roles = keptRoles(document, inside === undefined ? 'collections' : 'all');
  // A collection inside of an entry is another value, with the same operations.
  const creations = new Map(
    document.collections.map((each) => [each.create, creationOf(document, each)] as const),
  );
  const refusedBelow = refuserBelow(
    [...roles.values()].map((role) => role.collection),
    wasRemoved,
  );
  const { shelfOf, holderPlace } = createPlaces({ wasRemoved, inside, holding });
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
    const lister = createLister(document, collection, { schema, present, status, headers, body });
    listers.set(collection, lister);
    return lister;
  }

  /** Counts anew what is inside of an entry after something was put there or taken away. */
  function recounted(role: KeptRole, collection: Kept, visit: Visit, stages: Stages): void {
    const place = role.isApart ? undefined : holderPlace(role, visit);
    const shelf = place?.collection ?? around(collection);
    if (inside !== undefined) recount({ document, roles, inside, stages }, role, collection, shelf);
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
      const inner = heldIn(collection, wanted, stages);
      const full = refusedWhileFull({ document, roles, stages }, operation, wanted, inner);
      if (full !== undefined) return full;
      stages.remove(collection, entry);
      return shownReply(document, operation, presenterAt(operation, collection)(entry));
    }
    const plain = sentBy(operation, collection.created);
    const said = { place: plain, value: sentOf(content, plain) };
    const { place, value } = asEntriesShow(document, operation, said, entry);
    const sent = isObject(value) ? value : {};
    const led = role === 'change' ? ledBy(document, operation, entry, value) : undefined;
    if (led !== undefined && isRefusal(led)) return led;
    const unfit = unfitChange({ document, roles, holding }, operation, collection, sent, stages);
    if (unfit !== undefined) return unfit;
    const asked =
      role === 'replace' ? { next: withDefaults(place, collection, sent) } : changed(operation, entry, value);
    if (isRefusal(asked)) return asked;
    const own = { own: place, create: sentBy(collection.create, collection.created) };
    const whole = keepingFixed(operation, own, entry, withToldAfter(document, operation, asked.next));
    if (isRefusal(whole)) return whole;
    const taken = otherTaken(collection, { operation, place, entry }, whole, stages);
    if (taken !== undefined) return refusal(operation, [409, 422, 400], 'conflict', taken);
    const next = stages.update(collection, entry, { how: role, sent, whole, later: givenIn(place) });
    stages.put(collection, entry, next);
    const reply = shownReply(document, operation, presenterAt(operation, collection)(next));
    if (!hasTagAt(operation, reply.status)) return reply;
    return { ...reply, headers: withTag(reply.headers, tag(next)) };
  }

  /** What is kept inside of an entry: how much of each kind. */
  function heldIn(
    collection: Kept,
    identity: string,
    stages: Stages,
  ): readonly { readonly path: string; readonly count: number }[] {
    if (inside === undefined) return [];
    const kinds = [...roles.values()].filter(
      ({ role, above }) => role === 'create' && above.at(-1)?.path === collection.path,
    );
    return kinds.map(({ collection: each }) => ({
      path: each.path,
      count: stages.entries(inside(each, { collection, identity })).length,
    }));
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
  function actReply(collection: Kept, { operation, content, visit, stages }: Write): Response {
    const wanted = wantedIn(visit);
    const entry = stages.find(collection, wanted);
    if (entry === undefined) return absent(operation, collection, wanted);
    const unmet = unmetAt(visit, stages, () => stages.tag(presenterAt(collection.read, collection)(entry)));
    if (unmet !== undefined) return unmet;
    const led = ledBy(document, operation, entry, content.kind === 'json' ? content.value : {});
    const done = led ?? afterAction(document, operation, collection, entry);
    if (isRefusal(done)) return done;
    if (done.next !== entry) stages.put(collection, entry, done.next);
    return showsEntry(collection, jsonSchemaOf(successOf(operation)) ?? true)
      ? shownReply(document, operation, presenterAt(operation, collection)(done.next))
      : unkept(operation, visit);
  }

  function createReply(collection: Kept, content: Content, visit: Visit, stages: Stages): Response {
    if (!hasRoom(collection)) return fullOf(collection);
    const key = keyOfCreation(visit);
    const earlier = key === undefined ? undefined : stages.earlier(key);
    const plain = { place: collection.sent, value: sentOf(content, collection.sent) };
    const { place, value } = asEntriesShow(document, collection.create, plain);
    if (earlier !== undefined) return answeredAgain(document, collection.create, earlier, value);
    const made = madeOf(collection, { place, value }, visit, stages);
    if (!('entry' in made)) return made;
    const { entry } = made;
    const { status, headers, body } = creations.get(collection.create) ?? creationOf(document, collection);
    const own = [...locationOf(visit, collection, entry), ...headers];
    const tagged = hasTagAt(collection.create, status)
      ? withTag(own, stages.tag(presenterAt(collection.read, collection)(entry)))
      : own;
    const reply: Reply = { status, headers: tagged, body: body(entry) };
    if (key !== undefined) keep(key, keptFor(reply, value));
    return reply;
  }

  /** Makes an entry of what was sent for it. */
  function madeOf(
    collection: Kept,
    { place, value }: Said,
    visit: Visit,
    stages: Stages,
  ): { readonly entry: Entry } | Refusal {
    const sent = isObject(value) ? withDefaults(place, collection, value) : {};
    const unfit = unfitNames({ document, roles, holding }, collection, sent, stages);
    if (unfit !== undefined) return unfit;
    const assigned = stages.assign(collection, withFreeIdentity(collection, sent, stages));
    const made = namedAtPlace(document, collection, { entry: assigned, visit, stages });
    if (!('entry' in made)) return made;
    const first = withFirstStates(collection, countedFirst(document, collection, made.entry));
    const entry = listedAtFirst(document, collection.create, first);
    stages.insert(collection, entry);
    return { entry };
  }

  /** Makes several entries at once. */
  function severalReply(
    { collection, several }: KeptRole,
    { operation, content, visit, stages }: Write,
  ): Response {
    if (several === undefined) return unkept(operation, visit);
    if (!hasRoom(collection)) return fullOf(collection);
    const made = askedAtOnce(several, content).map((value) =>
      madeOf(collection, { place: { schema: several.item, pointer: '' }, value }, visit, stages),
    );
    const refused = made.find((one) => isRefusal(one) && isDocumented(operation, one));
    return refused !== undefined && isRefusal(refused) ? refused : replyForSeveral(document, several, made);
  }

  function linkReply(collection: Kept, operation: Operation, visit: Visit, stages: Stages): Response {
    if (!isLinking(collection)) return unkept(operation, visit);
    const made = link(collection, operation, wantedIn(visit), stages);
    return 'entry' in made
      ? shownReply(document, operation, presenterAt(operation, collection)(made.entry))
      : made;
  }

  return (content, asked, stages) => {
    const visit = withNameSent(withBodyAsked(document, asked, content), content);
    const { operation, documented } = visit;
    const found = operation === undefined ? undefined : roles.get(operation.id);
    const isKept = visit.isUsual === true && found !== undefined;
    const gone = found === undefined ? refusedBelow(operation, visit, stages) : undefined;
    if (gone !== undefined) return gone;
    if (documented !== undefined && !isKept) {
      const reply = shownBy(document, visit, documented);
      if (operation === undefined || visit.request.headers.has('prefer') || isRefusal(reply)) return reply;
      const answered = { document, operation, schema: jsonSchema(successOf(operation)) };
      const answer = (): Response => withSent(answered, content, reply);
      return ifNotTaken(operation, content, { earlier: stages.earlier, keep, answer });
    }
    if (operation === undefined) return optionsReply(visit.route);
    if (found === undefined || showsErrorsAlone(operation)) return otherReply(document, operation, visit);
    const collection = shelfOf(found, visit, stages);
    if (collection === undefined) return absent(operation, found.collection, 'of its path');
    if (isShownOnly(found, collection, visit, stages)) return unkept(operation, visit);
    switch (found.role) {
      case 'create': {
        const place = holderPlace(found, visit);
        const holder = place === undefined ? undefined : stages.find(place.collection, place.identity);
        const refused = holder === undefined ? undefined : refusedInState(document, operation, holder);
        if (refused !== undefined) return refused;
        const reply = createReply(collection, content, visit, stages);
        recounted(found, collection, visit, stages);
        return reply;
      }
      case 'several':
        return severalReply(found, { operation, content, visit, stages });
      case 'list': {
        const all = listedByWords(document, operation, visit, entriesAsked(collection, stages, visit, away));
        const { below } = found;
        if (below === undefined) return listerOf(collection)(all, visit, stages);
        const own = entriesBelow(below, all, visit, stages);
        return isRefusal(own) ? own : listerOf(below.shown)(own, visit, stages);
      }
      case 'link':
        return linkReply(collection, operation, visit, stages);
      case 'read':
        return readReply(
          document,
          { collection, present: presentWhole(collection, wantedIn(visit), stages), away },
          visit,
          stages,
        );
      case 'put-in':
      case 'take-out': {
        const { named } = found;
        const linked =
          named === undefined
            ? undefined
            : linkedByName({ ...found, named }, { operation, visit, stages }, holding);
        if (linked === undefined) return unkept(operation, visit);
        if (isRefusal(linked)) return linked;
        return showsEntry(collection, jsonSchemaOf(successOf(operation)) ?? true)
          ? shownReply(document, operation, presenterAt(operation, collection)(linked.entry))
          : unkept(operation, visit);
      }
      case 'act':
        return actReply(collection, { operation, content, visit, stages });
      case 'replace':
      case 'change':
      case 'remove': {
        if (inside === undefined) return otherReply(document, operation, visit);
        const reply = writeReply(collection, found.role, { operation, content, visit, stages });
        recounted(found, collection, visit, stages);
        return reply;
      }
    }
  };
}
