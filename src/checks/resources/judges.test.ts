import { expect, test } from 'vitest';
import { created, listed } from '../check-rows.test-data.ts';
import { contractOf, runOf, type Sample } from '../exchange.test-data.ts';
import { judgeRefused } from './judges.ts';

const TITLE = 'assay-abc123-001 One';
const REFUSED: Sample = {
  path: '/books',
  sends: JSON.stringify({ title: [TITLE] }),
  status: 400,
  body: JSON.stringify({ code: 'some_code', message: 'Some text.', status: 400 }),
};

test('judgeRefused() takes what an earlier request made for nothing that a refused one with its text left behind', async () => {
  const contract = await contractOf('test/mock/library');
  const run = runOf(contract, [REFUSED, listed({ id: 1, title: TITLE })]);
  const before = runOf(contract, [created(1, { title: TITLE })]).readings;
  expect(judgeRefused(run).kind).toBe('fail');
  expect(judgeRefused({ ...run, before }).kind).toBe('inconclusive');
});
