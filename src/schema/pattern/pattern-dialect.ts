/**
 * Patterns of other dialects than ECMA-262, which JSON Schema asks for: what PCRE, Python, Ruby, Java and .NET write, as far as
 * all of them mean the same by it. What they read differently (`\h` is a blank in one and a hexadecimal digit in another) has no
 * translation. Where a translation is not exact it matches more, never less: it blames no value that the document allows.
 */

/** POSIX classes, as members of a character class (ASCII, as their names have it). */
const POSIX: ReadonlyMap<string, string> = new Map([
  ['alpha', 'A-Za-z'],
  ['digit', '0-9'],
  ['alnum', 'A-Za-z0-9'],
  ['upper', 'A-Z'],
  ['lower', 'a-z'],
  ['xdigit', '0-9A-Fa-f'],
  ['word', 'A-Za-z0-9_'],
  ['space', '\\s'],
  ['blank', ' \\t'],
  ['punct', '!-\\/:-@\\[-`\\{-~'],
  ['print', ' -~'],
  ['graph', '!-~'],
  ['cntrl', '\\x00-\\x1f\\x7f'],
]);

/** Escapes outside a class, and inside of one where they mean a character. */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['A', '^'],
  ['z', '$'],
  ['Z', '$'],
  ['a', '\\x07'],
  ['e', '\\x1b'],
]);
const CHARACTERS = new Set(['a', 'e']);
/** What may stand behind a backslash as it is. */
const KNOWN = /[0-9dDwWsStrnvfbBcxuk^$\\.*+?()[\]{}|/]/;

class NoTranslation extends Error {}

type Told = { ignoresCase: boolean; dotTakesAll: boolean };

class Translator {
  readonly #source: string;
  readonly #told: Told;
  #at = 0;
  #result = '';

  constructor(source: string, told: Told) {
    this.#source = source;
    this.#told = told;
  }

  run(): string {
    while (this.#at < this.#source.length) this.#step();
    return this.#result;
  }

  #match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#source);
    if (found === null) return undefined;
    this.#at += found[0].length;
    return found;
  }

  #literal(character: string, inClass: boolean): string {
    if (!this.#told.ignoresCase || !/^\p{L}$/u.test(character)) return character;
    const both = [...new Set([character.toLowerCase(), character.toUpperCase()])];
    if (both.some((one) => Array.from(one).length > 1)) throw new NoTranslation();
    return inClass || both.length === 1 ? both.join('') : `[${both.join('')}]`;
  }

  #step(): void {
    const character = this.#source.charAt(this.#at);
    if (character === '\\') this.#escape(false);
    else if (character === '[') this.#class();
    else if (character === '(') this.#group();
    else if (/[*+?{]/.test(character)) this.#quantifier(character);
    else {
      this.#at += 1;
      if (character === '.' && this.#told.dotTakesAll) this.#result += '[\\s\\S]';
      else this.#result += this.#literal(character, false);
    }
  }

  /** A possessive quantifier takes as much as it can and gives nothing back. Without that it matches at least as much. */
  #quantifier(character: string): void {
    const [, quantifier = '', lazy = ''] = this.#match(/([*+?]|\{\d+(?:,\d*)?\})(\??)\+?/y) ?? [];
    if (quantifier === '') this.#at += 1;
    this.#result += quantifier === '' ? character : quantifier + lazy;
  }

