import type { Json } from '../../json/json.ts';
import { isObject, type JsonValue } from '../json.ts';
import type { Caller, Visit } from '../stages.ts';
import type { Match } from './scenario.ts';
import { memberOf } from '../../json/member.ts';

/** True when the value has all that is wanted of it: members of objects at any depth, everything else as a whole. */
function holds(value: JsonValue | undefined, wanted: Json): boolean {
  if (value === undefined) return false;
  if (Array.isArray(wanted))
    return (
      Array.isArray(value) &&
      value.length === wanted.length &&
      wanted.every((item: Json, at) => holds((value as readonly JsonValue[])[at], item))
    );
  if (isObject(wanted))
    return (
      isObject(value) &&
      Object.entries(wanted).every(([name, member]) => holds(memberOf(value, name), member))
    );
  return value === wanted;
}

function meetsPath(path: string, { request, route }: Visit, basePath: string): boolean {
  if (request.path === `${basePath}${path}`) return true;
  return (
    route.kind === 'path' && [...route.candidates.values()].some(({ operation }) => operation.path === path)
  );
}

/** Whether a request has what a rule wants of everything but its body. */
export function meetsHead(match: Match, visit: Visit, caller: Caller, basePath: string): boolean {
  const { request, operation } = visit;
  const key = caller.kind === 'key' ? caller.key : undefined;
  return (
    (match.operation === undefined || match.operation === operation?.id) &&
    (match.method === undefined || match.method === request.method) &&
    (match.path === undefined || meetsPath(match.path, visit, basePath)) &&
    (match.plan === undefined || match.plan === key?.plan) &&
    (match.key === undefined || match.key === key?.key) &&
    [...match.query].every(([name, value]) => request.query.getAll(name).includes(value)) &&
    [...match.header].every(([name, value]) => request.headers.get(name) === value)
  );
}

/** Whether a JSON body has the members that a rule wants; `undefined` for a body that is no JSON. */
export function meetsBody({ body: wanted }: Match, body: JsonValue | undefined): boolean {
  return wanted === undefined || holds(body, wanted);
}
