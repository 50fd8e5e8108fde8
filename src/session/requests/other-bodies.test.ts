import { expect, test } from 'vitest';
import { withSmallAmounts } from './other-bodies.ts';

test.each([
  ['a number', { price: 370.5 }, { price: 1 }],
  ['a whole text', { price: '370' }, { price: '1' }],
  ['a text with places, which a pattern may ask for', { price: '241743.09' }, { price: '1.00' }],
  ['what names something', { invoiceId: '370', number: 7 }, { invoiceId: '370', number: 7 }],
])('withSmallAmounts() takes %s', (_name, body, small) => {
  expect(withSmallAmounts(body)).toEqual(small);
});
