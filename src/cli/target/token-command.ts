import { execFile } from 'node:child_process';
import { readToken, type Token } from '../../credential/token-source.ts';
import { UsageFault } from '../usage-fault.ts';

/** `--token-command`: a program that prints a token. */

const TIMEOUT_MS = 30_000;
const MOST_BYTES = 65_536;

/** What only a shell understands. */
const NEEDS_SHELL = /[|&;<>()$`*?[\]#~%!{}\n]/;

/** The words of a command line without a shell; `undefined` where quotes don't match. */
export function wordsOf(command: string): readonly string[] | undefined {
  const words: string[] = [];
  const word = /\s*((?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+)/gsy;
  let end = 0;
  for (let match = word.exec(command); match !== null; match = word.exec(command)) {
    end = word.lastIndex;
    const parts = (match[1] ?? '').match(/\\.|"(?:[^"\\]|\\.)*"|'[^']*'|[^\\"']+/gs) ?? [];
    words.push(
      parts
        .map((part) => {
          if (part.startsWith("'")) return part.slice(1, -1);
          const bare = part.startsWith('"') ? part.slice(1, -1) : part;
          return bare.replaceAll(/\\(.)/gs, '$1');
        })
        .join(''),
    );
  }
  return command.slice(end).trim() === '' && words.length > 0 ? words : undefined;
}

/** The shell of a system with a command in it. */
export function shellWords(
  command: string,
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
): readonly string[] {
  return platform === 'win32'
    ? [env['ComSpec'] ?? 'cmd.exe', '/d', '/s', '/c', `"${command}"`]
    : ['/bin/sh', '-c', command];
}

/**
 * Runs the command and reads the token that it prints, within 30 seconds and 64 KiB. Without a shell, unless something in it
 * needs one. Throws a `UsageFault` that shows neither its output nor the command.
 */
export async function commandToken(
  command: string,
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<Token> {
  const words = NEEDS_SHELL.test(command)
    ? shellWords(command, process.platform, options.env)
    : wordsOf(command);
  const [program, ...rest] = words ?? [];
  if (program === undefined) throw new UsageFault('cannot use --token-command: its quotes do not match');
  const output = await new Promise<string>((resolve, reject) => {
    // What cmd reads is one text with quotes of its own.
    const verbatim = { windowsVerbatimArguments: NEEDS_SHELL.test(command) };
    const limits = { timeout: TIMEOUT_MS, maxBuffer: MOST_BYTES, killSignal: 'SIGKILL' } as const;
    execFile(program, rest, { ...options, ...limits, ...verbatim, encoding: 'utf8' }, (error, stdout) => {
      if (error === null) resolve(stdout);
      else {
        const why =
          error.killed === true
            ? 'it did not end in time, or printed too much'
            : `it failed (${String(error.code)})`;
        reject(new UsageFault(`cannot use --token-command: ${why}; it has to print a token and exit with 0`));
      }
    });
  });
  const token = readToken(output);
  if (token !== undefined) return token;
  throw new UsageFault(
    'cannot use --token-command: it printed no token; print the token alone, or JSON with "access_token" and "expires_in"',
  );
}
