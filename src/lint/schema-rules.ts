import { cutText } from '../report/model/excerpt.ts';
import { attempt, childOf, type Cursor, rootOf } from '../document/cursor.ts';
import { isList, isObject, type Json, listOf } from '../json/value.ts';
import { keyOf } from '../document/library.ts';
import { compileSchema, isUnjudged, type SchemaValidator } from '../schema/compile.ts';
import { type Direction, directSchema } from '../schema/direction.ts';
import { holderOf, isAnnotation, type Keywords, numberOf } from '../schema/keywords.ts';
import { unicodePattern } from '../schema/pattern/pattern.ts';
import { resolveSchema } from '../schema/resolve.ts';
import { formatMeant, keywordMeant } from '../schema/flaws/slips.ts';
import { isJsonMediaType } from '../http/media-type.ts';
import { parametersOf, placesOf } from './operation-rules.ts';
import type { LintRule } from './rules.ts';
import { createOnce, entriesOf, itemsIn, membersIn, reached, type Site } from './site.ts';

/** Keywords that speak of values of one type alone. */
const OF_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    object: 'properties required additionalProperties patternProperties minProperties maxProperties',
    array: 'items prefixItems minItems maxItems uniqueItems contains',
    string: 'minLength maxLength pattern format',
    number: 'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf',
  }).flatMap(([type, keywords]) => keywords.split(' ').map((keyword) => [keyword, type] as const)),
);

/** With one of these, the type may stand elsewhere. */
const ELSEWHERE = ['type', '$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'not', 'enum', 'const', 'if'];

const BOUNDS = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

type Schema = { readonly cursor: Cursor; readonly value: Keywords; readonly isPart: boolean };

function saysNothing(value: Keywords): boolean {
  return Object.keys(value).every((keyword) => isAnnotation(keyword) || keyword.startsWith('x-'));
}

function lintType({ find }: Site, { cursor, value, isPart }: Schema): void {
  if (isPart || ELSEWHERE.some((keyword) => Object.hasOwn(value, keyword))) return;
  const keyword = Object.keys(value).find((name) => OF_TYPES.has(name));
  if (keyword !== undefined)
    find(
      'schemas.type',
      cursor,
      `\`${keyword}\` stands in a schema without \`type\``,
      `Add \`type: ${OF_TYPES.get(keyword) ?? 'object'}\`.`,
    );
  else if (saysNothing(value)) find('schemas.empty', cursor, 'the schema takes any value');
}

function lintNames({ find }: Site, { cursor, value }: Schema): void {
  for (const name of Object.keys(value)) {
    const meant = keywordMeant(name);
    if (meant !== undefined)
      find(
        'schemas.keyword',
        childOf(cursor, name) ?? cursor,
        `\`${name.slice(0, 60)}\` is no keyword of a schema`,
        `Write \`${meant}\`.`,
      );
  }
  const { format } = value;
  const meant = typeof format === 'string' ? formatMeant(format) : undefined;
  if (typeof format === 'string' && meant !== undefined)
    find(
      'schemas.format',
      childOf(cursor, 'format') ?? cursor,
      `"${format.slice(0, 60)}" is no format of JSON Schema`,
      `Write \`format: ${meant}\`.`,
    );
}

function lintRequired({ find }: Site, { cursor, value, isPart }: Schema): void {
  const properties = value['properties'];
  const mayBeElsewhere =
    isPart ||
    ['allOf', 'anyOf', 'oneOf', '$ref', 'patternProperties'].some((name) => Object.hasOwn(value, name));
  if (mayBeElsewhere || !isObject(properties)) return;
  for (const name of new Set(listOf(value['required'])))
    if (typeof name === 'string' && !Object.hasOwn(properties, name))
      find(
        'schemas.required',
        childOf(cursor, 'required') ?? cursor,
        `"${name}" is required, and \`properties\` has no "${name}"`,
      );
}

function lintBounds({ find }: Site, { cursor, value }: Schema): void {
  for (const [low, high] of BOUNDS) {
    const [from, to] = [numberOf(value, low), numberOf(value, high)];
    if (from !== undefined && to !== undefined && from > to)
      find(
        'schemas.bounds',
        childOf(cursor, low) ?? cursor,
        `\`${low}\` ${String(from)} is above \`${high}\` ${String(to)}`,
      );
  }
}

const TYPE_TESTS: ReadonlyMap<Json, (value: Json) => boolean> = new Map<Json, (value: Json) => boolean>([
  ['string', (value) => typeof value === 'string'],
  ['boolean', (value) => typeof value === 'boolean'],
  ['integer', (value) => Number.isInteger(value)],
  ['number', (value) => typeof value === 'number'],
]);

function lintEnum({ find }: Site, { cursor, value }: Schema): void {
  const { type, nullable } = value;
  const isOfType = type === undefined ? undefined : TYPE_TESTS.get(type);
  if (typeof type !== 'string' || isOfType === undefined) return;
  for (const item of itemsIn(childOf(cursor, 'enum')))
    if (!isOfType(item.value) && !(item.value === null && nullable === true))
      find('schemas.enum', item, `${cutText(JSON.stringify(item.value), 60)} is no ${type}`);
}

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'u').source !== '';
  } catch {
    return false;
  }
}

