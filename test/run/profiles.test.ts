import { expect, test } from 'vitest';
import { loadInterface } from '../../src/interface/load-interface.ts';
import type { Interface } from '../../src/interface/model.ts';
import { startMock } from '../../src/mock/server/start-mock.ts';
import { allowanceFor } from '../../src/record/allowance.ts';
import type { Profile } from '../../src/record/record.ts';
import { THOROUGH } from '../sampled.ts';
import { runApart } from './run-apart.ts';
import { runRequestFor } from './run-request-for.ts';

const loaded = await loadInterface('test/tickets');
if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
const document: Interface = loaded.interface;

/** How many operations of the mock each check was proven of; a check that does not apply to what was seen is open. */
type Proven = ReadonlyMap<string, number | 'open'>;

async function provenBy(profile: Profile): Promise<Proven> {
  const mock = await startMock({ interface: document, onError: () => undefined });
  const key = mock.keys[0]?.key;
  const maxRequests = allowanceFor(profile, document.rateLimits, undefined).total;
  try {
    const { results } = await runApart(
      {
        ...runRequestFor({
          url: mock.url,
          key,
          recordFile: undefined,
          settings: { plan: undefined, profile, maxRequests, maxDurationS: 300 },
        }),
        ownMock: true,
      },
      document,
      { onEvent: () => undefined, signal: new AbortController().signal },
    );
    return new Map(
      results.flatMap(({ id, outcome }): readonly (readonly [string, number | 'open'])[] => {
        if (outcome.kind === 'not-applicable') return [[id, 'open']];
        return outcome.kind === 'pass' ? [[id, Object.keys(outcome.evidence).length]] : [];
      }),
    );
  } finally {
    await mock.close();
  }
}

// Three runs that take ten seconds: CI has them.
test.runIf(THOROUGH)(
  'a larger profile proves whatever a smaller one does, of as many operations',
  async () => {
    const [quick, standard, thorough] = [
      await provenBy('quick'),
      await provenBy('standard'),
      await provenBy('thorough'),
    ];
    const less = (smaller: Proven, larger: Proven): readonly unknown[] =>
      [...smaller].filter(([id, operations]) => {
        const more = larger.get(id) ?? 0;
        return operations !== 'open' && more !== 'open' && more < operations;
      });
    expect(less(quick, standard)).toEqual([]);
    expect(less(standard, thorough)).toEqual([]);
  },
  180_000,
);
