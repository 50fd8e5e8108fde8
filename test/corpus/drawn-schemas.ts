import { createRandom } from '../../src/system/random.ts';

/** An OpenAPI version that a document may be of. */
export type Version = '2.0' | '3.0.3' | '3.1.1' | '3.2.0';

export type JsonObject = { readonly [name: string]: unknown };

/** Chance, the same for the same seed. */
export type Draw = {
  /** A whole number from 0 to below `count`. */
  readonly below: (count: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <T>(rows: readonly [T, ...T[]]) => T;
};

/** Chance from a seed. */
export function drawFrom(seed: number): Draw {
  const random = createRandom(seed);
  const below = (count: number): number => Math.floor(random() * count);
  return {
    below,
    chance: (probability) => random() < probability,
    pick: (rows) => rows[below(rows.length)] ?? rows[0],
  };
}

/** Where schemas stand in a document of the version. */
export function schemaRef(version: Version, name: string): JsonObject {
  return { $ref: version === '2.0' ? `#/definitions/${name}` : `#/components/schemas/${name}` };
}

function isModern(version: Version): boolean {
  return version.startsWith('3.1') || version.startsWith('3.2');
}

type Place = { readonly draw: Draw; readonly version: Version; readonly at: number; readonly count: number };

const PATTERNS = ['^[A-Z]{2,4}-[0-9]{3}$', '^[a-z][a-z0-9_]*$', '^(red|green|blue)$', '\\d{4}'] as const;
const FORMATS = ['date-time', 'date', 'uuid', 'email', 'uri', 'hostname', 'ipv4', 'byte', 'phone'] as const;

function drawnText({ draw }: Place): JsonObject {
  switch (draw.below(6)) {
    case 0:
      return { type: 'string', enum: ['small', 'medium', 'large'] };
    case 1:
      return { type: 'string', pattern: draw.pick(PATTERNS) };
    case 2:
      return { type: 'string', format: draw.pick(FORMATS) };
    case 3:
      return { type: 'string', minLength: draw.below(3), maxLength: 5 + draw.below(60) };
    case 4:
      return { type: 'string', default: 'usual' };
    default:
      return { type: 'string' };
  }
}

function drawnNumber({ draw, version }: Place): JsonObject {
  switch (draw.below(6)) {
    case 0:
      return { type: 'integer', format: draw.pick(['int32', 'int64']) };
    case 1:
      return { type: 'integer', minimum: draw.below(5), maximum: 5 + draw.below(100) };
    case 2:
      return { type: 'number', multipleOf: draw.pick([0.01, 0.5, 5]) };
    case 3:
      return isModern(version)
        ? { type: 'number', exclusiveMinimum: 0 }
        : { type: 'number', minimum: 0, exclusiveMinimum: true };
    case 4:
      return { type: 'integer', enum: [1, 2, 3] };
    default:
      return { type: draw.pick(['integer', 'number']) };
  }
}

function orNull(place: Place, schema: JsonObject): JsonObject {
  const { draw, version } = place;
  if (version === '2.0') return { ...schema, 'x-nullable': true };
  if (version === '3.0.3')
    return '$ref' in schema ? { allOf: [schema], nullable: true } : { ...schema, nullable: true };
  const isPlain = typeof schema['type'] === 'string' && schema['enum'] === undefined;
  return isPlain && draw.chance(0.5)
    ? { ...schema, type: [schema['type'], 'null'] }
    : { anyOf: [schema, { type: 'null' }] };
}

/** A reference that can't lead back to where it stands: to a schema before this one. */
function earlierRef({ draw, version, at }: Place): JsonObject | undefined {
  return at === 0 ? undefined : schemaRef(version, `S${String(draw.below(at))}`);
}

function anyRef({ draw, version, count }: Place): JsonObject {
  return schemaRef(version, `S${String(draw.below(count))}`);
}

function drawnUnion(place: Place): JsonObject {
  const { draw, version } = place;
  if (version === '2.0') return drawnText(place);
  switch (draw.below(4)) {
    case 0:
      return { oneOf: [{ type: 'integer', minimum: 0 }, { type: 'string' }] };
    case 1:
      return { anyOf: [{ type: 'string' }, anyRef(place)] };
    case 2:
      return {
        anyOf: [
          { type: 'string', minLength: 2 },
          { type: 'array', items: { type: 'string' } },
        ],
      };
    default:
      return { allOf: [drawnText(place), { description: 'of both' }] };
  }
}

function drawnMember(place: Place): JsonObject {
  const { draw } = place;
  switch (draw.below(12)) {
    case 0:
    case 1:
    case 2:
      return drawnText(place);
    case 3:
    case 4:
      return drawnNumber(place);
    case 5:
      return { type: 'boolean' };
    case 6:
      return { type: 'array', items: draw.chance(0.5) ? drawnText(place) : anyRef(place), maxItems: 5 };
    case 7:
      return { type: 'array', items: { type: 'integer' }, minItems: 1, uniqueItems: true };
    case 8:
      return { type: 'object', additionalProperties: drawnNumber(place) };
    case 9:
      return anyRef(place);
    case 10:
      return drawnUnion(place);
    default:
      return orNull(place, draw.chance(0.3) ? anyRef(place) : drawnText(place));
  }
}

/** A schema of objects, as documents have them: it can always be satisfied, and may refer to every other one. */
function drawnObject(place: Place): JsonObject {
  const { draw, version } = place;
  const members = Array.from({ length: 2 + draw.below(6) }, (_, at): [string, JsonObject] => {
    const member = drawnMember(place);
    const mark = draw.below(20);
    const isRef = '$ref' in member;
    if (mark === 0 && !isRef) return [`m${String(place.at)}_${String(at)}`, { ...member, readOnly: true }];
    if (mark === 1 && !isRef && version !== '2.0')
      return [`m${String(place.at)}_${String(at)}`, { ...member, writeOnly: true }];
    return [`m${String(place.at)}_${String(at)}`, member];
  });
  const plain = members.filter(([, { type }]) => typeof type === 'string' && type !== 'array');
  const required = plain.filter(() => draw.chance(0.5)).map(([name]) => name);
  const own = {
    type: 'object',
    properties: {
      id: { type: 'integer', readOnly: true },
      name: { type: 'string' },
      ...Object.fromEntries(members),
    },
    required: ['name', ...required],
  };
  const base = draw.chance(0.15) ? earlierRef(place) : undefined;
  return base === undefined ? own : { allOf: [base, own] };
}

function kindOf(value: string, member: string): JsonObject {
  return {
    type: 'object',
    required: ['kind', member],
    properties: { kind: { type: 'string', enum: [value] }, [member]: { type: 'number' } },
  };
}

/** Two kinds of one thing, told apart by a member. */
function drawnKinds(version: Version, name: string): readonly (readonly [string, JsonObject])[] {
  const refs = ['Circle', 'Square'].map((each) => schemaRef(version, `${name}${each}`));
  const discriminator = {
    propertyName: 'kind',
    mapping: { circle: refs[0]?.['$ref'], square: refs[1]?.['$ref'] },
  };
  return [
    [`${name}Circle`, kindOf('circle', 'radius')],
    [`${name}Square`, kindOf('square', 'side')],
    [name, { oneOf: refs, discriminator }],
  ];
}

/** So many named schemas `S0`, `S1` … which refer to each other, and `Shape`, a union, where the version has unions. */
export function drawnSchemas(draw: Draw, version: Version, count: number): JsonObject {
  const schemas = Array.from({ length: count }, (_, at): readonly [string, JsonObject] => [
    `S${String(at)}`,
    drawnObject({ draw, version, at, count }),
  ]);
  const problem = {
    type: 'object',
    required: ['title'],
    properties: { title: { type: 'string' }, detail: { type: 'string' } },
  };
  const kinds = version === '2.0' ? [] : drawnKinds(version, 'Shape');
  return Object.fromEntries([...schemas, ...kinds, ['Problem', problem]]);
}
