import { type Document, isAlias, isMap, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { isObject } from '../json/value.ts';
import { InterfaceFault, type InterfaceProblem } from './cursor.ts';
import { ADVICE, ADVICE_TWICE, MAX_ALIASES, type Parsed, reasonFor, twice } from './parsed.ts';
import { withDeeperLines } from './yaml-indent.ts';
import { type Entry, type Leaf, piecesOf } from './yaml-pieces.ts';

/** YAML 1.2 as plain values that know their lines. A large file is read piece by piece: a node for every value takes ten times its text. */

/** A fault of the file that the parser itself does not place, or is slow to find. */
type Flaw = { readonly offset: number; readonly problem: string };

function offsetOf(node: unknown): number {
  if (typeof node !== 'object' || node === null || !('range' in node)) return 0;
  return Array.isArray(node.range) ? Number(node.range[0]) : 0;
}

type Flaws = { readonly fatal: Flaw | undefined; readonly repeated: readonly Flaw[] };

/** Aliases of nothing and merges of something else than mappings: the first of them; and repeated names. In linear time. */
function flawsOf(document: Document.Parsed): Flaws {
  const anchors = new Set<string>();
  const repeated: Flaw[] = [];
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
        if (names.has(name) && name !== '<<') repeated.push({ offset: offsetOf(key), problem: twice(name) });
        names.add(name);
      }
      return undefined;
    },
  });
  return { fatal: found, repeated };
}

const OPTIONS = { stringKeys: true, uniqueKeys: false, merge: true, prettyErrors: false } as const;

