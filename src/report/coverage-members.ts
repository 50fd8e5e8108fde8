import { isUnjudged } from '../interface/compile-schema.ts';
import type { LosslessJson } from '../exchange/lossless-json.ts';
import { isObject } from '../interface/cursor.ts';
import type { Schema } from '../schema/schema.ts';
import type { Json } from '../json/json.ts';
import { dereferenced, schemaMembers } from '../interface/schema-members.ts';
import { validatorOf } from '../oracle/contract.ts';
import { isJsonObject } from '../oracle/json-object.ts';
import { memberOf } from '../json/member.ts';

/** A member that the schema of a body names. `name` is its path as people write it: `owner.name`, `[].id`. */
export type MemberRule = {
  readonly name: string;
  /** Names of members on the way to the object that holds it; `[]` stands for every entry of an array. */
  readonly holder: readonly string[];
  readonly member: string;
  readonly required: boolean;
  readonly schema: Schema;
};

const ENTRIES = '[]';
const DEEPEST = 5;
const MOST_RULES = 200;
/** Entries of a list that are looked at; checks look at all of them. */
const MOST_ENTRIES = 1000;

function isSchema(value: Json | undefined): value is Schema {
  return typeof value === 'boolean' || isObject(value);
}

/** A part of a schema that can be compiled on its own. */
function standalone(part: Schema, root: Schema): Schema {
  if (typeof part === 'boolean' || typeof root === 'boolean' || root['$defs'] === undefined) return part;
  return { ...part, $defs: root['$defs'] };
}

function pathText(path: readonly string[]): string {
  return path.reduce((text, step) => (step === ENTRIES || text === '' ? text + step : `${text}.${step}`), '');
}

/** The members that the schema of a body names, on every level down to the fifth, in its order. */
export function memberRules(schema: Schema): readonly MemberRule[] {
  const rules: MemberRule[] = [];
  const walk = (part: Schema, holder: readonly string[]): void => {
    const at = dereferenced(schema, part);
    if (typeof at === 'boolean' || holder.length >= DEEPEST) return;
    if (isSchema(at['items'])) walk(at['items'], [...holder, ENTRIES]);
    const { properties, required } = schemaMembers(at, schema);
    for (const [member, own] of properties) {
      if (rules.length >= MOST_RULES) return;
      rules.push({
        name: pathText([...holder, member]),
        holder,
        member,
        required: required.has(member),
        schema: standalone(own, schema),
      });
      walk(own, [...holder, member]);
    }
  };
  walk(schema, []);
  return rules;
}

function holdersOf(value: LosslessJson, path: readonly string[]): readonly LosslessJson[] {
  return path.reduce<readonly LosslessJson[]>(
    (values, step) =>
      values
        .flatMap((at): readonly LosslessJson[] => {
          if (step === ENTRIES) return Array.isArray(at) ? at.slice(0, MOST_ENTRIES) : [];
          const member = isJsonObject(at) ? memberOf(at, step) : undefined;
          return member === undefined ? [] : [member];
        })
        .slice(0, MOST_ENTRIES),
    [value],
  );
}

/**
 * What a body says of a member: `proven` when it is there and every value of it satisfies its schema, `deviated` when
 * one does not or a required one is missing, `not-reached` when no object of the body could have shown it.
 */
export function memberState(rule: MemberRule, body: LosslessJson): 'proven' | 'deviated' | 'not-reached' {
  let seen = false;
  for (const holder of holdersOf(body, rule.holder)) {
    if (!isJsonObject(holder)) continue;
    const value = memberOf(holder, rule.member);
    if (value === undefined) {
      if (rule.required) return 'deviated';
    } else {
      const errors = validatorOf(rule.schema)(value);
      if (errors.length > 0) return 'deviated';
      seen ||= !isUnjudged(errors);
    }
  }
  return seen ? 'proven' : 'not-reached';
}
