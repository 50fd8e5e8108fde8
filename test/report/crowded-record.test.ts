import { expect, test } from 'vitest';
import { checks } from '../../src/checks/catalogue.ts';
import { githubReport } from '../../src/report/github.ts';
import { gitlabReport } from '../../src/report/gitlab.ts';
import { markdownReport } from '../../src/report/markdown.ts';
import { sarifReport } from '../../src/report/sarif.ts';
import { tapReport } from '../../src/report/tap.ts';
import { failed, sampleExchange, sampleRecord, sampleResult } from '../samples/sample-record.ts';
import { library } from './library-record.ts';
import { validators } from './validators.ts';

const violations = Array.from({ length: 2000 }, (_, at) => ({
  exchanges: ['x1'],
  actual: `status ${String(at)}`,
}));
const crowded = sampleRecord({
  exchanges: new Map([['x1', sampleExchange({ answer: 'y'.repeat(100_000) })]]),
  results: [
    sampleResult('many', failed(...violations)),
    ...Array.from({ length: 30 }, (_, at) => sampleResult(`check-${String(at)}`, failed({}))),
  ],
});

test('markdown says how many violations it leaves out, and shows one of each check before more of one', () => {
  const report = markdownReport(crowded, library);
  validators.markdown(report);
  const shown = [...report.matchAll(/<summary><code>([^<]+)<\/code>/g)].map(([, id]) => id);
  expect(shown.slice(0, 3)).toEqual(['many/1', 'check-0/1', 'check-1/1']);
  expect(report).toContain(`_${String(2030 - shown.length)} more left out here, to keep the report short._`);
});

test('github shows ten of a kind, and says how many more there are', () => {
  const lines = githubReport(crowded, library).trimEnd().split('\n');
  expect(lines.filter((line) => line.startsWith('::error '))).toHaveLength(10);
  expect(lines[0]).toContain('%0Aand 1999 more like it');
  expect(lines.at(-1)).toContain('%0A21 more errors are not annotated: GitHub shows 10');
});

test('gitlab and sarif are bounded, and say how many they leave out', () => {
  validators.gitlab(gitlabReport(crowded, library));
  expect(gitlabReport(crowded, library)).toContain('1030 more findings are left out here');
  const sarif = sarifReport(crowded, library);
  validators.sarif(sarif);
  expect(sarif).toContain('1030 results are left out of this log.');
  expect(sarif.length).toBeLessThan(4_000_000);
});

test('tap says how many violations of a check it leaves out', () => {
  expect(tapReport(crowded)).toContain('furtherViolations: 1990');
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
