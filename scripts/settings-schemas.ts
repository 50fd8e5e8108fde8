/** The part of the published schemas that says what a run was told: made of the rows of `SETTINGS`. */
import { SETTING_ROWS } from '../src/record/settings.ts';

type JsonObject = { readonly [name: string]: unknown };

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function schemaOf(rows: typeof SETTING_ROWS, always: readonly string[]): JsonObject {
  return {
    description: 'What the run was told, without secrets.',
    type: 'object',
    required: rows.flatMap(([name, row]) =>
      row.optional === undefined || always.includes(name) ? [name] : [],
    ),
    properties: Object.fromEntries(
      rows.map(([name, { values }]) => [
        name,
        always.includes(name) ? { type: ['string', 'null'] } : values.schema,
      ]),
    ),
  };
}

/** `$defs.settings` of each schema. The JSON report has the address elsewhere, and `null` for a plan that nobody declared. */
export const SETTINGS_SCHEMAS: ReadonlyMap<string, JsonObject> = new Map([
  ['record.schema.json', schemaOf(SETTING_ROWS, [])],
  [
    'report.schema.json',
    schemaOf(
      SETTING_ROWS.filter(([name]) => name !== 'url'),
      ['plan'],
    ),
  ],
]);

/** The text of a schema with its settings brought up to date. */
export function withSettings(name: string, text: string): string {
  const schema: unknown = JSON.parse(text);
  if (!isObject(schema) || !isObject(schema['$defs'])) throw new Error(`${name} has no $defs`);
  const $defs = { ...schema['$defs'], settings: SETTINGS_SCHEMAS.get(name) };
  return JSON.stringify({ ...schema, $defs }, undefined, 2);
}
