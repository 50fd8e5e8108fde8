import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { OutcomeKind } from '../../src/checks/outcome.ts';
import type { Interface } from '../../src/interface/model.ts';
import type { CheckResult } from '../../src/record/record.ts';
import { SharedClock } from '../limiters/shared-clock.ts';
import { type Visited, visitService } from '../limiters/visit-service.ts';
import { wholeInCi } from '../sampled.ts';
import { zooDocument } from '../zoo/assay-over-zoo.ts';
import { documentedFaults } from './documented-faults.ts';
import { frameworks } from './services.ts';

const FORMS = ['plain', 'conforming'] as const;
type Form = (typeof FORMS)[number];

let document: Interface;
const START_MS = Date.UTC(2030, 0, 1);

const visited = wholeInCi(frameworks, 2);
const names = visited.map(({ name }) => name);

const seen = new Map<string, Visited>();
const nameOf = (framework: string, form: Form): string => `${framework}, ${form}`;

beforeAll(async () => {
  document = await zooDocument();
  const directory = await mkdtemp(join(tmpdir(), 'assay-frameworks-'));
  const shared = new SharedClock(START_MS, (nowMs) => vi.setSystemTime(nowMs));
  const visits = visited.flatMap((framework) =>
    FORMS.map(async (form) => {
      const name = nameOf(framework.name, form);
      seen.set(
        name,
        await visitService(framework[form], {
          document,
          shared,
          recordFile: join(directory, `${name}.ndjson`),
        }),
      );
    }),
  );
  await Promise.all(visits);
  await rm(directory, { recursive: true });
});

afterAll(() => vi.useRealTimers());

const ofKind = (results: readonly CheckResult[] = [], ...kinds: readonly OutcomeKind[]): readonly string[] =>
  results.filter(({ outcome }) => kinds.includes(outcome.kind)).map(({ id }) => id);

test('the documentation has a table for each framework', () => {
  expect(documentedFaults.map(({ framework }) => framework)).toEqual(frameworks.map(({ name }) => name));
});

describe.each(documentedFaults.filter(({ framework }) => names.includes(framework)))(
  'a plain service in $framework',
  ({ framework, fails, warns, clauses }) => {
    test('breaks what the documentation says, and nothing else', () => {
      const { results } = seen.get(nameOf(framework, 'plain')) ?? {};
      expect(ofKind(results, 'harness-error')).toEqual([]);
      expect(new Set(ofKind(results, 'fail'))).toEqual(new Set(fails));
      expect(new Set(ofKind(results, 'warn'))).toEqual(new Set(warns));
      expect(fails).not.toEqual([]);
    });

    test('breaks clauses that the checks of the same row are about', () => {
      const misnamed = clauses.filter(
        ({ clause, checks }) =>
          !document.clauses
            .find(({ id }) => id === clause)
            ?.checks.some((reference) => checks.includes(reference.check)),
      );
      expect(misnamed).toEqual([]);
    });
  },
);

describe.each(visited)('a conforming service in $name', ({ name }) => {
  test('is not blamed, and every clause is proven', () => {
    const one = seen.get(nameOf(name, 'conforming'));
    expect(ofKind(one?.results, 'fail', 'warn', 'harness-error', 'blocked', 'inconclusive')).toEqual([]);
    expect(one?.verdict).toMatchObject({ kind: 'conforms', proven: one?.verdict.provable });
  });
});

describe.each(names.flatMap((name) => FORMS.map((form) => nameOf(name, form))))('%s', (name) => {
  test('is treated with patience, to the end', () => {
    const { manners, footer } = seen.get(name) ?? {};
    expect(footer?.stop).toEqual({ kind: 'completed' });
    expect(manners).toMatchObject({ early: 0 });
    expect(manners?.refusals).toBeLessThanOrEqual(1);
    expect(manners?.requests).toBeGreaterThan(60);
    expect(manners?.requests).toBeLessThanOrEqual(140);
  });
});