function parseWhole(text: string, file: string): Parsed {
  const lines = new LineCounter();
  const problemAt = ({ offset, problem }: Flaw): InterfaceProblem => ({
    file,
    line: Math.max(1, lines.linePos(offset).line),
    problem: `the file can't be read: ${problem}`,
    advice: ADVICE,
  });
  try {
    const document = parseDocument(text, { ...OPTIONS, lineCounter: lines });
    const [error] = document.errors;
    if (error !== undefined)
      throw new InterfaceFault(problemAt({ offset: error.pos[0], problem: error.message }));
    const { fatal, repeated } = flawsOf(document);
    if (fatal !== undefined) throw new InterfaceFault(problemAt(fatal));
    return {
      root: document.toJS({ maxAliasCount: MAX_ALIASES }),
      lineAt: (location) => Math.max(1, lines.linePos(offsetAt(document, location)).line),
      repeated: repeated.map((flaw) => ({
        ...problemAt(flaw),
        problem: flaw.problem,
        advice: ADVICE_TWICE,
      })),
    };
  } catch (error) {
    if (error instanceof InterfaceFault) throw error;
    throw new InterfaceFault({ file, line: 1, problem: reasonFor(error), advice: ADVICE });
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

type WithLines = { readonly document: Document.Parsed; readonly lines: LineCounter };

function withLines(text: string): WithLines {
  const lines = new LineCounter();
  return { document: parseDocument(text, { ...OPTIONS, lineCounter: lines }), lines };
}

const LONG_TEXT = 100;

/**
 * Reads each long text once. The parser puts texts in quotes together letter by letter, and the engine keeps such a text as a tree of its
 * letters, of thirty times its length, until it is looked at as a whole.
 */
function inOnePiece(value: unknown, seen = new Set<object>()): void {
  if (typeof value === 'string' && value.length >= LONG_TEXT) /\0/.test(value);
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  for (const member of Object.values(value)) inOnePiece(member, seen);
}

/** A piece can't be read for itself. */
class NoPiece extends Error {}

type Members = Map<string, Held>;
/** An entry of a mapping with where it is written. */
type Held = { readonly leaf: Leaf; readonly members: Members | undefined };

/** Reads a text of which the pieces are known. Throws `NoPiece`. */
class PieceReader {
  readonly repeated: InterfaceProblem[] = [];
  readonly #text: string;
  readonly #file: string;
  /** Whoever asks for a line mostly asks for one nearby next. */
  #last: { readonly leaf: Leaf; readonly document: Document.Parsed; readonly lines: LineCounter } | undefined;

  constructor(text: string, file: string) {
    this.#text = text;
    this.#file = file;
  }

  #parsed({ start, end }: Leaf): WithLines {
    const text = this.#text.slice(start, end);
    const parsed = withLines(text);
    const deeper = parsed.document.errors.length > 0 ? withDeeperLines(text) : text;
    return deeper === text ? parsed : withLines(deeper);
  }

  #membersOf(leaf: Leaf): { readonly [name: string]: unknown } {
    const { document } = this.#parsed(leaf);
    const { fatal, repeated } = flawsOf(document);
    if (document.errors.length > 0 || fatal !== undefined) throw new NoPiece();
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    if (!isObject(value)) throw new NoPiece();
    inOnePiece(value);
    for (const { offset, problem } of repeated) {
      const before = this.#text.slice(leaf.start, leaf.start + offset).split('\n').length - 1;
      this.#note(leaf.line + 1 + before, problem);
    }
    return value;
  }

  #note(line: number, problem: string): void {
    const { repeated } = this;
    repeated.push({ file: this.#file, line, problem, advice: ADVICE_TWICE });
  }

  /** The value of a mapping's entries, and where they are. */
  read(entries: readonly Entry[]): { readonly value: object; readonly places: Members } {
    const places: Members = new Map();
    const values: [string, unknown][] = [];
    const add = (name: string, value: unknown, held: Held): void => {
      if (places.has(name)) this.#note(held.leaf.line + 1, twice(name));
      else places.set(name, held);
      values.push([name, value]);
    };
    for (const entry of entries) {
      const leaf = 'head' in entry ? entry.head : entry;
      const members = Object.entries(this.#membersOf(leaf));
      const [first, ...others] = members;
      if (first === undefined || others.length > 0) throw new NoPiece();
      const [name, value] = first;
      if (!('head' in entry)) add(name, value, { leaf, members: undefined });
      else {
        const inner = this.read(entry.entries);
        add(name, inner.value, { leaf, members: inner.places });
      }
    }
    return { value: Object.fromEntries(values), places };
  }

  lineAt(places: Members, location: readonly string[]): number {
    const [name = '', ...rest] = location;
    const held = places.get(name);
    if (held === undefined) return 1;
    const { leaf, members } = held;
    const [next] = rest;
    if (members !== undefined)
      return next === undefined || !members.has(next) ? leaf.line + 1 : this.lineAt(members, rest);
    if (rest.length === 0) return leaf.line + 1;
    if (this.#last?.leaf !== leaf) {
      this.#last = { leaf, ...this.#parsed(leaf) };
    }
    const { document, lines } = this.#last;
    return leaf.line + Math.max(1, lines.linePos(offsetAt(document, location)).line);
  }
}

function parsePieces(text: string, file: string): Parsed | undefined {
  const pieces = piecesOf(text);
  if (pieces === undefined) return undefined;
  const reader = new PieceReader(text, file);
  try {
    const { value, places } = reader.read(pieces);
    return { root: value, lineAt: (location) => reader.lineAt(places, location), repeated: reader.repeated };
  } catch {
    // Whatever is wrong is told by the reader of the whole.
    return undefined;
  }
}

/** `!!merge <<`, as generators in Go write it, is `<<`; what stands after it stays where it is. */
function withoutMergeTags(text: string): string {
  return text.replaceAll(/!!merge[ \t]+<<:/g, (tagged) => '<<:'.padEnd(tagged.length));
}

function parseAny(text: string, file: string): Parsed {
  return parsePieces(text, file) ?? parseWhole(withoutMergeTags(text), file);
}

/**
 * Parses YAML 1.2, and what other parsers take for it although its lines are not indented enough. Throws `InterfaceFault` for
 * whatever is none, or is meant to use up memory.
 */
export function parseYaml(text: string, file: string): Parsed {
  try {
    return parseAny(text, file);
  } catch (error) {
    const deeper = withDeeperLines(text);
    if (!(error instanceof InterfaceFault) || deeper === text) throw error;
    try {
      return parseAny(deeper, file);
    } catch {
      throw error;
    }
  }
}
