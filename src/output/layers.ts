/**
 * A text as those who read it see it: with white space taken out and escapes taken back, layer by layer. Each layer knows
 * where its characters stood in the text.
 */

/** Where something stands in a text: from `start` up to, not including, `end`. */
export type Range = readonly [start: number, end: number];

/** A layer: its text, and what of the original a part of it stands for. */
export type Layer = { readonly text: string; readonly origin: (part: Range) => Range };

/** More escapes inside escapes than these are not taken back. */
export const MOST_LAYERS = 5;

/** White space, controls and what is not seen; the soft line break of quoted-printable; the colours of a terminal. */
const UNSEEN =
  // oxlint-disable-next-line no-control-regex -- controls are what it looks for
  /\u001b\[[0-9;]{0,20}m|=\r?\n|[\s\u0000-\u001f\u007f\u00ad\u200b-\u200f\u2060\ufeff]+/g;

const INVISIBLE =
  // oxlint-disable-next-line no-control-regex -- controls are what it looks for
  /\u001b\[[0-9;]{0,20}m|=\r?\n/g;
const SPACE = /(?:\s|\\[nrt])+/g;
const LINE_END = /[\r\n]|\\[nr]/;

/** What stands for one character: shell quotes, and the escapes of JSON, JavaScript, printf, URLs, HTML and XML. */
const ESCAPE =
  /'\\''|\\u([0-9a-f]{4})|\\u\{([0-9a-f]{1,6})\}|\\x([0-9a-f]{2})|\\([0-3][0-7]{2})|\\([^])|%u([0-9a-f]{4})|%([0-9a-f]{2})|&#x0{0,8}([0-9a-f]{1,6});?|&#0{0,8}(\d{1,7});?|&([a-z]{2,8});/gi;
const MAY_ESCAPE = /[\\%&]/;

const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['excl', '!'],
  ['num', '#'],
  ['dollar', '$'],
  ['percnt', '%'],
  ['lpar', '('],
  ['rpar', ')'],
  ['ast', '*'],
  ['plus', '+'],
  ['comma', ','],
  ['period', '.'],
  ['sol', '/'],
  ['colon', ':'],
  ['semi', ';'],
  ['equals', '='],
  ['quest', '?'],
  ['commat', '@'],
  ['lsqb', '['],
  ['bsol', '\\'],
  ['rsqb', ']'],
  ['hat', '^'],
  ['lowbar', '_'],
  ['grave', '`'],
  ['lcub', '{'],
  ['verbar', '|'],
  ['rcub', '}'],
  ['dash', '-'],
  ['hyphen', '-'],
  ['nbsp', ' '],
]);
const CONTROLS: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
]);

function character(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

function unescaped(escape: string, ...groups: readonly (string | undefined)[]): string {
  const [unit, point, byte, octal, letter, percentUnit, percent, hex, decimal, name] = groups;
  const sixteen = unit ?? point ?? byte ?? percentUnit ?? percent ?? hex;
  if (sixteen !== undefined) return character(parseInt(sixteen, 16));
  if (octal !== undefined) return character(parseInt(octal, 8));
  if (decimal !== undefined) return character(Number(decimal));
  if (letter !== undefined) return CONTROLS.get(letter) ?? letter;
  if (name !== undefined) return NAMED.get(name.toLowerCase()) ?? escape;
  return "'";
}

type Rewriting = {
  readonly pattern: RegExp;
  readonly by: (escape: string, ...groups: (string | undefined)[]) => string;
};

/** Numbers that tell of one place. */
const ROW = 4;

const BARING: Rewriting = { pattern: /[^0-9a-z]+/gi, by: () => '' };
/** Letters that look like others: of full width, mathematical, with accents. */
const PLAIN: Rewriting = {
  pattern: /[^\0-\u00ff]/gu,
  by: (letter) => letter.normalize('NFKD').replaceAll(/\p{M}/gu, ''),
};
const REMOVING: Rewriting = { pattern: UNSEEN, by: () => '' };
const UNESCAPING: Rewriting = { pattern: ESCAPE, by: unescaped };
const UNESCAPING_SEEN: Rewriting = {
  pattern: ESCAPE,
  by: (escape, ...groups) => unescaped(escape, ...groups).replaceAll(UNSEEN, ''),
};

/**
 * Where the characters of what `rewriting` makes of a text stood in it. What is kept is one row for each place that changed:
 * long texts hardly change.
 */
class Places {
  /** Of each place that changed: where it begins and ends in what was made, then in the text. */
  readonly #rows: number[] = [];

  constructor(text: string, { pattern, by }: Rewriting) {
    let made = 0;
    let index = 0;
    for (const match of text.matchAll(pattern)) {
      const [escape, ...groups] = match;
      made += match.index - index;
      index = match.index + escape.length;
      const { length } = by(escape, ...groups);
      this.#rows.push(made, made + length, match.index, index);
      made += length;
    }
  }

  /** The part of the text that the character at this index was made of. */
  of(index: number): Range {
    const rows = this.#rows;
    let [low, high] = [0, rows.length / ROW];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((rows[middle * ROW] ?? 0) <= index) low = middle + 1;
      else high = middle;
    }
    const row = (low - 1) * ROW;
    const [madeEnd = 0, start = 0, end = 0] = low === 0 ? [] : rows.slice(row + 1, row + ROW);
    return index < madeEnd ? [start, end] : [end + index - madeEnd, end + index - madeEnd + 1];
  }
}

