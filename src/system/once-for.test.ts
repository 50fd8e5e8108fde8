import { expect, test, vi } from 'vitest';
import { noted, onceFor, onceForBoth, onceForEither } from './once-for.ts';

const [a, b] = [{ name: 'a' }, { name: 'b' }];

test('onceFor() asks once for each subject, when the answer is undefined too', () => {
  const find = vi.fn<(subject: object) => undefined>(() => undefined);
  const asked = onceFor(find);
  expect([asked(a), asked(a), asked(b)]).toEqual([undefined, undefined, undefined]);
  expect(find).toHaveBeenCalledTimes(2);
});

test('onceForBoth() asks once for each pair, in either order', () => {
  const find = vi.fn((first: typeof a, second: typeof a) => first.name + second.name);
  const asked = onceForBoth(find);
  expect([asked(a, b), asked(a, b), asked(b, a), asked(a, a)]).toEqual(['ab', 'ab', 'ba', 'aa']);
  expect(find).toHaveBeenCalledTimes(3);
});

test('onceForEither() tells a missing second subject from one that is there', () => {
  const find = vi.fn(
    (first: typeof a, second: typeof a | undefined) => `${first.name}${second?.name ?? '-'}`,
  );
  const asked = onceForEither(find);
  expect([asked(a, undefined), asked(a, b), asked(a, undefined), asked(a, b)]).toEqual([
    'a-',
    'ab',
    'a-',
    'ab',
  ]);
  expect(find).toHaveBeenCalledTimes(2);
});

test('noted() makes a subject keep its answers, and no copy of it', () => {
  const named = onceFor((subject: { readonly name: string }) => ({ is: subject.name }));
  const shouted = onceFor((subject: { readonly name: string }) => ({ is: subject.name.toUpperCase() }));
  const subject = noted({ name: 'a' });
  expect(subject).toEqual({ name: 'a' });
  expect([named(subject).is, shouted(subject).is]).toEqual(['a', 'A']);
  expect(named(subject)).toBe(named(subject));
  expect(named({ ...subject, name: 'b' }).is).toBe('b');
});

test('noted() makes a subject keep the answers of however many who ask, each found once', () => {
  const found: number[] = [];
  const finders = Array.from({ length: 60 }, (_, at) =>
    onceFor((subject: { readonly name: string }) => {
      found.push(at);
      return `${subject.name}${String(at)}`;
    }),
  );
  const subject = noted({ name: 'a' });
  const expected = finders.map((_, at) => `a${String(at)}`);
  for (let turn = 0; turn < 2; turn += 1) expect(finders.map((find) => find(subject))).toEqual(expected);
  expect(found).toHaveLength(finders.length);
});
