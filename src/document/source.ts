import { type Document, isAlias, isMap, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import type { Json } from '../json/value.ts';
import { InterfaceFault } from './cursor.ts';

/** Where a value stands in a document: a file and a line counted from 1. */
export type Position = { readonly file: string; readonly line: number };

/** A parsed file, its values, and the offsets at which its lines begin. */
type ParsedYaml = {
  readonly document: Document.Parsed;
  readonly root: unknown;
  readonly lines: LineCounter;
};

/** A fault of the file that the parser itself does not place, or is slow to find. */
type Flaw = { readonly offset: number; readonly problem: string };

const MAX_ALIASES = 1000;

function offsetOf(node: unknown): number {
  if (typeof node !== 'object' || node === null || !('range' in node)) return 0;
  return Array.isArray(node.range) ? Number(node.range[0]) : 0;
}

/** Repeated names, aliases of nothing and merges of something else than mappings: the first of them, in linear time. */
function firstFlaw(document: Document.Parsed): Flaw | undefined {
  const anchors = new Set<string>();
  let found: Flaw | undefined;
  const note = (node: unknown, problem: string): symbol => {
    found = { offset: offsetOf(node), problem };
    return visit.BREAK;
  };
  visit(document, {
    Alias(_key, node) {
      return anchors.has(node.source) ? undefined : note(node, `there is no anchor "${node.source}" above`);
    },
    Value(_key, node) {
      if (node.anchor !== undefined) anchors.add(node.anchor);
      if (!isMap(node)) return undefined;
      const names = new Set<string>();
      for (const { key, value } of node.items) {
        const name = isScalar(key) ? String(key.value) : '';
        if (name === '<<' && isScalar(value)) return note(key, 'only mappings can be merged with `<<`');
        if (names.has(name) && name !== '<<') return note(key, `"${name}" is there twice`);
        names.add(name);
      }
      return undefined;
    },
  });
  return found;
}

function reasonFor(error: unknown): string {
  if (error instanceof RangeError) return 'the file is nested too deeply to be read';
  const message = error instanceof Error ? error.message : String(error);
  if (/excessive alias/i.test(message)) return `the file repeats its anchors more than ${MAX_ALIASES} times`;
  return `the file can't be read: ${message}`;
}

/** Parses YAML 1.2 or JSON. Throws `InterfaceFault` for whatever is neither, or is meant to use up memory. */
function parseYaml(text: string, file: string): ParsedYaml {
  const lines = new LineCounter();
  const fault = (offset: number, problem: string): InterfaceFault =>
    new InterfaceFault({
      file,
      line: Math.max(1, lines.linePos(offset).line),
      problem,
      advice: 'Write the file as YAML 1.2 or JSON, in UTF-8.',
    });
  try {
    const document = parseDocument(text, {
      lineCounter: lines,
      stringKeys: true,
      uniqueKeys: false,
      merge: true,
      prettyErrors: false,
    });
    const [error] = document.errors;
    if (error !== undefined) throw fault(error.pos[0], `the file can't be read: ${error.message}`);
    const flaw = firstFlaw(document);
    if (flaw !== undefined) throw fault(flaw.offset, `the file can't be read: ${flaw.problem}`);
    return { document, root: document.toJS({ maxAliasCount: MAX_ALIASES }), lines };
  } catch (error) {
    throw error instanceof InterfaceFault ? error : fault(0, reasonFor(error));
  }
}

/** The offset of the value under these names and indexes, or of the innermost one above it that is written out. */
function offsetAt(document: Document.Parsed, location: readonly string[]): number {
  let node: unknown = document.contents;
  let offset = offsetOf(node);
  for (const name of location) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === name);
      if (pair === undefined) break;
      offset = offsetOf(pair.key);
      node = pair.value;
    } else if (typeof node === 'object' && node !== null && 'items' in node && Array.isArray(node.items)) {
      const item: unknown = node.items[Number(name)];
      if (item === undefined) break;
      offset = offsetOf(item);
      node = item;
    } else break;
  }
  return offset;
}

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

type Place = { readonly path: string; readonly file: string };

function withinBounds({ document, root, lines }: ParsedYaml, { path, file }: Place): SourceDocument {
  const lineAt = (location: readonly string[]): number =>
    Math.max(1, lines.linePos(offsetAt(document, location)).line);
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

/**
 * Parses YAML or JSON, whatever stands at its top. Throws `InterfaceFault` for anything that is not one JSON-like value within
 * bounds.
 */
export function parseValue(text: string, place: Place): SourceDocument {
  return withinBounds(parseYaml(text, place.file), place);
}

/** The same for one JSON-like mapping. `example` is a member that such a file begins with. */
export function parseSource(
  text: string,
  { path, file, example = 'openapi: 3.1.1' }: Place & { readonly example?: string },
): SourceDocument {
  const parsed = parseYaml(text, file);
  const { root } = parsed;
  if (typeof root !== 'object' || root === null || Array.isArray(root)) {
    throw new InterfaceFault({
      file,
      line: 1,
      problem: 'the file holds no mapping',
      advice: `Start it with members such as \`${example}\`, one a line.`,
    });
  }
  return withinBounds(parsed, { path, file });
}
