/** Names of parameters, members and paths, as people write one name: `itemId`, `item_id`, `Item-ID` and `item.id`. */

/** The classes of all scripts take milliseconds to compile, which the names of most documents can do without. */
function isAscii(name: string): boolean {
  return !/[^\0-\x7f]/.test(name);
}

/**
 * A name as it is compared: letters and digits of any script, in lower case, and `@`, since `@id` of JSON-LD is not the `id`. A name
 * that has none of them is itself.
 */
export function plainName(name: string): string {
  const plain = name.toLowerCase().replaceAll(isAscii(name) ? /[^a-z0-9@]/g : /[^\p{L}\p{M}\p{N}@]/gu, '');
  return plain === '' ? name : plain;
}

/** The words of a name or a path, in lower case: `currentUserPassword`, `api-keys` and `/log_out` are made of some. */
export function wordsOfName(name: string): readonly string[] {
  const [edge, between] = isAscii(name)
    ? [/([a-z0-9])([A-Z])/g, /[^a-z0-9]+/]
    : [/([\p{Ll}\p{N}])(\p{Lu})/gu, /[^\p{L}\p{M}\p{N}]+/u];
  return name
    .replaceAll(edge, '$1 $2')
    .toLowerCase()
    .split(between)
    .filter((word) => word !== '');
}

/** What the name of a parameter is put together from: `filter[price][gte]`, `where.price.gte`, `price__gte`. */
export function partsOfName(name: string): readonly string[] {
  return name.split(/[.[\]]|__/).filter((part) => part !== '');
}

/** Words whose plural has no rule, and such as only look like a plural; each may be the end of a longer one (`bookshelves`). */
const UNRULY: readonly (readonly [many: RegExp, one: string])[] = [
  [/people$/, 'person'],
  [/children$/, 'child'],
  [/women$/, 'woman'],
  [/mice$/, 'mouse'],
  [/criteria$/, 'criterion'],
  [/(shel|hal|wol|loa|cal|thie)ves$/, '$1f'],
  [/(kni|wi)ves$/, '$1fe'],
  [/(movie|cookie|cache|niche)s$/, '$1'],
  [/(ind|vert)ices$/, '$1ex'],
  [/matrices$/, 'matrix'],
  [/(stat|bon|camp|vir|foc|cens|corp|(?:^|[^a-z])b|minib|omnib)uses$/, '$1us'],
  [/(ali|atl|canv)ases$/, '$1as'],
  [/lenses$/, 'lens'],
  [/(analy|synthe|hypothe|diagno|cri)ses$/, '$1sis'],
  [
    /((?:stat|bon|camp|vir|rad|foc|cens|corp|^b|minib)u|(?:ali|atl|canv)a|len|(?:analy|ba|cri|diagno)si|new|serie|specie)s$/,
    '$1s',
  ],
];

/** The word for one of many: `entries` and `entry`, `boxes` and `box`, `shelves` and `shelf`. */
export function singularOf(word: string): string {
  const [many, one] = UNRULY.find(([ending]) => ending.test(word)) ?? [];
  if (many !== undefined && one !== undefined) return word.replace(many, one);
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

/** A longer sentence is not read. */
const LONGEST_SENTENCE = 240;

/** The sentences of a text that are short enough to be read, without marks of emphasis. A line that goes on in small letters is no end of one. */
export function sentencesOf(text: string): readonly string[] {
  return text
    .replaceAll(/[`"'*]/g, '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/(?<=[^\s.!?:;|]) ?\n ?(?=[\p{Ll}(])/gu, ' ')
    .split(/[.!;](?:\s|$)|\n/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '' && sentence.length < LONGEST_SENTENCE);
}
