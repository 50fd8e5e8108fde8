import {
  depotWith,
  type Entry,
  honestParts,
  ID,
  ownMembers,
  type Parts,
  problem,
  shelfOf,
  withDefaults,
} from './depot.ts';
import type { MakeService } from '../other-interfaces/run-against-service.ts';

/** The services of this zoo: conforming ones, each with a freedom that the document leaves, and faulty ones with one fault. */

export type Conforming = { readonly name: string; readonly serve: MakeService };
/** `finds`: the check that has to tell. */
export type Faulty = Conforming & { readonly finds: string };

function free(name: string, changes: Partial<Parts>): Conforming {
  return { name, serve: depotWith(changes) };
}

function broken(name: string, finds: string, changes: Partial<Parts>): Faulty {
  return { name, finds, serve: depotWith(changes) };
}

const TOMB = 'the shape of problem+json';

export const conforming: readonly Conforming[] = [
  free('plain', {}),
  free('a service with more members than the document shows', {
    show: (entry, where, kind, state) => ({
      ...honestParts.show(entry, where, kind, state),
      shape: TOMB,
      version: state.made,
    }),
  }),
  free('texts are trimmed', {
    create: (sent, kind) => trimmed(honestParts.create(sent, kind)),
    replace: (old, sent, kind) => trimmed(honestParts.replace(old, sent, kind)),
    change: (old, sent, kind) => trimmed(honestParts.change(old, sent, kind)),
  }),
  free('the newest first', { listed: ({ entries }) => entries.toReversed() }),
  free('lists lag behind by a moment', lagging()),
  free('gone is 410', {
    absent: (state, kind, id) =>
      problem(
        kind === 'keepers' && state.removed.some(({ entry }) => String(entry['id']) === id) ? 410 : 404,
      ),
  }),
  free('removals answer 200', {
    removedReply: (kind) => (kind === 'keepers' ? { status: 200 } : { status: 204 }),
  }),
  free('keepers that leave are shown as such', {
    remove(state, shelf, at) {
      const entry = shelf.entries[at];
      if (shelf.kind === 'keepers' && entry !== undefined) shelf.entries[at] = { ...entry, state: 'left' };
      else honestParts.remove(state, shelf, at);
    },
  }),
  free('keepers go some time after they were removed', {
    remove(state, shelf, at) {
      if (shelf.kind !== 'keepers') honestParts.remove(state, shelf, at);
    },
    removedReply: (kind) => ({ status: kind === 'keepers' ? 202 : 204 }),
  }),
  free('counts what was asked', {
    show: (entry, where, kind, state) => {
      state.made += 2;
      return {
        ...honestParts.show(entry, where, kind, state),
        ...(kind === 'keepers' ? { score: state.made } : {}),
      };
    },
  }),
  free('a put of keepers adds to what is there', {
    replace: (old, sent, kind) =>
      kind === 'keepers' ? honestParts.change(old, sent, kind) : honestParts.replace(old, sent, kind),
  }),
  free('weights have two decimals', {
    create: (sent, kind) => rounded(honestParts.create(sent, kind)),
    change: (old, sent, kind) => rounded(honestParts.change(old, sent, kind)),
  }),
  free('tags are sorted', {
    create: (sent, kind) => sorted(honestParts.create(sent, kind)),
    change: (old, sent, kind) => sorted(honestParts.change(old, sent, kind)),
  }),
  free('optional members are null where they have no value', {
    show: (entry, where, kind, state) => ({
      ...honestParts.show(entry, where, kind, state),
      ...(kind === 'keepers' ? { rank: null } : {}),
    }),
  }),
  free('lists show a summary', {
    show: (entry, where, kind, state) => {
      const { tags: _tags, weight: _weight, ...rest } = honestParts.show(entry, where, kind, state);
      return where === 'list' ? rest : honestParts.show(entry, where, kind, state);
    },
  }),
];

function mapTexts(entry: Entry, change: (text: string) => string): Entry {
  return Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [name, typeof value === 'string' ? change(value) : value]),
  );
}

function trimmed(entry: Entry): Entry {
  return mapTexts(entry, (text) => text.trim() || text);
}

function rounded(entry: Entry): Entry {
  const { weight } = entry;
  return typeof weight === 'number' ? { ...entry, weight: Math.round(weight * 100) / 100 } : entry;
}

function sorted(entry: Entry): Entry {
  const { tags } = entry;
  return Array.isArray(tags)
    ? { ...entry, tags: tags.map((tag) => String(tag)).toSorted((a, b) => (a < b ? -1 : 1)) }
    : entry;
}

/** What a list shows is as old as two requests. */
function lagging(): Partial<Parts> {
  const before = new Map<string, readonly Entry[]>();
  return {
    listed(shelf) {
      const key = `${shelf.kind} ${shelf.above}`;
      const old = before.get(key) ?? [...shelf.entries];
      before.set(key, [...shelf.entries]);
      return old;
    },
  };
}

function without(entry: Entry, name: string): Entry {
  return Object.fromEntries(Object.entries(entry).filter(([each]) => each !== name));
}

