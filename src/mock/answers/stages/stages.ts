import type { SentFile } from '../../../interface/content/multipart.ts';
import { bookedFrom, uniqueMembers } from '../../../interface/resources/words/members/told-unique.ts';
import { canonicalJson } from '../../../json/canonical.ts';
import { onceFor } from '../../../system/once-for.ts';
import type { HeaderLine } from '../../../http/exchange.ts';
import type { MemberPlace } from '../../../interface/resources/lists/member-places.ts';
import type { Collection, Operation } from '../../../interface/model.ts';
import { segmentOfName } from '../../../interface/resources/names/resource-names.ts';
import { plainText } from '../../../json/lossless.ts';
import { type JsonObject, type Json, memberOf } from '../../../json/value.ts';
import type { Charge } from '../../limits/limiter.ts';
import type { Preference } from '../../prism/preference.ts';
import type { MockKey } from '../../state/keys.ts';
import type { Route } from './router.ts';

export type { HeaderLine };

/** Reads header fields by their names in lower case; repeated lines are joined as RFC 9110 section 5.3 says. */
export type FieldReader = {
  readonly get: (name: string) => string | undefined;
  readonly has: (name: string) => boolean;
};

/** A request without its body. */
export type InboundRequest = {
  readonly method: string;
  /** Path as sent, with the base path and without the query. */
  readonly path: string;
  /** What follows the question mark; empty without one. */
  readonly queryText: string;
  readonly query: URLSearchParams;
  readonly headers: FieldReader;
  /** Address of the peer. */
  readonly address: string;
};

/** A request on its way through the stages. `operation` is `undefined` where no documented one is asked for. */
export type Visit = {
  readonly request: InboundRequest;
  readonly route: Route;
  readonly operation: Operation | undefined;
  readonly pathValues: ReadonlyMap<string, string>;
  /** What the document shows for the request, where that is the answer and no state. */
  readonly documented?: Reply | Refusal;
  /** Whether nobody wished for what the document shows: what was made before is shown in its place. */
  readonly isUsual?: boolean;
  /** What is wished for instead of what the request itself wishes. */
  readonly preference?: Preference;
};

/** Who asks. A caller without a valid key is known by its address alone. */
export type Caller =
  | { readonly kind: 'key'; readonly key: MockKey }
  | { readonly kind: 'stranger'; readonly credential: 'missing' | 'unknown' };

/** Why a request gets no success. Texts are for people; `code` is for programs. */
export type Refusal = {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly headers: readonly HeaderLine[];
};

export type ReplyBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly mediaType: string; readonly value: Json }
  | { readonly kind: 'text'; readonly mediaType: string; readonly text: string }
  | { readonly kind: 'bytes'; readonly mediaType: string; readonly bytes: Uint8Array };

/** An answer before it becomes bytes. */
export type Reply = {
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  readonly body: ReplyBody;
};

/** An answer as it goes out. `delivery` `none` drops the connection without a byte, `cut` in the middle of the body. */
export type Answer = {
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  readonly body: Uint8Array | undefined;
  readonly delivery: 'whole' | 'cut' | 'none';
  /** Instead of the mock's own wait. */
  readonly waitMs?: number | undefined;
};

/**
 * What a body turned out to be. `json`: a value, in whatever media type it came. `opaque`: bytes, or not wanted by the operation. `file`:
 * the one file that is sent.
 */
export type Content =
  | { readonly kind: 'absent' }
  | { readonly kind: 'opaque'; readonly file?: SentFile | undefined }
  | { readonly kind: 'json'; readonly value: Json; readonly file?: SentFile | undefined };

export type Entry = JsonObject;

/** What entries are kept of: a collection of the document, or as much of one as the document has. */
export type Kept = Omit<Collection, 'list'> & {
  readonly list: Operation | undefined;
  /** Nobody knows which entries there are at first: until one is removed, it is there as the document shows it. */
  readonly isOpen?: true;
  /** The member that stands in the path of an entry, where that is another one than its identity. */
  readonly named?: string;
};

/** The text by which a path names an entry. */
export function nameOf({ named, identity, path }: Kept, entry: Entry): string {
  return segmentOfName(`${path}/{}`, plainText(memberOf(entry, named ?? identity) ?? null));
}

/** What a client asks an entry to be. */
export type EntryWish = {
  readonly how: 'replace' | 'change' | 'put-in' | 'take-out';
  /** Members as the body names them. */
  readonly sent: JsonObject;
  /** All members that clients give, as they are to be. */
  readonly whole: JsonObject;
  /** Members that a creation does not take and that this request may give a value. */
  readonly later: ReadonlySet<string>;
};

