import { ABSENT, answers, BAD, documentOf, known, membersOf, takes } from '../everyday-services.ts';
import type { Ask, MakeService, Reply } from '../run-against-service.ts';
import type { Kind } from './kind.ts';

/** Trips that name their boat in a member, which has to be there, and that may go with it. */

const BOAT = `{ $ref: '#/components/schemas/Boat' }`;
const TRIP = `{ $ref: '#/components/schemas/Trip' }`;
const TEXT = '{ type: string, minLength: 1, maxLength: 80 }';
const SENT_BOAT = `{ type: object, required: [name], properties: { name: ${TEXT} } }`;
const SENT_TRIP = `{ type: object, required: [note, boatId], properties: { note: ${TEXT}, boatId: { type: integer, minimum: 1 } } }`;

const area = (name: string, sent: string, shown: string): string => `
  /${name}:
    get: { operationId: all_${name}, ${answers('200', `{ type: array, items: ${shown} }`)} }
    post: { operationId: make_${name}, ${takes(sent)}, ${answers('201', shown)} }
  /${name}/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: one_${name}, ${answers('200', shown)} }
    put: { operationId: put_${name}, ${takes(sent)}, ${answers('200', shown)} }
    delete: { operationId: drop_${name}, ${answers('204', '')} }`;

const DOCUMENT = documentOf(
  [area('boats', SENT_BOAT, BOAT), area('trips', SENT_TRIP, TRIP)].join(''),
  `
    Boat: { type: object, required: [id, name], properties: { id: { type: integer, readOnly: true }, name: ${TEXT} } }
    Trip: { type: object, required: [id, note, boatId], properties: { id: { type: integer, readOnly: true }, note: ${TEXT}, boatId: { type: integer } } }`,
);

type Entry = Readonly<Record<string, unknown>>;
type Fault = 'loses names' | 'keeps removed' | 'removes all trips';

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && Array.from(value).length <= 80;
}

function isReply(value: Entry | Reply): value is Reply {
  return 'status' in value;
}

/** `goesAlong`: the trips of a boat go with it. */
function harbour({ goesAlong = true, fault }: { goesAlong?: boolean; fault?: Fault } = {}): MakeService {
  return () => {
    const all = new Map<string, Map<number, Entry>>([
      ['boats', new Map([[1, { name: 'theirs' }]])],
      ['trips', new Map()],
    ]);
    let made = 1;
    const of = (name: string): Map<number, Entry> => all.get(name) ?? new Map<number, Entry>();
    const entryOf = (name: string, ask: Ask, old?: Entry): Entry | Reply => {
      const given = membersOf(ask);
      const text = given.get(name === 'boats' ? 'name' : 'note');
      if (!isText(text) || Array.isArray(ask.json)) return BAD;
      if (name === 'boats') return { name: fault === 'loses names' ? (old?.['name'] ?? text) : text };
      const boatId = given.get('boatId');
      if (typeof boatId !== 'number' || !Number.isInteger(boatId) || boatId < 1) return BAD;
      return of('boats').has(boatId) ? { note: text, boatId } : ABSENT;
    };
    const remove = (name: string, id: number): void => {
      of(name).delete(id);
      if (name === 'trips' && fault === 'removes all trips') of('trips').clear();
      if (!goesAlong || name === 'trips') return;
      for (const [trip, { boatId }] of of('trips')) if (boatId === id) of('trips').delete(trip);
    };
    return known((ask) => {
      const [, name = '', key] = ask.path.split('/');
      const id = Number(key);
      const old = of(name).get(id);
      if (key !== undefined && old === undefined) return ABSENT;
      if (ask.method === 'GET' && key === undefined)
        return { status: 200, body: [...of(name)].map(([one, entry]) => ({ id: one, ...entry })) };
      if (ask.method === 'GET') return { status: 200, body: { id, ...old } };
      if (ask.method === 'DELETE') {
        if (fault !== 'keeps removed') remove(name, id);
        return { status: 204 };
      }
      const next = entryOf(name, ask, old);
      if (isReply(next)) return next;
      made += key === undefined ? 1 : 0;
      const own = key === undefined ? made : id;
      of(name).set(own, next);
      return { status: key === undefined ? 201 : 200, body: { id: own, ...next } };
    });
  };
}

export const hangingKinds: readonly Kind[] = [
  {
    title: 'trips that name their boat',
    document: DOCUMENT,
    honest: { 'trips go with their boat': harbour(), 'trips outlive it': harbour({ goesAlong: false }) },
    faulty: {
      'a name is not replaced': {
        serve: harbour({ fault: 'loses names' }),
        finds: 'resources.update-stored',
      },
      'what was removed is there still': {
        serve: harbour({ fault: 'keeps removed' }),
        finds: 'resources.removed-is-gone',
      },
      'one trip takes all others along': {
        serve: harbour({ fault: 'removes all trips' }),
        finds: 'resources.others-unchanged',
      },
    },
    astray: ({ method, path }) => method !== 'GET' && path === '/boats/1',
  },
];
