import { expect, test } from 'vitest';
import { loadOnce } from '../../../../test/specs/load-files.ts';
import { toldRepetitionOf } from './told-repetitions.ts';

async function told(
  words: string,
  ofField: string,
  ofRefusal = 'No',
): Promise<ReturnType<typeof toldRepetitionOf>> {
  const loaded = await loadOnce({
    'openapi.yaml': `
openapi: 3.1.0
info: { title: Notes, version: '1', description: ${JSON.stringify(words)} }
paths:
  /notes:
    post:
      operationId: make
      parameters: [{ name: Idempotency-Key, in: header, schema: { type: string } }]
      responses:
        '201':
          description: Made
          headers: { Idempotent-Replayed: { description: ${JSON.stringify(ofField)}, schema: { type: string, enum: ['true'] } } }
          content: { application/json: { schema: { type: object, properties: { id: { type: string } } } } }
        '409': { description: ${JSON.stringify(ofRefusal)} }
`,
  });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const make = loaded.interface.operations.find(({ id }) => id === 'make');
  if (make === undefined) throw new Error('There is no operation.');
  return toldRepetitionOf(loaded.interface, make);
}

const AGAIN =
  'The same key with the same body gives the first answer again, with `Idempotent-Replayed: true`.';

test.each([
  ['Only on answers that are replayed.', 'Idempotent-Replayed'],
  ['`true` on an answer that was given before.', 'Idempotent-Replayed'],
  ['True for a response that is replayed', 'Idempotent-Replayed'],
  ['true if it was stored', 'Idempotent-Replayed'],
  ['`true` may come on an answer that was given before.', undefined],
  ['Whether it is known.', undefined],
])('toldRepetitionOf() reads what marks an answer that is given again: %s', async (words, mark) => {
  expect(await told(AGAIN, words)).toEqual({ refusesOther: false, isFirstAnswer: true, mark });
});

test('toldRepetitionOf() takes no mark, where the document does not say when it comes', async () => {
  const words = 'The same key gives the first answer again. Another body with that key is refused with 409.';
  const found = await told(words, 'Only on answers that are replayed.');
  expect(found.mark).toBeUndefined();
  expect(found.isFirstAnswer).toBe(true);
});

test.each([
  ['The key was used with another body.', true],
  ['The text is taken, or the idempotency key was used with another body.', true],
  ['The note is locked. The key was sent with different parameters.', true],
  ['A request with this key is under way. Use another key for another body.', false],
  ['The key may have been used with another body.', false],
])(
  'toldRepetitionOf() reads in a refusal that a key is not taken with another body: %s',
  async (words, isTold) => {
    expect((await told('Notes', 'Only here.', words)).refusesOther).toBe(isTold);
  },
);
