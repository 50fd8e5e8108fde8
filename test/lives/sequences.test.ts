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
import { type Replayed, replayExchange } from '../../src/run/replay/replay.ts';
import { KEY, listenOnThisMachine, type MakeService } from '../other-interfaces/run-against-service.ts';
import { depotWith, type Entry, honestParts } from './depot.ts';
import { conforming, type Faulty, faulty } from './members.ts';
import { alarms, blames, runMember } from './run-lives.ts';
import { THOROUGH, wholeInCi } from '../sampled.ts';

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

describe.each(wholeInCi(cases, 9))('%s', (_name, finds, serve, requests) => {
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

test.runIf(THOROUGH)(
  'a sequence whose first request makes nothing this time changes and removes nothing',
  async () => {
    const { record, finding } = await foundIn(cases[0]?.[2] ?? depotWith(), cases[0]?.[1] ?? '');
    const refusing: MakeService = () => () => ({ status: 400, body: { title: 'No', status: 400 } });
    const replayed = await replayOn(refusing, record, finding);
    expect(replayed.outcome).toMatchObject({
      kind: 'inconclusive',
      reason: expect.stringContaining('was not sent'),
    });
    expect(replayed.asked.every((one) => one === 'POST /shelves' || one.startsWith('GET '))).toBe(true);
  },
);

/** Between a removal and the next creation no update is stored: what a removal leaves behind is not put in order before. */
const forgetsAfterRemovals: MakeService = () => {
  let isOpen = false;
  return depotWith({
    remove(state, shelf, at) {
      honestParts.remove(state, shelf, at);
      isOpen = true;
    },
    create(sent, kind) {
      isOpen = false;
      return honestParts.create(sent, kind);
    },
    change: (old, sent, kind) => (isOpen ? old : honestParts.change(old, sent, kind)),
  })();
};

describe('sequences that are drawn', () => {
  const drawn = { profile: 'thorough', maxRequests: 1_000, checks: ['resources.update-stored'] } as const;

  test.runIf(THOROUGH)('find what no planned life shows, and are the same for the same seed', async () => {
    const standard = await runMember({ name: '', serve: forgetsAfterRemovals }, { checks: drawn.checks });
    expect(blames(standard)).toBe('');
    const runs = [
      await runMember({ name: '', serve: forgetsAfterRemovals }, drawn),
      await runMember({ name: '', serve: forgetsAfterRemovals }, drawn),
    ];
    expect(runs.map(blames)).toEqual(['resources.update-stored', 'resources.update-stored']);
    const probes = runs.map(({ record }) => [...record.exchanges.values()].map(({ probe }) => probe));
    const sequences = probes.map((names) => names.filter((name) => name.startsWith('resources/sequence-')));
    expect(sequences[0]?.length).toBeGreaterThan(50);
    expect(sequences[1]).toEqual(sequences[0]);
    const [finding] = findingsOf(runs[0]?.record ?? standard.record, document);
    const { sequence = [] } = finding?.example.violation ?? {};
    const sent = sequence.flatMap((id) => runs[0]?.record.exchanges.get(id)?.request.method ?? []);
    expect(sent).toEqual(['POST', 'POST', 'DELETE', 'PATCH']);
  });

  test.runIf(THOROUGH)(
    'conform where removed entries are still shown as such, and leave nothing behind',
    async () => {
      const soft = conforming.find(({ name }) => name === 'keepers that leave are shown as such');
      const run = await runMember(
        { name: '', serve: soft?.serve ?? depotWith() },
        { ...drawn, checks: [], suites: ['resources'], seed: 5 },
      );
      expect(alarms(run)).toEqual([]);
      const plain = await runMember({ name: '', serve: depotWith() }, { ...drawn, seed: 2 });
      expect(alarms(plain)).toEqual([]);
      expect(plain.record.footer?.leftovers).toEqual([]);
    },
  );
});

describe('a quick run', () => {
  const quick = { profile: 'quick' } as const;

  test('gives each resource a life without variants', async () => {
    const run = await runMember({ name: '', serve: depotWith() }, quick);
    expect(alarms(run)).toEqual([]);
    const asked = new Set([...run.record.exchanges.values()].map(({ request }) => request.method));
    expect([...asked].toSorted()).toEqual(expect.arrayContaining(['DELETE', 'GET', 'PATCH', 'POST', 'PUT']));
    expect(run.record.footer?.leftovers).toEqual([]);
  });

  test.each(
    wholeInCi(['removed keepers are still there', 'updates answer with new values and store nothing'], 2),
  )('finds: %s', async (name) => {
    expect(blames(await runMember(member(name), quick))).toContain(member(name).finds);
  });
});
