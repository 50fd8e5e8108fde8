import { isObject, type JsonValue } from './json.ts';
import { memberOf } from '../json/member.ts';

/** A copy of the value with `inner` at the place that a JSON Pointer (RFC 6901) names; missing members are made. */
export function setAtPointer(value: JsonValue, pointer: string, inner: JsonValue): JsonValue {
  if (pointer === '') return inner;
  const [, head = ''] = pointer.split('/', 2);
  const name = head.replaceAll('~1', '/').replaceAll('~0', '~');
  const members = isObject(value) ? value : {};
  const rest = pointer.slice(head.length + 1);
  return Object.fromEntries([
    ...Object.entries(members),
    [name, setAtPointer(memberOf(members, name) ?? {}, rest, inner)],
  ]);
}
