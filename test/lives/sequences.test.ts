import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadInterface } from '../../src/interface/load-interface.ts';
import type { RunRecord } from '../../src/record/record.ts';
import { junitReport } from '../../src/report/data/junit.ts';
import { type Finding, findingsOf } from '../../src/report/model/findings.ts';
import { sequenceScript } from '../../src/report/model/sequence-script.ts';
import { htmlReport } from '../../src/report/page/html-report.ts';
import { markdownReport } from '../../src/report/text/markdown.ts';
import { type Replayed, replayExchange } from '../../src/run/replay.ts';
import { KEY, listenOnThisMachine, type MakeService } from '../other-interfaces/run-against-service.ts';
import { depotWith, type Entry, honestParts } from './depot.ts';
import { type Faulty, faulty } from './members.ts';
import { runMember } from './run-lives.ts';

const loaded = await loadInterface('test/lives');
if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
const document = loaded.interface;
const root = mkdtempSync(join(tmpdir(), 'assay-sequences-'));
afterAll(() => rmSync(root, { recursive: true }));

/** From the second update of an entry on nothing is stored any more. */
function losesSecondUpdates(): MakeService {
  return () => {
    const updates = new Map<unknown, number>();
    const once = (old: Entry, next: Entry): Entry => {
      const before = updates.get(old['id']) ?? 0;
      updates.set(old['id'], before + 1);
      return before === 0 ? next : old;
    };
    return depotWith({
      change: (old, sent, kind) => {
        const next = honestParts.change(old, sent, kind);
        return kind === 'shelves' ? once(old, next) : next;
      },
    })();
  };
}

function member(name: string): Faulty {
  const found = faulty.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no "${name}"`);
  return found;
}

const cases: readonly (readonly [
  name: string,
  finds: string,
  serve: MakeService,
  requests: readonly string[],
])[] = [
  [
    'a removal that takes others along, inside of another entry',
    'resources.others-unchanged',
    member('a removal of boxes takes another one along').serve,
    ['POST', 'POST', 'POST', 'DELETE', 'GET'],
  ],
  [
    'a second update that is lost',
    'resources.update-stored',
    losesSecondUpdates(),
    ['POST', 'PATCH', 'PATCH'],
  ],
];

async function foundIn(serve: MakeService, finds: string): Promise<{ record: RunRecord; finding: Finding }> {
  const { record } = await runMember({ name: '', serve }, { suites: ['resources'] });
  const finding = findingsOf(record, document).find(({ result }) => result.id === finds);
  if (finding === undefined) throw new Error(`nothing was found by ${finds}`);
  return { record, finding };
}

async function replayOn(
  serve: MakeService,
  record: RunRecord,
  finding: Finding,
): Promise<Replayed & { asked: readonly string[] }> {
  const service = await listenOnThisMachine(serve);
  const { sequence = [], exchanges } = finding.example.violation;
  try {
    const replayed = await replayExchange({
      document,
      url: service.url,
      key: KEY,
      headers: [],
      tls: { insecure: false, ca: undefined },
      proxy: {},
      timeoutMs: 5_000,
      exchanges: sequence.flatMap((id) => record.exchanges.get(id) ?? []),
      recorded: [...record.exchanges.values()],
      telling: exchanges[0] ?? '',
      settings: record.header.settings,
      checkId: finding.result.id,
      signal: new AbortController().signal,
    });
    return { ...replayed, asked: service.asked.map(({ method, path }) => `${method} ${path}`) };
  } finally {
    service.close();
  }
}

async function runScript(script: string): Promise<{ readonly code: number | null; readonly text: string }> {
  const file = join(root, 'sequence.sh');
  writeFileSync(file, script);
  const child = spawn('sh', [file], { env: { ...process.env, ASSAY_KEY: KEY } });
  let text = '';
  child.stdout.on('data', (bytes: Buffer) => (text += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (text += bytes.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, text };
}

describe.each(cases)('%s', (_name, finds, serve, requests) => {
  test('is told by the shortest sequence, which is replayed and sent by a shell', async () => {
    const { record, finding } = await foundIn(serve, finds);
    const { violation } = finding.example;
    const sent = (violation.sequence ?? []).flatMap((id) => record.exchanges.get(id) ?? []);
    expect(sent.map(({ request }) => request.method)).toEqual(requests);
    expect(violation.sequence?.at(-1)).toBe(violation.exchanges[0]);

    for (const report of [
      markdownReport(record, document),
      junitReport(record, document),
      htmlReport(record, { document }),
    ]) {
      expect(report).toContain('--script sequence.sh');
      expect(report).not.toContain(KEY);
    }

    const still = await replayOn(serve, record, finding);
    expect(still.outcome.kind).toBe('fail');
    const gone = await replayOn(depotWith(), record, finding);
    expect(gone.outcome.kind).toBe('pass');
    // What the replay made is taken away, and nothing else is touched: there are twelve of each before.
    const changed = gone.asked.filter((one) => !one.startsWith('GET') && !/^POST \/\w+$/.test(one));
    expect(changed.every((one) => /^\w+ \/shelves\/2\d\b/.test(one))).toBe(true);
    expect(gone.asked.at(-1)).toMatch(/^DELETE \/shelves\/\d+$/);

    const service = await listenOnThisMachine(serve);
    try {
      const { settings } = record.header;
      const header = { ...record.header, settings: { ...settings, url: service.url } };
      const script = sequenceScript({ ...record, header }, document, { result: finding.result, violation });
      const { code, text } = await runScript(script ?? '');
      expect(code, text).toBe(0);
      const asked = service.asked.map(({ method }) => method);
      expect(asked.slice(0, requests.length)).toEqual(requests);
      expect(asked.slice(requests.length).every((method) => method === 'DELETE')).toBe(true);
      expect(text).toContain('expected:');
      expect(script).not.toContain(KEY);
    } finally {
      service.close();
    }
  });
});

test('a sequence whose first request makes nothing this time changes and removes nothing', async () => {
  const { record, finding } = await foundIn(cases[0]?.[2] ?? depotWith(), cases[0]?.[1] ?? '');
  const refusing: MakeService = () => () => ({ status: 400, body: { title: 'No', status: 400 } });
  const replayed = await replayOn(refusing, record, finding);
  expect(replayed.outcome).toMatchObject({
    kind: 'inconclusive',
    reason: expect.stringContaining('was not sent'),
  });
  expect(replayed.asked.every((one) => one === 'POST /shelves' || one.startsWith('GET '))).toBe(true);
});
