import { expect, test } from 'vitest';
import { wholeInCi } from '../sampled.ts';
import { idsOf } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** A list that is asked for a text in its own letter case, and for moments by bounds in brackets (`made[gte]`). */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const of = (schema: string): string => `{$ref: '#/components/schemas/${schema}'}`;
const MOMENT = '{type: integer, minimum: 0, maximum: 4102444800}';

const DOCUMENT = `
openapi: 3.0.3
info: {title: Guests, version: '1', description: 'Lists are sorted by creation, newest first.'}
paths:
  /guests:
    get:
      parameters:
        - name: mail
          in: query
          description: Only guests with exactly this mail (case-sensitive).
          schema: {type: string, minLength: 3, maxLength: 80}
        - name: created
          in: query
          style: deepObject
          explode: true
          schema: {type: object, additionalProperties: false, properties: {gte: ${MOMENT}, lt: ${MOMENT}}}
      responses: {'200': {description: all, ${json(`{type: array, items: ${of('Guest')}}`)}}, '400': {description: no}}
    post:
      requestBody: {required: true, ${json(of('NewGuest'))}}
      responses: {'201': {description: made, ${json(of('Guest'))}}, '422': {description: no}}
  /guests/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: one, ${json(of('Guest'))}}, '404': {description: not there}}}
    delete: {responses: {'204': {description: gone}, '404': {description: not there}}}
components:
  schemas:
    NewGuest: {type: object, required: [mail], properties: {mail: {type: string, minLength: 3, maxLength: 80}}}
    Guest: {allOf: [${of('NewGuest')}, {type: object, required: [id, created], properties: {id: {type: string}, created: {type: integer}}}]}
`;

type Guest = { readonly id: string; readonly mail: string; readonly made: number };
type Asked = {
  readonly mail: string | null;
  readonly gte: number | undefined;
  readonly lt: number | undefined;
};
type Ways = {
  readonly isMailed?: (guest: Guest, mail: string) => boolean;
  readonly isSince?: (made: number, gte: number) => boolean;
  readonly isBefore?: (made: number, lt: number) => boolean;
  readonly isOldestFirst?: boolean;
};

const guests =
  ({
    isMailed = ({ mail }, asked) => mail === asked,
    isSince = (made, gte) => made >= gte,
    isBefore = (made, lt) => made < lt,
    isOldestFirst = false,
  }: Ways): MakeService =>
  () => {
    let all: readonly Guest[] = [];
    let count = 0;
    const shown = ({ id, mail, made }: Guest): object => ({ id, mail, created: Math.floor(made) });
    const isAsked = (guest: Guest, { mail, gte, lt }: Asked): boolean =>
      (mail === null || isMailed(guest, mail)) &&
      (gte === undefined || isSince(guest.made, gte)) &&
      (lt === undefined || isBefore(guest.made, lt));
    return ({ method, path, query, json: sent }) => {
      const id = path.split('/')[2] ?? '';
      if (id !== '') {
        const guest = all.find((one) => one.id === id);
        if (guest === undefined) return { status: 404 };
        if (method === 'DELETE') all = all.filter((one) => one !== guest);
        return method === 'DELETE' ? { status: 204 } : { status: 200, body: shown(guest) };
      }
      if (method === 'GET') {
        const [mail, ...bounds] = [query.get('mail'), query.get('created[gte]'), query.get('created[lt]')];
        const [gte, lt] = bounds.map((bound) => (bound === null ? undefined : Number(bound)));
        const isWrong = [gte, lt].some(
          (bound) => bound !== undefined && !(Number.isInteger(bound) && bound >= 0 && bound <= 4102444800),
        );
        if (
          isWrong ||
          [...query.keys()].some((name) => !['mail', 'created[gte]', 'created[lt]'].includes(name))
        )
          return { status: 400 };
        if (mail !== null && (mail.length < 3 || mail.length > 80)) return { status: 400 };
        const found = all.filter((guest) => isAsked(guest, { mail, gte, lt }));
        return { status: 200, body: (isOldestFirst ? found : found.toReversed()).map(shown) };
      }
      const { mail } = { mail: undefined, ...(typeof sent === 'object' ? sent : {}) };
      if (typeof mail !== 'string' || Array.from(mail).length < 3 || Array.from(mail).length > 80)
        return { status: 422 };
      count += 1;
      // Some are made in the same second.
      const guest = { id: `g${String(count)}`, mail, made: 1_790_000_000 + Math.floor(count / 3) * 7 + 0.25 };
      all = [...all, guest];
      return { status: 201, body: shown(guest) };
    };
  };

test.each<readonly [string, Ways]>([
  ['as it is documented', {}],
  ['by the parts of seconds, too', { isBefore: (made, lt) => made < lt + 0.5 }],
])('nobody is blamed who chooses %s', async (_name, ways) => {
  const run = await runAtOnce(DOCUMENT, guests(ways));
  expect(idsOf(run, 'fail')).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test.each(
  wholeInCi<readonly [string, Ways, string]>(
    [
      [
        'takes any letter case',
        { isMailed: ({ mail }, asked) => mail.toLowerCase() === asked.toLowerCase() },
        'resources.filter-holds',
      ],
      ['minds no bound', { isSince: () => true }, 'resources.filter-holds'],
      [
        'takes its own bound for outside',
        { isSince: (made, gte) => Math.floor(made) > gte },
        'resources.filter-holds',
      ],
      ['shows the oldest first', { isOldestFirst: true }, 'resources.order-holds'],
    ],
    2,
  ),
)('a service that %s is blamed', async (_name, ways, blamed) => {
  const run = await runAtOnce(DOCUMENT, guests(ways), { suites: ['resources', 'collections'] });
  expect(idsOf(run, 'fail')).toContain(blamed);
});