/** Members of each kind that a fault may be about. */
const MEMBERS = {
  shelves: ['label', 'zone', 'height', 'note', 'isLocked'],
  boxes: ['content', 'weight', 'tags'],
  keepers: ['name', 'motto'],
} as const;

const memberFaults: readonly Faulty[] = (['shelves', 'boxes', 'keepers'] as const).flatMap((kind) =>
  MEMBERS[kind].flatMap((member): readonly Faulty[] => {
    const changes = kind !== 'keepers';
    const replaces = kind !== 'boxes';
    const keep = (old: Entry, next: Entry): Entry =>
      Object.hasOwn(old, member) ? { ...next, [member]: old[member] } : without(next, member);
    return [
      ...(changes
        ? [
            broken(`a PATCH of ${kind} does not store ${member}`, 'resources.update-stored', {
              change: (old, sent, own) => {
                const next = honestParts.change(old, sent, own);
                return own === kind ? keep(old, next) : next;
              },
            }),
            broken(
              `a PATCH of ${kind} takes ${member} away unless it is sent`,
              'resources.change-keeps-rest',
              {
                change: (old, sent, own) => {
                  const next = honestParts.change(old, sent, own);
                  return own === kind && !Object.hasOwn(sent, member) ? reset(next, member) : next;
                },
              },
            ),
          ]
        : []),
      ...(replaces
        ? [
            broken(`a PUT of ${kind} does not store ${member}`, 'resources.update-stored', {
              replace: (old, sent, own) => {
                const next = honestParts.replace(old, sent, own);
                return own === kind ? keep(old, next) : next;
              },
            }),
          ]
        : []),
      broken(
        `an update of one of the ${kind} gives another one its ${member}`,
        // What a list shows of it tells as well.
        'resources.others-unchanged|resources.listed-as-read',
        {
          stored(_state, shelf, at, how) {
            const entry = shelf.entries[at];
            if (how === 'create' || shelf.kind !== kind || entry === undefined) return;
            for (const [other, one] of shelf.entries.entries())
              if (other !== at && Object.hasOwn(entry, member))
                shelf.entries[other] = { ...one, [member]: entry[member] };
          },
        },
      ),
    ];
  }),
);

/** What a lost member is: a required one is empty, others are not there. */
function reset(entry: Entry, member: string): Entry {
  switch (member) {
    case 'label':
    case 'content':
      return { ...entry, [member]: 'unnamed' };
    case 'zone':
      return { ...entry, zone: entry['zone'] === 'dry' ? 'cold' : 'dry' };
    case 'isLocked':
      return { ...entry, isLocked: entry['isLocked'] !== true };
    default:
      return without(entry, member);
  }
}

const kindFaults: readonly Faulty[] = (['shelves', 'boxes', 'keepers'] as const).flatMap(
  (kind): readonly Faulty[] => [
    broken(`removed ${kind} are still there`, 'resources.removed-is-gone', {
      remove(state, shelf, at) {
        if (shelf.kind !== kind) honestParts.remove(state, shelf, at);
      },
    }),
    broken(`removed ${kind} stay in the list`, 'resources.removed-is-gone', {
      listed: (shelf, state) =>
        shelf.kind === kind
          ? [...state.removed.flatMap((one) => (one.kind === kind ? [one.entry] : [])), ...shelf.entries]
          : shelf.entries,
    }),
    broken(`reading removed ${kind} gets 200`, 'resources.removed-is-gone', {
      absent(state, own, id, { method }) {
        const found = state.removed.find(({ entry }) => String(entry[ID[own]]) === id);
        const isRead = method === 'GET' && own === kind && found !== undefined;
        return isRead
          ? {
              status: 200,
              body: honestParts.show(found.entry, 'read', own, state),
              headers: { ETag: '"x"', 'Content-Type': 'application/json' },
            }
          : problem(404);
      },
    }),
    broken(`reading removed ${kind} gets 500`, 'statuses.no-server-error', {
      absent: (state, own, id) =>
        problem(own === kind && state.removed.some(({ entry }) => String(entry[ID[own]]) === id) ? 500 : 404),
    }),
    broken(`a removal of ${kind} takes another one along`, 'resources.others-unchanged', {
      remove(state, shelf, at) {
        honestParts.remove(state, shelf, at);
        if (shelf.kind !== kind) return;
        shelf.entries.splice(0, shelf.entries.length);
      },
    }),
    broken(`a stranger removes ${kind}, and is told that he does not`, 'resources.refused-changes-nothing', {
      peek(state, shelf, at, ask) {
        if (shelf.kind === kind && ask.method === 'DELETE' && !honestParts.admits(ask))
          honestParts.remove(state, shelf, at);
      },
    }),
    broken(`a stranger changes ${kind}, and is told that he does not`, 'resources.refused-changes-nothing', {
      peek(_state, shelf, at, ask) {
        const isWrite = ask.method === 'PATCH' || ask.method === 'PUT';
        const body = ask.json;
        if (shelf.kind !== kind || !isWrite || honestParts.admits(ask)) return;
        if (honestParts.allows(kind, body, true))
          shelf.entries[at] = { ...shelf.entries[at], ...ownMembers(kind, body) };
      },
    }),
    broken(`of a broken update of ${kind} the good members are stored`, 'resources.refused-changes-nothing', {
      peek(_state, shelf, at, ask) {
        const { json } = ask;
        const isWrite = ask.method === 'PATCH' || ask.method === 'PUT';
        if (shelf.kind !== kind || !isWrite || typeof json !== 'object' || json === null) return;
        const good = Object.entries(json).filter(([name, value]) =>
          honestParts.allows(kind, { [name]: value }, true),
        );
        shelf.entries[at] = { ...shelf.entries[at], ...ownMembers(kind, Object.fromEntries(good)) };
      },
    }),
    broken(`${kind} get the identity of what was removed`, 'resources.identity-not-reused', {
      identify(state, own) {
        const last = state.removed.findLast((one) => one.kind === own);
        return own === kind && last !== undefined ? last.entry[ID[own]] : honestParts.identify(state, own);
      },
    }),
    broken(`the list of ${kind} shows other texts`, 'listed-as-read', {
      show: (entry, where, own, state) => {
        const shown = honestParts.show(entry, where, own, state);
        const text = { shelves: 'label', boxes: 'content', keepers: 'name' }[own];
        return own === kind && where === 'list' ? { ...shown, [text]: 'a text of its own' } : shown;
      },
    }),
  ],
);