function rewritten(before: Layer, rewriting: Rewriting): Layer {
  const text = before.text.replaceAll(rewriting.pattern, (escape: string, ...groups: unknown[]) =>
    rewriting.by(escape, ...groups.map((group) => (typeof group === 'string' ? group : undefined))),
  );
  if (text === before.text) return before;
  let known: Places | undefined;
  const origin = ([start, end]: Range): Range => {
    known ??= new Places(before.text, rewriting);
    return before.origin([known.of(start)[0], known.of(end - 1)[1]]);
  };
  return { text, origin };
}

/** Whether letters stand in the text that look like others: with accents of their own, in circles, of full width, mathematical. */
export function hasLookAlikes(text: string): boolean {
  return /[\u0300-\u036f\u2460-\u24ff\uff01-\uff5e]|\ud835/.test(text);
}

/** The text with plain letters in place of those that only look like them. */
export function plainLetters(text: string): string {
  return text.replaceAll(PLAIN.pattern, (letter) => PLAIN.by(letter));
}

/** The layers of a text, the outermost first; with `joined` what is split over lines or spaces stands together. */
export function layersOf(text: string, joined: boolean): readonly Layer[] {
  const whole: Layer = { text, origin: (part) => part };
  let layer = joined ? rewritten(whole, REMOVING) : whole;
  const layers = [layer];
  if (hasLookAlikes(layer.text)) {
    layer = rewritten(layer, PLAIN);
    layers.push(layer);
  }
  while (layers.length < MOST_LAYERS && MAY_ESCAPE.test(layer.text)) {
    const next = rewritten(layer, joined ? UNESCAPING_SEEN : UNESCAPING);
    if (next === layer) break;
    layers.push(next);
    layer = next;
  }
  return layers;
}

/** The letters and digits of a text, put together. */
export function bareLayer(text: string): Layer {
  return rewritten({ text, origin: (part) => part }, BARING);
}

/** The text with its escapes taken back once, and without what only a terminal or a mail reader obeys. */
export function unescapedOnce(text: string): string {
  return text
    .replaceAll(INVISIBLE, '')
    .replaceAll(ESCAPE, (escape: string, ...groups: unknown[]) =>
      unescaped(escape, ...groups.map((group) => (typeof group === 'string' ? group : undefined))),
    );
}

/** The text with its lines put together. */
export function unwrapped(text: string): string {
  if (!LINE_END.test(text)) return text;
  return text.replaceAll(SPACE, (space) => (LINE_END.test(space) ? '' : space));
}

const LONGEST_ESCAPE = 16;

/** The range, widened to whole escapes at both ends: what is left of the text stays readable. */
export function wholeEscapes(text: string, [start, end]: Range): Range {
  let from = Math.max(0, start - LONGEST_ESCAPE);
  while (text[from - 1] === '\\') from -= 1;
  let [first, last] = [start, end];
  const around = text.slice(from, end + LONGEST_ESCAPE);
  if (!MAY_ESCAPE.test(around)) return [start, end];
  for (const { index, 0: escape } of around.matchAll(ESCAPE)) {
    const [begins, ends] = [from + index, from + index + escape.length];
    if (begins < start && ends > start) first = begins;
    if (begins < end && ends > end) last = ends;
  }
  return [first, last];
}

/** In a text that is longer than this, encodings inside encodings are not undone. */
export const LONG_TEXT = 1_048_576;
/** A longer text is searched window by window: expressions take stack and memory with the length of a run of characters. */
const WINDOW = 65_536;
/** A secret takes so many times its length where it is escaped and encoded. */
export const LONGEST_FORM = 32;

/** Length of the longest secret, with the characters at its ends. */
export function longestOf(needles: readonly string[]): number {
  return Math.max(...needles.map(({ length }) => length)) + 2;
}

/** Parts of a text that overlap by more than a secret of this length takes. */
export function* windowsOf(
  text: string,
  longest: number,
  window: number = WINDOW,
): Generator<{ readonly at: number; readonly part: string }> {
  if (text.length <= window) {
    yield { at: 0, part: text };
    return;
  }
  const step = window - Math.min(window / 2, longest * LONGEST_FORM);
  for (let at = 0; at < text.length; at += step) yield { at, part: text.slice(at, at + window) };
}
