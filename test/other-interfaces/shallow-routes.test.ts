import { describe, expect, test } from 'vitest';
import { percentDecoded } from '../../src/http/target.ts';
import { alarms, blames } from '../lives/run-lives.ts';
import { type Ask, isKnown, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Cards that boards count, what is below them under an identity of their own, and names that have to be there. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const ref = (name: string): string => `{$ref: '#/components/schemas/${name}'}`;
const many = (name: string): string => `{type: array, items: ${ref(name)}}`;
const REFUSALS = `'400': {description: no}, '401': {description: who}, '404': {description: none}`;
const id = (name: string): string => `{name: ${name}, in: path, required: true, schema: {type: integer}}`;
const body = (name: string): string => `requestBody: {required: true, ${json(ref(name))}}`;
const ok = (schema: string, status = '200'): string =>
  `'${status}': {description: fine, ${json(schema)}}, ${REFUSALS}`;
const text = '{type: string, minLength: 1, maxLength: 200}';

const DOCUMENT = `
openapi: 3.0.3
info: {title: Cards, version: '1'}
security: [{key: []}]
paths:
  /user:
    get: {operationId: whoAmI, responses: {${ok('{type: object, required: [login], properties: {login: {type: string}}}')}}}
  /boards:
    get: {operationId: boards, responses: {${ok(many('Board'))}}}
    post: {operationId: addBoard, ${body('Text')}, responses: {${ok(ref('Board'), '201')}}}
  /boards/{boardId}:
    parameters: [${id('boardId')}]
    get: {operationId: board, responses: {${ok(ref('Board'))}}}
    delete: {operationId: removeBoard, responses: {'204': {description: gone}, ${REFUSALS}}}
  /boards/{boardId}/cards:
    parameters: [${id('boardId')}]
    get: {operationId: cards, responses: {${ok(many('Card'))}}}
    post: {operationId: addCard, ${body('Text')}, responses: {${ok(ref('Card'), '201')}}}
  /boards/{boardId}/cards/{number}:
    parameters: [${id('boardId')}, ${id('number')}]
    get: {operationId: card, responses: {${ok(ref('Card'))}}}
    delete: {operationId: removeCard, responses: {'204': {description: gone}, ${REFUSALS}}}
  /boards/{boardId}/cards/{number}/marks:
    parameters: [${id('boardId')}, ${id('number')}]
    get: {operationId: marks, responses: {${ok(many('Mark'))}}}
    put: {operationId: setMarks, ${body('Marks')}, responses: {${ok(many('Mark'))}}}
  /boards/{boardId}/cards/{number}/marks/{name}:
    parameters: [${id('boardId')}, ${id('number')}, {name: name, in: path, required: true, schema: {type: string}}]
    delete: {operationId: removeMark, responses: {'204': {description: gone}, ${REFUSALS}}}
  /boards/{boardId}/cards/{number}/watchers:
    parameters: [${id('boardId')}, ${id('number')}]
    get: {operationId: watchers, responses: {${ok(many('User'))}}}
  /boards/{boardId}/cards/{number}/watchers/{login}:
    parameters: [${id('boardId')}, ${id('number')}, {name: login, in: path, required: true, schema: {type: string}}]
    put: {operationId: watch, responses: {'204': {description: done}, ${REFUSALS}}}
    delete: {operationId: unwatch, responses: {'204': {description: done}, ${REFUSALS}}}
  /cards/{card_id}/notes:
    parameters: [${id('card_id')}]
    get: {operationId: notes, responses: {${ok(many('Note'))}}}
    post: {operationId: addNote, ${body('Text')}, responses: {${ok(ref('Note'), '201')}}}
  /notes/{note_id}:
    parameters: [${id('note_id')}]
    get: {operationId: note, responses: {${ok(ref('Note'))}}}
    patch: {operationId: changeNote, ${body('Text')}, responses: {${ok(ref('Note'))}}}
    delete: {operationId: removeNote, responses: {'204': {description: gone}, ${REFUSALS}}}
  /cards/{card_id}/likes:
    parameters: [${id('card_id')}]
    get: {operationId: likes, responses: {${ok(many('Like'))}}}
    post:
      operationId: like
      ${body('Kind')}
      responses: {'200': {description: It was there already, ${json(ref('Like'))}}, ${ok(ref('Like'), '201')}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Text: {type: object, required: [text], properties: {text: ${text}}}
    Kind: {type: object, required: [kind], properties: {kind: {type: string, enum: [up, down]}}}
    Marks: {type: object, required: [names], properties: {names: {type: array, maxItems: 3, items: {type: string}, example: [red]}}}
    Board: {type: object, required: [id, text], properties: {id: {type: integer}, text: {type: string}}}
    Card: {type: object, required: [id, number, text], properties: {id: {type: integer}, number: {type: integer}, text: {type: string}}}
    Note: {type: object, required: [id, card_id, text], properties: {id: {type: integer}, card_id: {type: integer}, text: {type: string}}}
    Like: {type: object, required: [id, kind], properties: {id: {type: integer}, kind: {type: string}}}
    Mark: {type: object, required: [name], properties: {name: {type: string}}}
    User: {type: object, required: [login], properties: {login: {type: string}}}
`;

type Members = { readonly [name: string]: unknown };
type Note = { readonly id: number; readonly card: Card; text: unknown };
type Card = {
  readonly id: number;
  readonly number: number;
  readonly board: number;
  readonly text: unknown;
  marks: readonly unknown[];
  watchers: readonly string[];
  likes: readonly Members[];
};

/** `notesOf`: those that a list shows. `outlive`: notes stay when their card goes. `mark`: what a card has after a PUT of others. */
type Ways = {
  readonly notesOf?: (all: readonly Note[], card: Card) => readonly Note[];
  readonly like?: (card: Card, kind: unknown, next: number) => Reply;
};

const likedOnce = (card: Card, kind: unknown, next: number): Reply => {
  const there = card.likes.find((one) => one['kind'] === kind);
  if (there !== undefined) return { status: 200, body: there };
  const made = { id: next, kind };
  card.likes = [...card.likes, made];
  return { status: 201, body: made };
};

function cards({
  notesOf = (all, card) => all.filter((one) => one.card === card),
  like = likedOnce,
}: Ways): MakeService {
  return () => {
    let last = 100;
    let boards: readonly Members[] = [];
    let all: readonly Card[] = [];
    let notes: readonly Note[] = [];
    const counts = new Map<number, number>();
    const next = (): number => (last += 1);
    const asked = ({ json: sent }: Ask, name: string): unknown =>
      typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? (sent as Members)[name] : undefined;
    const isText = (value: unknown): boolean =>
      typeof value === 'string' && value !== '' && Array.from(value).length <= 200;
    const shown = ({ id: own, number, text: words }: Card): Members => ({ id: own, number, text: words });
    const shownNote = ({ id: own, card, text: words }: Note): Members => ({
      id: own,
      card_id: card.id,
      text: words,
    });
    const drop = (card: Card): void => {
      all = all.filter((one) => one !== card);
      notes = notes.filter((one) => one.card !== card);
    };
    const ofCard = (ask: Ask, card: Card, below: readonly string[]): Reply => {
      const [what, name] = below;
      const { method } = ask;
      if (what === undefined) {
        if (method === 'DELETE') drop(card);
        return method === 'GET' ? { status: 200, body: shown(card) } : { status: 204 };
      }
      if (what === 'watchers') {
        if (name === undefined) return { status: 200, body: card.watchers.map((login) => ({ login })) };
        if (method === 'PUT' ? name !== 'mira' : !card.watchers.includes(name)) return { status: 404 };
        card.watchers = method === 'PUT' ? [name] : [];
        return { status: 204 };
      }
      if (name !== undefined) {
        if (!card.marks.includes(name)) return { status: 404 };
        card.marks = card.marks.filter((one) => one !== name);
        return { status: 204 };
      }
      if (method === 'PUT') {
        const names = asked(ask, 'names');
        if (!Array.isArray(names) || names.length > 3 || names.some((one) => one !== 'red' && one !== 'blue'))
          return { status: 400 };
        card.marks = [...new Set(names)];
      }
      return { status: 200, body: card.marks.map((one) => ({ name: one })) };
    };
    return (ask): Reply => {
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const { method } = ask;
      const [, root, first, second, third, ...below] = ask.path
        .split('/')
        .map((part) => percentDecoded(part) ?? part);
      if (root === 'user') return { status: 200, body: { login: 'mira' } };
      if (root === 'boards' && first === undefined) {
        if (method === 'GET') return { status: 200, body: boards };
        const words = asked(ask, 'text');
        if (!isText(words)) return { status: 400 };
        boards = [...boards, { id: next(), text: words }];
        return { status: 201, body: boards.at(-1) };
      }
      if (root === 'boards') {
        const board = boards.find((one) => String(one['id']) === first);
        if (board === undefined) return { status: 404 };
        const own = all.filter((one) => one.board === board['id']);
        if (second === undefined) {
          if (method === 'GET') return { status: 200, body: board };
          boards = boards.filter((one) => one !== board);
          for (const card of own) drop(card);
          return { status: 204 };
        }
        if (third === undefined) {
          if (method === 'GET') return { status: 200, body: own.map(shown) };
          const words = asked(ask, 'text');
          if (!isText(words)) return { status: 400 };
          const number = (counts.get(Number(first)) ?? 0) + 1;
          counts.set(Number(first), number);
          const made = {
            id: next(),
            number,
            board: Number(first),
            text: words,
            marks: [],
            watchers: [],
            likes: [],
          };
          all = [...all, made];
          return { status: 201, body: shown(made) };
        }
        const card = own.find((one) => String(one.number) === third);
        return card === undefined ? { status: 404 } : ofCard(ask, card, below);
      }
      if (root === 'notes') {
        const note = notes.find((one) => String(one.id) === first);
        if (note === undefined) return { status: 404 };
        if (method === 'DELETE') {
          notes = notes.filter((one) => one !== note);
          return { status: 204 };
        }
        if (method === 'PATCH') {
          if (!isText(asked(ask, 'text'))) return { status: 400 };
          note.text = asked(ask, 'text');
        }
        return { status: 200, body: shownNote(note) };
      }
      const card = all.find((one) => String(one.id) === first);
      if (card === undefined) return { status: 404 };
      if (second === 'likes') {
        if (method === 'GET') return { status: 200, body: card.likes };
        const kind = asked(ask, 'kind');
        return kind === 'up' || kind === 'down' ? like(card, kind, next()) : { status: 400 };
      }
      if (method === 'GET') return { status: 200, body: notesOf(notes, card).map(shownNote) };
      if (!isText(asked(ask, 'text'))) return { status: 400 };
      const note = { id: next(), card, text: asked(ask, 'text') };
      notes = [...notes, note];
      return { status: 201, body: shownNote(note) };
    };
  };
}

describe('entries that a number names, with an identity for what is below them', () => {
  test('what is below is made, changed and removed, by names that are there', async () => {
    const run = await runAtOnce(DOCUMENT, cards({}));
    expect(alarms(run)).toEqual([]);
    const asked = run.asked.map(({ method, path }) => `${method} ${path}`).join('\n');
    expect(asked).toMatch(/^POST \/cards\/\d+\/notes$/m);
    expect(asked).toMatch(/^PATCH \/notes\/\d+$/m);
    expect(asked).toMatch(/^DELETE \/notes\/\d+$/m);
    expect(asked).toMatch(/^PUT \/boards\/\d+\/cards\/\d+\/watchers\/mira$/m);
    expect(asked).toMatch(/^DELETE \/boards\/\d+\/cards\/\d+\/watchers\/mira$/m);
    const named = run.asked.filter(({ method, text: sent }) => method === 'PUT' && sent.includes('"red"'));
    expect(named).not.toEqual([]);
  });

  test.each<readonly [name: string, ways: Ways, check: string]>([
    ['a list shows what is below all cards', { notesOf: (all) => all }, 'resources.inside-one-alone'],
    ['a list shows nothing', { notesOf: () => [] }, 'collections.listed'],
    [
      'two likes have one identity',
      {
        like: (card, kind) => {
          const made = { id: 1, kind };
          card.likes = [...card.likes, made];
          return { status: 201, body: made };
        },
      },
      'collections.unique-identity',
    ],
  ])('%s: found', async (_name, ways, check) => {
    expect(blames(await runAtOnce(DOCUMENT, cards(ways)))).toContain(check);
  });
});