  #escape(inClass: boolean): void {
    const property = this.#match(/\\([pP])(?:([A-Z])(?![A-Za-z{])|\{(\^?)(\w+)\})/y);
    if (property !== undefined) {
      const [, sign = 'p', letter, negation = '', name] = property;
      this.#property(sign, letter ?? name ?? '', negation, inClass);
      return;
    }
    const quoted = inClass ? undefined : this.#match(/\\Q(.*?)(?:\\E|$)/sy);
    if (quoted !== undefined) {
      const [, text = ''] = quoted;
      for (const character of text)
        this.#result += /[\^$\\.*+?()[\]{}|/]/.test(character)
          ? `\\${character}`
          : this.#literal(character, false);
      return;
    }
    const escaped = this.#source.charAt(this.#at + 1);
    this.#at += 2;
    const translated = inClass && !CHARACTERS.has(escaped) ? undefined : ESCAPES.get(escaped);
    if (translated !== undefined) this.#result += translated;
    else if (KNOWN.test(escaped) && !(inClass && escaped === 'B')) this.#result += `\\${escaped}`;
    else if (escaped === '-' && inClass) this.#result += '\\-';
    else if (/[!-/:-@[-`{-~ ]/.test(escaped)) this.#result += escaped;
    else throw new NoTranslation();
  }

  #property(sign: string, name: string, negation: string, inClass: boolean): void {
    const posix = POSIX.get(name.toLowerCase());
    const isNegated = (sign === 'P') !== (negation === '^');
    if (posix !== undefined && /^[A-Z][a-z]+$/.test(name)) {
      if (inClass && isNegated) throw new NoTranslation();
      this.#result += inClass ? posix : `[${isNegated ? '^' : ''}${posix}]`;
      return;
    }
    this.#result += `\\${isNegated ? 'P' : 'p'}{${name}}`;
  }

  #class(): void {
    this.#at += 1;
    this.#result += '[';
    if (this.#match(/\^/y) !== undefined) this.#result += '^';
    if (this.#match(/\]/y) !== undefined) this.#result += '\\]';
    while (this.#source.charAt(this.#at) !== ']') {
      if (this.#at >= this.#source.length) throw new NoTranslation();
      const posix = this.#match(/\[:(\^?)(\w+):\]/y);
      if (posix !== undefined) {
        const members = POSIX.get(posix[2] ?? '');
        if (members === undefined || posix[1] === '^') throw new NoTranslation();
        this.#result += members;
        continue;
      }
      const ofClass = this.#match(/\\[dDsSwW](?=-[^\]])-/y);
      if (ofClass !== undefined) {
        this.#result += `${ofClass[0].slice(0, -1)}\\-`;
        continue;
      }
      if (this.#source.charAt(this.#at) === '\\') {
        this.#escape(true);
        continue;
      }
      const range = this.#match(/([A-Za-z])-([A-Za-z])/y);
      if (range !== undefined) {
        const [text, from = '', to = ''] = range;
        const oneCase = /^([a-z]-[a-z]|[A-Z]-[A-Z])$/.test(text);
        if (this.#told.ignoresCase && !oneCase) throw new NoTranslation();
        this.#result += this.#told.ignoresCase
          ? `${from.toLowerCase()}-${to.toLowerCase()}${from.toUpperCase()}-${to.toUpperCase()}`
          : text;
        continue;
      }
      if (this.#match(/&&|--|\[[.=]/y) !== undefined) throw new NoTranslation();
      const character = String.fromCodePoint(this.#source.codePointAt(this.#at) ?? 0);
      this.#at += character.length;
      this.#result += character === '[' ? '\\[' : this.#literal(character, true);
    }
    this.#at += 1;
    this.#result += ']';
  }

  #group(): void {
    const named = this.#match(/\(\?P<(\w+)>|\(\?'(\w+)'/y);
    if (named !== undefined) this.#result += `(?<${named[1] ?? named[2] ?? ''}>`;
    // Atomic: like a possessive quantifier.
    else if (this.#match(/\(\?>/y) !== undefined) this.#result += '(?:';
    else if (this.#match(/\(\?#[^)]*\)/y) === undefined) {
      const opened = this.#match(/\(\?(?::|=|!|<=|<!|<\w+>)|\((?!\?|\*)/y);
      if (opened === undefined) throw new NoTranslation();
      this.#result += opened[0];
    }
  }
}

/** Flags for the whole pattern, in front of it or of its anchor, and the pattern without them. */
function withoutFlags(source: string): { readonly rest: string; readonly told: Told } {
  const [whole = '', anchor = '', flags = ''] = /^(\^|\\A)?\(\?([a-zA-Z]+)\)/.exec(source) ?? [];
  if (/[^isu]/.test(flags)) throw new NoTranslation();
  return {
    rest: anchor + source.slice(whole.length),
    told: { ignoresCase: flags.includes('i'), dotTakesAll: flags.includes('s') },
  };
}

/** The pattern in ECMA-262, for the `u` flag; `undefined` where there is no translation that everybody agrees to. */
export function translatedPattern(source: string): string | undefined {
  try {
    const { rest, told } = withoutFlags(source);
    return new Translator(rest, told).run();
  } catch (error) {
    if (error instanceof NoTranslation) return undefined;
    throw error;
  }
}
