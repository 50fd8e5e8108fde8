/**
 * Where the values of a JSON text stand. A parser of YAML reads JSON as well, but keeps a node for every value: documents of
 * ten megabytes take it seconds and hundreds of megabytes. Here a container is looked into when somebody asks for what is in it.
 */

type Member = { readonly key: number; readonly value: number };

/** A name that an object holds a second time, and the offset where. */
export type RepeatedName = { readonly name: string; readonly offset: number };

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|$)|[{}[\],:]/gs;

/** How many names the objects of a JSON text have, those that are there twice counted twice. */
export function countNames(text: string): number {
  let count = 0;
  let last = '';
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === ':' && last.startsWith('"')) count += 1;
    last = token;
  }
  return count;
}

function textOfToken(token: string): string {
  const value: unknown = JSON.parse(token);
  return typeof value === 'string' ? value : token;
}

/** Names that stand twice in one object. */
export function repeatedNames(text: string): readonly RepeatedName[] {
  const repeated: RepeatedName[] = [];
  const open: (Set<string> | undefined)[] = [];
  let last: { readonly token: string; readonly offset: number } | undefined;
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match;
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':' && last !== undefined) {
      const names = open.at(-1);
      const name = textOfToken(last.token);
      if (names?.has(name) === true) repeated.push({ name, offset: last.offset });
      names?.add(name);
    }
    last = { token, offset: match.index };
  }
  return repeated;
}

/** Finds values in a text that is known to be JSON. */
export class JsonPlaces {
  readonly #text: string;
  readonly #members = new Map<number, ReadonlyMap<string, Member>>();

  constructor(text: string) {
    this.#text = text;
  }

  /** The offset of the value under these names and indexes (of its name in an object), or of the innermost one above it. */
  offsetAt(location: readonly string[]): number {
    let value = this.#start(0);
    let offset = value;
    for (const name of location) {
      const found = this.#membersOf(value).get(name);
      if (found === undefined) break;
      offset = found.key;
      value = found.value;
    }
    return offset;
  }

  #start(from: number): number {
    const blank = /[\t\n\r ,:]*/y;
    blank.lastIndex = from;
    blank.test(this.#text);
    return blank.lastIndex;
  }

  #endOfText(from: number): number {
    for (let at = this.#text.indexOf('"', from + 1); at !== -1; at = this.#text.indexOf('"', at + 1)) {
      let escapes = 0;
      while (this.#text.charAt(at - 1 - escapes) === '\\') escapes += 1;
      if (escapes % 2 === 0) return at + 1;
    }
    return this.#text.length;
  }

  #end(from: number): number {
    const first = this.#text.charAt(from);
    if (first === '"') return this.#endOfText(from);
    if (first !== '{' && first !== '[') {
      const scalar = /[^\t\n\r ,:\]}]*/y;
      scalar.lastIndex = from;
      scalar.test(this.#text);
      return scalar.lastIndex;
    }
    const mark = /["{}[\]]/g;
    mark.lastIndex = from;
    let depth = 0;
    for (let match = mark.exec(this.#text); match !== null; match = mark.exec(this.#text)) {
      const [character] = match;
      if (character === '"') mark.lastIndex = this.#endOfText(match.index);
      else depth += character === '{' || character === '[' ? 1 : -1;
      if (depth === 0) return mark.lastIndex;
    }
    return this.#text.length;
  }

  #membersOf(container: number): ReadonlyMap<string, Member> {
    const known = this.#members.get(container);
    if (known !== undefined) return known;
    const members = new Map<string, Member>();
    const isObject = this.#text.charAt(container) === '{';
    if (isObject || this.#text.charAt(container) === '[') {
      const close = isObject ? '}' : ']';
      let at = this.#start(container + 1);
      for (let index = 0; at < this.#text.length && this.#text.charAt(at) !== close; index += 1) {
        const key = at;
        const name = isObject ? textOfToken(this.#text.slice(key, this.#end(key))) : String(index);
        if (isObject) at = this.#start(this.#end(key));
        members.set(name, { key, value: at });
        at = this.#start(this.#end(at));
      }
    }
    this.#members.set(container, members);
    return members;
  }
}
