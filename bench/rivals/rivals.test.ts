import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { conformingMembers, faultyMembers } from '../../test/zoo/members.ts';
import { assayVerdict } from './assay.ts';
import { failuresIn } from './budget/schemathesis-events.ts';
import { standBefore } from './budget/stand-before.ts';
import { type BudgetRow, budgetTables } from './budget/table.ts';
import { dreddVerdict } from './dredd.ts';
import type { SetUp, Verdict } from './rival.ts';
import { remarks, rivalsTable } from './rivals-table.ts';
import { sampleMembers } from './sample-members.ts';
import { schemathesisVerdict } from './schemathesis.ts';
import type { Sighting } from './sight-member.ts';
import { specmaticVerdict } from './specmatic.ts';
import { withRegion } from '../with-region.ts';

const dredd = (counts: string): string =>
  `complete: ${counts}, 2 skipped, 7 total\ncomplete: Tests took 98ms`;
const specmatic = (run: number, failures: number, errors: number): string =>
  `Tests run: ${run}, Successes: ${run - failures}, Failures: ${failures}, WIP: 0, Errors: ${errors}\n`;

test.each<readonly [name: string, verdict: Verdict, expected: Verdict]>([
  ['assay exits with 0', assayVerdict({ code: 0 }), 'conforming'],
  ['assay exits with 1', assayVerdict({ code: 1 }), 'faulty'],
  ['assay exits with 2', assayVerdict({ code: 2 }), 'none'],
  ['Schemathesis exits with 0', schemathesisVerdict({ code: 0 }), 'conforming'],
  ['Schemathesis exits with 1', schemathesisVerdict({ code: 1 }), 'faulty'],
  ['Schemathesis took too long', schemathesisVerdict({ code: undefined }), 'none'],
  ['Dredd passes', dreddVerdict({ code: 0, output: dredd('5 passing, 0 failing, 0 errors') }), 'conforming'],
  ['Dredd fails', dreddVerdict({ code: 1, output: dredd('4 passing, 1 failing, 0 errors') }), 'faulty'],
  [
    'Dredd cannot connect',
    dreddVerdict({ code: 1, output: dredd('0 passing, 0 failing, 5 errors') }),
    'faulty',
  ],
  ['Dredd tests nothing', dreddVerdict({ code: 0, output: dredd('0 passing, 0 failing, 0 errors') }), 'none'],
  ['Dredd crashes', dreddVerdict({ code: 1, output: 'TypeError: …' }), 'none'],
  ['Specmatic passes', specmaticVerdict({ code: 0, output: specmatic(49, 0, 0) }), 'conforming'],
  ['Specmatic fails, exiting with 0', specmaticVerdict({ code: 0, output: specmatic(49, 3, 0) }), 'faulty'],
  ['Specmatic meets errors', specmaticVerdict({ code: 1, output: specmatic(49, 0, 1) }), 'faulty'],
  ['Specmatic does not start', specmaticVerdict({ code: 1, output: 'Unsupported class file' }), 'none'],
])('a verdict is read, when %s', (_name, verdict, expected) => {
  expect(verdict).toBe(expected);
});

const setUp = (name: string): SetUp => ({
  name,
  version: '1.0.0',
  shown: name,
  command: () => ({ program: name, args: [] }),
  verdict: () => 'none',
});

function sighting(
  tool: SetUp,
  member: Sighting['member'] | undefined,
  verdict: Verdict,
  requests: number,
): Sighting {
  if (member === undefined) throw new Error('the zoo is empty');
  const stats = { requests, withKey: requests, withoutKey: 0, earlyRequests: 1, bans: 0 };
  return { member, setUp: tool, verdict, stats, seconds: requests / 10 };
}

test('rivalsTable() and remarks() set tools against the first one, when each finds something else', () => {
  const [ours, theirs] = [setUp('ours'), setUp('theirs')];
  const [fault, honest] = [faultyMembers[0], conformingMembers[0]];
  const sightings = [
    sighting(ours, fault, 'conforming', 10),
    sighting(ours, honest, 'conforming', 20),
    sighting(theirs, fault, 'faulty', 3),
    sighting(theirs, honest, 'faulty', 5),
  ];
  expect(rivalsTable(sightings).split('\n')).toEqual([
    `| tool | ${fault?.family} | all faults | false alarms | no verdict | requests | seconds | early requests | bans |`,
    '| --- | --: | --: | --: | --: | --: | --: | --: | --: |',
    '| ours (1.0.0) | 0 / 1 | 0 / 1 | 0 / 1 | 0 | 15 | 1.5 | 2 | 0 |',
    '| theirs (1.0.0) | 1 / 1 | 1 / 1 | 1 / 1 | 0 | 4 | 0.4 | 2 | 0 |',
  ]);
  expect(remarks(sightings)).toEqual([
    `ours: misses ${fault?.name} (${fault?.title})`,
    `theirs: finds ${fault?.name}, which ours misses`,
    `theirs: false alarm at ${honest?.name}`,
  ]);
});

test.each([1, 7, 60, 100_000])(
  'sampleMembers() takes as many as there are, evenly, when asked for %i',
  (count) => {
    const chosen = sampleMembers(faultyMembers, count);
    expect(chosen).toHaveLength(Math.min(count, faultyMembers.length));
    expect(sampleMembers(faultyMembers, count)).toEqual(chosen);
    const sizes = Object.values(Object.groupBy(chosen, ({ family }) => family)).map(
      (family) => family?.length ?? 0,
    );
    if (count === 60) expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
  },
);

