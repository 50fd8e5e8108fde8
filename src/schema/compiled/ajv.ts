/** Instances of Ajv as documents need them. A module of its own, since the bundle reads it when a schema is compiled first. */
import addFormats from 'ajv-formats';
import { _, Ajv2020, type Code, type CodeOptions, Name, str } from 'ajv/dist/2020.js';
import type { DataValidateFunction } from 'ajv/dist/types/index.js';
import {
  boundedPattern,
  countStep,
  hasUniqueEntries,
  OWN_FORMATS,
  isMultiple,
  LINK,
  type Link,
  STEP,
  type Thoroughness,
} from './assertions.ts';

const FOUND = new Name('vErrors');
const COUNT = new Name('errors');

/** The unions, and what Ajv looks at next: what comes in an order stays in it. */
const UNIONS = [
  ['anyOf', 'oneOf'],
  ['oneOf', 'allOf'],
] as const;

/** Has the errors of an instance that finds all of them say in which branches of which unions they were found. */
function nameBranches(ajv: Ajv2020): void {
  for (const [keyword, before] of UNIONS) {
    const known = ajv.getKeyword(keyword);
    if (typeof known !== 'object' || !('code' in known)) throw new Error(`Ajv has no ${keyword} to add to`);
    const { code } = known;
    ajv.removeKeyword(keyword);
    ajv.addKeyword({
      ...known,
      before,
      code: (cxt, type) => {
        const { gen, errsCount = _`0` } = cxt;
        const union = gen.const('union', _`{}`);
        const subschema = cxt.subschema.bind(cxt);
        cxt.subschema = (part, valid) => {
          const first = gen.const('first', COUNT);
          const made = subschema(part, valid);
          const at = 'schemaProp' in part ? Number(part.schemaProp) : 0;
          const branch = gen.const('branch', _`{ union: ${union}, at: ${at} }`);
          gen.forRange('i', first, COUNT, (i) => gen.code(_`${FOUND}[${i}].within ??= ${branch}`));
          return made;
        };
        code(cxt, type);
        const last = _`${FOUND}[${COUNT} - 1]`;
        gen.if(_`${COUNT} > ${errsCount}`, () => {
          gen.code(_`${last}.union = ${union}`);
          gen.code(_`${union}.several = Array.isArray(${last}.params.passingSchemas)`);
        });
      },
    });
  }
}

/** The formats of JSON Schema and OpenAPI. What others mean by `url` or `iso-time`, no document says: they are annotations. */
const ASSERTED_FORMATS = [
  'date',
  'time',
  'date-time',
  'duration',
  'uri',
  'uri-reference',
  'uri-template',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'regex',
  'uuid',
  'json-pointer',
  'relative-json-pointer',
  'byte',
  'float',
  'double',
  'password',
  'binary',
] as const;

function followLink(link: Link): DataValidateFunction {
  const validate: DataValidateFunction = (data, place) => {
    countStep();
    const target = link();
    const isValid = target(data, place);
    validate.errors = target.errors ?? [];
    return isValid;
  };
  return validate;
}

const boundedPatterns = Object.assign(boundedPattern, { code: 'boundedPattern' });

/** What the code of a validator calls our functions: it may become a module of its own. */
const NAMES: ReadonlyMap<unknown, Code> = new Map<unknown, Code>([
  [countStep, _`countStep`],
  [hasUniqueEntries, _`hasUniqueEntries`],
  [isMultiple, _`isMultiple`],
]);

function nameAssertions({ scope }: Ajv2020): void {
  const value = scope.value.bind(scope);
  scope.value = (name, given) => {
    const code = given.code ?? NAMES.get(given.ref);
    return value(name, code === undefined ? given : { ...given, code });
  };
}

/**
 * An Ajv for the schemas of documents; one that finds all errors says of each where it comes from (`Origin`). With `code` for
 * modules their names are those of `assertions.ts`, and `formats` what it asserts besides.
 */
export function documentAjv(thoroughness: Thoroughness, code: CodeOptions = {}): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: thoroughness === 'all',
    strict: false,
    validateFormats: true,
    ownProperties: true,
    validateSchema: false,
    logger: false,
    code: { regExp: boundedPatterns, optimize: false, formats: _`formats`, ...code },
  });
  nameAssertions(ajv);
  addFormats.default(ajv, [...ASSERTED_FORMATS]);
  for (const [name, format] of Object.entries(OWN_FORMATS)) ajv.addFormat(name, format);
  ajv.addKeyword({ keyword: STEP, validate: countStep, errors: false });
  ajv.addKeyword({ keyword: LINK, compile: followLink, errors: 'full' });
  ajv.removeKeyword('multipleOf');
  ajv.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    validate: isMultiple,
    error: { message: ({ schemaCode }) => str`must be multiple of ${schemaCode}` },
  });
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: hasUniqueEntries,
    error: { message: 'must NOT have duplicate items' },
  });
  if (thoroughness === 'all') nameBranches(ajv);
  return ajv;
}
