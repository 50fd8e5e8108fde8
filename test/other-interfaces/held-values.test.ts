import { expect, test } from 'vitest';
import { wholeInCi } from '../sampled.ts';
import { alarms, blames } from '../lives/run-lives.ts';
import { isKnown, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Events with lists, maps, days and objects inside of them: what creations, changes and replacements make of these. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const EVENT = json('{$ref: "#/components/schemas/Event"}');
const REFUSED = `'400': {description: no}, '401': {description: who}`;
const MISSING = `${REFUSED}, '404': {description: none}`;

const DOCUMENT = `
openapi: 3.0.3
info: {title: Events, version: '1'}
security: [{key: []}]
paths:
  /events:
    get:
      operationId: list
      responses: {'200': {description: all of them, ${json('{type: array, items: {$ref: "#/components/schemas/Event"}}')}}, '401': {description: who}}
    post:
      operationId: create
      requestBody: {required: true, ${json('{$ref: "#/components/schemas/NewEvent"}')}}
      responses: {'201': {description: made, ${EVENT}}, ${REFUSED}, '409': {description: there already}}
  /events/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: read, responses: {'200': {description: one, ${EVENT}}, ${MISSING}}}
    put:
      operationId: replace
      requestBody: {required: true, ${json('{$ref: "#/components/schemas/NewEvent"}')}}
      responses: {'200': {description: replaced, ${EVENT}}, ${MISSING}}
    patch:
      operationId: change
      requestBody: {required: true, content: {application/merge-patch+json: {schema: {$ref: "#/components/schemas/Change"}}}}
      responses: {'200': {description: changed, ${EVENT}}, ${MISSING}}
    delete: {operationId: remove, responses: {'204': {description: gone}, ${MISSING}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Words: {type: array, maxItems: 5, items: {type: string, minLength: 1, maxLength: 20}}
    Labels: {type: object, maxProperties: 6, additionalProperties: {type: string, maxLength: 40}}
    Access: {type: object, additionalProperties: false, properties: {mode: {type: string, enum: [open, invited, closed]}, places: {type: integer, minimum: 0, maximum: 90}, waits: {type: boolean}}}
    Host: {type: object, required: [name], properties: {name: {type: string, minLength: 1, maxLength: 30}, kind: {type: string, enum: [speaker, helper, guest], default: guest}}}
    Film: {type: object, required: [type, seconds], additionalProperties: false, properties: {type: {type: string, enum: [film]}, seconds: {type: integer, minimum: 1, maximum: 900}, captions: {type: boolean}}}
    Talk: {type: object, required: [type, topic], additionalProperties: false, properties: {type: {type: string, enum: [talk]}, topic: {type: string, minLength: 1, maxLength: 40}}}
    Said:
      type: object
      properties:
        code: {type: string, pattern: '^[A-Z]{3}-[0-9]{4}$'}
        title: {type: string, minLength: 1, maxLength: 80}
        summary: {type: string, maxLength: 90, nullable: true}
        day: {type: string, format: date}
        opens: {type: string, format: date-time}
        words: {$ref: '#/components/schemas/Words'}
        labels: {$ref: '#/components/schemas/Labels'}
        access: {$ref: '#/components/schemas/Access'}
        hosts: {type: array, maxItems: 3, items: {$ref: '#/components/schemas/Host'}}
        content: {oneOf: [{$ref: '#/components/schemas/Film'}, {$ref: '#/components/schemas/Talk'}]}
    NewEvent: {allOf: [{$ref: '#/components/schemas/Said'}, {required: [code, title]}]}
    Change: {type: object, minProperties: 1, properties: {title: {type: string, minLength: 1, maxLength: 80}, summary: {type: string, maxLength: 90, nullable: true}, labels: {$ref: '#/components/schemas/Labels'}, access: {$ref: '#/components/schemas/Access'}}}
    Event:
      allOf:
        - {$ref: '#/components/schemas/Said'}
        - {type: object, required: [id, code, title, stage], properties: {id: {type: integer, readOnly: true}, stage: {type: string, enum: [planned, open, over], readOnly: true}}}
`;

type Values = Readonly<Record<string, unknown>>;
type Event = Values & { readonly id: number };

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isText = (value: unknown, most: number, least = 1): value is string =>
  typeof value === 'string' && Array.from(value).length >= least && Array.from(value).length <= most;
const isWhole = (value: unknown, most: number, least = 0): boolean =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
const isDay = (value: unknown): boolean =>
  isText(value, 10) &&
  /^\d{4}-\d\d-\d\d$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value);
const isMoment = (value: unknown): boolean =>
  isText(value, 40) &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i.test(value) &&
  isDay(value.slice(0, 10)) &&
  !Number.isNaN(Date.parse(value));
const isOf =
  (
    rules: Readonly<Record<string, (value: unknown) => boolean>>,
    isClosed: boolean,
    ...needed: readonly string[]
  ) =>
  (value: unknown): boolean =>
    isObject(value) &&
    needed.every((name) => Object.hasOwn(value, name)) &&
    Object.entries(value).every(([name, held]) =>
      Object.hasOwn(rules, name) ? rules[name]?.(held) === true : !isClosed,
    );

