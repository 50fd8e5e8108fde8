import fc from 'fast-check';
import type { Operation } from '../../../interface/model.ts';
import {
  givenOf,
  type ToldAlternatives,
  toldAlternativesOf,
} from '../../../interface/parameters/told-alternatives.ts';
import { isObject, type Json, type JsonObject, memberOf } from '../../../json/value.ts';
import { validatorOf } from '../../../oracle/contract.ts';
import { type Supply, values as supplyOf } from '../../../schema/generate/supply.ts';
import type { Schema } from '../../../schema/keywords.ts';

/** Members that stand in for each other by the words of the document: a body has one of them. */

function without(body: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

/** The body with one of the alternatives: what it is made for (`through`), else what names nothing, as texts may. */
function withOne(told: ToldAlternatives, body: Json, through: string): Json {
  const given = givenOf(told, body);
  if (!told.isSingle || given.length < 2 || !isObject(body)) return body;
  const [, meant] = through.split('/');
  const kept =
    given.find((name) => name === meant) ??
    given.find((name) => typeof memberOf(body, name) !== 'string') ??
    given[0];
  return without(
    body,
    given.filter((name) => name !== kept),
  );
}

/** The body with what another one has of the alternatives, where it has none. */
function withNeeded(told: ToldAlternatives, body: Json, other: Json): Json {
  if (!told.isNeeded || givenOf(told, body).length > 0 || !isObject(body)) return body;
  const names = givenOf(told, other);
  const given = isObject(other) ? Object.entries(other).filter(([name]) => names.includes(name)) : [];
  return { ...without(body, told.names), ...Object.fromEntries(given) };
}

/** Bodies with one of the members of which the document wants one; `others` have all that a body may have. */
export function ofAlternatives(
  operation: Operation,
  schema: Schema,
  supply: Supply,
  { through, others }: { readonly through: string; readonly others: () => Supply | undefined },
): Supply {
  const told = toldAlternativesOf(operation);
  if (supply.kind === 'unsupported' || told.length === 0) return supply;
  const whole = told.some(({ isNeeded }) => isNeeded) ? others() : undefined;
  const made = (body: Json, other: Json): Json => {
    const chosen = told.reduce((one, each) => withOne(each, withNeeded(each, one, other), through), body);
    return validatorOf(schema)(chosen).length === 0 ? chosen : body;
  };
  return whole?.kind === 'values'
    ? supplyOf(fc.tuple(supply.arbitrary, whole.arbitrary).map(([body, other]) => made(body, other)))
    : supplyOf(supply.arbitrary.map((body) => made(body, {})));
}
