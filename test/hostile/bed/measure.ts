import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { leaks } from '../../secrets/leaks.ts';
import { KEY, type HostileService } from './service.ts';
import { startApart } from './service-apart.ts';

const ROOT = join(import.meta.dirname, '../../..');
/**
 * Loaded into the measured process before everything else: writes the most memory that it ever took when it ends. Linux counts
 * for `resourceUsage` what the process took that started it, too.
 */
const PEAK = `data:text/javascript,${encodeURIComponent(`import { readFileSync, writeFileSync } from 'node:fs';
function peak() {
  try {
    return Number(/VmHWM:\\s*(\\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) * 1024;
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}
process.on('exit', () => writeFileSync(process.env.ASSAY_PEAK_FILE, String(peak())));`)}`;
const REPORTS = ['html', 'sarif', 'junit', 'markdown'];
/** In seconds. An honest service takes 12 of them. */
export const MAX_DURATION = 14;
const OVERRUN = 10;
const MOST_MEMORY = 250_000_000;
/** Beyond this a text is searched for the plain forms of the key alone. */
const LONG_TEXT = 200_000;

/** What came of a run against one service. */
export type Measured = {
  readonly service: HostileService;
  readonly exit: number | null;
  readonly seconds: number;
  readonly peakBytes: number;
  readonly requests: number;
  readonly insideRetryAfter: number;
  /** What should not have happened; empty when all holds. */
  readonly problems: readonly string[];
  /** The first line of the output. */
  readonly said: string;
};

async function filesIn(folder: string): Promise<readonly (readonly [name: string, content: string])[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return Promise.all(
    files.map(async (file) => [file.slice(folder.length + 1), await readFile(file, 'latin1')] as const),
  );
}

const PLAIN_FORMS: readonly string[] = [
  KEY,
  Array.from(KEY).toReversed().join(''),
  Buffer.from(KEY).toString('hex'),
  Buffer.from(KEY).toString('base64'),
].map((form) => form.toLowerCase());

function showsKey(content: string): boolean {
  if (content.length <= LONG_TEXT) return leaks(content, KEY).length > 0;
  const lower = content.toLowerCase();
  return PLAIN_FORMS.some((form) => lower.includes(form));
}

/** The line that tells of an error that nobody expected: assay's own words for one, or the first line of a stack. */
function crashIn(said: string): readonly string[] {
  const [line] = /internal error.*|\n {4}at .*(?:file:|node:|\/).*:\d+:\d+\)?/.exec(said) ?? [];
  return line === undefined ? [] : [`a crash (${line.trim()})`];
}

/** Runs `assay test` with all kinds of reports against a service, in a process of its own, and looks at all that it left. */
export async function measure(service: HostileService): Promise<Measured> {
  const running = await startApart(service);
  const folder = await mkdtemp(join(tmpdir(), 'assay-hostile-'));
  const peakFile = join(folder, 'peak');
  const { NODE_OPTIONS: _options, FORCE_COLOR: _colour, VITEST: _vitest, ...env } = process.env;
  const url = `http://127.0.0.1:${String(running.port)}/v1`;
  const limits = [
    '--max-duration',
    String(MAX_DURATION),
    '--timeout',
    '2000',
    '--plan',
    'free',
    '--seed',
    '1',
  ];
  const argv = [
    'test',
    '--url',
    url,
    ...limits,
    '--out',
    'out',
    ...REPORTS.flatMap((name) => ['--report', name]),
  ];
  const startedMs = performance.now();
  const child = spawn(process.execPath, ['--import', PEAK, join(ROOT, 'bin/assay.js'), ...argv], {
    cwd: folder,
    env: { ...env, ASSAY_KEY: KEY, ASSAY_PEAK_FILE: peakFile },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killer = setTimeout(() => child.kill('SIGKILL'), 4 * (MAX_DURATION + OVERRUN) * 1000);
  try {
    const [stdout, stderr] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    const seconds = (performance.now() - startedMs) / 1000;
    const files = await filesIn(folder);
    const peakBytes = Number(files.find(([name]) => name === 'peak')?.[1] ?? 0);
    const exit = child.exitCode;
    const leaking = [...files, ['stdout', stdout] as const, ['stderr', stderr] as const]
      .filter(([, content]) => showsKey(content))
      .map(([name]) => `the key is in ${name}`);
    const missing = ['report.html', 'junit.xml', 'report.sarif', 'report.md'].filter(
      (name) => !files.some(([file]) => file.endsWith(name)),
    );
    const said = `${stdout}\n${stderr}`;
    const { insideRetryAfter, requests } = await running.counted();
    const problems = [
      ...(service.exits.some((one) => one === exit) ? [] : [`exit ${String(exit)}`]),
      ...crashIn(said),
      ...leaking,
      ...missing.map((name) => `no ${name}`),
      ...(seconds > MAX_DURATION + OVERRUN ? ['too slow'] : []),
      ...(peakBytes > MOST_MEMORY ? ['too much memory'] : []),
      ...(insideRetryAfter > 0 ? [`${String(insideRetryAfter)} requests inside Retry-After`] : []),
    ];
    return {
      service,
      exit,
      seconds,
      peakBytes,
      requests,
      insideRetryAfter,
      problems,
      said: said.trim().split('\n')[0] ?? '',
    };
  } finally {
    clearTimeout(killer);
    await running.close();
    await rm(folder, { recursive: true, force: true });
  }
}
