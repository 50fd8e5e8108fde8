/**
 * Reads a regular expression (ECMA-262 with the `u` flag, as JSON Schema has it) and turns it into a program of small
 * steps. What a single character may be is left to the native engine, so it means here what it means there.
 */

/** Says whether one code point is what an atom stands for. */
type Atom = (character: string) => boolean;

/** A step. `back` reads the character before the place, for what is looked for behind it. */
export type Step =
  | { readonly op: 'atom'; readonly fits: Atom; readonly back: boolean }
  | { readonly op: 'split'; to: number[] }
  | { readonly op: 'jump'; to: number }
  | { readonly op: 'start' }
  | { readonly op: 'end' }
  | { readonly op: 'boundary'; readonly negated: boolean }
  /** The steps up to `end` have to match here, or must not; then it goes on at `end`. */
  | { readonly op: 'look'; readonly negated: boolean; end: number }
  | { readonly op: 'match' };

type Tree =
  | { readonly kind: 'choice'; readonly options: readonly Tree[] }
  | { readonly kind: 'sequence'; readonly parts: readonly Tree[] }
  | { readonly kind: 'repeat'; readonly body: Tree; readonly least: number; readonly most: number }
  | { readonly kind: 'look'; readonly body: Tree; readonly behind: boolean; readonly negated: boolean }
  | { readonly kind: 'atom'; readonly fits: Atom }
  | { readonly kind: 'assert'; readonly step: Extract<Step, { op: 'start' | 'end' | 'boundary' }> };

/** A pattern that this engine has no program for: back references, modifiers, or one that would be too long. */
export class NoProgram extends Error {}

/** Groups inside groups. */
const MOST_DEPTH = 200;
/** `{1,1000}` stands for as many copies of what it repeats. */
const MOST_STEPS = 20_000;

