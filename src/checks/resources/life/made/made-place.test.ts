import { expect, test } from 'vitest';
import { ask, contractOf, runOf } from '../../../exchange.test-data.ts';
import { lifeChecks } from '../life-checks.ts';

const { interface: tickets, basePath } = await contractOf('test/tickets');
const PLACE = '/projects/assay-abc123-001';
const SHOWN = { slug: 'assay-abc123-001', name: 'assay-abc123-002', archived: false };

test.each([
  ['Replaced', 'fail'],
  ['OK', 'fail'],
  ['The project was created or replaced.', 'inconclusive'],
  ['Saved', 'inconclusive'],
])('200 with the words "%s" for what was not there: %s', (description, kind) => {
  const operations = tickets.operations.map((operation) => ({
    ...operation,
    responses: operation.responses.map((response) =>
      operation.method === 'PUT' && response.status === '200' ? { ...response, description } : response,
    ),
  }));
  const run = runOf({ interface: { ...tickets, operations }, basePath }, [
    ask('GET', PLACE, 404, { error: 'not there' }),
    ask('PUT', PLACE, 200, SHOWN, { name: SHOWN.name, archived: false }),
    ask('GET', PLACE, 200, SHOWN),
  ]);
  const check = lifeChecks.find(({ id }) => id === 'resources.made-not-replaced');
  expect(check?.judge(run)).toMatchObject({ kind });
});
