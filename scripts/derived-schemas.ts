/** The parts of the published schemas that say what a table of the sources says: made of the rows of that table. */
import { OUTCOME_KINDS } from '../src/checks/outcome.ts';
import { CREDENTIAL_USES } from '../src/credential/alter.ts';
import { ALTERATIONS } from '../src/http/credential-use.ts';
import { LEVELS } from '../src/interface/model.ts';
import { fromPointer } from '../src/json/pointer.ts';
import { SETTING_ROWS } from '../src/record/settings.ts';

type JsonObject = { readonly [name: string]: unknown };

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function settingsSchema(rows: typeof SETTING_ROWS, always: readonly string[]): JsonObject {
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

/** One of several forms that their `kind` tells apart. */
function oneOfKinds(
  description: string | undefined,
  forms: readonly (readonly [kind: string, members: JsonObject, optional?: JsonObject])[],
): JsonObject {
  return {
    ...(description === undefined ? {} : { description }),
    type: 'object',
    required: ['kind'],
    discriminator: { propertyName: 'kind' },
    oneOf: forms.map(([kind, members, optional]) => ({
      type: 'object',
      required: ['kind', ...Object.keys(members)],
      properties: { kind: { const: kind }, ...members, ...optional },
    })),
  };
}

type OutcomeTraits = (typeof OUTCOME_KINDS)[keyof typeof OUTCOME_KINDS];

function listOf(name: string): JsonObject {
  return { type: 'array', items: { $ref: `#/$defs/${name}` } };
}

const TEXT: JsonObject = { type: 'string' };
const EVIDENCE: JsonObject = { $ref: '#/$defs/evidence' };
const UNLISTED: JsonObject = {
  description: 'Further violations per operation id that are counted and not listed.',
  ...EVIDENCE,
};

/** The members of an outcome, by what it says: those that it has, and those that it may have. */
const SAID: { readonly [says in OutcomeTraits['says']]: readonly [JsonObject, JsonObject?] } = {
  proofs: [{ evidence: EVIDENCE }],
  violations: [{ violations: listOf('violation'), evidence: EVIDENCE }, { unlisted: UNLISTED }],
  observations: [{ observations: listOf('observation') }],
  'a reason': [{ reason: TEXT }],
  'an option': [{ reason: TEXT, option: TEXT }],
};

const OUTCOME_ROWS = Object.entries(OUTCOME_KINDS);
const OUTCOMES = OUTCOME_ROWS.map(([kind]) => kind);

function outcomesWhere(holds: (traits: OutcomeTraits) => boolean): JsonObject {
  return { enum: OUTCOME_ROWS.filter(([, traits]) => holds(traits)).map(([kind]) => kind) };
}

const CREDENTIAL_KINDS = [...new Set(CREDENTIAL_USES.map(({ kind }) => kind)), 'undetermined'];

const CARRIED: JsonObject = { description: 'The request is seen to carry a credential.', type: 'boolean' };

const OF: JsonObject = {
  description:
    'Of several that are asked for at the same time the scheme of the one that is used so, where it is not the first.',
  type: 'string',
};

const CREDENTIAL_MEMBERS = new Map<string, readonly [JsonObject, JsonObject?]>([
  ['none', [{}, { of: OF }]],
  ['unknown', [{}, { of: OF }]],
  ['altered', [{ alteration: { enum: ALTERATIONS } }, { of: OF }]],
  ['undetermined', [{}, { carried: CARRIED }]],
]);

/** What is derived of each schema, by the pointer of its place. The JSON report has the address elsewhere, and `null` for a plan that nobody declared. */
export const DERIVED: ReadonlyMap<string, ReadonlyMap<string, unknown>> = new Map([
  [
    'record.schema.json',
    new Map<string, unknown>([
      ['/$defs/settings', settingsSchema(SETTING_ROWS, [])],
      [
        '/$defs/outcome',
        oneOfKinds(
          'What a check says.',
          OUTCOME_ROWS.map(([kind, { says }]) => [kind, ...SAID[says]]),
        ),
      ],
      [
        '/$defs/credential',
        oneOfKinds(
          'How the credential of the request relates to the valid one.',
          CREDENTIAL_KINDS.map((kind) => [kind, ...(CREDENTIAL_MEMBERS.get(kind) ?? ([{}] as const))]),
        ),
      ],
      ['/$defs/check/properties/result/properties/level', { enum: LEVELS }],
    ]),
  ],
  [
    'report.schema.json',
    new Map<string, unknown>([
      [
        '/$defs/settings',
        settingsSchema(
          SETTING_ROWS.filter(([name]) => name !== 'url'),
          ['plan'],
        ),
      ],
      ['/$defs/check/properties/outcome', { enum: OUTCOMES }],
      ['/$defs/check/properties/level', { enum: LEVELS }],
      ['/$defs/clause/properties/level', { enum: [...LEVELS, null] }],
      [
        '/$defs/verdict/properties/counts',
        {
          description: 'Checks per outcome.',
          type: 'object',
          required: OUTCOMES,
          properties: Object.fromEntries(OUTCOMES.map((kind) => [kind, { type: 'integer', minimum: 0 }])),
        },
      ],
      ['/properties/notTested/items/properties/outcome', outcomesWhere(({ lacks }) => lacks !== 'nothing')],
    ]),
  ],
  [
    'diff.schema.json',
    new Map<string, unknown>([
      ['/$defs/violation/properties/kind', outcomesWhere(({ says }) => says === 'violations')],
    ]),
  ],
  ['clauses.schema.json', new Map<string, unknown>([['/$defs/clause/properties/level/enum', LEVELS]])],
]);

function withValueAt(place: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (!isObject(place) || !(name in place)) throw new Error(`a schema has no ${name} where one is derived`);
  return { ...place, [name]: withValueAt(place[name], rest, value) };
}

/** A schema with all that is derived of it brought up to date. */
export function withDerived(name: string, schema: unknown): unknown {
  return [...(DERIVED.get(name) ?? [])].reduce(
    (whole, [pointer, value]) => withValueAt(whole, fromPointer(pointer) ?? [], value),
    schema,
  );
}
