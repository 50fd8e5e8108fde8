import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { runAssay, runAssayHere, type AssayRun } from '../hostile/run-assay.ts';
import { smallDocuments } from '../other-interfaces/documents.ts';
import { withFiles } from '../specs/load-files.ts';
import { startEchoServer, type EchoKind } from './echo-server.ts';
import { leaks } from './leaks.ts';
import { wholeInCi } from '../sampled.ts';

const PET_CATALOGUE = join(import.meta.dirname, '../../spec/pet-catalogue');
const ORDINARY = 'Qw7-kLmN42-ZxCvB-pOiUy';

type Row = {
  readonly what: string;
  readonly key: string;
  /** Title of a small document; the shipped one otherwise. */
  readonly document?: string;
  readonly kind?: EchoKind;
  readonly profile?: 'standard' | 'quick';
  /** With the test runner, and with whatever a process writes. */
  readonly ownProcess?: true;
};

const rows: readonly Row[] = [
  { what: 'dollars, quotes and backslashes', key: 'a$HOME"b\'c\\d`e$(id)f\\u0041g' },
  { what: 'a bearer token, standard run', key: ORDINARY, profile: 'standard', ownProcess: true },
  { what: 'percent, plus, slash and equals', key: 'Zm9v%41+YmFy/q%2Fx==&y;z' },
  { what: 'markup', key: '<b>k3y</b>]]>&amp;|*x*' },
  { what: 'letters beyond ASCII', key: 'Schlüssel-für-Möwen-42' },
  { what: 'a refusal of the key', key: ORDINARY, kind: 'refusals' },
  { what: 'another protocol', key: ORDINARY, kind: 'another protocol', ownProcess: true },
  { what: 'answers that break off', key: ORDINARY, kind: 'lost answers' },
  { what: 'HTTP Basic', key: 'alice:s3cr$t-P"ss:word\\42', document: 'HTTP Basic' },
  { what: 'a key in the query', key: ORDINARY, document: 'a key in the query' },
  {
    what: 'a special key in the query',
    key: 'k+y%2f&x=$1"\\é-Lm',
    document: 'a key in the query',
    ownProcess: true,
  },
  { what: 'a key in a cookie', key: ORDINARY, document: 'a key in a cookie' },
  { what: 'a key in a header', key: 'k$y"with\'all%of+it', document: 'a key in a header' },
];

describe('leaks()', () => {
  test.each([
    ['as it is', ORDINARY],
    ['without its last character', ORDINARY.slice(0, -1)],
    ['in base64', Buffer.from(`Bearer ${ORDINARY}`).toString('base64')],
    ['percent-encoded inside JSON', JSON.stringify(encodeURIComponent(ORDINARY).replaceAll('-', '%2d'))],
    ['in capitals', ORDINARY.toUpperCase()],
  ])('sees a key %s', (_how, text) => {
    expect(leaks(`before ${text} after`, ORDINARY)).not.toEqual([]);
  });

  test('sees nothing in a shell expression', () => {
    expect(leaks('Bearer ${ASSAY_KEY%?}', ORDINARY)).toEqual([]);
  });
});

type Told = { readonly run: AssayRun; readonly requests: number };

async function tell(row: Row): Promise<Told> {
  const { key, document, kind = 'answers', profile = 'quick', ownProcess = false } = row;
  const text = smallDocuments.find(({ title }) => title === document)?.text;
  if (document !== undefined && text === undefined) throw new Error(`there is no document "${document}"`);
  const server = await startEchoServer(key, kind);
  const url = `http://127.0.0.1:${String(server.port)}/v1`;
  const limits = ['--timeout', '5000', '--max-duration', '60', '--seed', '1', '--profile', profile];
  const call = (spec: string): Promise<AssayRun> =>
    (ownProcess ? runAssay : runAssayHere)(['--url', url, ...limits, '--spec', spec], key);
  const run =
    text === undefined ? await call(PET_CATALOGUE) : await withFiles({ 'openapi.yaml': text }, call);
  server.close();
  return { run, requests: server.requests() };
}

describe('assay test keeps the key from every output', () => {
  const asked = wholeInCi(rows, 5);
  let told: ReadonlyMap<Row, Told> = new Map();
  beforeAll(async () => {
    told = new Map(await Promise.all(asked.map(async (row) => [row, await tell(row)] as const)));
  }, 240_000);

  test.each(asked)('$what', (row) => {
    const { run, requests } = told.get(row) ?? expect.unreachable();
    const answers = row.kind === undefined;
    // Only where nothing of HTTP came there is nothing to blame.
    expect(run.code).toBe(row.kind === 'another protocol' ? 2 : 1);
    expect(requests).toBeGreaterThan(answers ? 10 : 0);
    expect(run.stderr).not.toContain('internal error');
    expect([...run.files.keys()]).toEqual(
      expect.arrayContaining(['last.ndjson', 'report.json', 'junit.xml']),
    );
    const shown = new Set([run.stdout, run.stderr, ...run.files.values()]);
    for (const content of shown) expect(leaks(content, row.key)).toEqual([]);
  });
});
