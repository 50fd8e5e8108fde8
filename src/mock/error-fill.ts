import { compileSchemaLater } from '../interface/compile-schema.ts';
import type { Schema } from '../schema/schema.ts';
import { subschema } from '../interface/resolve-schema.ts';
import { schemaMembers } from '../interface/schema-members.ts';
import { isObject, type JsonValue } from './json.ts';
import { STATUS_CODES } from './node-http.ts';
import { sample } from './sample.ts';
import type { Refusal } from './stages.ts';

const CODE_NAME = /^(error_?)?(code|type|reason|key)$|^error$/i;
const TITLE_NAME = /^title$/i;
const TEXT_NAME = /(message|detail|description|title|text)$/i;
const MAX_DEPTH = 6;

type Fill = (refusal: Refusal) => JsonValue;

/** What a member of this name may say about a refusal, the most telling first. */
function offers(name: string, isStatus: boolean, refusal: Refusal): readonly JsonValue[] {
  return [
    ...(isStatus ? [refusal.status, String(refusal.status)] : []),
    ...(CODE_NAME.test(name) ? [refusal.code, refusal.status] : []),
    ...(TITLE_NAME.test(name) ? [STATUS_CODES[refusal.status] ?? refusal.code] : []),
    ...(TEXT_NAME.test(name) ? [refusal.message] : []),
  ];
}

function memberFill(name: string, schema: Schema, statusMembers: readonly string[], depth: number): Fill {
  const validate = compileSchemaLater(schema);
  const otherwise = errorFill(schema, statusMembers, depth + 1);
  const isStatus = statusMembers.includes(name);
  return (refusal) => {
    const fitting = offers(name, isStatus, refusal).find((value) => validate(value).length === 0);
    return fitting === undefined ? otherwise(refusal) : fitting;
  };
}

/**
 * Makes bodies of an error schema: the members named in `statusMembers` hold the HTTP status, members with the name of a code
 * or a message say what happened where their schema allows it, other required ones hold a sample.
 */
export function errorFill(schema: Schema, statusMembers: readonly string[], depth = 0): Fill {
  const sampled = sample(schema);
  const { properties, required } = schemaMembers(schema);
  if (!isObject(sampled) || properties.size === 0 || depth > MAX_DEPTH) return () => sampled;
  const told = (name: string): boolean =>
    statusMembers.includes(name) || CODE_NAME.test(name) || TEXT_NAME.test(name);
  const names = [...properties.keys(), ...required].filter((name) => required.has(name) || told(name));
  const fills = [...new Set(names)].map(
    (name) =>
      [
        name,
        memberFill(name, subschema(schema, properties.get(name) ?? true), statusMembers, depth),
      ] as const,
  );
  return (refusal) => Object.fromEntries(fills.map(([name, fill]) => [name, fill(refusal)]));
}