test.each([
  ['there is none', '# Page\n\nText\n', '# Page\n\nText\n\n<!-- rivals -->\n\nnew\n\n<!-- /rivals -->\n'],
  [
    'there is one in the middle',
    '# Page\n\n<!-- rivals -->\nold\n<!-- /rivals -->\n\nMore\n',
    '# Page\n\n<!-- rivals -->\n\nnew\n\n<!-- /rivals -->\n\nMore\n',
  ],
])('withRegion() replaces the region and nothing else, when %s', (_name, page, expected) => {
  expect(withRegion(page, 'rivals', 'new')).toBe(expected);
});

test('budgetTables() counts what each tool found, and sets what it costs at services without a fault against the first one', () => {
  const row = (tool: string, service: string, changes: Partial<BudgetRow> = {}): BudgetRow => ({
    bed: 'zoo',
    tool,
    service,
    isFaulty: true,
    found: false,
    first: undefined,
    findings: 0,
    served: undefined,
    requests: 900,
    seconds: 9,
    cpuSeconds: 9,
    ...changes,
  });
  const honest = { isFaulty: false, requests: 1_000, seconds: 10, cpuSeconds: 2 };
  const real = { ...honest, bed: 'real services' } as const;
  const rows = [
    row('other', 'honest', { ...honest, seconds: 20, cpuSeconds: 20 }),
    row('other', 'a', { found: true }),
    row('other', 'b'),
    row('assay', 'honest', honest),
    row('assay', 'a', { found: true, first: 30 }),
    row('assay', 'b', { found: true, first: 50 }),
    row('assay', 'b', { bed: 'mutants' }),
    row('assay', 'honest', { ...honest, bed: 'mutants' }),
    row('assay', 'Stranger 1.0', { ...real, findings: 3, served: 7, first: 12 }),
    row('other', 'Stranger 1.0', { ...real, requests: 500 }),
  ];
  const lines = budgetTables(1_000, rows).split('\n');
  expect(lines.filter((line) => line.startsWith('|'))).toEqual([
    '| bed | tool, 1000 requests at most | faults found | requests to the first finding | requests sent | requests a second | CPU of 1,000 requests |',
    '| --- | --- | --: | --: | --: | --: | --: |',
    '| zoo | assay | 2 / 2 | 50 | 1000 | 100 (1.0 ×) | 2.00 s (1.0 ×) |',
    '| zoo | other | 1 / 2 | not told | 1000 | 50 (0.5 ×) | 20.00 s (10.0 ×) |',
    '| mutants | assay | 0 / 1 | not told | 1000 | 100 (1.0 ×) | 2.00 s (1.0 ×) |',
    '| service | tool, 1000 requests at most | operations with 2xx | findings | requests to the first | requests sent | requests a second | CPU of 1,000 requests |',
    '| --- | --- | --: | --: | --: | --: | --: | --: |',
    '| Stranger 1.0 | assay | 7 | 3 | 12 | 1000 | 100 (1.0 ×) | 2.00 s (1.0 ×) |',
    '| Stranger 1.0 | other | not told | 0 | not told | 500 | 50 (0.5 ×) | 4.00 s (2.0 ×) |',
  ]);
  expect(lines.filter((line) => line === '')).toHaveLength(1);
});

test('failuresIn() numbers the requests of Schemathesis in the order of sending', () => {
  const failed = { name: 'use_after_free', status: 'failure', failure_info: { failure: { code: 'ST301' } } };
  const scenario = (id: string, timestamp: number, ...checks: readonly object[]): string =>
    JSON.stringify({
      ScenarioFinished: {
        recorder: {
          cases: { [id]: { value: { method: 'GET', path: '/things/{id}' } } },
          checks: { [id]: [{ name: 'not_a_server_error', status: 'success' }, ...checks] },
          interactions: { [id]: { timestamp } },
        },
      },
    });
  const lines = [scenario('b', 20, failed), '{"EngineFinished":{}}', scenario('a', 10), ''];
  expect(failuresIn(lines.join('\n'))).toEqual([{ name: 'ST301 GET /things/{id}', at: 2 }]);
});

test('standBefore() passes on what is asked and answered as it is, and tells what was served', async () => {
  const seen: (readonly [request: IncomingMessage, body: string])[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      seen.push([request, body]);
      const status = request.method === 'POST' ? 201 : 404;
      response.writeHead(status, 'So it is', ['Set-Cookie', 'a=1', 'SET-COOKIE', 'b=2']).end('answer');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  let before = 0;
  const counting = await standBefore(`http://127.0.0.1:${String(port)}`, () => (before += 1));
  const ask = (init: RequestInit): Promise<Response> => fetch(`${counting.origin}/things?a=%2F`, init);
  const made = await ask({ method: 'POST', body: '{}', headers: { 'X-Own': 'kept' } });
  const missing = await ask({ method: 'DELETE' });
  expect([made.status, made.statusText, made.headers.getSetCookie(), await made.text()]).toEqual([
    201,
    'So it is',
    ['a=1', 'b=2'],
    'answer',
  ]);
  expect(missing.status).toBe(404);
  expect(seen.map(([{ method, url, headers }, body]) => [method, url, headers['x-own'], body])).toEqual([
    ['POST', '/things?a=%2F', 'kept', '{}'],
    ['DELETE', '/things?a=%2F', undefined, ''],
  ]);
  expect(seen[1]?.[0].headers).not.toHaveProperty('transfer-encoding');
  expect([counting.asked(), before, [...counting.served]]).toEqual([2, 2, ['POST /things?a=%2F']]);
  counting.close();
  server.closeAllConnections();
  server.close();
});
