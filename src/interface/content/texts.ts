import { parseExactJson } from '../../json/lossless.ts';
import type { Json } from '../../json/value.ts';
import { compileSchemaLater, type SchemaValidator } from '../../schema/compile.ts';
import { allowedTypes, type Keywords, type Schema, type SchemaType } from '../../schema/keywords.ts';
import { flattenSchema, fullEffort } from '../../schema/merge.ts';
import { subschema } from '../../schema/resolve.ts';

/** Values that are written as text: what of JSON a form, a part, an element or an attribute means, the schema decides. */

/** The schema of a place in a body, and the schema of the whole, which holds the definitions. */
export type PlaceSchema = { readonly schema: Schema; readonly root: Schema };

const DEPTH = 6;
const ways = new WeakMap<object, readonly Keywords[]>();

/** The ways to satisfy the schema, each as one set of keywords. */
export function waysOf({ schema, root }: PlaceSchema): readonly Keywords[] {
  const known = typeof schema === 'object' ? ways.get(schema) : undefined;
  if (known !== undefined) return known;
  const found = flattenSchema(root, schema, DEPTH, fullEffort()).map(({ keywords }) => keywords);
  if (typeof schema === 'object') ways.set(schema, found);
  return found;
}

/** Types that the schema allows in one of its ways. */
export function typesOf(place: PlaceSchema): ReadonlySet<SchemaType> {
  return new Set(waysOf(place).flatMap((keywords) => [...allowedTypes(keywords)]));
}

const validators = new WeakMap<object, SchemaValidator>();

/** True for a value that the schema of the place allows. */
function fits({ schema, root }: PlaceSchema, value: Json): boolean {
  if (typeof schema === 'boolean') return schema;
  const known = validators.get(schema);
  const validate = known ?? compileSchemaLater(subschema(root, schema));
  if (known === undefined) validators.set(schema, validate);
  return validate(value).length === 0;
}

/** The first reading that the schema allows; where it allows none, the first. */
export function bestReading(place: PlaceSchema, readings: readonly Json[]): Json | undefined {
  const [first, ...others] = readings;
  if (others.length === 0) return first;
  const at = readings.findIndex((reading) => fits(place, reading));
  return at < 0 ? first : readings[at];
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,4})?$/;
const LONGEST_NUMBER = 400;

/** The value that a text is, of the types that the schema allows; a text where none of them can be written so. */
export function readText(text: string, place: PlaceSchema): Json {
  if (place.schema === true) return text;
  const types = typesOf(place);
  const readings: Json[] = [];
  if ((types.has('integer') || types.has('number')) && text.length <= LONGEST_NUMBER && NUMBER.test(text)) {
    const parsed = parseExactJson(text);
    if (parsed.kind === 'json') readings.push(parsed.value);
  }
  if (types.has('boolean') && (text === 'true' || text === 'false')) readings.push(text === 'true');
  if (types.has('string')) readings.push(text);
  return bestReading(place, readings) ?? text;
}

/** The JSON value that a text is; `undefined` where it is none. */
export function readJsonText(text: string): Json | undefined {
  const parsed = parseExactJson(text);
  return parsed.kind === 'json' ? parsed.value : undefined;
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** The text of bytes in UTF-8; `undefined` where they are none. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}