/** What a request asks of a list beside being shown: entries with these values, an order, and a part of them. */
export type ListWish = {
  readonly filters: readonly (MemberPlace & {
    /** The first value that was asked for, as it was sent. */
    readonly value: string;
    readonly fits: (entry: Entry) => boolean;
  })[];
  readonly order: (MemberPlace & { readonly isFalling: boolean }) | undefined;
  /** So many entries at most; `undefined` for all. */
  readonly size: number | undefined;
  /** How many entries come before those that are asked for. */
  readonly from: number;
};

/** A part of a list. `next`: how many entries come before the part behind it; `undefined` where there is none. */
export type Cut = { readonly shown: readonly Entry[]; readonly next: number | undefined };

/**
 * The stages that a request passes, in this order, as plain functions. The honest mock is one such value; a fault is a
 * function from stages to stages that replaces one or two of them.
 */
export type Stages = {
  /** Whether the credential that was sent is the key that was granted. */
  readonly admits: (sent: string, granted: string) => boolean;
  readonly identify: (visit: Visit, stages: Stages) => Caller;
  readonly charge: (caller: Caller, visit: Visit) => Charge;
  /** Refuses a request over the limit. */
  readonly limit: (charge: Charge, visit: Visit) => Refusal | undefined;
  /** Notes what became of a request over the limit: it was refused with these headers, or not at all. */
  readonly told: (caller: Caller, refusal: Refusal | undefined, visit: Visit) => void;
  /** Refuses paths, methods and callers. */
  readonly guard: (caller: Caller, visit: Visit) => Refusal | undefined;
  readonly parse: (bytes: Uint8Array, visit: Visit) => Content | Refusal;
  readonly validate: (content: Content, visit: Visit) => Refusal | undefined;
  /** `stages` are the ones in force: collections are read and written through them. */
  readonly respond: (content: Content, visit: Visit, stages: Stages) => Reply | Refusal;
  /** Makes an entry from what a client sent: what the service assigns is added. */
  readonly assign: (collection: Kept, sent: JsonObject) => Entry;
  readonly insert: (collection: Kept, entry: Entry) => void;
  /** Makes of an entry what a client asks it to be. */
  readonly update: (collection: Kept, entry: Entry, wish: EntryWish) => Entry;
  /** Puts an entry in the place of another one. */
  readonly put: (collection: Kept, entry: Entry, next: Entry) => void;
  /** Takes an entry away, and what is inside of it. */
  readonly remove: (collection: Kept, entry: Entry) => void;
  /** What a list shows. */
  readonly entries: (collection: Kept) => readonly Entry[];
  /** The entries that fit what was asked for, in the order that was asked for. */
  readonly select: (collection: Kept, entries: readonly Entry[], wish: ListWish) => readonly Entry[];
  /** The part of them that was asked for. */
  readonly cut: (collection: Kept, entries: readonly Entry[], wish: ListWish) => Cut;
  /** The entry of this identity, as it stands in a path. */
  readonly find: (collection: Kept, identity: string) => Entry | undefined;
  /** The tag of an entry as it is shown. */
  readonly tag: (shown: Json) => string;
  /** What becomes of a request whose condition is not met by the tag of what there is. */
  readonly unmet: (visit: Visit, tag: string) => Refusal | 'unchanged' | undefined;
  /** The answer to a creation with the same key before; `undefined` where it is a new one. */
  readonly earlier: (key: string) => Reply | undefined;
  /** Whether an entry is one that the caller of a request may see and change. */
  readonly mayTouch: (visit: Visit, entry: Entry) => boolean;
  readonly refuse: (refusal: Refusal, visit: Visit) => Reply;
  /** Adds the rate-limit headers. */
  readonly decorate: (reply: Reply, charge: Charge, visit: Visit) => Reply;
  readonly render: (reply: Reply, visit: Visit) => Answer;
};

export function isRefusal(value: object): value is Refusal {
  return 'code' in value && 'message' in value;
}

/** A refusal with the status that the operation documents: the first of `statuses` that it shows, otherwise the first. */
export function refusal(
  operation: Operation | undefined,
  statuses: readonly [number, ...number[]],
  code: string,
  message: string,
  headers: readonly HeaderLine[] = [],
): Refusal {
  const documented = statuses.find((status) =>
    operation?.responses.some((response) => response.status === String(status)),
  );
  return { status: documented ?? statuses[0], code, message, headers };
}

/** Refuses a body or parameter: 400, or 422 where only that is documented. */
export function invalid(operation: Operation | undefined, code: string, message: string): Refusal {
  return refusal(operation, [400, 422], code, message);
}

/** The refusal of what is not there. */
export function absent(operation: Operation | undefined, { identity }: Kept, wanted: string): Refusal {
  return refusal(operation, [404, 410], 'not_found', `There is nothing with the ${identity} ${wanted}.`);
}