const SINGLE_ESCAPE =
  /^\\(?:u\{[0-9A-Fa-f]+\}|u[dD][89abAB][0-9A-Fa-f]{2}\\u[dD][c-fC-F][0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|c[A-Za-z]|[pP]\{[^{}]*\}|.)/su;
const COUNT = /^\{(\d+)(?:(,)(\d*))?\}/;

function nativeAtom(raw: string): Atom {
  const expression = new RegExp(`^${raw}$`, 'u');
  const known = new Map<string, boolean>();
  return (character) => {
    const before = known.get(character);
    if (before !== undefined) return before;
    const fits = expression.test(character);
    if (known.size < 1_000) known.set(character, fits);
    return fits;
  };
}

/** Reads a pattern that the native engine has found to be one. */
class Reader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  whole(): Tree {
    return this.#choice(0);
  }

  #startsWith(text: string): boolean {
    return this.#source.startsWith(text, this.#at);
  }

  #take(text: string): boolean {
    if (!this.#startsWith(text)) return false;
    this.#at += text.length;
    return true;
  }

  #choice(depth: number): Tree {
    if (depth > MOST_DEPTH) throw new NoProgram('its groups are too deep');
    const options: Tree[] = [];
    do options.push(this.#sequence(depth));
    while (this.#take('|'));
    const [only] = options;
    return options.length === 1 && only !== undefined ? only : { kind: 'choice', options };
  }

  #sequence(depth: number): Tree {
    const parts: Tree[] = [];
    while (this.#at < this.#source.length && !this.#startsWith('|') && !this.#startsWith(')')) {
      parts.push(this.#quantified(this.#term(depth)));
    }
    return { kind: 'sequence', parts };
  }

  #quantified(body: Tree): Tree {
    const counted = COUNT.exec(this.#source.slice(this.#at, this.#at + 40));
    let range: readonly [number, number] | undefined;
    if (this.#take('*')) range = [0, Number.POSITIVE_INFINITY];
    else if (this.#take('+')) range = [1, Number.POSITIVE_INFINITY];
    else if (this.#take('?')) range = [0, 1];
    else if (counted !== null) {
      const [whole, least = '', comma, most = ''] = counted;
      this.#at += whole.length;
      const upper =
        comma === undefined ? Number(least) : most === '' ? Number.POSITIVE_INFINITY : Number(most);
      range = [Number(least), upper];
    }
    if (range === undefined) return body;
    // Whether it takes much or little first makes no difference to whether it matches.
    this.#take('?');
    return { kind: 'repeat', body, least: range[0], most: range[1] };
  }

  #term(depth: number): Tree {
    if (this.#take('^')) return { kind: 'assert', step: { op: 'start' } };
    if (this.#take('$')) return { kind: 'assert', step: { op: 'end' } };
    if (this.#take('\\b')) return { kind: 'assert', step: { op: 'boundary', negated: false } };
    if (this.#take('\\B')) return { kind: 'assert', step: { op: 'boundary', negated: true } };
    if (this.#take('(')) return this.#group(depth);
    if (this.#startsWith('[')) return { kind: 'atom', fits: nativeAtom(this.#class()) };
    if (this.#startsWith('\\')) return this.#escape();
    const character = String.fromCodePoint(this.#source.codePointAt(this.#at) ?? 0);
    this.#at += character.length;
    return character === '.'
      ? { kind: 'atom', fits: nativeAtom('.') }
      : { kind: 'atom', fits: (one) => one === character };
  }

  #group(depth: number): Tree {
    const body = (): Tree => {
      const inner = this.#choice(depth + 1);
      this.#take(')');
      return inner;
    };
    if (this.#take('?:')) return body();
    if (this.#take('?=')) return { kind: 'look', behind: false, negated: false, body: body() };
    if (this.#take('?!')) return { kind: 'look', behind: false, negated: true, body: body() };
    if (this.#take('?<=')) return { kind: 'look', behind: true, negated: false, body: body() };
    if (this.#take('?<!')) return { kind: 'look', behind: true, negated: true, body: body() };
    if (this.#take('?<')) {
      this.#at = this.#source.indexOf('>', this.#at) + 1;
      return body();
    }
    if (this.#startsWith('?')) throw new NoProgram('it has modifiers');
    return body();
  }

  #class(): string {
    const from = this.#at;
    for (let at = from + 1; at < this.#source.length; at += 1) {
      if (this.#source[at] === '\\') at += 1;
      else if (this.#source[at] === ']') {
        this.#at = at + 1;
        break;
      }
    }
    return this.#source.slice(from, this.#at);
  }

  #escape(): Tree {
    const [raw = ''] = SINGLE_ESCAPE.exec(this.#source.slice(this.#at, this.#at + 60)) ?? [];
    if (raw === '' || /^\\[1-9k]/.test(raw)) throw new NoProgram('it refers back to a group');
    this.#at += raw.length;
    return { kind: 'atom', fits: nativeAtom(raw) };
  }
}

class Writer {
  readonly steps: Step[] = [];

  #push(step: Step): number {
    if (this.steps.length >= MOST_STEPS) throw new NoProgram('it repeats too much');
    return this.steps.push(step) - 1;
  }

  finish(): readonly Step[] {
    this.#push({ op: 'match' });
    return this.steps;
  }

  write(tree: Tree, back: boolean): void {
    switch (tree.kind) {
      case 'atom':
        this.#push({ op: 'atom', fits: tree.fits, back });
        return;
      case 'assert':
        this.#push(tree.step);
        return;
      case 'sequence':
        for (const part of back ? tree.parts.toReversed() : tree.parts) this.write(part, back);
        return;
      case 'choice':
        this.#choice(tree.options, back);
        return;
      case 'repeat':
        this.#repeat(tree, back);
        return;
      case 'look': {
        const step: Step = { op: 'look', negated: tree.negated, end: 0 };
        this.#push(step);
        this.write(tree.body, tree.behind);
        this.#push({ op: 'match' });
        step.end = this.steps.length;
      }
    }
  }

  #choice(options: readonly Tree[], back: boolean): void {
    const split: Step = { op: 'split', to: [] };
    this.#push(split);
    const jumps = options.map((option) => {
      split.to.push(this.steps.length);
      this.write(option, back);
      const jump: Step = { op: 'jump', to: 0 };
      this.#push(jump);
      return jump;
    });
    for (const jump of jumps) jump.to = this.steps.length;
  }

  #repeat({ body, least, most }: Extract<Tree, { kind: 'repeat' }>, back: boolean): void {
    for (let count = 0; count < least; count += 1) this.write(body, back);
    if (most === Number.POSITIVE_INFINITY) {
      const split: Step = { op: 'split', to: [] };
      const loop = this.#push(split);
      split.to.push(loop + 1);
      this.write(body, back);
      this.#push({ op: 'jump', to: loop });
      split.to.push(this.steps.length);
      return;
    }
    const splits: Extract<Step, { op: 'split' }>[] = [];
    for (let count = least; count < most; count += 1) {
      const split: Extract<Step, { op: 'split' }> = { op: 'split', to: [] };
      split.to.push(this.#push(split) + 1);
      this.write(body, back);
      splits.push(split);
    }
    for (const split of splits) split.to.push(this.steps.length);
  }
}

/** The program of a pattern that the native engine takes. Throws `NoProgram` where there is none. */
export function programOf(source: string): readonly Step[] {
  const writer = new Writer();
  writer.write(new Reader(source).whole(), false);
  return writer.finish();
}
