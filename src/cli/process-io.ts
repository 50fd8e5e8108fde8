import { gate } from '../output/gate.ts';
import { keepProcessSmall } from '../system/garbage.ts';
import type { CliIo } from './io.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** The reader closed early (`assay list | head`), or its terminal is gone: no fault of ours. */
const READER_GONE: ReadonlySet<string | undefined> = new Set(['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED']);
const COULD_NOT = 2;

/**
 * What is printed may be lost for good, as on a full disk: whoever asked for it is told, and no such command succeeds. A
 * verdict of 1 stays.
 */
function heedLosses(): void {
  let told = false;
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (READER_GONE.has(code) || told) return;
    told = true;
    process.stderr.write(`assay: cannot write to standard output (${code ?? message})\n`);
    process.exitCode ||= COULD_NOT;
  });
  process.stderr.on('error', () => undefined);
}

/** Errors that nobody caught go to those who listen, and end the process otherwise: never with 1, which is a verdict. */
function watchFaults(): CliIo['onFault'] {
  const listeners = new Set<(error: unknown) => void>();
  process.on('uncaughtException', (error: unknown) => {
    for (const listener of listeners) listener(error);
    if (listeners.size > 0) return;
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(gate().output(`assay: internal error: ${text}\n`), () => process.exit(COULD_NOT));
  });
  return (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
}

/** The `CliIo` of this process, which is assay's own from then on. */
export function processIo(): CliIo {
  heedLosses();
  keepProcessSmall();
  return {
    stdout: (text) => void process.stdout.write(text),
    stderr: (text) => void process.stderr.write(text),
    stdin: () => process.stdin,
    stdoutIsTerminal: process.stdout.isTTY,
    stderrIsTerminal: process.stderr.isTTY,
    columns: process.stdout.columns || process.stderr.columns || 80,
    env: process.env,
    cwd: process.cwd(),
    onInterrupt: (listener) => {
      for (const signal of SIGNALS) process.on(signal, listener);
      return () => {
        for (const signal of SIGNALS) process.off(signal, listener);
      };
    },
    onFault: watchFaults(),
    exitNow: (code) => process.exit(code),
  };
}