const otherFaults: readonly Faulty[] = [
  broken('a PUT of shelves adds to what is there', 'resources.replacement-is-whole', {
    replace: (old, sent, kind) =>
      kind === 'shelves' ? honestParts.change(old, sent, kind) : honestParts.replace(old, sent, kind),
  }),
  broken('a PATCH of shelves gives members their defaults back', 'resources.change-keeps-rest', {
    change: (old, sent, kind) =>
      honestParts.change(old, kind === 'shelves' ? withDefaults(kind, { height: 1, ...sent }) : sent, kind),
  }),
  broken('updates answer with new values and store nothing', 'resources.update-stored', {
    stored(state, shelf, at, how) {
      const entry = shelf.entries[at];
      if (how !== 'create' && entry !== undefined)
        shelf.entries[at] = { ...entry, ...frozen.get(String(entry[ID[shelf.kind]])) };
      else if (entry !== undefined) frozen.set(String(entry[ID[shelf.kind]]), entry);
      void state;
    },
  }),
  broken('the pin of keepers is shown when they are read', 'resources.write-only-hidden', {
    show: (entry, where, kind, state) =>
      where === 'read' ? entry : honestParts.show(entry, where, kind, state),
  }),
  broken('the pin of keepers is shown in the list', 'resources.write-only-hidden', {
    show: (entry, where, kind, state) =>
      where === 'list' ? entry : honestParts.show(entry, where, kind, state),
  }),
  broken('the pin of keepers is shown when they are made', 'resources.write-only-hidden', {
    show: (entry, where, kind, state) =>
      where === 'made' ? entry : honestParts.show(entry, where, kind, state),
  }),
  broken('the score of keepers is taken from clients', 'resources.read-only-kept', {
    replace: (old, sent, kind) => ({
      ...honestParts.replace(old, sent, kind),
      ...(kind === 'keepers' && typeof sent['score'] === 'number' ? { score: sent['score'] } : {}),
    }),
  }),
  broken('the time of shelves is taken from clients', 'resources.read-only-kept', {
    replace: (old, sent, kind) => ({
      ...honestParts.replace(old, sent, kind),
      ...(kind === 'shelves' && typeof sent['changedAt'] === 'string'
        ? { changedAt: sent['changedAt'] }
        : {}),
    }),
  }),
  broken('boxes outlive their shelf', 'resources.children-follow', {
    needsShelf: false,
    remove(state, shelf, at) {
      const boxes = shelfOf(state, 'boxes', String(shelf.entries[at]?.['id']));
      honestParts.remove(state, shelf, at);
      if (shelf.kind === 'shelves') state.shelves.set(`boxes ${boxes.above}`, boxes);
    },
  }),
  broken('boxes are made on shelves that are not there', 'resources.children-follow', { needsShelf: false }),
  broken('any key changes and removes', 'authentication.', {
    admits: (ask) => honestParts.admits(ask) || ['PUT', 'PATCH', 'DELETE'].includes(ask.method),
  }),
  broken('updates of removed shelves are served', 'resources.removed-is-gone', {
    absent: (_state, kind, id, { method, json }) =>
      kind === 'shelves' && (method === 'PUT' || method === 'PATCH') && typeof json === 'object'
        ? { status: 200, body: { id: Number(id), changedAt: '2030-01-01T00:00:00Z', ...json } }
        : problem(404),
  }),
  broken('an update removes the keeper', 'resources.update-stored', {
    stored(_state, shelf, at, how) {
      if (how === 'replace' && shelf.kind === 'keepers') shelf.entries.splice(at, 1);
    },
  }),
];

const frozen = new Map<string, Entry>();

export const faulty: readonly Faulty[] = [...memberFaults, ...kindFaults, ...otherFaults];
