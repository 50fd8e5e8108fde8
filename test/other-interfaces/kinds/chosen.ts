import { ABSENT, answers, BAD, documentOf, known, membersOf, takes } from '../everyday-services.ts';
import type { Ask, MakeService, Reply } from '../run-against-service.ts';
import type { Kind } from './kind.ts';

/** Lists that are chosen from by bounds that their parameters name, by several values at once, and by an item of a list. */

const MEETING = `{ $ref: '#/components/schemas/Meeting' }`;
const MEMBERS = `title: { type: string, minLength: 1, maxLength: 60 }, room: { type: string, enum: [blue, green, red] }, seats: { type: integer, minimum: 1, maximum: 500 }, heldOn: { type: string, format: date }, host: { type: string, format: email, maxLength: 80 }, topics: { type: array, maxItems: 4, items: { type: string, minLength: 1, maxLength: 30 } }`;

const MEETINGS = documentOf(
  `
  /meetings:
    get:
      operationId: meetings
      parameters:
        - { name: room, in: query, explode: false, schema: { type: array, items: { type: string, enum: [blue, green, red] } } }
        - { name: minSeats, in: query, schema: { type: integer, minimum: 1 } }
        - { name: heldFrom, in: query, schema: { type: string, format: date } }
        - { name: held_before, in: query, schema: { type: string, format: date } }
        - { name: created_after, in: query, schema: { type: string, format: date-time } }
        - { name: host, in: query, schema: { type: string, format: email, maxLength: 80 } }
        - { name: topic, in: query, schema: { type: string, minLength: 1, maxLength: 30 } }
      ${answers('200', `{ type: array, items: ${MEETING} }`)}
    post: { operationId: addMeeting, ${takes(`{ type: object, required: [title, room, seats, heldOn], properties: { ${MEMBERS} } }`)}, ${answers('201', MEETING)} }
  /meetings/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: meeting, ${answers('200', MEETING)} }
    delete: { operationId: removeMeeting, ${answers('204', '')} }`,
  `
    Meeting: { type: object, required: [id, title, room, seats, heldOn, topics, createdAt], properties: { id: { type: integer, readOnly: true }, ${MEMBERS}, createdAt: { type: string, format: date-time, readOnly: true } } }`,
);

type Meeting = {
  readonly id: number;
  readonly title: string;
  readonly room: string;
  readonly seats: number;
  readonly heldOn: string;
  readonly host?: string;
  readonly topics: readonly string[];
  readonly createdAt: string;
};

/** What a service does otherwise with one of its parameters. */
type Choice = (meeting: Meeting, value: string) => boolean;
type Choices = Readonly<
  Record<'room' | 'minSeats' | 'heldFrom' | 'held_before' | 'created_after' | 'host' | 'topic', Choice>
>;

const honest: Choices = {
  room: ({ room }, value) => value.split(',').includes(room),
  minSeats: ({ seats }, value) => seats >= Number(value),
  heldFrom: ({ heldOn }, value) => heldOn >= value,
  held_before: ({ heldOn }, value) => heldOn < value,
  created_after: ({ createdAt }, value) => Date.parse(createdAt) > Date.parse(value),
  host: ({ host }, value) => host?.toLowerCase() === value.toLowerCase(),
  topic: ({ topics }, value) => topics.includes(value),
};

const DAY = /^\d{4}-\d\d-\d\d$/;

function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !DAY.test(value)) return false;
  const time = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(value);
}

function isText(value: unknown, most: number): value is string {
  return typeof value === 'string' && value !== '' && Array.from(value).length <= most;
}

function isMail(value: unknown): value is string {
  return isText(value, 80) && /^[^\s@]+@[^\s@]+$/.test(value);
}

const ROOMS: readonly unknown[] = ['blue', 'green', 'red'];

/** What each parameter takes. */
const TAKEN: Readonly<Record<keyof Choices, (value: string) => boolean>> = {
  room: (value) => value.split(',').every((one) => ROOMS.includes(one)),
  minSeats: (value) => /^\d{1,9}$/.test(value) && Number(value) >= 1,
  heldFrom: isDay,
  held_before: isDay,
  created_after: (value) =>
    /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/i.test(value) &&
    isDay(value.slice(0, 10)) &&
    !Number.isNaN(Date.parse(value)),
  host: isMail,
  topic: (value) => isText(value, 30),
};

const NAMES = ['room', 'minSeats', 'heldFrom', 'held_before', 'created_after', 'host', 'topic'] as const;

