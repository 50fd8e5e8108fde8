import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

/** Prism's own program, running beside this process. */
export type PlainPrism = {
  readonly origin: string;
  /** Settles when it has ended, whoever ended it. */
  readonly ended: Promise<void>;
  /** Ends it. Settles when it has ended. */
  readonly stop: () => Promise<void>;
};

export type StartedPrism =
  | { readonly kind: 'started'; readonly prism: PlainPrism }
  | { readonly kind: 'missing'; readonly install: string }
  | { readonly kind: 'failed'; readonly problem: string };

export type PlainPrismOptions = {
  readonly documentFile: string;
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  readonly env: { readonly [name: string]: string | undefined };
  /** Called with each line that it prints. */
  readonly onLine: (line: string) => void;
};

const INSTALL = 'npm install @stoplight/prism-cli@5.16.0';
const START_MS = 60_000;
const STOP_MS = 2000;
const LISTENING = /Prism is listening on (http:\/\/\S+)/;
/** What it prints of an error that keeps it from starting. */
const ERROR = /\b(?:fatal|error)\s+(.*)$/;

function findProgram(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve('@stoplight/prism-cli');
  } catch {
    return undefined;
  }
}

function whenEnded(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
}

/** Never left behind: it ends with this process too. */
function runPrism(program: string, { documentFile, host, port, env }: PlainPrismOptions): ChildProcess {
  // It takes NODE_ENV=production for --multiprocess, which it fails to start with.
  const args = ['mock', documentFile, '--host', host, '--port', String(port), '--multiprocess=false'];
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  return child;
}

function followLines(child: ChildProcess, onLine: (line: string) => void): void {
  for (const stream of [child.stdout, child.stderr])
    if (stream !== null) createInterface({ input: stream }).on('line', onLine);
}

/**
 * Starts the untouched `@stoplight/prism-cli` on a document, in a process of its own with nothing of the mock in front. Settles
 * when it listens, or can't.
 */
export async function startPlainPrism(options: PlainPrismOptions): Promise<StartedPrism> {
  const program = findProgram();
  if (program === undefined) return { kind: 'missing', install: INSTALL };
  const child = runPrism(program, options);
  const ended = whenEnded(child);
  const listening = Promise.withResolvers<string>();
  let problem = 'it ended at once';
  followLines(child, (line) => {
    const [, origin] = LISTENING.exec(line) ?? [];
    if (origin !== undefined) listening.resolve(origin);
    problem = ERROR.exec(line)?.[1]?.trim() ?? problem;
    options.onLine(line);
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    const waiting = new AbortController();
    await Promise.race([ended, delay(STOP_MS, undefined, { signal: waiting.signal }).catch(() => undefined)]);
    waiting.abort();
    child.kill('SIGKILL');
    await ended;
  };
  const giveUp = new AbortController();
  const origin = await Promise.race([
    listening.promise,
    ended.then(() => undefined),
    delay(START_MS, undefined, { signal: giveUp.signal }).catch(() => undefined),
  ]);
  giveUp.abort();
  if (origin !== undefined) return { kind: 'started', prism: { origin, ended, stop } };
  await stop();
  return { kind: 'failed', problem };
}
