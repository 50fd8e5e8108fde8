import { readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';

/** A shorter key, or one without a digit, may stand in an output by chance. */
const SHORTEST_CANARY = 12;
const LARGEST_FILE = 16 * 1024 * 1024;

function isCanary(key: string): boolean {
  return key.length >= SHORTEST_CANARY && /\d/.test(key) && /[a-z]/i.test(key);
}

function hexOf(text: string): string {
  return Buffer.from(text).toString('hex');
}

/** The usual ways to write a key, in lower case; what base64 makes of it in the middle of a text as it is. */
function formsOf(key: string): { readonly lower: readonly string[]; readonly exact: readonly string[] } {
  const lower = [
    key,
    Array.from(key).reverse().join(''),
    encodeURIComponent(key),
    JSON.stringify(key).slice(1, -1),
    hexOf(key),
    hexOf(key).replaceAll(/../g, '%$&'),
  ];
  const exact = ['', 'x', 'xy'].map((before) =>
    Buffer.from(before + key)
      .toString('base64')
      .slice(before === '' ? 0 : 4, -4),
  );
  return { lower: lower.map((form) => form.toLowerCase()), exact };
}

function fail(place: string): never {
  throw new Error(`a key is in ${place}`);
}

function requireNone(text: string, key: string, place: string): void {
  const { lower, exact } = formsOf(key);
  const small = text.toLowerCase();
  if (lower.some((form) => small.includes(form)) || exact.some((form) => text.includes(form))) fail(place);
}

/** Every file below a temporary directory, with what changes when it is written. */
function filesBelow(cwd: string): ReadonlyMap<string, string> {
  if (!cwd.startsWith(tmpdir() + sep)) return new Map();
  const files = readdirSync(cwd, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      const { mtimeMs, size, ino } = statSync(path);
      return [path, `${String(mtimeMs)} ${String(size)} ${String(ino)}`];
    }),
  );
}

/** The keys of a command line and its environment that nothing else resembles. */
export function canariesOf(
  argv: readonly string[],
  env: { readonly [name: string]: string | undefined },
): readonly string[] {
  const given = argv.filter((_word, index) => ['--key', '--other-key'].includes(argv[index - 1] ?? ''));
  return [...given, env['ASSAY_KEY'] ?? '', env['ASSAY_OTHER_KEY'] ?? ''].filter(isCanary);
}

/** Runs a command, and throws when one of the keys is in a stream, or in a file that it wrote below `cwd`. */
export async function watched<Ended extends { readonly stdout: string; readonly stderr: string }>(
  keys: readonly string[],
  cwd: string,
  command: () => Promise<Ended>,
): Promise<Ended> {
  if (keys.length === 0) return command();
  const before = filesBelow(cwd);
  const ended = await command();
  const written = [...filesBelow(cwd)].filter(([path, stamp]) => before.get(path) !== stamp);
  for (const key of keys) {
    requireNone(ended.stdout, key, 'standard output');
    requireNone(ended.stderr, key, 'standard error');
    for (const [path] of written)
      if (statSync(path).size <= LARGEST_FILE) requireNone(readFileSync(path, 'latin1'), key, path);
  }
  return ended;
}
