import { describe, expect, test } from 'vitest';
import { idsOf } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** A list whose orders stand in the words of its parameters, whose bound is the least that fits, and whose entries are all of one thing. */

const DOCUMENT = `
openapi: 3.1.0
info: {title: Reviews, version: '1'}
paths:
  /reviews:
    get:
      parameters:
        - {name: track_id, in: query, description: Reviews of one track, schema: {anyOf: [{type: integer}, {type: 'null'}]}}
        - {name: min_rating, in: query, description: Minimum rating, schema: {type: integer, minimum: 1, maximum: 5}}
        - {name: sort_by, in: query, description: 'Sort field: title, rating', schema: {type: string, default: title}}
        - {name: order, in: query, description: 'Sort order: asc or desc', schema: {type: string, default: asc}}
      responses:
        '200':
          description: all of them
          content:
            application/json:
              schema:
                type: array
                items:
                  type: object
                  required: [id, title, rating, track_id]
                  properties: {id: {type: integer}, title: {type: string}, rating: {type: integer}, track_id: {type: integer}}
        '422': {description: no}
`;

type Review = { readonly id: number; readonly title: string; readonly rating: number };

const REVIEWS: readonly Review[] = [3, 1, 4, 2, 5].map((rating, at) => ({
  id: at + 1,
  title: `Title ${'beacd'.charAt(at)}`,
  rating,
}));

const WHOLE = /^-?\d{1,9}$/;

type Ways = {
  readonly ofTrack?: (asked: number) => boolean;
  readonly isLeast?: (rating: number, least: number) => boolean;
  readonly sortedBy?: (asked: string) => string;
  readonly isTurned?: (order: string) => boolean;
  /** What a name that no member has gets, where there is something to put in order. */
  readonly unknown?: number;
};

const reviews =
  ({
    ofTrack = (asked) => asked === 9,
    isLeast = (rating, least) => rating >= least,
    sortedBy = (asked) => asked,
    isTurned = (order) => order === 'desc',
    unknown = 200,
  }: Ways = {}): MakeService =>
  () =>
  ({ query }) => {
    const [track, least] = ['track_id', 'min_rating'].map((name) => query.get(name));
    const isNumber = (text: string | null | undefined): boolean => text == null || WHOLE.test(text);
    const isBound = least == null || (Number(least) >= 1 && Number(least) <= 5);
    if (!isNumber(track) || !isNumber(least) || !isBound) return { status: 422 };
    const shown = REVIEWS.filter(
      ({ rating }) =>
        (track == null || ofTrack(Number(track))) && (least == null || isLeast(rating, Number(least))),
    );
    const isKnown = ['title', 'rating'].includes(query.get('sort_by') ?? 'title');
    if (!isKnown && shown.length > 1 && unknown !== 200) return { status: unknown };
    const by = sortedBy(query.get('sort_by') ?? 'title') === 'rating' ? 'rating' : 'title';
    const sorted = shown.toSorted((a, b) =>
      by === 'rating' ? a.rating - b.rating : a.title < b.title ? -1 : 1,
    );
    const all = isTurned(query.get('order') ?? 'asc') ? sorted.toReversed() : sorted;
    return { status: 200, body: all.map((review) => ({ ...review, track_id: 9 })) };
  };

describe('reviews whose list is told of in sentences', () => {
  test('an honest list conforms', async () => {
    const honest = await runAtOnce(DOCUMENT, reviews());
    expect(idsOf(honest, 'fail')).toEqual([]);
    expect(idsOf(honest, 'pass')).toEqual(
      expect.arrayContaining(['resources.filter-holds', 'resources.order-holds']),
    );
  });

  test('a list may refuse to be put in order by what no member is called', async () => {
    expect(idsOf(await runAtOnce(DOCUMENT, reviews({ unknown: 422 })), 'fail')).toEqual([]);
  });

  test.each([
    ['a name that no member has ends in 500', { unknown: 500 }, 'statuses.no-server-error'],
    ['what they are of is not asked for', { ofTrack: () => true }, 'resources.filter-holds'],
    [
      'the least that fits does not fit',
      { isLeast: (rating, least) => rating > least },
      'resources.filter-holds',
    ],
    ['they are put in one order whatever is asked for', { sortedBy: () => 'title' }, 'resources.order-holds'],
    ['they are never turned', { isTurned: () => false }, 'resources.order-holds'],
  ] satisfies readonly (readonly [string, Ways, string])[])('%s', async (_fault, ways, check) => {
    expect(idsOf(await runAtOnce(DOCUMENT, reviews(ways)), 'fail')).toEqual([check]);
  });
});
