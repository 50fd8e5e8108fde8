import type { CliIo } from './cli-io.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** A pipe that the reader closed early (`assay list | head`) is no fault of ours. */
function ignoreClosedPipe(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

/** The `CliIo` of this process. */
export function processIo(): CliIo {
  ignoreClosedPipe(process.stdout);
  ignoreClosedPipe(process.stderr);
  return {
    stdout: (text) => void process.stdout.write(text),
    stderr: (text) => void process.stderr.write(text),
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
    exitNow: (code) => process.exit(code),
  };
}