/** The refusal of what there is no room for. */
export function fullOf({ create }: Kept): Refusal {
  return refusal(create, [507], 'full', 'The mock keeps no further entries; reset it.');
}

/** True where the document has a status for what is not there. */
export function mayBeAbsent({ operation }: Visit): boolean {
  return operation?.responses.some(({ status }) => status === '404') === true;
}

/** The text that names an entry in the path of a request. */
export function wantedIn({ pathValues }: Visit): string {
  return [...pathValues.values()].at(-1) ?? '';
}

/** An entry by the collection that it is kept in and its name there. */
export type EntryPlace = { readonly collection: Kept; readonly identity: string };

/** Where entries are kept. */
export type Shelves = {
  readonly hasRoom: (collection: Kept) => boolean;
  /** Remembers the answer to a creation by the key that it brought. */
  readonly keep: (key: string, reply: Reply) => void;
  /** True for an entry that was there and was removed, by its identity. */
  readonly wasRemoved: (collection: Kept, identity: string) => boolean;
  /** What was removed of a collection whose list may be asked for it. */
  readonly away: (collection: Kept) => readonly Entry[];
  /** The collection inside of an entry; `undefined` where entries are never changed or kept inside of one another. */
  readonly inside: ((collection: Kept, above: EntryPlace) => Kept) | undefined;
  /** The collection, inside of whatever entry, that has or had an entry with this identity. */
  readonly holding: (collection: Kept, identity: string) => Kept | undefined;
  /** The collection with the entry that a collection is inside of. */
  readonly around: (collection: Kept) => Kept | undefined;
};

/** What clients gave things that are always there, by their paths. */
export type Things = {
  readonly thingAt: (path: string) => JsonObject | undefined;
  readonly keepThing: (path: string, members: JsonObject) => void;
};

/** Files that clients uploaded, by the paths where they are. */
export type KeptFiles = {
  readonly fileAt: (path: string) => SentFile | undefined;
  readonly keepFile: (path: string, file: SentFile) => void;
};

/** The members of a creation that no two entries may have alike, by the words of the document. */
const unlikeIn = onceFor(({ create, sent, entrySchema }: Kept) =>
  uniqueMembers(create, sent.schema, entrySchema),
);

/**
 * Why no entry gets the name that a client gives it, or a value that one entry alone may have; `undefined` where it may have them, or the
 * document shows no refusal for that.
 */
export function nameTaken(collection: Kept, sent: Entry, stages: Stages): string | undefined {
  const { create, assigned, identity, named = identity } = collection;
  const name = assigned.includes(named) ? undefined : memberOf(sent, named);
  const isShown = create.responses.some(({ status }) => /^(?:409|4XX|default)$/i.test(status));
  const isName = name !== undefined && name !== null;
  const isNamed = isName && isShown && stages.find(collection, plainText(name)) !== undefined;
  if (isNamed) return `There is another one with the ${named} ${plainText(name)}.`;
  // Whoever asks a store for its entries gets a copy of all of them.
  const names = unlikeIn(collection);
  const taken = names.length === 0 ? undefined : valueTaken(names, sent, stages.entries(collection));
  return taken ?? timeTaken(collection, sent, stages);
}

/** Why what an entry names has no time for it: something else that names the same begins then. */
function timeTaken(collection: Kept, sent: Entry, stages: Stages): string | undefined {
  const begins = bookedFrom(collection.create, collection.sent.schema);
  if (begins === undefined) return undefined;
  const compared = [begins, ...Object.keys(sent).filter((name) => /ids?$/i.test(name))];
  const text = (entry: Entry): string => canonicalJson(compared.map((name) => memberOf(entry, name) ?? null));
  return stages.entries(collection).some((entry) => text(entry) === text(sent))
    ? 'Something else is there at that time.'
    : undefined;
}

/** Why an entry does not get a value that one entry alone may have; `undefined` where it may have all of them. `others`: who may have it. */
function valueTaken(names: readonly string[], sent: Entry, others: readonly Entry[]): string | undefined {
  const taken = names.find((member) => {
    const value = memberOf(sent, member);
    if (value === undefined || value === null || value === '') return false;
    const text = canonicalJson(value);
    return others.some((entry) => canonicalJson(memberOf(entry, member) ?? null) === text);
  });
  return taken === undefined ? undefined : `There is another one with this ${taken}.`;
}

/** The same for what changes or replaces an entry. */
export function otherTaken(
  collection: Kept,
  {
    operation,
    place,
    entry,
  }: { readonly operation: Operation; readonly place: Kept['sent']; readonly entry: Entry },
  whole: Entry,
  stages: Stages,
): string | undefined {
  const names = uniqueMembers(operation, place.schema, collection.entrySchema);
  if (names.length === 0) return undefined;
  return valueTaken(
    names,
    whole,
    stages.entries(collection).filter((one) => one !== entry),
  );
}