const access = isOf(
  {
    mode: (v) => ['open', 'invited', 'closed'].some((one) => one === v),
    places: (v) => isWhole(v, 90),
    waits: (v) => typeof v === 'boolean',
  },
  true,
);
const film = isOf(
  { type: (v) => v === 'film', seconds: (v) => isWhole(v, 900, 1), captions: (v) => typeof v === 'boolean' },
  true,
  'type',
  'seconds',
);
const talk = isOf({ type: (v) => v === 'talk', topic: (v) => isText(v, 40) }, true, 'type', 'topic');
const host = isOf(
  { name: (v) => isText(v, 30), kind: (v) => ['speaker', 'helper', 'guest'].some((one) => one === v) },
  false,
  'name',
);

const RULES = {
  code: (v: unknown) => typeof v === 'string' && /^[A-Z]{3}-[0-9]{4}$/.test(v),
  title: (v: unknown) => isText(v, 80),
  summary: (v: unknown) => v === null || isText(v, 90, 0),
  day: isDay,
  opens: isMoment,
  words: (v: unknown) => Array.isArray(v) && v.length <= 5 && v.every((one) => isText(one, 20)),
  labels: (v: unknown) =>
    isObject(v) && Object.keys(v).length <= 6 && Object.values(v).every((one) => isText(one, 40, 0)),
  access,
  hosts: (v: unknown) => Array.isArray(v) && v.length <= 3 && v.every(host),
  content: (v: unknown) => film(v) || talk(v),
};
const isNew = isOf(RULES, false, 'code', 'title');
const isChange = isOf(RULES, false);

function known(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(RULES, name)));
}

function merged(before: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const all = isObject(before) ? before : {};
  const names = new Set([...Object.keys(all), ...Object.keys(patch)]);
  const next = [...names].filter((name) => patch[name] !== null);
  return Object.fromEntries(
    next.map((name) => [name, name in patch ? merged(all[name], patch[name]) : all[name]]),
  );
}

type Ways = {
  /** What a creation keeps of what it is given. */
  readonly make?: (sent: Values) => Values;
  readonly replace?: (sent: Values, before: Values) => Values;
  readonly change?: (before: Values, patch: Values) => unknown;
  readonly show?: (event: Event) => Values;
  /** A creation may say on which stage an event is. */
  readonly takesStage?: true;
};

/** Hosts without a kind are guests. */
function withKinds(sent: Values, kind = 'guest'): Values {
  const { hosts } = sent;
  return Array.isArray(hosts)
    ? { ...sent, hosts: hosts.map((one: unknown) => ({ kind, ...Object(one) })) }
    : sent;
}

function events({
  make = (sent) => sent,
  replace = (sent) => sent,
  change = merged,
  show = (event) => event,
  takesStage,
}: Ways): MakeService {
  return () => {
    const all = new Map<number, Event>();
    let last = 0;
    const isTaken = ({ code }: Values, id?: number): boolean =>
      all.values().some((one) => one.code === code && one.id !== id);
    const create = (body: unknown): Reply => {
      if (!isNew(body) || !isObject(body)) return { status: 400 };
      if (isTaken(body)) return { status: 409 };
      last += 1;
      const stage = (takesStage === true ? body.stage : undefined) ?? 'planned';
      const kept = { ...known(make(withKinds(body))), stage, id: last };
      all.set(last, kept);
      return { status: 201, body: show(kept) };
    };
    return (ask) => {
      const { method, path, json: body } = ask;
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      if (path === '/events')
        return method === 'POST' ? create(body) : { status: 200, body: [...all.values()].map(show) };
      const text = path.split('/')[2] ?? '';
      if (!/^-?\d+$/.test(text)) return { status: 400 };
      const event = all.get(Number(text));
      if (event === undefined) return { status: 404 };
      const { id, stage } = event;
      const keep = (values: Values): Reply => {
        all.set(id, { ...values, stage, id });
        return { status: 200, body: show({ ...values, stage, id }) };
      };
      if (method === 'GET') return { status: 200, body: show(event) };
      if (method === 'DELETE') return { status: all.delete(id) ? 204 : 404 };
      if (!isObject(body)) return { status: 400 };
      if (method === 'PUT')
        return isNew(body) ? keep(replace(known(withKinds(body)), event)) : { status: 400 };
      if (!isChange(body) || Object.keys(body).length === 0) return { status: 400 };
      const next = change(event, known(body));
      return isObject(next) && isNew(next) ? keep(known(next)) : { status: 400 };
    };
  };
}

/** The values with one of them made anew, where it is there. */
const withOther =
  (name: string, other: (value: never) => unknown) =>
  (sent: Values): Values =>
    sent[name] === undefined || sent[name] === null ? sent : { ...sent, [name]: other(sent[name] as never) };
const without =
  (...names: readonly string[]) =>
  (sent: Values): Values =>
    Object.fromEntries(Object.entries(sent).filter(([name]) => !names.includes(name)));
