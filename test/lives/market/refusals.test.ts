import { expect, test } from 'vitest';
import { sampled, THOROUGH } from '../../sampled.ts';
import { findingsOf, houses, runIn } from '../run-zoo.ts';
import { refusingMarkets } from './members.ts';

const [market] = houses.filter(({ name }) => name === 'market');
if (market === undefined) throw new Error('no market');

test.runIf(THOROUGH).each(sampled(refusingMarkets, 6, 3))(
  'of markets where $name a run can not tell',
  async (member) => {
    const run = await runIn(market, member);
    expect(findingsOf(run)).toMatchObject({ checks: [], exitCode: 2, faults: [] });
    expect(run.verdict.missing.map(({ kind }) => kind)).toEqual(['operation']);
  },
);
