import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nameLike } from './names-alike.ts';

describe('nameLike()', () => {
  test.each([
    ['7', /^[12][0-9]{9}$/],
    ['1042-the-birds', /^[12][0-9]{9}-the-[a-z]{5}$/],
    ['prj_k3vq81az', /^prj_[a-z][0-9][a-z]{2}[0-9]{2}[a-z]{2}$/],
    ['9f0c1d2e-7b3a-4c5d-8e6f-0abcdef01234', /^9f0c1d2e-7b3a-4c5d-8e6f-[0-9a-f]{12}$/],
    ['12345678901234', /^12345678[0-9]{6}$/],
  ])('%s', (name, form) => {
    const other = nameLike(name, () => true);
    expect(other).toMatch(form);
    expect(other).not.toBe(name);
  });

  test('is of the same kinds of signs', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{8,20}$/), (name) => {
        expect(nameLike(name, () => true)).toMatch(/^[a-z]+$/);
      }),
    );
  });
});
