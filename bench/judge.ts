/**
 * Exchanges per second (of the clock, and of the processor: other work on the machine slows the first alone) and peak memory of `assay judge` for HAR files of 10^4, 10^5 and 10^6 exchanges, each judged by a
 * process of its own: `npm run bench:judge [-- COUNT…] [--checks N] [--shape mixed|reads|creations|long]`, with so many of the checks
 * alone, and of one kind of traffic alone. Exits with 1 when memory grows with the file.
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CHECK_NAMES } from '../src/checks/check-names.ts';
import { oneKey } from '../src/credential/key-ring.ts';
import { loadInterface } from '../src/interface/load-interface.ts';
import { keepProcessSmall } from '../src/system/garbage.ts';
import { judgeFiles } from '../src/traffic/judge-files.ts';
import { trafficFile } from '../src/traffic/read-traffic.ts';

const COUNTS = [10_000, 100_000, 1_000_000];
/** More memory than this between the shortest and the longest file is growth. */
const MOST_GROWTH_BYTES = 200 * 1024 * 1024;
const SPEC = join(import.meta.dirname, '../spec/pet-catalogue');
const MINUTE_S = 60;

type Figures = {
  readonly judged: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakBytes: number;
};

function headers(fields: { readonly [name: string]: string }): readonly { name: string; value: string }[] {
  return Object.entries(fields).map(([name, value]) => ({ name, value }));
}

/** How often a request creates an entry, and how many a list shows: 1,700 of them take 64 kB. */
const SHAPES: ReadonlyMap<string, { readonly createsEvery: number; readonly listed: number }> = new Map([
  ['mixed', { createsEvery: 3, listed: 4 }],
  ['reads', { createsEvery: Number.POSITIVE_INFINITY, listed: 4 }],
  ['creations', { createsEvery: 1, listed: 4 }],
  ['long', { createsEvery: Number.POSITIVE_INFINITY, listed: 1_700 }],
]);

/** Every tenth request is refused, and one in a thousand breaks the document. */
function entry(at: number, shape: string): string {
  const { createsEvery = 3, listed = 4 } = SHAPES.get(shape) ?? {};
  const now = 1_900_000_000_000 + at * 100;
  const creates = at % createsEvery === 0 && createsEvery !== Number.POSITIVE_INFINITY;
  const refused = at % 10 === 9;
  const body = refused
    ? { code: 'unauthorized', message: 'No key.', status: at % 1000 === 999 ? 400 : 401 }
    : creates
      ? { id: at, name: `Animal ${String(at)}`, description: 'Some animal' }
      : Array.from({ length: listed }, (_, index) => ({ id: at + index, name: `Animal ${String(index)}` }));
  const sent = JSON.stringify({ name: `Animal ${String(at)}`, description: 'Some animal' });
  const text = JSON.stringify(body);
  return JSON.stringify({
    startedDateTime: new Date(now).toISOString(),
    time: 12.5,
    request: {
      method: creates ? 'POST' : 'GET',
      url: 'https://api.example.com/v1/categories',
      httpVersion: 'http/2.0',
      cookies: [],
      headers: headers({
        ':authority': 'api.example.com',
        accept: 'application/json, text/plain, */*',
        'user-agent':
          'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0',
        ...(creates ? { 'content-type': 'application/json', 'content-length': String(sent.length) } : {}),
      }),
      queryString: [],
      ...(creates ? { postData: { mimeType: 'application/json', text: sent } } : {}),
      headersSize: -1,
      bodySize: creates ? sent.length : 0,
    },
    response: {
      status: refused ? 401 : creates ? 201 : 200,
      statusText: '',
      httpVersion: 'http/2.0',
      cookies: [],
      headers: headers({
        date: new Date(now).toUTCString(),
        'content-type': 'application/json',
        'content-length': String(text.length),
        'x-ratelimit-limit': '60',
        'x-ratelimit-remaining': String(59 - (at % 60)),
        'x-ratelimit-reset': String(Math.ceil(now / 1000 / MINUTE_S) * MINUTE_S),
        'www-authenticate': 'Bearer',
      }),
      content: { size: text.length, mimeType: 'application/json', text },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: 12, receive: 0.5 },
  });
}

