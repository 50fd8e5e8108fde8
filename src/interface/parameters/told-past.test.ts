import { expect, test } from 'vitest';
import { loadOnce } from '../../../test/specs/load-files.ts';
import { isToCome, toldPastOf } from './told-past.ts';

async function told(description: string, format = 'date', status = '422'): Promise<readonly string[]> {
  const loaded = await loadOnce({
    'openapi.yaml': `
openapi: 3.1.0
info: { title: People, version: '1' }
paths:
  /people:
    post:
      operationId: make
      requestBody: { content: { application/json: { schema: { type: object, properties: { born: { type: string, format: ${format}, description: ${JSON.stringify(description)} } } } } } }
      responses: { '201': { description: Made }, '${status}': { description: No } }
`,
  });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  return loaded.interface.operations.flatMap((one) => toldPastOf(one)).map(({ name }) => name);
}

test.each([
  'Must not be in the future',
  'Not in the future (422).',
  'The day. It can not be in the future.',
  "Can't be in the future.",
  'May never lie in the future',
  'Must be in the past.',
])('toldPastOf() reads %j', async (words) => {
  expect(await told(words)).toEqual(['born']);
  expect(await told(words, 'date-time', '400')).toEqual(['born']);
  expect(await told(words, 'uuid')).toEqual([]);
  expect(await told(words, 'date', '404')).toEqual([]);
});

test.each([
  'The day.',
  'May be in the future.',
  'Should not be in the future.',
  'Must not be in the future, unless it is planned.',
  'Mostly not in the future',
  'Must be in the past or today, by the zone of the office.',
])('toldPastOf() leaves %j aside', async (words) => {
  expect(await told(words)).toEqual([]);
});

test('isToCome() tells what is to come by any clock, when it is a day or a moment', () => {
  const now = Date.UTC(2030, 0, 1);
  expect(isToCome('2031-06-01', now)).toBe(true);
  expect(isToCome('2030-01-03T00:00:00Z', now)).toBe(false);
  expect(isToCome('2099', now)).toBe(false);
  expect(isToCome(7, now)).toBe(false);
});
