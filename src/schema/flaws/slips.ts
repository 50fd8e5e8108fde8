import { isSlipOf } from '../../system/nearest-name.ts';

/** What documents write in place of the types, formats and keywords of JSON Schema, and what they mean by it. */

function table(rows: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(rows).flatMap(([meant, names]) => names.split(' ').map((name) => [name, meant] as const)),
  );
}

/** By names in lower case without `-` and `_`. */
const TYPES = table({
  'type: integer':
    'int integer int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 long short bigint integers',
  'type: number': 'number float float32 float64 double decimal numeric real money',
  'type: boolean': 'boolean bool booleans',
  'type: string': 'string str text varchar char enum strings',
  'type: string` and `format: date-time': 'datetime timestamp instant',
  'type: string` and `format: date': 'date localdate',
  'type: string` and `format: time': 'time',
  'type: string` and `format: uuid': 'uuid guid',
  'type: string` and `format: email': 'email',
  'type: string` and `format: uri': 'url uri',
  'type: string` and `format: binary': 'file binary bytes blob',
  'type: array': 'array list set arr collection',
  'type: object': 'object obj map dict dictionary hash json struct',
  'type: null': 'null none nil',
});

const FORMATS = table({
  'date-time': 'datetime timestamp iso8601 isodatetime',
  date: 'date fulldate isodate',
  time: 'time',
  uuid: 'uuid guid uuid4 uuidv4',
  uri: 'uri url link',
  email: 'email mail emailaddress',
  ipv4: 'ipv4 ip ip4 ipaddress',
  ipv6: 'ipv6 ip6',
  hostname: 'hostname host domain',
});

const KEYWORDS: readonly string[] =
  `type format enum const default properties required items prefixItems contains minItems maxItems
 minContains maxContains uniqueItems minLength maxLength pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf
 minProperties maxProperties additionalProperties patternProperties propertyNames unevaluatedProperties unevaluatedItems
 dependentRequired dependentSchemas allOf anyOf oneOf title description example examples deprecated readOnly writeOnly nullable
 discriminator externalDocs contentMediaType contentEncoding contentSchema`.split(/\s+/);
const KNOWN: ReadonlySet<string> = new Set(KEYWORDS);

/** Shorter ones are near to too many. */
const SHORTEST = 5;

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_ ]/g, '');
}

/** What to write for a `type` that is none, as code between backquotes; `undefined` where nobody can say. */
export function typeMeant(type: unknown): string | undefined {
  return typeof type === 'string' ? TYPES.get(plain(type)) : undefined;
}

/** The format of JSON Schema that another name of it means; `undefined` for one that is there, and for names that mean something else. */
export function formatMeant(format: string): string | undefined {
  const meant = FORMATS.get(plain(format));
  return meant === format ? undefined : meant;
}

/** The keyword that a name in a schema means, where it is none and differs in letter case or one letter. */
export function keywordMeant(name: string): string | undefined {
  if (KNOWN.has(name) || name.length < SHORTEST || name.startsWith('x-')) return undefined;
  return KEYWORDS.find((keyword) => isSlipOf(name, keyword));
}
