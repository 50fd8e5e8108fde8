import { describe, expect, test } from 'vitest';
import { wholeInCi } from '../sampled.ts';
import { blamed, faultsOfAssay, idsOf } from './run-against-mock.ts';
import { type Ask, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/**
 * Entries that get the largest identity that is there and one more, as SQLite does it by itself: what is made after the last entry was
 * removed stands in its place.
 */

const CUP =
  'type: object, required: [name], properties: { id: { type: integer, readOnly: true }, name: { type: string, minLength: 1, maxLength: 60 }, note: { type: string, maxLength: 60 } }';
const ABSENT = '{ description: not there }';
const BAD = '{ description: not valid }';
const body = (schema: string): string => `content: { application/json: { schema: { ${schema} } } }`;
const DOCUMENT = `
openapi: 3.0.3
info: { title: Cups, version: '1' }
paths:
  /cups:
    get:
      operationId: listCups
      responses: { '200': { description: Cups, ${body(`type: array, items: { ${CUP} }`)} } }
    post:
      operationId: addCup
      requestBody: { required: true, ${body(CUP)} }
      responses: { '201': { description: Made, ${body(CUP)} }, '400': ${BAD} }
  /cups/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: readCup
      responses: { '200': { description: One, ${body(CUP)} }, '400': ${BAD}, '404': ${ABSENT} }
    patch:
      operationId: changeCup
      requestBody: { required: true, ${body(CUP.replace('required: [name], ', ''))} }
      responses: { '200': { description: Changed, ${body(CUP)} }, '400': ${BAD}, '404': ${ABSENT} }
    delete:
      operationId: removeCup
      responses: { '204': { description: Gone }, '400': ${BAD}, '404': ${ABSENT} }
`;

/** Where only `Location` tells what was made. */
const TOLD_BY_PLACE = DOCUMENT.replace(
  /'201': \{ description: Made, .*?\}(?=, '400')/,
  "'201': { description: Made, headers: { Location: { schema: { type: string } } } }",
);

type Cup = { readonly id: number; readonly name: string; readonly note?: string };
type Ways = {
  readonly change?: (cup: Cup, sent: Partial<Cup>) => Cup;
  readonly remove?: (all: readonly Cup[], cup: Cup) => readonly Cup[];
  readonly absent?: number;
  readonly showsMade?: boolean;
  readonly read?: (all: readonly Cup[], id: number) => Cup | undefined;
};

function sentIn({ json }: Ask): Partial<Cup> | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const { name, note } = { name: undefined, note: undefined, ...json };
  const isText = (text: unknown): text is string => typeof text === 'string' && Array.from(text).length <= 60;
  if ('name' in json && (!isText(name) || name === '')) return undefined;
  if ('note' in json && !isText(note)) return undefined;
  return {
    ...(isText(name) ? { name } : {}),
    ...(isText(note) ? { note } : {}),
  };
}

function cups({
  change = (cup, sent) => ({ ...cup, ...sent }),
  remove = (all, cup) => all.filter((one) => one !== cup),
  absent = 404,
  showsMade = true,
  read = (all, id) => all.find((one) => one.id === id),
}: Ways = {}): MakeService {
  return () => {
    let all: readonly Cup[] = [];
    return (ask): Reply => {
      const { method, path } = ask;
      if (path === '/cups' && method === 'GET') return { status: 200, body: all };
      if (path === '/cups' && method === 'POST') {
        const { name, ...sent } = sentIn(ask) ?? {};
        if (name === undefined) return { status: 400 };
        const cup = { id: Math.max(0, ...all.map(({ id }) => id)) + 1, name, ...sent };
        all = [...all, cup];
        const headers = { Location: `/cups/${String(cup.id)}` };
        return showsMade ? { status: 201, body: cup } : { status: 201, headers };
      }
      const [, id] = /^\/cups\/(\d+)$/.exec(path) ?? [];
      if (id === undefined) return { status: 400 };
      const find = method === 'GET' ? read : (of: readonly Cup[]) => of.find((one) => one.id === Number(id));
      const cup = find(all, Number(id));
      if (cup === undefined) return { status: absent };
      if (method === 'GET') return { status: 200, body: cup };
      if (method === 'DELETE') {
        all = remove(all, cup);
        return { status: 204 };
      }
      const sent = sentIn(ask);
      if (sent === undefined) return { status: 400 };
      const changed = change(cup, sent);
      all = all.map((one) => (one === cup ? changed : one));
      return { status: 200, body: changed };
    };
  };
}

describe('identities that are given again', () => {
  test('are warned of, and blame nobody', async () => {
    const run = await runAtOnce(DOCUMENT, cups());
    expect([...blamed(run), ...faultsOfAssay(run)]).toEqual([]);
    expect(idsOf(run, 'warn')).toEqual(['resources.identity-not-reused']);
  });

  test('blame nobody where only Location tells of them', async () => {
    expect(TOLD_BY_PLACE).not.toBe(DOCUMENT);
    const run = await runAtOnce(TOLD_BY_PLACE, cups({ showsMade: false }));
    expect([...blamed(run), ...faultsOfAssay(run)]).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
  });

  test.each(
    wholeInCi<readonly [name: string, finds: string, ways: Ways]>(
      [
        ['changes nothing', 'resources.update-stored', { change: (cup) => cup }],
        [
          'forgets what a change does not name',
          'resources.change-keeps-rest',
          { change: ({ id, name }, sent) => ({ id, name, ...sent }) },
        ],
        ['removes nothing', 'resources.removed-is-gone', { remove: (all) => all }],
        [
          'reads the next one in place of what was removed',
          'resources.removed-is-gone',
          { read: (all, id) => all.find((one) => one.id >= id) },
        ],
        ['fails of what was removed', 'statuses.no-server-error', { absent: 500 }],
      ],
      2,
    ),
  )('hide no service that %s', async (_name, finds, ways) => {
    const run = await runAtOnce(DOCUMENT, cups(ways));
    expect(idsOf(run, 'fail')).toContain(finds);
    expect(faultsOfAssay(run)).toEqual([]);
  });
});
