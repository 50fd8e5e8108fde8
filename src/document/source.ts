import { isList, isObject, type Json } from '../json/value.ts';
import { InterfaceFault, type InterfaceProblem } from './cursor.ts';
import { countNames, JsonPlaces, repeatedNames } from './json-places.ts';
import { knownText } from './known-texts.ts';
import { ADVICE, ADVICE_TWICE, type Parsed, reasonFor, twice } from './parsed.ts';
import { parseYaml } from './yaml.ts';

/** Where a value stands in a document: a file and a line counted from 1. */
export type Position = { readonly file: string; readonly line: number };

/** What to do about a name that a mapping holds twice: some parsers take the last one, others refuse the file. */
type Repeats = 'refused' | 'noted';

function jsonOf(text: string): { readonly root: unknown } | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return { root: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function namesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  const own = Array.isArray(value) ? 0 : members.length;
  return members.reduce<number>((sum, member) => sum + namesIn(member), own);
}

function lineStartsOf(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The line, counted from 1, in which an offset lies: the last that does not begin behind it. */
function lineAmong(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if ((starts.at(middle) ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}

/** Reads JSON by the parser of the language; `undefined` for any other text. */
function parseJson(text: string, file: string): Parsed | undefined {
  try {
    const read = jsonOf(text);
    if (read === undefined) return undefined;
    let starts: readonly number[] | undefined;
    const lineOf = (offset: number): number => lineAmong((starts ??= lineStartsOf(text)), offset);
    const places = new JsonPlaces(text);
    const repeated = countNames(text) === namesIn(read.root) ? [] : repeatedNames(text);
    return {
      root: read.root,
      lineAt: (location) => lineOf(places.offsetAt(location)),
      repeated: repeated.map(({ name, offset }) => ({
        file,
        line: lineOf(offset),
        problem: twice(name),
        advice: ADVICE_TWICE,
      })),
    };
  } catch (error) {
    throw new InterfaceFault({ file, line: 1, problem: reasonFor(error), advice: ADVICE });
  }
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
  /** The same with the file, where parts of the document were written in others. */
  readonly placeAt?: (location: readonly string[]) => Position;
  /** Where a value is written, in a document that was brought to another form; as it is read when missing. */
  readonly writtenAt?: (location: readonly string[]) => readonly string[];
  /** As in `Parsed`. */
  readonly isKnown?: true;
  /** Names that a mapping holds twice, of which the last counts, where those were to be noted. */
  readonly repeated: readonly InterfaceProblem[];
};

const MAX_DEPTH = 100;
const MAX_VALUES = 2_000_000;

type Oversight = { readonly location: readonly string[]; readonly problem: string };

/** Repeated anchors share memory but not the time that it takes to walk over them, hence the count. */
function firstOversight(root: unknown): Oversight | undefined {
  let count = 0;
  const location: string[] = [];
  const inspect = (value: unknown): Oversight | undefined => {
    count += 1;
    if (count > MAX_VALUES) return { location: [], problem: `the file holds more than ${MAX_VALUES} values` };
    if (location.length > MAX_DEPTH)
      return { location: [...location], problem: `values are nested deeper than ${MAX_DEPTH} levels` };
    if (typeof value === 'number' && !Number.isFinite(value)) {
      return { location: [...location], problem: `${value} is not a JSON number` };
    }
    if (typeof value !== 'object' || value === null) return undefined;
    for (const [name, member] of Object.entries(value)) {
      location.push(name);
      const found = inspect(member);
      if (found !== undefined) return found;
      location.pop();
    }
    return undefined;
  };
  return inspect(root);
}

/** What a file writes that holds half a character: no text that is sent can, and nothing that takes names apart takes such ones. */
const HALF = /\\u[dD][89a-fA-F]/;

/** The value with a mark in the place of each half of a character, in names too. */
function wellFormed(value: Json): Json {
  if (typeof value === 'string') return value.toWellFormed();
  if (isList(value)) return value.map(wellFormed);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name.toWellFormed(), wellFormed(member)]),
  );
}

type Place = { readonly path: string; readonly file: string };

function parse(text: string, { path, file }: Place, repeats: Repeats): SourceDocument {
  const { root, lineAt, repeated, isKnown } =
    knownText(text) ?? parseJson(text, file) ?? parseYaml(text, file);
  const [first] = repeated;
  if (first !== undefined && repeats === 'refused') throw new InterfaceFault(first);
  const oversight = isKnown === true ? undefined : firstOversight(root);
  if (oversight !== undefined) {
    throw new InterfaceFault({
      file,
      line: lineAt(oversight.location),
      problem: oversight.problem,
      advice: 'Keep to values that JSON can hold, and nest them less deeply.',
    });
  }
  const meant = HALF.test(text) ? wellFormed(root as Json) : (root as Json);
  return { path, file, root: meant, lineAt, repeated, ...(isKnown === true ? { isKnown } : {}) };
}

/**
 * Parses YAML or JSON, whatever stands at its top. Throws `InterfaceFault` for anything that is not one JSON-like value within
 * bounds.
 */
export function parseValue(text: string, place: Place): SourceDocument {
  return parse(text, place, 'refused');
}

/**
 * The same for one JSON-like mapping. `example` is a member that such a file begins with; with `repeats`, names that a mapping
 * holds twice are noted instead of refused.
 */
export function parseSource(
  text: string,
  {
    example = 'openapi: 3.1.1',
    repeats = 'refused',
    ...place
  }: Place & { readonly example?: string; readonly repeats?: Repeats },
): SourceDocument {
  const parsed = parse(text, place, repeats);
  if (!isObject(parsed.root)) {
    throw new InterfaceFault({
      file: place.file,
      line: 1,
      problem: 'the file holds no mapping',
      advice: `Start it with members such as \`${example}\`, one a line.`,
    });
  }
  return parsed;
}
