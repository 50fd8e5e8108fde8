import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { basename, join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { parse, type Node } from 'acorn';
import { ROOT } from './services.ts';

/** One small change of a source, such as a programmer makes by mistake. */
export type Mutant = {
  /** The same for as long as the line that it changes is the same. */
  readonly id: string;
  /** Relative to the repository. */
  readonly file: string;
  readonly line: number;
  /** The name of the rule that made it. */
  readonly operator: string;
  readonly from: string;
  readonly to: string;
  /** What Stryker calls it: it is switched on by this name in the instrumented source, or is a source of its own. */
  readonly active: { readonly switch: string } | { readonly source: string };
};

/** A source with all of its mutants. `instrumented`: JavaScript that holds those which are switched on by name. */
export type MutatedSource = {
  readonly file: string;
  readonly instrumented: string;
  readonly mutants: readonly Mutant[];
};

type Change = {
  readonly start: number;
  readonly end: number;
  readonly operator: string;
  readonly to: string;
};

const SILENT = { isDebugEnabled: () => false, debug: () => undefined, info: () => undefined };
const MOST_SHOWN = 60;
const NUMBERS = 'NumericLiteral';

function shown(code: string): string {
  const text = code.replaceAll(/\s+/g, ' ').trim();
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN - 1)}…` : text;
}

/** Names mutants by what they change, and not by where it stands: edits elsewhere leave the names as they are. */
class Namer {
  readonly #seen = new Map<string, number>();
  readonly #file: string;
  readonly #text: string;

  constructor(file: string, text: string) {
    this.#file = file;
    this.#text = text;
  }

  name({ start, end, operator, to }: Change): Omit<Mutant, 'active'> {
    const before = this.#text.slice(0, start);
    const lineStart = before.lastIndexOf('\n') + 1;
    const line = before.split('\n').length;
    const lineText = this.#text.slice(lineStart).split('\n', 1).join('');
    const column = before.slice(lineStart).trimStart().length;
    const key = [operator, lineText.trim(), column, this.#text.slice(start, end), to].join('\n');
    const count = (this.#seen.get(key) ?? 0) + 1;
    this.#seen.set(key, count);
    const hash = createHash('sha256').update(`${key}\n${count}`).digest('hex').slice(0, 8);
    const id = `${basename(this.#file, '.ts')}#${hash}`;
    return {
      id,
      file: this.#file,
      line,
      operator,
      from: shown(this.#text.slice(start, end)),
      to: shown(to),
    };
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** Every number of a program, in order. */
function numbersIn(
  node: Node,
): readonly { readonly start: number; readonly end: number; readonly value: number }[] {
  if (node.type === 'Literal') {
    const value = 'value' in node ? node.value : undefined;
    return typeof value === 'number' ? [{ start: node.start, end: node.end, value }] : [];
  }
  return Object.values(node)
    .flatMap((value: unknown) => value)
    .filter((value: unknown) => isNode(value))
    .flatMap((child) => numbersIn(child));
}

/** One more and one less than each number: Stryker leaves numbers as they are, other tools do not. */
function numberMutants(text: string, namer: Namer): readonly Mutant[] {
  const code = stripTypeScriptTypes(text, { mode: 'strip' });
  const program = parse(code, { ecmaVersion: 'latest', sourceType: 'module' });
  return numbersIn(program).flatMap(({ start, end, value }) =>
    [value + 1, value - 1].map((other): Mutant => {
      const to = other < 0 ? `(${other})` : String(other);
      const source = `${code.slice(0, start)}${to}${code.slice(end)}`;
      return { ...namer.name({ start, end, operator: NUMBERS, to }), active: { source } };
    }),
  );
}

/** Where a place of Stryker is in a text; it counts lines and columns from 0. */
function offsetOf(
  text: string,
  { line, column }: { readonly line: number; readonly column: number },
): number {
  const lines = text.split('\n').slice(0, line);
  return lines.reduce((sum, one) => sum + one.length + 1, 0) + column;
}

/** Makes all mutants of the sources by the rules of Stryker, and one more and one less for each number. */
export async function mutate(files: readonly string[]): Promise<readonly MutatedSource[]> {
  const originals = await Promise.all(files.map((file) => readFile(join(ROOT, file), 'utf8')));
  const instrumenter = new Instrumenter(SILENT as unknown as ConstructorParameters<typeof Instrumenter>[0]);
  // All at once: Stryker counts from 0 each time.
  const made = await instrumenter.instrument(
    files.map((name, index) => ({ name, content: originals[index] ?? '', mutate: true })),
    { plugins: null, ignorers: [], excludedMutations: [] },
  );
  return files.map((file, index): MutatedSource => {
    const text = originals[index] ?? '';
    const namer = new Namer(file, text);
    const switched = made.mutants
      .filter(({ fileName }) => fileName === file)
      .map(({ id, location, mutatorName, replacement }): Mutant => {
        const [start, end] = [offsetOf(text, location.start), offsetOf(text, location.end)];
        const change = { start, end, operator: mutatorName, to: replacement };
        return { ...namer.name(change), active: { switch: id } };
      });
    const instrumented = made.files.find(({ name }) => name === file)?.content ?? text;
    return {
      file,
      instrumented: stripTypeScriptTypes(instrumented, { mode: 'strip' }),
      mutants: [...switched, ...numberMutants(text, namer)],
    };
  });
}
