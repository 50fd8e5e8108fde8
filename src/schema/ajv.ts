/** Instances of Ajv as documents need them. A module of its own, since the bundle reads it when a schema is compiled first. */
import addFormats, { type FormatName } from 'ajv-formats';
import { _, Ajv2020, Name, type Options, str } from 'ajv/dist/2020.js';
import { isMultipleOf } from './multiple.ts';

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

/** An Ajv that asserts these formats; one that finds all errors says of each where it comes from (`Origin`). */
export function createAjv(options: Options, formats: readonly FormatName[]): Ajv2020 {
  const ajv = new Ajv2020(options);
  addFormats.default(ajv, [...formats]);
  // Ajv divides doubles: 34.8 would be no multiple of 0.01.
  ajv.removeKeyword('multipleOf');
  ajv.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    validate: (step: number, value: number) => isMultipleOf(value, step),
    error: { message: ({ schemaCode }) => str`must be multiple of ${schemaCode}` },
  });
  if (options.allErrors === true) nameBranches(ajv);
  return ajv;
}
