/** `--exec`: a service that is started for as long as somebody works on it, and again when its sources change. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as after } from 'node:timers/promises';
import type { CliIo } from '../io.ts';

/** How long a service may take to end by itself. */
const PATIENCE_MS = 5_000;
/** What was killed and still holds the output has left the group of the shell: it is not waited for. */
const KILLED_MS = 1_000;
const IS_WINDOWS = process.platform === 'win32';

/** Tells a process and those that it started to end. */
function tell(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    // On Windows there are no groups: the shell ends, and takes its console's children along.
    if (IS_WINDOWS || child.pid === undefined) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}

/** A command in a shell. What it prints goes to standard error. */
export class Service {
  readonly #command: string;
  readonly #io: Pick<CliIo, 'cwd' | 'env' | 'stderr'>;
  #child: ChildProcess | undefined;
  #isStopping = false;
  /** When it, and what its shell started, has ended. */
  #closed: Promise<unknown> = Promise.resolve();

  constructor(command: string, io: Pick<CliIo, 'cwd' | 'env' | 'stderr'>) {
    this.#command = command;
    this.#io = io;
  }

  start(): void {
    const { cwd, env, stderr } = this.#io;
    const child = spawn(this.#command, {
      cwd,
      env,
      shell: true,
      detached: !IS_WINDOWS,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.#isStopping = false;
    this.#closed = new Promise((resolve) => {
      child.once('close', resolve).once('error', resolve);
    });
    // Line by line: a key that comes in two pieces would be hidden in neither.
    for (const input of [child.stdout, child.stderr])
      createInterface({ input }).on('line', (line) => stderr(`${line}\n`));
    child.on('error', ({ message }) => stderr(`assay: cannot run the command of --exec (${message})\n`));
    child.on('exit', (code, signal) => {
      if (!this.#isStopping)
        stderr(
          `assay: the command of --exec ended by itself (${String(code ?? signal)}); it starts again when a file changes\n`,
        );
    });
  }

  /** Ends it, by force where it takes too long. */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined) return;
    // `exit` would be that of the shell alone: its output is closed when all of it has ended, and its port is free.
    this.#isStopping = true;
    tell(child, 'SIGTERM');
    const timer = setTimeout(() => tell(child, 'SIGKILL'), PATIENCE_MS);
    await Promise.race([this.#closed, after(PATIENCE_MS + KILLED_MS, undefined, { ref: false })]);
    clearTimeout(timer);
  }
}
