import { withoutBlanks } from './fields.ts';

/** Media types (RFC 9110 §8.3.1) and ranges: parsing, comparing, and which of them are JSON. */

export type MediaType = {
  /** `type/subtype` in lower case. */
  readonly essence: string;
  /** Names in lower case; the first of several with one name counts. */
  readonly parameters: ReadonlyMap<string, string>;
};

/** The media type of problem details in JSON (RFC 9457 section 6.1). */
export const PROBLEM_DETAILS = 'application/problem+json';

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const WHOLE_TOKEN = new RegExp(`^${TOKEN}$`);
const ESSENCE = new RegExp(`^${TOKEN}/${TOKEN}`);
const PARAMETER = new RegExp(
  `[ \\t]*;[ \\t]*(?:(${TOKEN})=(?:(${TOKEN})|"((?:[\\t \\x21\\x23-\\x5B\\x5D-\\x7E\\x80-\\xFF]|\\\\[\\t\\x20-\\xFF])*)"))?`,
  'y',
);

/** A service says the same few over and over; longer ones are parsed each time. */
const known = new Map<string, MediaType | undefined>();
const MOST_KNOWN = 64;
const LONGEST_KNOWN = 128;

/** Parses the value of `Content-Type` (RFC 9110 section 8.3.1); `undefined` when it breaks the grammar. */
export function parseMediaType(value: string): MediaType | undefined {
  if (value.length > LONGEST_KNOWN) return parsed(value);
  if (known.has(value)) return known.get(value);
  const mediaType = parsed(value);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(value, mediaType);
  return mediaType;
}

function parsed(value: string): MediaType | undefined {
  const essence = ESSENCE.exec(value)?.[0];
  if (essence === undefined) return undefined;
  const parameters = new Map<string, string>();
  PARAMETER.lastIndex = essence.length;
  while (PARAMETER.lastIndex < value.length) {
    const match = PARAMETER.exec(value);
    if (match === null) return undefined;
    const [, name, token, quoted = ''] = match;
    const key = name?.toLowerCase();
    if (key !== undefined && !parameters.has(key))
      parameters.set(key, token ?? quoted.replaceAll(/\\(.)/gs, '$1'));
  }
  return { essence: essence.toLowerCase(), parameters };
}

