import type { Operation } from '../../interface/model.ts';
import { writtenInQuery } from '../../interface/resources/members-in-query.ts';
import { isObject, type Json, memberOf } from '../../json/value.ts';
import { schemaMembers } from '../../schema/members.ts';
import { type Parts, withoutParameter, withParameter } from './valid-request.ts';

/**
 * A request that gives an entry these members in its query, and no others, but for values that a caller knows. Nothing is written there
 * for null: a query has no word for it.
 */
export function withMembersInQuery(operation: Operation, parts: Parts, members: Json): Parts {
  const names = schemaMembers(writtenInQuery(operation) ?? true).properties;
  return operation.parameters.reduce((done: Parts, parameter) => {
    if (parameter.in !== 'query' || !names.has(parameter.name) || parameter.known !== undefined) return done;
    const value = isObject(members) ? memberOf<Json>(members, parameter.name) : undefined;
    return value === undefined || value === null
      ? withoutParameter(done, parameter)
      : withParameter(done, parameter, value);
  }, parts);
}
