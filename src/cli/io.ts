import { gate } from '../output/gate.ts';
import { withoutSecretParameters } from '../output/mask.ts';

/** The edge of the program as a command sees it: everything that tests replace. */
export type CliIo = {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** What came on standard input, for whoever asks; missing where there is none. */
  readonly stdin?: () => AsyncIterable<Uint8Array>;
  readonly stdoutIsTerminal: boolean;
  readonly stderrIsTerminal: boolean;
  /** Width of the terminal in columns; 80 where there is none. */
  readonly columns: number;
  readonly env: { readonly [name: string]: string | undefined };
  /** Variables that count as unset, in the environment and in `.env`: a service among others takes none that is meant for one. */
  readonly withheld?: (name: string) => boolean;
  /** Working directory, absolute. */
  readonly cwd: string;
  /** Calls `listener` at each Ctrl-C (SIGINT; SIGTERM and SIGHUP too). Returns what takes it off again. */
  readonly onInterrupt: (listener: () => void) => () => void;
  /**
   * Calls `listener` with errors that nobody caught, instead of ending the process with 2. Returns what takes it off again.
   */
  readonly onFault: (listener: (error: unknown) => void) => () => void;
  /** Leaves at once, without waiting for anything. */
  readonly exitNow: (code: number) => void;
};

/** The same streams behind the gate: no secret that the process knows goes through them. */
export function gatedIo(io: CliIo): CliIo {
  return {
    ...io,
    stdout: (text) => io.stdout(gate().output(text)),
    stderr: (text) => io.stderr(gate().output(withoutSecretParameters(text))),
  };
}

/** `signal` fires at the first Ctrl-C; the second one leaves at once. `stop` takes the watch off. */
export type InterruptWatch = { readonly signal: AbortSignal; readonly stop: () => void };

/** Exit code of what a signal broke off. */
export const INTERRUPTED = 130;

/** Watches for Ctrl-C while requests are under way. `onFirst` tells the user what happens now. */
export function watchInterrupt(
  io: Pick<CliIo, 'onInterrupt' | 'exitNow'>,
  onFirst: () => void,
): InterruptWatch {
  const controller = new AbortController();
  const stop = io.onInterrupt(() => {
    if (controller.signal.aborted) {
      io.exitNow(INTERRUPTED);
      return;
    }
    controller.abort();
    onFirst();
  });
  return { signal: controller.signal, stop };
}
