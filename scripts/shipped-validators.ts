/** Validators of the schemas of the shipped interface as code, so that no command has to compile them. */
import standaloneCode from 'ajv/dist/standalone/index.js';
import type { Interface } from '../src/interface/model.ts';
import { isObject, type Json } from '../src/json/value.ts';
import { prepared } from '../src/schema/compile.ts';
import { documentAjv } from '../src/schema/compiled/ajv.ts';
import type { Schema } from '../src/schema/keywords.ts';

/** The parts of a model that are schemas, and the members of those, which are looked at one by one. */
function schemasIn(part: unknown, name = '', met = new Set<unknown>()): readonly Schema[] {
  if (typeof part !== 'object' || part === null || met.has(part)) return [];
  met.add(part);
  const inside = part instanceof Map ? [...(part as Map<unknown, unknown>)] : Object.entries(part);
  if (name !== 'schema') return inside.flatMap(([held, value]) => schemasIn(value, String(held), met));
  const schema = part as Exclude<Schema, boolean>;
  const { properties } = schema;
  const members: readonly Json[] = isObject(properties) ? Object.values(properties) : [];
  return [schema, ...members.flatMap((member) => (isObject(member) ? [member] : []))];
}

/** All schemas of a loaded document. */
export function schemasOf(document: Interface): readonly Schema[] {
  return schemasIn(document);
}

/** What a module of validators imports. */
const IMPORTS = [
  "import { fullFormats } from 'ajv-formats/dist/formats.js';",
  "import { boundedPattern, countStep, hasUniqueEntries, OWN_FORMATS, isMultiple } from './assertions.js';",
];

/** The text of a module that has the validators of these schemas by the texts of those, as `src/schema/compile.ts` asks for them. */
export function validatorModule(schemas: readonly Schema[], imports: readonly string[] = IMPORTS): string {
  const ajv = documentAjv('all', { source: true, lines: true, esm: true });
  const texts = new Set(schemas.map((schema) => JSON.stringify(prepared(schema))));
  const named = [...texts].map((text, at) => [`validate_${String(at)}`, text] as const);
  for (const [name, text] of named) {
    const schema: unknown = JSON.parse(text);
    ajv.addSchema(isObject(schema) ? schema : {}, name);
  }
  const entries = named.map(([name, text]) => `[${JSON.stringify(text)}, ${name}]`);
  return `${imports.join('\n')}
    const formats = { ...fullFormats, ...OWN_FORMATS };
    const self = undefined;
    ${standaloneCode.default(ajv, Object.fromEntries(named.map(([name]) => [name, name])))}
    const shipped = new Map([${entries.join(', ')}]);
    export const shippedValidators = () => shipped;`;
}
