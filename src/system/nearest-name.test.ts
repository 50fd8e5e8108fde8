import { expect, test } from 'vitest';
import { nearestName } from './nearest-name.ts';

test.each([
  ['a letter too few', 'bodis.schema', 'bodies.schema'],
  ['two letters swapped', 'boides.schema', 'bodies.schema'],
  ['another letter case', 'Bodies.Schema', 'bodies.schema'],
  ['something else', 'weather', undefined],
  ['nothing', '', undefined],
  ['very long text', 'x'.repeat(100_000), undefined],
])('nearestName() answers for %s', (_name, name, nearest) => {
  expect(nearestName(name, ['bodies.schema', 'errors.shape'])).toBe(nearest);
});

test('nearestName() takes the closest, when several are close', () => {
  expect(nearestName('minut', ['minutes', 'minute', 'minuet'])).toBe('minute');
});
