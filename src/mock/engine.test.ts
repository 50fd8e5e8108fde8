import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { loadLibrary } from '../../test/mock/load-library.ts';
import { createEngine } from './engine.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test('an engine lets go of the documents before, when it follows many', async () => {
  const library = await loadLibrary();
  const engine = createEngine({ interface: library });
  const followed = Array.from({ length: 30 }, () => {
    const document = structuredClone(library);
    engine.follow(document);
    return new WeakRef(document);
  });
  for (let turn = 0; turn < 3; turn += 1) await setImmediate();
  collectGarbage();
  expect(followed.filter((reference) => reference.deref() !== undefined).length).toBeLessThan(3);
});

test('an engine keeps its document and state, when it is to follow one with a broken schema', async () => {
  const library = await loadLibrary();
  const engine = createEngine({ interface: library });
  const [first, ...others] = library.collections;
  if (first === undefined) throw new Error('there is no collection');
  const created = { ...first.created, schema: { type: 'nothing' } };
  const broken = { ...library, collections: [{ ...first, created }, ...others] };
  expect(() => engine.follow(broken)).toThrow(/schema/);
  expect(engine.interface()).toBe(library);
});