/** A media type or range as it is sent: its parameters are quoted where they have to be. */
export function printMediaType({ essence, parameters }: MediaType): string {
  const printed = [...parameters].map(([name, value]) => {
    return `;${name}=${WHOLE_TOKEN.test(value) ? value : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`}`;
  });
  return essence + printed.join('');
}

/** What stands between the commas of a list, but for commas in quotes. */
const LIST_MEMBER = /(?:[^",]|"(?:[^"\\]|\\.)*(?:"|\\?$))+/gs;

/**
 * The media types and ranges of Accept fields (RFC 9110 section 12.5.1), without those that break the grammar. The weight is one
 * of their parameters, see `weightOf`.
 */
export function parseMediaRanges(fields: readonly string[]): readonly MediaType[] {
  return fields
    .flatMap((field) => field.match(LIST_MEMBER) ?? [])
    .map((member) => parseMediaType(withoutBlanks(member)))
    .filter((range) => range !== undefined);
}

/** How welcome a range is, from 0, which refuses it, to 1 (RFC 9110 section 12.4.2); a weight that is none counts as 1. */
function weightOf({ parameters }: MediaType): number {
  const weight = parameters.get('q') ?? '';
  return /^[01](?:\.\d{0,3})?$/.test(weight) ? Math.min(1, Number(weight)) : 1;
}

/** The last Accept field, which clients repeat, and what was said of it. */
let lastAccept: { readonly field: string; readonly isJson: boolean } = { field: '*/*', isJson: true };

/** False when Accept fields name no JSON, or refuse some: then an answer may come in another form, or none. */
export function acceptsJson(fields: readonly string[]): boolean {
  const [field, ...others] = fields;
  if (field === undefined) return true;
  if (others.length > 0) return nameJson(fields);
  if (lastAccept.field !== field) lastAccept = { field, isJson: nameJson(fields) };
  return lastAccept.isJson;
}

function nameJson(fields: readonly string[]): boolean {
  const json = parseMediaRanges(fields).filter(
    ({ essence }) => essence === '*/*' || essence === 'application/*' || isJsonMediaType(essence),
  );
  return json.length > 0 && json.every((range) => weightOf(range) > 0);
}

/** How welcome a type is, by the range that names it most closely (RFC 9110 section 12.5.1). */
function welcomeOf(essence: string, ranges: readonly MediaType[]): number {
  const near = ranges.map((range) => ({ near: closeness(range.essence, essence), weight: weightOf(range) }));
  const [best] = near.filter((range) => range.near > 0).sort((a, b) => b.near - a.near);
  return best?.weight ?? 0;
}

/** The entry that Accept fields like best, the first of several; `undefined` where they take none. */
export function bestAccepted<Entry extends { readonly mediaType: string }>(
  entries: readonly Entry[],
  fields: readonly string[],
): Entry | undefined {
  const ranges = parseMediaRanges(fields);
  const rows = entries.map((entry) => ({ entry, welcome: welcomeOf(entry.mediaType, ranges) }));
  return rows.filter(({ welcome }) => welcome > 0).sort((a, b) => b.welcome - a.welcome)[0]?.entry;
}

/** `type/subtype` of a Content-Type in lower case; `undefined` when it is missing or breaks the grammar. */
export function essenceOf(value: string | undefined): string | undefined {
  return value === undefined ? undefined : parseMediaType(value.trim())?.essence;
}

/**
 * True for JSON: `application/json`, `text/json`, which is older and still written, and the `+json` types (RFC 6839 §3.1). Takes lower
 * case without parameters.
 */
export function isJsonMediaType(essence: string): boolean {
  return essence === 'application/json' || essence === 'text/json' || essence.endsWith('+json');
}

/** What documents write for all types of a suffix (RFC 6839): `application/*+json`. */
export const SUFFIX_RANGE = /^([^/]+)\/\*\+([^/]+)$/;

/** How closely a documented media type or range (`application/*`, RFC 9110 §12.5.1) names a type; 0 when it doesn't. */
function closeness(documented: string, essence: string): number {
  if (documented === essence) return 3;
  if (documented === '*/*') return 1;
  const [, type, suffix] = SUFFIX_RANGE.exec(documented) ?? [];
  if (type !== undefined) return essence.startsWith(`${type}/`) && essence.endsWith(`+${suffix}`) ? 2 : 0;
  return documented.endsWith('/*') && essence.startsWith(documented.slice(0, -1)) ? 2 : 0;
}

/** The entry that the document has for a media type: its own, that of its range, that of any (OpenAPI, Media Type Object). */
export function documentedFor<Entry extends { readonly mediaType: string }>(
  entries: readonly Entry[],
  essence: string,
): Entry | undefined {
  const own = entries.find(({ mediaType }) => mediaType === essence);
  if (own !== undefined) return own;
  const fitting = entries.filter(({ mediaType }) => closeness(mediaType, essence) > 0);
  return fitting.sort((a, b) => closeness(b.mediaType, essence) - closeness(a.mediaType, essence))[0];
}

/** The media type of a list of changes (RFC 6902). */
export const JSON_PATCH = 'application/json-patch+json';

/**
 * The entry that the document has for JSON: for `application/json`, otherwise the first of a JSON type that says what it is about by its
 * members, as a list of changes does not.
 */
export function documentedJson<Entry extends { readonly mediaType: string }>(
  entries: readonly Entry[],
): Entry | undefined {
  const json = entries.filter(({ mediaType }) => isJsonMediaType(mediaType));
  return (
    json.find(({ mediaType }) => mediaType === 'application/json') ??
    json.find(({ mediaType }) => mediaType !== JSON_PATCH) ??
    json[0]
  );
}
