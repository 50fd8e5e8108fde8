import { translatedPattern } from './pattern-dialect.ts';
import { NoProgram, programOf, type Step } from './pattern-program.ts';

/**
 * A `pattern` of a document, matched without backtracking: a document, or a stranger with a long text, can make the
 * native engine go on for ever, which nothing can stop.
 */
export type Pattern = {
  readonly source: string;
  /** Whether the text matches anywhere; `undefined` where that can't be said within bounds, or within fewer steps. */
  readonly test: (text: string, mostSteps?: number) => boolean | undefined;
};

/** Steps for one text: about a second's worth. A pattern of 8 steps and a text of a megabyte are within it. */
const MOST_STEPS = 8_000_000;

class OutOfSteps extends Error {}

/** One search. Every pair of a step and a place is tried once: what failed there fails there again. */
class Search {
  readonly #steps: readonly Step[];
  readonly #text: readonly string[];
  readonly #width: number;
  readonly #tried: Uint8Array;
  readonly #looks = new Map<number, boolean>();
  #left: number;

  constructor(steps: readonly Step[], text: string, most: number) {
    this.#left = most;
    this.#steps = steps;
    this.#text = Array.from(text);
    this.#width = this.#text.length + 1;
    if (steps.length * this.#width > most) throw new OutOfSteps();
    this.#tried = new Uint8Array(steps.length * this.#width);
  }

  run(): boolean {
    for (let place = 0; place < this.#width; place += 1) {
      if (this.#from(0, place)) return true;
    }
    return false;
  }

  /** Whether what is looked for from a place is there. Known once it was asked. */
  #isThere(at: number, place: number): boolean {
    const cell = at * this.#width + place;
    const known = this.#looks.get(cell);
    if (known !== undefined) return known;
    const trail: number[] = [];
    const there = this.#from(at, place, trail);
    // What was tried on the way to where it matched has not failed.
    if (there) for (const index of trail) this.#tried[index] = 0;
    this.#looks.set(cell, there);
    return there;
  }

  #isNew(at: number, trail: number[] | undefined): boolean {
    if (this.#tried[at] === 1) return false;
    this.#tried[at] = 1;
    trail?.push(at);
    this.#left -= 1;
    if (this.#left < 0) throw new OutOfSteps();
    return true;
  }

  #from(start: number, place: number, trail?: number[]): boolean {
    const stack = [start, place];
    while (stack.length > 0) {
      let where = stack.pop() ?? 0;
      let at = stack.pop() ?? 0;
      while (this.#isNew(at * this.#width + where, trail)) {
        const step = this.#steps[at];
        if (step === undefined || step.op === 'match') return true;
        if (step.op === 'split') {
          for (let index = step.to.length - 1; index > 0; index -= 1) stack.push(step.to[index] ?? 0, where);
          at = step.to[0] ?? 0;
          continue;
        }
        if (!this.#goesOn(step, at, where)) break;
        if (step.op === 'atom') where += step.back ? -1 : 1;
        at = step.op === 'jump' ? step.to : step.op === 'look' ? step.end : at + 1;
      }
    }
    return false;
  }

  #isWordAt(index: number): boolean {
    const character = this.#text[index];
    return character !== undefined && /^\w$/.test(character);
  }

  #goesOn(step: Exclude<Step, { op: 'split' | 'match' }>, at: number, where: number): boolean {
    const text = this.#text;
    switch (step.op) {
      case 'atom': {
        const index = step.back ? where - 1 : where;
        const character = text[index];
        return character !== undefined && step.fits(character);
      }
      case 'jump':
        return true;
      case 'start':
        return where === 0;
      case 'end':
        return where === text.length;
      case 'boundary':
        return (this.#isWordAt(where - 1) !== this.#isWordAt(where)) !== step.negated;
      case 'look':
        return this.#isThere(at + 1, where) !== step.negated;
    }
  }
}

function matcherOf(source: string): Pattern['test'] {
  let steps: readonly Step[];
  try {
    steps = programOf(source);
  } catch (error) {
    if (error instanceof NoProgram) return () => undefined;
    throw error;
  }
  return (text, most = MOST_STEPS) => {
    try {
      return new Search(steps, text, most).run();
    } catch (error) {
      if (error instanceof OutOfSteps) return undefined;
      throw error;
    }
  };
}

const kept = new Map<string, Pattern>();
const MOST_KEPT = 500;

/** The matcher of a pattern (ECMA-262 with the `u` flag), made at its first use. Throws where it is no pattern at all. */
export function compilePattern(source: string): Pattern {
  const known = kept.get(source);
  if (known !== undefined) return known;
  // The native engine only says whether it is a pattern: compiling is quick, matching may not be.
  if (!(new RegExp(source, 'u') instanceof RegExp)) throw new Error(`"${source}" is no pattern`);
  let test: Pattern['test'] | undefined;
  const pattern: Pattern = { source, test: (text, most) => (test ??= matcherOf(source))(text, most) };
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(source, pattern);
  return pattern;
}

function isPattern(source: string, flags: string): boolean {
  try {
    return new RegExp(source, flags) instanceof RegExp;
  } catch {
    return false;
  }
}

const OF_CLASSES = /[dDsSwW]/;

/**
 * A pattern that is one without the `u` flag alone, written so that it means the same with it: escapes that nothing needs, a hyphen beside
 * `\w` or another class (`[\w-.]`), brackets and braces that begin or end nothing.
 */
function withUnicodeFlag(source: string): string {
  let result = '';
  let inClass = false;
  // Other dialects have classes inside of classes, and those that begin with a bracket.
  let hasBracket = false;
  for (let index = 0; index < source.length; index++) {
    const character = source.charAt(index);
    if (character === '\\') {
      index += 1;
      const escaped = source.charAt(index);
      const [long] = /^[pPu]\{[^}]*\}/.exec(source.slice(index)) ?? [];
      if (long !== undefined) {
        result += `\\${long}`;
        index += long.length - 1;
        continue;
      }
      const needless = /[!-/:-@[-`{-~]/.test(escaped) && !'^$\\.*+?()[]{}|/'.includes(escaped);
      result += needless && !(escaped === '-' && inClass) ? escaped : `\\${escaped}`;
      if (inClass && OF_CLASSES.test(escaped) && /^-[^\]]/.test(source.slice(index + 1))) {
        index += 1;
        result += '\\-';
      }
      continue;
    }
    const rest = source.slice(index);
    if (inClass) {
      inClass = character !== ']';
      hasBracket ||= character === '[';
      result += character === '-' && /^-\\[dDsSwW]/.test(rest) ? '\\-' : character;
      continue;
    }
    inClass = character === '[';
    hasBracket ||= /^\[\^?\]/.test(rest);
    // `{,3}` is a quantifier in other dialects.
    const [quantifier] = /^\{\d+(?:,\d*)?\}/.exec(rest) ?? [];
    if (quantifier !== undefined) {
      result += quantifier;
      index += quantifier.length - 1;
      continue;
    }
    const isPlain = character === ']' ? !hasBracket : /[{}]/.test(character) && !/^\{,\d/.test(rest);
    result += isPlain ? `\\${character}` : character;
  }
  return result;
}

/** The pattern between the slashes that other languages have around it: `/^` and `$/` match nothing by themselves. */
function withoutSlashes(source: string): string {
  const [, inner, flags = ''] = /^\/(\^.*\$)\/([giu]*)$/s.exec(source) ?? [];
  if (inner === undefined) return source;
  return flags.includes('i') ? `(?i)${inner}` : inner;
}

/**
 * The pattern as a regular expression with the `u` flag, which JSON Schema recommends and validators use. Many documents
 * have more than that allows (`\:`, `[\w-.]`), which is written as it is meant. Others are written for another language, and are
 * translated as far as that is safe. `undefined` when it is no pattern even so.
 */
export function unicodePattern(given: string): string | undefined {
  const source = withoutSlashes(given);
  if (isPattern(source, 'u')) return source;
  const rewritten = isPattern(source, '') ? withUnicodeFlag(source) : source;
  if (isPattern(rewritten, 'u')) return rewritten;
  const translated = translatedPattern(source);
  return translated !== undefined && isPattern(translated, 'u') ? translated : undefined;
}