/** Escapes that a browser takes and the `u` flag does not: many documents have them, and everybody reads them alike. */
const NEEDLESS = /\\([:@#'"%&,;<>=~` !_-])/g;

function lintPattern({ find }: Site, { cursor, value }: Schema): void {
  const { pattern } = value;
  if (typeof pattern !== 'string') return;
  const read = unicodePattern(pattern);
  const bare = pattern.replaceAll(NEEDLESS, '$1');
  const isAsItIs = isPattern(pattern) ? read === pattern : isPattern(bare) && unicodePattern(bare) === bare;
  if (read === undefined || isAsItIs) return;
  find(
    'schemas.pattern',
    childOf(cursor, 'pattern') ?? cursor,
    `the pattern ${JSON.stringify(pattern)} is none in ECMA-262`,
    `Write ${JSON.stringify(read)}, as assay reads it.`,
  );
}

function lintSiblings({ library, find }: Site, { cursor, value }: Schema): void {
  if (library.dialect !== 'openapi-3.0' || !Object.hasOwn(value, '$ref')) return;
  const beside = Object.keys(value).filter(
    (name) => name !== '$ref' && !isAnnotation(name) && !name.startsWith('x-'),
  );
  const [first] = beside;
  if (first !== undefined)
    find(
      'schemas.siblings',
      cursor,
      `beside \`$ref\`, ${beside.map((name) => `\`${name}\``).join(', ')} ${beside.length === 1 ? 'is' : 'are'} ignored`,
    );
}

/** Validators by what they validate: a document has the same small schemas many times. */
class Validators {
  readonly #site: Site;
  readonly #known = new Map<string, SchemaValidator | undefined>();

  constructor(site: Site) {
    this.#site = site;
  }

  of(cursor: Cursor, direction: Direction | undefined): SchemaValidator | undefined {
    const target = reached(this.#site.library, cursor);
    if (target === undefined) return undefined;
    const key = `${direction ?? ''} ${keyOf(target)}`;
    if (!this.#known.has(key)) this.#known.set(key, this.#compiled(target, direction));
    return this.#known.get(key);
  }

  #compiled(cursor: Cursor, direction: Direction | undefined): SchemaValidator | undefined {
    const read = attempt(() => {
      const schema = resolveSchema(this.#site.library, cursor);
      return compileSchema(direction === undefined ? schema : directSchema(schema, direction));
    });
    return 'value' in read ? read.value : undefined;
  }
}

/** Holds a value that a document shows against its schema. */
function lintValue(
  site: Site,
  validators: Validators,
  rule: LintRule & `examples.${string}`,
  { schema, at, direction }: { readonly schema: Cursor; readonly at: Cursor; readonly direction?: Direction },
): void {
  const errors = validators.of(schema, direction)?.(at.value) ?? [];
  const [first] = errors;
  if (first === undefined || isUnjudged(errors)) return;
  const where = first.pointer === '' ? 'it' : `its ${first.pointer}`;
  site.find(
    rule,
    at,
    `${rule === 'examples.default' ? 'the default' : 'the example'} breaks its schema: ${where} ${first.message}`,
  );
}

function lintOwnValues(site: Site, validators: Validators, { cursor, value }: Schema): void {
  if (Object.hasOwn(value, '$ref')) return;
  const own = childOf(cursor, 'default');
  if (own !== undefined) lintValue(site, validators, 'examples.default', { schema: cursor, at: own });
  const example = childOf(cursor, 'example');
  const examples = isList(value['examples']) ? itemsIn(childOf(cursor, 'examples')) : [];
  for (const at of [...(example === undefined ? [] : [example]), ...examples])
    lintValue(site, validators, 'examples.valid', { schema: cursor, at });
}

/** What carries a schema and examples beside it: a parameter, a header, a media type. */
function lintCarrier(site: Site, validators: Validators, { cursor: carrier, direction }: Carrier): void {
  const schema = childOf(carrier, 'schema');
  if (schema === undefined) return;
  const example = childOf(carrier, 'example');
  const examples = entriesOf(site.library, carrier, 'examples').flatMap(
    ({ cursor }) => childOf(cursor, 'value') ?? [],
  );
  for (const at of [...(example === undefined ? [] : [example]), ...examples])
    lintValue(site, validators, 'examples.valid', { schema, at, direction });
}

type Carrier = { readonly cursor: Cursor; readonly isJson: boolean; readonly direction: Direction };

function contentOf({ library }: Site, owner: Cursor | undefined, direction: Direction): readonly Carrier[] {
  if (owner === undefined) return [];
  return entriesOf(library, owner, 'content').map(({ name, cursor }) => ({
    cursor,
    direction,
    isJson: isJsonMediaType(name.split(';', 1)[0]?.trim().toLowerCase() ?? ''),
  }));
}

function plain(cursor: Cursor): Carrier {
  return { cursor, isJson: true, direction: 'request' };
}

function carriersOf(site: Site): readonly Carrier[] {
  const { library } = site;
  return placesOf(site).flatMap((place) => {
    const responses = entriesOf(library, place.cursor, 'responses').map(({ cursor }) => cursor);
    const headers = responses.flatMap((response) => entriesOf(library, response, 'headers'));
    return [
      ...parametersOf(site, place).map(plain),
      ...headers.map(({ cursor }) => plain(cursor)),
      ...contentOf(site, reached(library, childOf(place.cursor, 'requestBody')), 'request'),
      ...responses.flatMap((response) => contentOf(site, response, 'response')),
    ];
  });
}

/** The schemas in a schema, and where its reference leads. */
function partsOf(
  { library }: Site,
  { cursor, value }: Schema,
): readonly { readonly cursor: Cursor; readonly isPart: boolean }[] {
  const target = Object.hasOwn(value, '$ref') ? reached(library, cursor) : undefined;
  const held = Object.keys(value).flatMap((keyword) => {
    const holder = holderOf(keyword);
    const child = holder === undefined ? undefined : childOf(cursor, keyword);
    if (holder === undefined || child === undefined) return [];
    const cursors =
      holder.holding === 'one'
        ? [child]
        : holder.holding === 'list'
          ? itemsIn(child)
          : membersIn(child).map((each) => each.cursor);
    // What takes any other member on purpose says so.
    const isOpen = keyword === 'additionalProperties' || keyword === 'unevaluatedProperties';
    return cursors.map((each) => ({ cursor: each, isPart: holder.inPlace || isOpen }));
  });
  return [...(target === undefined ? [] : [{ cursor: target, isPart: false }]), ...held];
}

/** What schemas say, and the examples and defaults that stand with them. */
export function lintSchemas(site: Site): void {
  const once = createOnce();
  const onceCarried = createOnce();
  const validators = new Validators(site);
  const carriers = carriersOf(site).filter(({ cursor }) => onceCarried(cursor));
  const components = childOf(rootOf(site.library.root), 'components');
  const waiting = [
    ...carriers.flatMap(({ cursor }) => childOf(cursor, 'schema') ?? []),
    ...membersIn(components === undefined ? undefined : childOf(components, 'schemas')).map(
      ({ cursor }) => cursor,
    ),
  ].map((cursor) => ({ cursor, isPart: false }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { cursor, isPart } = next;
    if (!isObject(cursor.value) || !once(cursor)) continue;
    const schema = { cursor, value: cursor.value, isPart };
    lintType(site, schema);
    lintNames(site, schema);
    lintRequired(site, schema);
    lintBounds(site, schema);
    lintEnum(site, schema);
    lintPattern(site, schema);
    lintSiblings(site, schema);
    lintOwnValues(site, validators, schema);
    if (
      schema.value['type'] === 'array' &&
      !isPart &&
      !['items', 'prefixItems', '$ref', 'allOf'].some((name) => Object.hasOwn(schema.value, name))
    )
      site.find('schemas.items', cursor, 'an array without `items`');
    waiting.push(...partsOf(site, schema));
  }
  for (const carrier of carriers) if (carrier.isJson) lintCarrier(site, validators, carrier);
}
