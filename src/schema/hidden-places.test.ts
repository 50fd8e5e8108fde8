import { expect, test } from 'vitest';
import { withoutHidden } from './hidden-places.ts';

const secret = { type: 'string', writeOnly: true };
const account = {
  type: 'object',
  properties: { name: {}, secret, keys: { items: { properties: { secret } } } },
};

test.each([
  [account, { name: 'a', secret: 's', other: 1 }, { name: 'a', other: 1 }],
  [account, { keys: [{ secret: 's', id: 1 }] }, { keys: [{ id: 1 }] }],
  [{ type: 'array', items: account }, [{ name: 'a', secret: 's' }], [{ name: 'a' }]],
  [account, 'secret', 'secret'],
  [true, { secret: 's' }, { secret: 's' }],
])('withoutHidden() takes out what answers do not show: %j', (schema, value, shown) => {
  expect(withoutHidden(schema, value)).toEqual(shown);
});
