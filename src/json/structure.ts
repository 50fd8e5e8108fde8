import { bound } from '../system/bounds.ts';

/** What a linear scan of JSON text finds that `JSON.parse` does not tell. */
export type JsonStructure = {
  /** Deepest nesting of arrays and objects. */
  readonly depth: number;
  /** Names that occur twice in one object, each once, in the order of the second occurrence. */
  readonly duplicateNames: readonly string[];
  /** True when some integer has more digits than a double is sure to hold. */
  readonly longNumbers: boolean;
};

const QUOTE = 0x22;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const SAFE_DIGITS = 15;

/** Finds the next place of a character, asked for from the left to the right, without looking at any place twice. */
function placesOf(text: string, character: string): (from: number) => number {
  let place = -1;
  return (from) => {
    if (place < from) place = text.indexOf(character, from);
    if (place < 0) place = text.length;
    return place;
  };
}

/** Index after the string literal that starts at `start`, asked for from the left to the right. */
function stringEnds(text: string): (start: number) => number {
  const nextQuote = placesOf(text, '"');
  const nextBackslash = placesOf(text, '\\');
  return (start) => {
    let index = start + 1;
    while (nextBackslash(index) < nextQuote(index)) index = nextBackslash(index) + 2;
    return Math.min(nextQuote(index) + 1, text.length);
  };
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}

function isNameEnd(text: string, start: number): boolean {
  let index = start;
  while (isSpace(text.charCodeAt(index))) index += 1;
  return text.charCodeAt(index) === COLON;
}

function unescapeName(literal: string): string {
  if (!literal.includes('\\')) return literal.slice(1, -1);
  const name: unknown = JSON.parse(literal);
  return String(name);
}

/** Lists have many objects with few members: looking through those is quicker than a set for each. */
const FEW = 8;

const NO_NAMES: readonly string[] = [];

/** The names of an object that is open. */
class Names {
  readonly #few: string[] = [];
  #many: Set<string> | undefined;

  /** Begins with another object. */
  clear(): void {
    this.#few.length = 0;
    this.#many = undefined;
  }

  /** Adds a name. Returns true when it was there. */
  add(name: string): boolean {
    if (this.#many !== undefined) return this.#many.size === this.#many.add(name).size;
    if (this.#few.includes(name)) return true;
    this.#few.push(name);
    if (this.#few.length > FEW) this.#many = new Set(this.#few);
    return false;
  }
}

/**
 * Scans JSON text; of other text it tells nothing useful. Stops as soon as the nesting goes over `maxDepth`. Takes no
 * recursion, so that hostile nesting cannot exhaust the stack. Throws `SyntaxError` on a name with a bad escape.
 */
export function jsonStructure(text: string, maxDepth: number): JsonStructure {
  let duplicates: Set<string> | undefined;
  const endOfString = stringEnds(text);
  const open: (Names | undefined)[] = [];
  /** One for each level, for all objects on it: a long list leaves nothing behind. */
  const atLevel: Names[] = [];
  const namesAt = (level: number): Names => {
    const names = (atLevel[level] ??= new Names());
    names.clear();
    return names;
  };
  let depth = 0;
  let longNumbers = false;
  let index = 0;
  while (index < text.length && open.length <= maxDepth) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      const end = endOfString(index);
      const names = open.at(-1);
      if (names !== undefined && isNameEnd(text, end)) {
        const name = unescapeName(text.slice(index, end));
        if (names.add(name)) (duplicates ??= new Set()).add(name);
      }
      index = end;
    } else if (isDigit(code)) {
      const start = index;
      while (isDigit(text.charCodeAt(index))) index += 1;
      longNumbers ||= index - start > SAFE_DIGITS && text[start - 1] !== '.' && text[index] !== '.';
    } else {
      if (code === OPEN_OBJECT) open.push(namesAt(open.length));
      else if (code === OPEN_ARRAY) open.push(undefined);
      else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) open.pop();
      depth = Math.max(depth, open.length);
      index += 1;
    }
  }
  return { depth, duplicateNames: duplicates === undefined ? NO_NAMES : [...duplicates], longNumbers };
}

const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const POINT = 0x2e;

/** A body that is no longer than this stays within all bounds on JSON, whatever it holds. */
const SHORTEST = Math.min(bound('jsonDepth'), bound('jsonDigits'), bound('jsonValues'), bound('jsonMembers'));

/**
 * Which bound on JSON a body exceeds, as a text for a report; `undefined` when none. One pass over the bytes, without
 * making anything of them: what a body would grow to is known before it does. Bytes that are no JSON may get any answer.
 */
export function overJsonBounds(bytes: Uint8Array): string | undefined {
  if (bytes.length <= SHORTEST) return undefined;
  const [maxDepth, maxDigits] = [bound('jsonDepth'), bound('jsonDigits')];
  const [maxValues, maxMembers] = [bound('jsonValues'), bound('jsonMembers')];
  const [maxSafeDigits, maxWithLong] = [15, bound('jsonValuesBesideLong')];
  /** Members of each object that is open; -1 for an array. */
  const open = new Int32Array(maxDepth + 1);
  let depth = 0;
  let values = 0;
  let digits = 0;
  let decimals = false;
  let isLong = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    if ((byte >= 0x30 && byte <= 0x39) || byte === POINT) {
      digits += 1;
      decimals ||= byte === POINT;
      if (digits > maxDigits) return `a number of more than ${String(maxDigits)} digits`;
      continue;
    }
    isLong ||= digits > maxSafeDigits && !decimals;
    digits = 0;
    decimals = false;
    if (byte === QUOTE) {
      index += 1;
      while (index < bytes.length && bytes[index] !== QUOTE) index += bytes[index] === BACKSLASH ? 2 : 1;
    } else if (byte === COMMA) {
      values += 1;
      const members = open[depth] ?? -1;
      if (members >= 0) open[depth] = members + 1;
      if (members >= maxMembers) return `an object of more than ${String(maxMembers)} members`;
    } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      depth += 1;
      values += 1;
      if (depth > maxDepth) return `more than ${String(maxDepth)} arrays and objects inside one another`;
      open[depth] = byte === OPEN_OBJECT ? 0 : -1;
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) {
      depth = Math.max(0, depth - 1);
    }
    if (values > maxValues) return `more than ${String(maxValues)} values`;
    if (isLong && values > maxWithLong)
      return `an integer of more than ${String(maxSafeDigits)} digits, and more than ${String(maxWithLong)} values`;
  }
  return undefined;
}
