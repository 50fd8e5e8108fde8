import { expect, test } from 'vitest';
import { checks } from '../../src/checks/catalogue.ts';
import { githubReport } from '../../src/report/data/github.ts';
import { gitlabReport } from '../../src/report/data/gitlab.ts';
import { sarifReport } from '../../src/report/data/sarif.ts';
import { markdownReport } from '../../src/report/text/markdown.ts';
import { tapReport } from '../../src/report/text/tap.ts';
import { failed, sampleExchange, sampleRecord, sampleResult } from '../samples/sample-record.ts';
import { library } from './library-record.ts';
import { validators } from './validators.ts';

/** As many ways to deviate, and as many answers that deviate in each of two. */
const violations = Array.from({ length: 2000 }, (_, at) => ({
  exchanges: ['x1'],
  actual: `way ${'i'.repeat(at % 1500)}`,
}));
const crowded = sampleRecord({
  exchanges: new Map([['x1', sampleExchange({ answer: 'y'.repeat(100_000) })]]),
  results: [
    sampleResult('many', failed(...violations)),
    ...Array.from({ length: 30 }, (_, at) => sampleResult(`check-${String(at)}`, failed({}))),
  ],
});
const WAYS = 1530;

test('markdown says how many findings it leaves out, and stays short', () => {
  const report = markdownReport(crowded, library);
  validators.markdown(report);
  const rows = [...report.matchAll(/^\| `(?:many|check-\d+)` \|/gm)].length;
  const details = [...report.matchAll(/<summary>/g)].length;
  expect(rows).toBeGreaterThan(4);
  expect(details).toBeGreaterThan(4);
  expect(report).toContain(`_${String(WAYS - rows)} more left out here, to keep the report short._`);
  expect(report).toContain(`_${String(WAYS - details)} more left out here, to keep the report short._`);
});

test('markdown shows a finding of many answers with as many words as one of one', () => {
  const alike = Array.from({ length: 2000 }, (_, at) => ({
    exchanges: [`x${String(at)}`],
    actual: `status ${String(at)}`,
  }));
  const report = markdownReport(sampleRecord({ results: [sampleResult('many', failed(...alike))] }), library);
  validators.markdown(report);
  expect(report).toContain('1 finding in 2000 answers');
  expect(report).toContain('`2000 of 2000 answers: status 0, status 1, ');
  expect(report.length).toBeLessThan(2_500);
});

test('github shows ten of a kind, and says how many more there are', () => {
  const lines = githubReport(crowded, library).trimEnd().split('\n');
  expect(lines.filter((line) => line.startsWith('::error '))).toHaveLength(10);
  expect(lines[0]).toContain('%0A2 of 2000 answers');
  expect(lines.at(-1)).toContain(`%0A${String(WAYS - 10)} more errors are not annotated: GitHub shows 10`);
});

test('gitlab and sarif are bounded, and say how many they leave out', () => {
  validators.gitlab(gitlabReport(crowded, library));
  expect(gitlabReport(crowded, library)).toContain(`${String(WAYS - 1000)} more findings are left out here`);
  const sarif = sarifReport(crowded, library);
  validators.sarif(sarif);
  expect(sarif).toContain(`${String(WAYS - 1000)} results are left out of this log.`);
  expect(sarif.length).toBeLessThan(4_000_000);
});

test('tap says how many findings of a check it leaves out', () => {
  expect(tapReport(crowded)).toContain('furtherFindings: 1490');
});

test('the rules of sarif hold what the checks ask for', () => {
  const [check] = checks;
  if (check === undefined) throw new Error('there is no check');
  const report = sarifReport(sampleRecord({ results: [sampleResult(check.id, failed({}))] }), library);
  validators.sarif(report);
  expect(JSON.parse(report)).toMatchObject({
    runs: [
      {
        tool: {
          driver: { rules: [{ id: check.id, help: { markdown: expect.stringContaining('assay explain') } }] },
        },
      },
    ],
  });
  expect(report).toContain(JSON.stringify(check.explanation.split('.', 1)[0]).slice(1, -1));
});
