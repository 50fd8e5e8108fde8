import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, visit, type Document } from 'yaml';
import { InterfaceFault } from './interface-problem.ts';
import type { Json } from './model.ts';

/** A parsed file that knows the line of each of its values. */
export type SourceDocument = {
  /** Absolute path, for resolving references between files. */
  readonly path: string;
  /** The name that problems and positions show. */
  readonly file: string;
  readonly root: Json;
  /** Line of the value under these member names and indexes, or of the innermost one above it that is written out. */
  readonly lineAt: (location: readonly string[]) => number;
};

const MAX_ALIASES = 1000;
const MAX_DEPTH = 100;
const MAX_VALUES = 1_000_000;

type Oversight = { readonly location: readonly string[]; readonly problem: string };

/** Repeated anchors share memory but not the time that it takes to walk over them, hence the count. */
function firstOversight(root: unknown): Oversight | undefined {
  let count = 0;
  const inspect = (value: unknown, location: readonly string[]): Oversight | undefined => {
    count += 1;
    if (count > MAX_VALUES) return { location: [], problem: `the file holds more than ${MAX_VALUES} values` };
    if (location.length > MAX_DEPTH)
      return { location, problem: `values are nested deeper than ${MAX_DEPTH} levels` };
    if (typeof value === 'number' && !Number.isFinite(value)) {
      return { location, problem: `${value} is not a JSON number` };
    }
    if (typeof value !== 'object' || value === null) return undefined;
    for (const [name, member] of Object.entries(value)) {
      const found = inspect(member, [...location, name]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return inspect(root, []);
}

function offsetAt(document: Document.Parsed, location: readonly string[]): number {
  let node: unknown = document.contents;
  let offset = document.contents?.range[0] ?? 0;
  for (const name of location) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === name);
      if (pair === undefined) break;
      offset = isScalar(pair.key) ? (pair.key.range?.[0] ?? offset) : offset;
      node = pair.value;
    } else if (isSeq(node)) {
      const item: unknown = node.items[Number(name)];
      if (item === undefined) break;
      if (typeof item === 'object' && item !== null && 'range' in item && Array.isArray(item.range)) {
        offset = Number(item.range[0]);
      }
      node = item;
    } else break;
  }
  return offset;
}

function aliasOffset(document: Document.Parsed, message: string): number {
  const name = message.split(': ').at(-1);
  let offset = 0;
  visit(document, {
    Alias(_key, node) {
      if (node.source !== name) return undefined;
      offset = node.range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  return offset;
}

function parse(text: string, file: string, lines: LineCounter): { document: Document.Parsed; root: unknown } {
  const fault = (line: number, problem: string): InterfaceFault =>
    new InterfaceFault({ file, line, problem, advice: 'Write the file as YAML 1.2 or JSON, in UTF-8.' });
  let document: Document.Parsed | undefined;
  try {
    document = parseDocument(text, {
      lineCounter: lines,
      stringKeys: true,
      merge: true,
      prettyErrors: false,
    });
    const error = document.errors[0];
    if (error !== undefined)
      throw fault(lines.linePos(error.pos[0]).line, `the file can't be read: ${error.message}`);
    return { document, root: document.toJS({ maxAliasCount: MAX_ALIASES }) };
  } catch (error) {
    if (error instanceof InterfaceFault) throw error;
    if (error instanceof RangeError) throw fault(1, 'the file is nested too deeply to be read');
    if (error instanceof ReferenceError && /excessive/i.test(error.message)) {
      throw fault(1, `the file repeats its anchors more than ${MAX_ALIASES} times`);
    }
    if (error instanceof ReferenceError) {
      const line = document === undefined ? 1 : lines.linePos(aliasOffset(document, error.message)).line;
      throw fault(line, `the file can't be read: ${error.message}`);
    }
    throw error;
  }
}

/** Parses YAML or JSON. Throws `InterfaceFault` for anything that is not one JSON-like mapping within bounds. */
export function parseSource(
  text: string,
  { path, file }: { readonly path: string; readonly file: string },
): SourceDocument {
  const lines = new LineCounter();
  const { document, root } = parse(text, file, lines);
  const lineAt = (location: readonly string[]): number =>
    Math.max(1, lines.linePos(offsetAt(document, location)).line);
  if (typeof root !== 'object' || root === null || Array.isArray(root)) {
    throw new InterfaceFault({
      file,
      line: 1,
      problem: 'the file holds no mapping',
      advice: 'Start it with members such as `openapi: 3.1.1`, one a line.',
    });
  }
  const oversight = firstOversight(root);
  if (oversight !== undefined) {
    throw new InterfaceFault({
      file,
      line: lineAt(oversight.location),
      problem: oversight.problem,
      advice: 'Keep to values that JSON can hold, and nest them less deeply.',
    });
  }
  return { path, file, root: root as Json, lineAt };
}