const later =
  (ms: number) =>
  (text: string): string => {
    const moved = new Date(Date.parse(text) + ms).toISOString();
    return text.length === 10 ? moved.slice(0, 10) : moved;
  };
const DAY_MS = 86_400_000;

const SUITES = { suites: ['resources', 'collections'] };

test.each(
  wholeInCi<readonly [name: string, ways: Ways]>(
    [
      ['keeps what it is given', {}],
      [
        'shows lists the other way round',
        { make: withOther('words', (words: readonly string[]) => words.toReversed()) },
      ],
      [
        'makes names of words',
        {
          make: withOther('words', (words: readonly string[]) => [
            ...new Set(words.map((word) => word.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'))),
          ]),
        },
      ],
      [
        'has events begin on working days',
        {
          make: withOther(
            'day',
            (day: string) =>
              [later(DAY_MS)(day), day, day, day, day, day, later(2 * DAY_MS)(day)][
                new Date(day).getUTCDay()
              ],
          ),
        },
      ],
      [
        'shows moments in another zone',
        {
          make: withOther('opens', (text: string) =>
            new Date(Date.parse(text) + 7_200_000).toISOString().replace('Z', '+02:00'),
          ),
        },
      ],
      [
        'leaves nulls out',
        {
          show: ({ id, ...event }) => ({
            id,
            ...Object.fromEntries(Object.entries(event).filter(([, value]) => value !== null)),
          }),
        },
      ],
      [
        'has an access of its own for what is not given',
        { replace: (sent) => ({ access: { mode: 'closed', places: 5, waits: false }, ...sent }) },
      ],
    ],
    11,
  ),
)('a service that %s conforms', async (_name, ways) => {
  const run = await runAtOnce(DOCUMENT, events(ways), SUITES);
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

const first = (sent: Values): Values => Object.fromEntries(Object.entries(sent).slice(0, 1));

test.each(
  wholeInCi<readonly [name: string, ways: Ways, check: string]>(
    [
      ['never has words', { make: without('words'), replace: without('words') }, 'resources.made-as-asked'],
      [
        'keeps one word',
        { make: withOther('words', (words: readonly string[]) => words.slice(0, 1)) },
        'resources.made-as-asked',
      ],
      [
        'makes one word of several',
        { make: withOther('words', (words: readonly string[]) => [words.join(', ').slice(0, 60)]) },
        'resources.made-as-asked',
      ],
      [
        'keeps no words of a creation alone',
        { make: withOther('words', () => []) },
        'resources.made-as-asked',
      ],
      [
        'replaces words by the first of them',
        { replace: withOther('words', (words: readonly string[]) => words.slice(0, 1)) },
        'resources.update-stored',
      ],
      ['keeps one label', { make: withOther('labels', first) }, 'resources.made-as-asked'],
      ['keeps no hosts', { make: withOther('hosts', () => []) }, 'resources.made-as-asked'],
      [
        'makes helpers of all hosts',
        {
          make: (sent) =>
            withOther('hosts', (hosts: readonly Values[]) =>
              hosts.map((one) => (one.kind === 'guest' ? { ...one, kind: 'helper' } : one)),
            )(sent),
        },
        'resources.made-as-asked',
      ],
      ['begins a day early', { make: withOther('day', later(-DAY_MS)) }, 'resources.made-as-asked'],
      ['opens an hour late', { make: withOther('opens', later(3_600_000)) }, 'resources.made-as-asked'],
      [
        'makes a talk of everything',
        { make: withOther('content', () => ({ type: 'talk', topic: 'x' })) },
        'resources.made-as-asked',
      ],
      [
        'forgets captions',
        { make: withOther('content', ({ captions: _captions, ...content }: Values) => content) },
        'resources.made-as-asked',
      ],
      ['takes the stage from creations', { takesStage: true }, 'resources.read-only-kept'],
      [
        'keeps the access that a replacement leaves out',
        { replace: (sent, { access: old }) => ({ access: old, ...sent }) },
        'resources.replacement-is-whole',
      ],
      [
        'keeps a summary that a replacement leaves out',
        { replace: (sent, { summary }) => ({ summary, ...sent }) },
        'resources.replacement-is-whole',
      ],
      [
        'puts labels in the place of all labels',
        {
          change: (before, patch) => ({
            ...Object(merged(before, patch)),
            ...(isObject(patch.labels) ? { labels: patch.labels } : {}),
          }),
        },
        'resources.',
      ],
      [
        'gives the rest of an access values of its own',
        {
          change: (before, patch) => ({
            ...Object(merged(before, patch)),
            ...(isObject(patch.access)
              ? { access: { mode: 'open', places: 90, waits: false, ...patch.access } }
              : {}),
          }),
        },
        'resources.change-keeps-rest',
      ],
    ],
    11,
  ),
)('a service that %s is found out', async (_name, ways, check) => {
  const run = await runAtOnce(DOCUMENT, events(ways), SUITES);
  expect(blames(run)).toContain(check);
});