async function writeHar(file: string, count: number, shape: string): Promise<void> {
  const stream = createWriteStream(file);
  stream.write('{"log":{"version":"1.2","creator":{"name":"WebInspector","version":"537.36"},"entries":[');
  for (let at = 0; at < count; at += 1) {
    if (!stream.write(`${at === 0 ? '' : ','}${entry(at, shape)}`)) await once(stream, 'drain');
  }
  stream.end(']}}');
  await once(stream, 'finish');
}

/** So many of the checks, from all suites; all of them for none. */
function someChecks(count: number): readonly string[] {
  const every = Math.max(1, Math.floor(CHECK_NAMES.length / Math.max(1, count)));
  return CHECK_NAMES.filter((_name, at) => at % every === 0)
    .slice(0, count)
    .map(({ id }) => id);
}

async function judge(path: string, checks: number): Promise<Figures> {
  keepProcessSmall();
  const loaded = await loadInterface(SPEC);
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const file = await trafficFile(path, path);
  if (file.kind !== 'har') throw new Error('the generated file is no HAR file');
  const startedMs = performance.now();
  const before = process.cpuUsage();
  const record = await judgeFiles({
    files: [{ ...file, path, name: path }],
    document: loaded.interface,
    specDirectory: SPEC,
    url: undefined,
    keyOf: oneKey(undefined),
    complete: false,
    settings: { plan: undefined, strict: false, suites: [], checks: someChecks(checks) },
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
  const seconds = (performance.now() - startedMs) / 1000;
  const { user, system } = process.cpuUsage(before);
  const judged = record.footer?.traffic?.judged ?? 0;
  return {
    judged,
    seconds,
    cpuSeconds: (user + system) / 1e6,
    peakBytes: process.resourceUsage().maxRSS * 1024,
  };
}

function inOwnProcess(path: string, checks: number): Figures {
  const argv = [import.meta.filename, '--judge', path, '--checks', String(checks)];
  const child = spawnSync(process.execPath, argv, { encoding: 'utf8' });
  if (child.status !== 0) throw new Error(child.stderr);
  return JSON.parse(child.stdout) as Figures;
}

async function compare(counts: readonly number[], checks: number, shape: string): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'assay-bench-judge-'));
  const peaks: number[] = [];
  process.stdout.write('exchanges    MB in file    seconds    exchanges/s    per CPU second    peak MB\n');
  try {
    for (const count of counts) {
      const path = join(directory, 'traffic.har');
      await writeHar(path, count, shape);
      const { judged, seconds, cpuSeconds, peakBytes } = inOwnProcess(path, checks);
      if (judged !== count) throw new Error(`${String(judged)} of ${String(count)} exchanges were judged`);
      peaks.push(peakBytes);
      const cells = [
        String(count).padEnd(9),
        (statSync(path).size / 1e6).toFixed(0).padStart(13),
        seconds.toFixed(1).padStart(10),
        (count / seconds).toFixed(0).padStart(14),
        (count / cpuSeconds).toFixed(0).padStart(17),
        (peakBytes / 1e6).toFixed(0).padStart(10),
      ];
      process.stdout.write(`${cells.join(' ')}\n`);
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
  if (Math.max(...peaks) - Math.min(...peaks) > MOST_GROWTH_BYTES) process.exitCode = 1;
}

const { values, positionals } = parseArgs({
  options: {
    judge: { type: 'string' },
    checks: { type: 'string', default: '0' },
    shape: { type: 'string', default: 'mixed' },
  },
  allowPositionals: true,
});
const checks = Number(values.checks);
if (values.judge !== undefined) process.stdout.write(JSON.stringify(await judge(values.judge, checks)));
else await compare(positionals.length > 0 ? positionals.map(Number) : COUNTS, checks, values.shape);
