import { expect, test } from 'vitest';
import { loadOnce } from '../../../test/specs/load-files.ts';
import { toldAlternativesOf } from './told-alternatives.ts';

async function told(words: string, ofPhone = ''): Promise<string> {
  const loaded = await loadOnce({
    'openapi.yaml': `
openapi: 3.1.0
info: { title: Guests, version: '1' }
paths:
  /guests:
    post:
      description: ${JSON.stringify(words)}
      requestBody: { content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string }, email: { type: string }, phone: { type: string, description: ${JSON.stringify(ofPhone)} }, post_box: { type: integer } } } } } }
      responses: { '201': { description: made }, '400': { description: no } }
`,
  });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  return loaded.interface.operations
    .flatMap((operation) => toldAlternativesOf(operation))
    .map(({ names, isNeeded, isSingle, isStrict }) =>
      [
        names.join(),
        ...(isNeeded ? ['needed'] : []),
        ...(isStrict ? ['strict'] : isSingle ? ['single'] : []),
      ].join(' '),
    )
    .join('; ');
}

test.each([
  ['Give either an `email` or a `phone`.', '', 'email,phone needed single'],
  ['Adds a guest. Either email or phone is required (400).', '', 'email,phone needed single'],
  ['Specify exactly one of `email`, `phone` or `post_box`.', '', 'email,phone,post_box needed strict'],
  ['Exactly one of email and phone must be provided.', '', 'email,phone needed strict'],
  ['Pass either `email` or `phone`, but not both.', '', 'email,phone needed strict'],
  ['`email` or `phone`, but not both.', '', 'email,phone strict'],
  ['At least one of email, phone, post_box must be given.', '', ''],
  ['At least one of email, phone or postBox must be given.', '', 'email,phone,post_box needed'],
  ['`email` and `phone` are mutually exclusive.', '', 'email,phone strict'],
  ['Only one of email or phone may be set.', '', 'email,phone strict'],
  ['', 'Mutually exclusive with `email`.', 'phone,email strict'],
  ['', 'Cannot be used together with `post_box`.', 'phone,post_box strict'],
  ['', 'Cannot be combined with a discount.', ''],
  ['Either name or phone is required.', '', ''],
  ['Use either email or phone.', '', ''],
  ['Either email or phone of the guest is shown.', '', ''],
  ['If there is no post_box, either email or phone is required.', '', ''],
  ['Give either an email or a pigeon.', '', ''],
  ['Either email or phone should be verified.', '', ''],
])('toldAlternativesOf() reads "%s" and "%s"', async (words, ofPhone, expected) => {
  expect(await told(words, ofPhone)).toBe(expected);
});
