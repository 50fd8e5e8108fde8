import { _, type Ajv2020, type ErrorObject, Name } from 'ajv/dist/2020.js';

/** One judgement of one value by the alternatives of a schema. `several`: more than one of those of `oneOf` fit. */
export type Union = { readonly several?: boolean };

/** An alternative of a union: `at` counts from 0. */
type Branch = { readonly union: Union; readonly at: number };

/** Where errors of unions come from. */
export type Origin = {
  /** The innermost branch that an error was found in. */
  readonly within?: Branch;
  /** What an error of a union itself stands for: the errors in its branches name the same one. */
  readonly union?: Union;
};

const FOUND = new Name('vErrors');
const COUNT = new Name('errors');

/** The unions, and what Ajv looks at next: what comes in an order stays in it. */
const UNIONS = [
  ['anyOf', 'oneOf'],
  ['oneOf', 'allOf'],
] as const;

/** Has the errors of an instance that finds all of them say in which branches of which unions they were found. */
export function nameBranches(ajv: Ajv2020): void {
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

/** Where an error comes from; nothing is said of one that is of no union. */
export function originOf(error: ErrorObject & Origin): Origin {
  const { within, union } = error;
  return { ...(within === undefined ? {} : { within }), ...(union === undefined ? {} : { union }) };
}
