import type { Level } from '../interface/model.ts';
import type { Reading } from '../oracle/reading.ts';
import type { Check, Circumstances, JudgedRun } from './check.ts';
import { breaks, IRRELEVANT, judgeEach, PROVES, type Verdict } from './judge-each.ts';
import type { Outcome } from './outcome.ts';

/** The two judgements of a check that looks at one exchange at a time: they are the same, whoever sent it. */
export function eachExchange(
  level: Level,
  judge: (reading: Reading, circumstances: Circumstances) => Verdict,
): Pick<Check, 'judge' | 'foreign'> {
  return {
    judge: (run) => judgeEach(level, run.readings, (reading) => judge(reading, run)),
    foreign: { kind: 'each', judge, fewestToFail: 1 },
  };
}

/** What a judgement of runs makes of a single exchange, where the others only add to what it tells. */
export function singleExchange(judge: (run: JudgedRun) => Outcome): Check['foreign'] {
  return {
    kind: 'each',
    fewestToFail: 1,
    judge: (_reading, alone) => {
      const outcome = judge(alone);
      if (outcome.kind === 'pass') return PROVES;
      if (outcome.kind !== 'fail' && outcome.kind !== 'warn') return IRRELEVANT;
      const [violation] = outcome.violations;
      return violation === undefined
        ? IRRELEVANT
        : breaks(violation.expected, violation.actual, violation.deviation);
    },
  };
}

/** The judgement of traffic of others by a check that needs requests planned by assay. */
export function saysNothing(reason: string): Check['foreign'] {
  return { kind: 'says-nothing', reason };
}
