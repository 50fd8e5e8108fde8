import { expect, test } from 'vitest';
import { checks } from '../checks/catalogue.ts';
import { contractOf, exchangeOf, type Sample } from '../checks/exchange.test-data.ts';
import { type Reading, readExchange } from '../oracle/reading.ts';
import { ProbeLedger } from './probe-ledger.ts';

const { interface: document, basePath } = await contractOf('test/mock/library');
const contract = { interface: document, basePath };
const check = checks.find(({ id }) => id === 'statuses.success');

/** A success of which no more than its beginning was read. */
const cut = (mediaType: string): Reading => {
  const exchange = exchangeOf(basePath, {
    path: '/books',
    headers: [['Content-Type', mediaType]],
    body: 'data: 1\n\n',
  });
  const { result } = exchange;
  if (result.kind !== 'answer') throw new Error('There is no answer.');
  return readExchange(contract, {
    ...exchange,
    result: { kind: 'answer', answer: { ...result.answer, truncated: true } },
  });
};

const create = (sample: Partial<Sample>): Partial<Sample> => ({
  method: 'POST',
  sends: '{"a":1}',
  ...sample,
});

test.each<readonly [string, readonly Partial<Sample>[], boolean]>([
  ['a refusal over the limit', [{ status: 429 }], true],
  ['one that was taken after its rest', [{ status: 429 }, { status: 400 }], false],
  ['one that was refused twice', [{ status: 429 }, { status: 429 }], true],
  ['one after which another path was asked', [{ status: 429 }, { path: '/books/1' }], true],
  [
    'one after which another body was sent',
    [create({ status: 429 }), create({ sends: '{"a":2}', status: 400 })],
    true,
  ],
  ['a body that was taken after its rest', [create({ status: 429 }), create({ status: 400 })], false],
  ['one whose other probe was served', [{ status: 429 }, { probe: 'other' }], true],
])('explained() tells of what spoiled a check: %s', (_name, samples, isSpoiled) => {
  if (check === undefined) throw new Error('There is no such check.');
  const readings = samples.map((sample, at) =>
    readExchange(contract, exchangeOf(basePath, { path: '/books', ...sample }, at)),
  );
  const outcome = new ProbeLedger().explained(
    check,
    { kind: 'inconclusive', reason: 'nothing was seen' },
    { probes: [], readings, document, settings: { profile: 'standard', readOnly: false } },
  );
  const reason = 'reason' in outcome ? outcome.reason : '';
  expect(reason.includes('1 refused over the limit') || reason.includes('2 refused')).toBe(isSpoiled);
});

test.each<readonly [string, boolean]>([
  ['application/json', true],
  ['text/event-stream', false],
  ['application/x-ndjson', false],
])('explained() misses the end of a body of %s: %s', (mediaType, isMissed) => {
  if (check === undefined) throw new Error('There is no such check.');
  const outcome = new ProbeLedger().explained(
    check,
    { kind: 'inconclusive', reason: 'nothing was seen' },
    {
      probes: [],
      readings: [cut(mediaType)],
      document,
      settings: { profile: 'standard', readOnly: false },
    },
  );
  expect('reason' in outcome && outcome.reason.includes('too long to be read')).toBe(isMissed);
});
