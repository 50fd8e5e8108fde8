/** The edge of the program as a command sees it: everything that tests replace. */
export type CliIo = {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  readonly stdoutIsTerminal: boolean;
  readonly stderrIsTerminal: boolean;
  /** Width of the terminal in columns; 80 where there is none. */
  readonly columns: number;
  readonly env: { readonly [name: string]: string | undefined };
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
