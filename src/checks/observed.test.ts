import { expect, test } from 'vitest';
import { refused } from './check-rows.test-data.ts';
import { contractOf, runOf, type Sample } from './exchange.test-data.ts';
import { observedChecks } from './observed.ts';

const sent = (probe: string): Sample =>
  refused(415, { probe, sends: '{"title":"t"}', sentHeaders: [['Content-Type', 'text/plain']] });

test.each([
  ['observed.media-types', 'media-type/text-plain', 'text plain'],
  ['observed.media-types', 'media-type/other-letters-POST /books', 'other letters POST /books'],
  [
    'observed.media-types',
    'media-type/letters-POST /books-as-documented',
    'letters POST /books as documented',
  ],
  ['observed.robustness', 'limits/POST /books/invalid-UTF-8', 'invalid UTF 8'],
])('%s names what it saw by the purpose of %s', async (check, probe, name) => {
  const { interface: document, basePath } = await contractOf('test/mock/library');
  // Where an operation has no id, it goes by its method and path.
  const operations = document.operations.map((one) => ({ ...one, id: `${one.method} ${one.path}` }));
  const run = runOf({ interface: { ...document, operations }, basePath }, [sent(`robustness/${probe}`)]);
  const outcome = observedChecks.find(({ id }) => id === check)?.judge(run);
  expect(outcome).toMatchObject({ kind: 'observed', observations: [{ name }] });
});
