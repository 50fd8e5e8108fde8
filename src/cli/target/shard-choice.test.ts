import { describe, expect, test } from 'vitest';
import { UsageFault } from '../usage-fault.ts';
import { shardChoice } from './shard-choice.ts';

describe('shardChoice()', () => {
  test.each([
    [
      { CI_NODE_INDEX: '3', CI_NODE_TOTAL: '3' },
      { index: 3, total: 3 },
    ],
    [
      { JOB_COMPLETION_INDEX: '0', JOB_COMPLETION_COUNT: '5' },
      { index: 1, total: 5 },
    ],
    [
      { JOB_COMPLETION_INDEX: '4', JOB_COMPLETION_COUNT: '5' },
      { index: 5, total: 5 },
    ],
  ])('takes the shard that %j names', (env, shard) => {
    expect(shardChoice('auto', env)).toEqual(shard);
  });

  test('heeds no variable where nobody asks for it', () => {
    const env = { CI_NODE_INDEX: '3', CI_NODE_TOTAL: '3' };
    expect(shardChoice(undefined, env)).toBeUndefined();
    expect(shardChoice({ index: 1, total: 2 }, env)).toEqual({ index: 1, total: 2 });
  });

  test.each([
    [{}, 'nothing says which shard this is'],
    [{ CI_NODE_INDEX: '1' }, 'CI_NODE_TOTAL is not set'],
    [{ CI_NODE_INDEX: '0', CI_NODE_TOTAL: '3' }, 'CI_NODE_INDEX is "0"'],
    [{ CI_NODE_INDEX: '1.5', CI_NODE_TOTAL: '3' }, 'CI_NODE_INDEX is "1.5"'],
    [{ JOB_COMPLETION_INDEX: '3', JOB_COMPLETION_COUNT: '3' }, 'the index counts from 0'],
    [
      { JOB_COMPLETION_INDEX: '0', JOB_COMPLETION_COUNT: '3', CI_NODE_INDEX: '1', CI_NODE_TOTAL: '3' },
      'two sets of variables',
    ],
  ])('refuses %j', (env, problem) => {
    expect(() => shardChoice('auto', env)).toThrow(UsageFault);
    expect(() => shardChoice('auto', env)).toThrow(problem);
  });
});
