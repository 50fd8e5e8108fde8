import { expect, test } from 'vitest';
import { THOROUGH } from '../sampled.ts';
import { zooDocument } from './assay-over-zoo.ts';
import { hidingReason } from './hiding-freedoms.ts';
import { failureText, fuzzZoo } from './fuzz-zoo.ts';
import { fuzzCase, memberOf } from './fuzz-cases.ts';
import { conformingMembers, faultyMembers } from './members.ts';

/** Drawn services of each kind: `ASSAY_RUNS=5000` for more, `ASSAY_SEED` for others; `npm run zoo -- --fuzz N` shrinks what fails. */
const RUNS = Number(process.env['ASSAY_RUNS'] ?? (THOROUGH ? 40 : 3));
const SEED = Number(process.env['ASSAY_SEED'] ?? 30_000);
/** A service that fails is shrunk. */
const LONGEST_MS = 120_000 + RUNS * 3_000;

test.each([
  { kind: 'conforming', title: 'combinations of freedoms are not blamed, banned or left unfinished' },
  { kind: 'faulty', title: 'a fault is found amid freedoms' },
] as const)(
  'drawn services: $title',
  async ({ kind }) => {
    process.stdout.write(`\n${RUNS} ${kind} services from seed ${SEED}\n`);
    const { failures } = await fuzzZoo(kind, { document: await zooDocument(), seed: SEED, runs: RUNS });
    expect(failures.map((failure) => failureText(failure))).toEqual([]);
  },
  LONGEST_MS,
);

test('fuzzCase() draws the same service from the same seed', () => {
  for (const kind of ['conforming', 'faulty'] as const) {
    expect(memberOf(fuzzCase(kind, 17)).name).toBe(memberOf(fuzzCase(kind, 17)).name);
    expect(memberOf(fuzzCase(kind, 17)).name).not.toBe(memberOf(fuzzCase(kind, 18)).name);
  }
});

test('hidingReason() leaves most freedoms to each fault', () => {
  for (const fault of faultyMembers) {
    const left = conformingMembers.filter((freedom) => hidingReason(fault, freedom) === undefined);
    expect(left.length).toBeGreaterThan(conformingMembers.length / 2);
  }
});