function meetingIn(ask: Ask): Omit<Meeting, 'id' | 'createdAt'> | undefined {
  const given = membersOf(ask);
  const [title, room, seats, heldOn, topics = []] = ['title', 'room', 'seats', 'heldOn', 'topics'].map(
    (name) => given.get(name),
  );
  const host = given.get('host');
  if (host !== undefined && !isMail(host)) return undefined;
  const isCount = typeof seats === 'number' && Number.isInteger(seats) && seats >= 1 && seats <= 500;
  if (!isText(title, 60) || typeof room !== 'string' || !ROOMS.includes(room) || !isCount || !isDay(heldOn))
    return undefined;
  if (!Array.isArray(topics) || topics.length > 4 || !topics.every((topic) => isText(topic, 30)))
    return undefined;
  return { title, room, seats, heldOn, topics: topics.map(String), ...(host === undefined ? {} : { host }) };
}

function meetings(
  own: Partial<Choices> = {},
  mayAsk: (name: string, value: string) => boolean = () => true,
): MakeService {
  return () => {
    const choices = { ...honest, ...own };
    const all: Meeting[] = [];
    const add = (meeting: Omit<Meeting, 'id' | 'createdAt'>): Meeting => {
      const made = { id: 100 + all.length, ...meeting, createdAt: new Date().toISOString() };
      all.push(made);
      return made;
    };
    for (const [at, room] of ['blue', 'green', 'red', 'blue', 'green', 'blue'].entries())
      add({
        title: `Meeting ${String(at)}`,
        room,
        seats: 10 + at * 5,
        host: `host.${String(at)}@example.com`,
        heldOn: `2026-0${String(at + 1)}-15`,
        topics: at % 2 === 0 ? [] : ['money', `garden ${String(at)}`],
      });
    const gone = new Set<number>();
    const list = (query: URLSearchParams): Reply => {
      const asked = NAMES.flatMap((name) => {
        const values = query.getAll(name);
        return values.map((value) => ({
          name,
          value,
          isFine: values.length === 1 && TAKEN[name](value) && mayAsk(name, value),
        }));
      });
      if (asked.some(({ isFine }) => !isFine)) return BAD;
      const there = all.filter(({ id }) => !gone.has(id));
      return {
        status: 200,
        body: there.filter((one) => asked.every(({ name, value }) => choices[name](one, value))),
      };
    };
    return known((ask) => {
      const [, , name] = ask.path.split('/');
      if (name === undefined && ask.method === 'GET') return list(ask.query);
      if (name === undefined) {
        const meeting = meetingIn(ask);
        return meeting === undefined || Array.isArray(ask.json) ? BAD : { status: 201, body: add(meeting) };
      }
      const found = all.find(({ id }) => String(id) === name && !gone.has(id));
      if (found === undefined) return ABSENT;
      if (ask.method === 'GET') return { status: 200, body: found };
      gone.add(found.id);
      return { status: 204 };
    });
  };
}

const FILTERS = 'resources.filter-holds';

export const chosenKinds: readonly Kind[] = [
  {
    title: 'meetings to choose from',
    document: MEETINGS,
    honest: {
      'bounds leave out what is on them, or do not': meetings({
        minSeats: ({ seats }, value) => seats > Number(value),
        held_before: ({ heldOn }, value) => heldOn <= value,
      }),
      'days begin in another zone': meetings({
        heldFrom: ({ heldOn }, value) => Date.parse(heldOn) >= Date.parse(value) - 12 * 3_600_000,
      }),
      'topics are looked for in any way': meetings({
        topic: ({ topics }, value) =>
          topics.some((topic) => topic.toLowerCase().includes(value.toLowerCase())),
      }),
      'nobody may ask for what is to come': meetings(
        {},
        (name, value) => name !== 'created_after' || Date.parse(value) < Date.now(),
      ),
    },
    faulty: {
      'of several rooms the first alone is looked for': {
        serve: meetings({ room: ({ room }, value) => value.split(',', 1).includes(room) }),
        finds: FILTERS,
      },
      'a least number is left aside': { serve: meetings({ minSeats: () => true }), finds: FILTERS },
      'a first day is left aside': { serve: meetings({ heldFrom: () => true }), finds: FILTERS },
      'a last day is taken for a first one': {
        serve: meetings({ held_before: ({ heldOn }, value) => heldOn >= value }),
        finds: FILTERS,
      },
      'moments are left aside': { serve: meetings({ created_after: () => true }), finds: FILTERS },
      'hosts are left aside': { serve: meetings({ host: () => true }), finds: FILTERS },
      'topics are left aside': { serve: meetings({ topic: () => true }), finds: FILTERS },
      'nothing is found by a topic': { serve: meetings({ topic: () => false }), finds: FILTERS },
    },
    astray: ({ method, path }) => method === 'DELETE' && /^\/meetings\/10[0-5]$/.test(path),
  },
];
