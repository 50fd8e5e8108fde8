import { describe, expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { wholeInCi } from '../sampled.ts';
import { type Ask, isKnown, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/**
 * A document as generators of frameworks write it (Swashbuckle, NSwag): each object closed, answers too, whatever the service makes of
 * members that it does not know; problem details that are called JSON; a version in each query, with its default; `text/json` and `application/*+json` for each body; times
 * without an offset; lists of changes without the words that RFC 6902 has for them; actions in the letters of classes; sets; states that are numbers; bounds in words; flags for the direction of an order. The service
 * has one room for one booking at a time.
 */

const VERSION = `{ name: api-version, in: query, required: true, schema: { type: string, default: '1.0' } }`;
const FROM = `{ name: From, in: query, description: Bookings that start at this time or later, schema: { type: string, format: date-time } }`;
const DESCENDING = `{ name: OrderBy, in: query, schema: { type: string, enum: [startsAt, title], default: startsAt } }, { name: Descending, in: query, schema: { type: boolean, default: false } }`;
const ID = '{ name: id, in: path, required: true, schema: { type: string, format: uuid } }';
const ref = (name: string): string => `{ $ref: '#/components/schemas/${name}' }`;
const content = (schema: string, types = ['application/json', 'text/json']): string =>
  `content: { ${types.map((type) => `'${type}': { schema: ${schema} }`).join(', ')} }`;
const body = (name: string): string =>
  `requestBody: { ${content(ref(name), ['application/json', 'text/json', 'application/*+json'])} }`;
const answer = (status: number, schema?: string): string =>
  `'${String(status)}': { description: Success${schema === undefined ? '' : `, ${content(schema)}`} }`;
const NO = `'400': { description: Bad Request, ${content(ref('Problem'))} }`;
const conflict = (words: string): string => `'409': { description: ${words}, ${content(ref('Problem'))} }`;
const list = (name: string): string => `{ type: array, items: ${ref(name)} }`;
const closed = (properties: string, required = ''): string =>
  `{ ${required}type: object, properties: { ${properties} }, additionalProperties: false }`;

const WRITTEN = `opensAt: { type: string, format: time, nullable: true }, equipment: { type: array, items: { type: string }, uniqueItems: true, nullable: true }`;
const PERIOD = 'startsAt: { type: string, format: date-time }, endsAt: { type: string, format: date-time }';

const DOCUMENT = `
openapi: 3.0.1
info: { title: Booking.Api, version: '1.0' }
security: [{ Bearer: [] }]
paths:
  /api/Rooms:
    get: { operationId: Rooms_GetAll, parameters: [${VERSION}], responses: { ${answer(200, list('Room'))} } }
    post: { operationId: Rooms_Create, parameters: [${VERSION}], ${body('RoomInput')}, responses: { ${answer(201, ref('Room'))}, ${NO} } }
  /api/Rooms/{id}:
    get: { operationId: Rooms_Get, parameters: [${ID}, ${VERSION}], responses: { ${answer(200, ref('Room'))} } }
    patch: { operationId: Rooms_Patch, parameters: [${ID}, ${VERSION}], requestBody: { ${content(list('Operation'), ['application/json-patch+json'])} }, responses: { ${answer(200, ref('Room'))}, ${NO} } }
    delete: { operationId: Rooms_Delete, parameters: [${ID}, ${VERSION}], responses: { ${answer(204)}, ${conflict('The room has bookings')} } }
  /api/Rooms/{id}/Slots:
    get: { operationId: Rooms_Slots, parameters: [${ID}, ${VERSION}], responses: { ${answer(200, list('Slot'))} } }
  /api/Rooms/{id}/Notes:
    get: { operationId: Notes_GetAll, parameters: [${ID}, ${VERSION}], responses: { ${answer(200, list('Note'))} } }
    post: { operationId: Notes_Add, parameters: [${ID}, ${VERSION}], ${body('NoteInput')}, responses: { ${answer(201, ref('Note'))}, ${NO} } }
  /api/Bookings:
    get: { operationId: Bookings_GetAll, parameters: [${FROM}, ${DESCENDING}, ${VERSION}], responses: { ${answer(200, list('Booking'))}, ${NO} } }
    post: { operationId: Bookings_Create, parameters: [${VERSION}], ${body('BookingInput')}, responses: { ${answer(201, ref('Booking'))}, ${NO}, ${conflict('The room is booked at that time')} } }
  /api/Bookings/{id}:
    get: { operationId: Bookings_Get, parameters: [${ID}, ${VERSION}], responses: { ${answer(200, ref('Booking'))} } }
    delete: { operationId: Bookings_Delete, parameters: [${ID}, ${VERSION}], responses: { ${answer(204)} } }
  /api/Bookings/{id}/Confirm:
    post: { operationId: Bookings_Confirm, description: A Pending booking becomes Confirmed., parameters: [${ID}, ${VERSION}], ${body('NoteInput')}, responses: { ${answer(200, ref('Booking'))}, ${NO}, ${conflict('The booking is already confirmed')} } }
components:
  securitySchemes: { Bearer: { type: http, scheme: bearer } }
  schemas:
    RoomInput: ${closed(`name: { type: string, minLength: 1, maxLength: 60 }, ${WRITTEN}`, 'required: [name], ')}
    Room: ${closed(`id: { type: string, format: uuid }, name: { type: string, nullable: true }, ${WRITTEN}`)}
    Slot: ${closed(PERIOD)}
    BookingInput: ${closed(`roomId: { type: string, format: uuid }, title: { type: string, maxLength: 60, nullable: true }, ${PERIOD}`, 'required: [roomId, startsAt, endsAt], ')}
    Booking: ${closed(`id: { type: string, format: uuid }, roomId: { type: string, format: uuid }, name: { type: string, nullable: true }, title: { type: string, nullable: true }, ${PERIOD}, status: { enum: [0, 1], type: integer, description: '0 = Pending, 1 = Confirmed' }`)}
    NoteInput: ${closed('text: { type: string, maxLength: 60, nullable: true }')}
    Note: ${closed('id: { type: string, format: uuid }, roomId: { type: string, format: uuid }, text: { type: string, nullable: true }')}
    Operation: ${closed('path: { type: string, nullable: true }, op: { type: string, nullable: true }, from: { type: string, nullable: true }, value: { nullable: true }')}
    Problem: { type: object, properties: { type: { type: string, nullable: true }, title: { type: string, nullable: true }, status: { type: integer, nullable: true }, detail: { type: string, nullable: true }, instance: { type: string, nullable: true } }, additionalProperties: {} }
`;

const [PENDING, CONFIRMED] = [0, 1] as const;

type Members = Readonly<Record<string, unknown>>;
type Room = {
  readonly id: string;
  name: string;
  opensAt: string | null;
  equipment: readonly string[] | null;
};
type Note = { readonly id: string; readonly roomId: string; readonly text: string | null };
type Booking = {
  readonly id: string;
  readonly roomId: string;
  readonly name: string;
  readonly title: string | null;
  readonly startsAt: string;
  readonly endsAt: string;
  status: typeof PENDING | typeof CONFIRMED;
};

/** What a service does its own way. */
type Parts = {
  readonly shown: (room: Room, sent: Members) => unknown;
  readonly equipment: (sent: readonly string[]) => readonly string[];
  readonly confirm: (booking: Booking) => void;
  readonly refusal: (reply: Reply) => Reply;
  readonly listed: (all: readonly Booking[], removed: readonly Booking[]) => readonly Booking[];
  readonly roomsListed: (all: readonly Room[]) => readonly Room[];
  readonly isFrom: (startsAt: string, from: string) => boolean;
  readonly way: (isFalling: boolean) => number;
};

const HONEST: Parts = {
  shown: (room) => room,
  equipment: (sent) => [...new Set(sent)],
  confirm: (booking) => {
    booking.status = CONFIRMED;
  },
  refusal: (reply) => reply,
  listed: (all) => all,
  roomsListed: (all) => all,
  isFrom: (startsAt, from) => startsAt >= from,
  way: (isFalling) => (isFalling ? -1 : 1),
};

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const problem = (status: number): Reply => ({
  status,
  body: { title: 'No', status },
  headers: { 'Content-Type': 'application/problem+json' },
});
const isText = (value: unknown, least: number): value is string =>
  typeof value === 'string' && Array.from(value).length >= least && Array.from(value).length <= 60;
const isMoment = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(`${value.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(value.slice(0, 10));
const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
const inUtc = (text: string): string => new Date(text).toISOString().replace('.000Z', 'Z');

/** Members that are not known are passed over; a time has no offset. */
function roomIn(sent: unknown, { equipment }: Parts): Omit<Room, 'id'> | undefined {
  if (!isObject(sent)) return undefined;
  const { name, opensAt = null, equipment: given = null } = sent;
  if (!isText(name, 1) || (given !== null && !isTexts(given))) return undefined;
  if (opensAt !== null && !(typeof opensAt === 'string' && /^([01]\d|2[0-3])(:[0-5]\d){2}$/.test(opensAt)))
    return undefined;
  return { name, opensAt, equipment: given === null ? null : equipment(given) };
}

function noteIn(sent: unknown): Pick<Note, 'text'> | undefined {
  if (!isObject(sent)) return undefined;
  const { text = null } = sent;
  return text === null || isText(text, 0) ? { text } : undefined;
}

function changed(room: Room, changes: unknown): Members | undefined {
  if (!Array.isArray(changes)) return undefined;
  const next: Record<string, unknown> = { ...room };
  for (const change of changes) {
    if (!isObject(change) || change['op'] !== 'replace' || typeof change['path'] !== 'string')
      return undefined;
    const [name] = Object.keys(room).filter((own) => change['path'] === `/${own}` && own !== 'id');
    if (name === undefined) return undefined;
    next[name] = change['value'] ?? null;
  }
  return next;
}

const JSON_TYPE = /^(?:application|text)\/(?:[a-z.-]+\+)?json$/;

function bookings(own: Partial<Parts> = {}): MakeService {
  const parts = { ...HONEST, ...own };
  return () => {
    const rooms = new Map<string, Room>();
    const all = new Map<string, Booking>();
    const notes: Note[] = [];
    const removed: Booking[] = [];
    const listing = (query: URLSearchParams): Reply => {
      const [from, flag, by] = [
        query.get('From'),
        query.get('Descending') ?? 'false',
        query.get('OrderBy') ?? 'startsAt',
      ];
      const isRead = from === null || isMoment(from);
      if (!isRead || !/^(?:true|false)$/i.test(flag) || (by !== 'startsAt' && by !== 'title'))
        return problem(400);
      const found = parts
        .listed([...all.values()], removed)
        .filter(({ startsAt }) => from === null || parts.isFrom(startsAt, inUtc(from)));
      const sign = parts.way(flag.toLowerCase() === 'true');
      return {
        status: 200,
        body: found.toSorted((a, b) => ((a[by] ?? '') < (b[by] ?? '') ? -sign : sign)),
      };
    };
    const answerTo = ({ method, path, query, headers, text, json }: Ask): Reply => {
      if (query.get('api-version') !== '1.0') return problem(query.has('api-version') ? 404 : 400);
      const type = headers['content-type']?.split(';')[0]?.toLowerCase() ?? '';
      if (text !== '' && !JSON_TYPE.test(type)) return problem(415);
      const [, , place, id, part] = path.split('/');
      const [room, booking] = [rooms.get(id ?? ''), all.get(id ?? '')];
      const route = `${method} ${place ?? ''}${id === undefined ? '' : '/{}'}${part === undefined ? '' : `/${part}`}`;
      switch (route) {
        case 'GET Rooms':
          return {
            status: 200,
            body: parts.roomsListed([...rooms.values()]).map((one) => parts.shown(one, {})),
          };
        case 'GET Bookings':
          return listing(query);
        case 'POST Rooms': {
          const made = roomIn(json, parts);
          if (made === undefined) return problem(400);
          const entry = { id: crypto.randomUUID(), ...made };
          rooms.set(entry.id, entry);
          return { status: 201, body: parts.shown(entry, isObject(json) ? json : {}) };
        }
        case 'POST Bookings': {
          if (!isObject(json)) return problem(400);
          const { roomId, title = null, startsAt, endsAt } = json;
          const holder = typeof roomId === 'string' ? rooms.get(roomId.toLowerCase()) : undefined;
          if (!isMoment(startsAt) || !isMoment(endsAt) || !(title === null || isText(title, 0)))
            return problem(400);
          const [from, to] = [inUtc(startsAt), inUtc(endsAt)];
          if (holder === undefined || to <= from) return problem(400);
          const isTaken = [...all.values()].some(
            (one) => one.roomId === holder.id && one.startsAt < to && from < one.endsAt,
          );
          if (isTaken) return problem(409);
          const shared = { roomId: holder.id, name: holder.name, title, startsAt: from, endsAt: to };
          const entry: Booking = { id: crypto.randomUUID(), ...shared, status: PENDING };
          all.set(entry.id, entry);
          return { status: 201, body: entry };
        }
      }
      if (place === 'Rooms' ? room === undefined : booking === undefined) return problem(404);
      switch (route) {
        case 'GET Bookings/{}':
          return { status: 200, body: booking };
        case 'GET Rooms/{}':
          return { status: 200, body: room === undefined ? {} : parts.shown(room, {}) };
        case 'GET Rooms/{}/Slots':
          return {
            status: 200,
            body: [{ startsAt: '2031-05-01T08:00:00Z', endsAt: '2031-05-01T09:00:00Z' }],
          };
        case 'GET Rooms/{}/Notes':
          return { status: 200, body: notes.filter(({ roomId }) => roomId === id) };
        case 'POST Rooms/{}/Notes': {
          const made = noteIn(json);
          if (made === undefined) return problem(400);
          const note = { id: crypto.randomUUID(), roomId: id ?? '', ...made };
          notes.push(note);
          return { status: 201, body: note };
        }
        case 'PATCH Rooms/{}': {
          const next = room === undefined ? undefined : roomIn(changed(room, json), parts);
          if (room === undefined || next === undefined) return problem(400);
          return { status: 200, body: Object.assign(room, next) };
        }
        case 'DELETE Rooms/{}':
          if ([...all.values()].some(({ roomId }) => roomId === id)) return problem(409);
          rooms.delete(id ?? '');
          return { status: 204 };
        case 'DELETE Bookings/{}':
          if (booking !== undefined) removed.push(booking);
          all.delete(id ?? '');
          return { status: 204 };
        case 'POST Bookings/{}/Confirm':
          // Null is read as none, which may be.
          if (text !== '' && json !== null && noteIn(json) === undefined) return problem(400);
          if (booking?.status !== PENDING) return problem(409);
          parts.confirm(booking);
          return { status: 200, body: booking };
        default:
          return problem(404);
      }
    };
    return (ask) => {
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const reply = answerTo(ask);
      return reply.status < 400 ? reply : parts.refusal(reply);
    };
  };
}

describe('documents as generators of frameworks write them', () => {
  test('are no reason to blame a service, and all of them is asked', async () => {
    const run = await runAtOnce(DOCUMENT, bookings());
    expect(alarms(run)).toEqual([]);
    const { operations } = run.record.footer?.coverage ?? { operations: [] };
    expect(operations.filter(({ served }) => served === 0)).toEqual([]);
  });

  const faults: readonly (readonly [name: string, finds: string, own: Partial<Parts>])[] = [
    [
      'members that nobody knows come back',
      'bodies.schema',
      { shown: (room, sent) => ({ ...sent, ...room }) },
    ],
    ['a set has an item twice', 'validation.constraint', { equipment: (sent) => sent }],
    [
      'a time is no time',
      'bodies.schema',
      { shown: (room) => ({ ...room, opensAt: room.opensAt === null ? null : 'morning' }) },
    ],
    [
      'problem details have another type',
      'bodies.media-type',
      { refusal: (reply) => ({ ...reply, headers: { 'Content-Type': 'text/html' } }) },
    ],
    [
      'the status of problem details is a text',
      'errors.shape',
      { refusal: (reply) => ({ ...reply, body: { title: 'No', status: String(reply.status) } }) },
    ],
    [
      'what was removed stays in the list',
      'resources.removed-is-gone',
      { listed: (all, removed) => [...all, ...removed] },
    ],
    ['a first moment is left out', 'resources.filter-holds', { isFrom: (startsAt, from) => startsAt > from }],
    ['a first moment is not looked at', 'resources.filter-holds', { isFrom: () => true }],
    ['a flag for the direction is not looked at', 'resources.order-holds', { way: () => 1 }],
    ['a room that is made is never listed', 'collections.listed', { roomsListed: (all) => all.slice(0, 0) }],
    ['confirming does nothing', 'resources.action-stored', { confirm: () => undefined }],
  ];
  test.each(wholeInCi(faults, 4))('are judged by what they say: %s', async (_name, finds, own) => {
    expect(blames(await runAtOnce(DOCUMENT, bookings(own)))).toContain(finds);
  });
});
