import { keysInQuery } from '../../../credential/choose.ts';
import { withoutKeyExpressions } from '../../../credential/place.ts';
import { SAFE_METHODS } from '../../../http/exchange.ts';
import { queryParameters, targetParts } from '../../../http/target.ts';
import type { Operation } from '../../../interface/model.ts';
import { wordsOfName } from '../../../interface/names.ts';
import { fieldMaskOf } from '../../../interface/parameters/field-masks.ts';
import { choosingQuery } from '../../../interface/parameters/forms-of-answers.ts';
import { showsRemoved } from '../../../interface/resources/lists/switch-words.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { writtenInQuery } from '../../../interface/resources/members-in-query.ts';
import { plainText } from '../../../json/lossless.ts';
import { type Json, memberOf } from '../../../json/value.ts';
import type { Reading } from '../../../oracle/reading.ts';
import { scalarKeywords } from '../../../schema/scalar.ts';

/** What the query of a request asks for beside what its path names. */

/** The names in the query of a request that may choose something, without those of the key, where that is sent there. */
export function namesAsked(operation: Operation, target: string): readonly string[] {
  const query = choosingQuery(operation, targetParts(target).query);
  if (query === '') return [];
  const keys = keysInQuery(operation);
  return [...queryParameters(withoutKeyExpressions(query)).keys()].filter((name) => !keys.includes(name));
}

/** True for a query that may leave entries out: anything in it but what asks for more. */
export function mayFilter(operation: Operation, target: string): boolean {
  return namesAsked(operation, target).some((name) => !showsRemoved(name));
}

/**
 * True for a read that asks for an entry and no more: an optional parameter may choose a part of it, another version, or what is done
 * with it (`?fields=name`, `?recheck=true`).
 */
export function asksForWhole({ exchange, expectation: { operation } }: Reading): boolean {
  if (operation === undefined) return false;
  const isRequired = (name: string): boolean =>
    operation.parameters.some((one) => one.in === 'query' && one.required && one.name === name);
  return namesAsked(operation, exchange.request.target).every(isRequired);
}

/** Words that end the name of a parameter which tells what a write is about, and not how it is done (`?bookId=b1`). */
const NAMING: ReadonlySet<string> = new Set([
  'id',
  'ids',
  'name',
  'names',
  'slug',
  'uid',
  'uuid',
  'key',
  'code',
]);

/**
 * True for a write with an optional parameter that may make it another one: only tried, put off, or done to more than its entry
 * (`?dryRun=true`, `?validate_only=1`, `?mode=append`). What such a parameter leaves of it no document says in a way that can be read.
 */
export function isDoneOtherwise({ exchange, expectation: { operation } }: Reading): boolean {
  if (operation === undefined || SAFE_METHODS.has(exchange.request.method)) return false;
  const { target } = exchange.request;
  const asked = namesAsked(operation, target);
  if (asked.length === 0) return false;
  const sent = queryParameters(targetParts(target).query);
  const mask = fieldMaskOf(operation)?.name;
  // Where there is no body, the query may say what is made.
  const members = schemaMembers(writtenInQuery(operation) ?? true).properties;
  return asked.some((name) => {
    const documented = operation.parameters.find((one) => one.in === 'query' && one.name === name);
    // What the document has not was put there by whoever runs assay, and goes with each request.
    if (documented === undefined || documented.required || name === mask || members.has(name)) return false;
    if (NAMING.has(wordsOfName(name).at(-1) ?? '')) return false;
    const usual = memberOf<Json>(scalarKeywords(documented.schema), 'default');
    return usual === undefined || usual === null || plainText(usual) !== sent.get(name);
  });
}
