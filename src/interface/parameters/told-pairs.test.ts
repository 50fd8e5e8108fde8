import { expect, test } from 'vitest';
import { loadOnce } from '../../../test/specs/load-files.ts';
import { toldPairsOf } from './told-pairs.ts';

async function told(words: string, ofUntil = '', summary = '', refusal = 'no'): Promise<string | undefined> {
  const loaded = await loadOnce({
    'openapi.yaml': `
openapi: 3.1.0
info: { title: Bookings, version: '1' }
paths:
  /bookings:
    post:
      summary: ${JSON.stringify(summary)}
      description: ${JSON.stringify(words)}
      parameters:
        - { name: since, in: query, schema: { type: string, format: date } }
        - { name: till, in: query, schema: { type: string, format: date } }
      requestBody: { content: { application/json: { schema: { type: object, properties: { starts_at: { type: string, format: date-time }, ends_at: { type: string, format: date-time, description: ${JSON.stringify(ofUntil)} }, min: { type: integer }, max: { type: integer } } } } } }
      responses: { '201': { description: made }, '400': { description: ${JSON.stringify(refusal)} } }
`,
  });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const pairs = loaded.interface.operations.flatMap((operation) => toldPairsOf(operation));
  return pairs
    .map(({ place, less, more, isStrict }) => `${place} ${less}${isStrict ? '<' : '<='}${more}`)
    .join();
}

test.each([
  ['`starts_at` must be before `ends_at`.', '', 'body starts_at<ends_at'],
  ['At most a day, and ends_at has to be after starts_at (400).', '', 'body starts_at<ends_at'],
  ['', 'Must be later than `starts_at`', 'body starts_at<ends_at'],
  ['`min` must not be more than `max`; otherwise 400.', '', 'body min<=max'],
  ['`till` must not be before `since`.', '', 'query since<=till'],
  ['`till` is the last day of the stay and must not be before `since` (400).', '', 'query since<=till'],
  ['`min` must be before `ends_at`.', '', ''],
  ['`starts_at` should be before `ends_at`.', '', ''],
  ['`starts_at` must be before the booking ends.', '', ''],
  ['', 'Must be after now', ''],
  ['If all_day is set, `starts_at` must be before `ends_at` or the same.', '', ''],
])('toldPairsOf() reads "%s" and "%s"', async (words, ofUntil, expected) => {
  expect(await told(words, ofUntil)).toBe(expected);
});

test('toldPairsOf() reads what stands behind a summary without a full stop', async () => {
  expect(await told('`starts_at` must be before `ends_at`.', '', 'Book a room')).toBe(
    'body starts_at<ends_at',
  );
});

test.each([
  ['Invalid input, or `ends_at` is before `starts_at`', 'body starts_at<=ends_at'],
  ['min is greater than max.', 'body min<=max'],
  ['The booking is before the opening', ''],
  ['`ends_at` may be before `starts_at`', ''],
])('toldPairsOf() reads a refusal: %s', async (refusal, expected) => {
  expect(await told('', '', '', refusal)).toBe(expected);
});
