import type { Operation } from '../../../interface/model.ts';
import { sentSchemaOf } from '../../../interface/resources/read-collections.ts';
import { conflictsOf, uniqueMembers } from '../../../interface/resources/words/members/told-unique.ts';
import { canonicalJson } from '../../../json/canonical.ts';
import { isObject, memberOf } from '../../../json/value.ts';
import { onceFor } from '../../../system/once-for.ts';
import { type Content, isRefusal, type Refusal, type Reply, refusal, type Stages } from '../stages/stages.ts';

/** Values of which one request alone may have each, of what nothing reads (`POST /auth/register`, `409: Email already exists`). */

/** The members of a request that makes something which the mock does not keep, whose values no other one may have. */
export const takenMembersOf = onceFor((operation: Operation): readonly string[] => {
  const sent = operation.method === 'POST' ? sentSchemaOf(operation) : undefined;
  return sent === undefined || operation.path.includes('{') ? [] : uniqueMembers(operation, sent, sent);
});

/** True for the key of a value of this operation. */
export function isTakenKeyOf({ id }: Operation, key: string): boolean {
  return key.startsWith(`${id} `);
}

function keysIn(operation: Operation, content: Content): readonly string[] {
  const names = takenMembersOf(operation);
  const sent = names.length > 0 && content.kind === 'json' && isObject(content.value) ? content.value : {};
  return names.flatMap((name) => {
    const value = memberOf(sent, name) ?? null;
    return value === null ? [] : [`${operation.id} ${name} ${canonicalJson(value)}`];
  });
}

type Answering = Pick<Stages, 'earlier'> & {
  readonly keep: (key: string, reply: Reply) => void;
  readonly answer: () => Reply | Refusal;
};

/** The answer to a request, or its refusal where another one had a value of it before. */
export function ifNotTaken(
  operation: Operation,
  content: Content,
  { earlier, keep, answer }: Answering,
): Reply | Refusal {
  const keys = keysIn(operation, content);
  if (keys.some((key) => earlier(key) !== undefined)) {
    const [status = '409'] = conflictsOf(operation);
    return refusal(operation, [Number(status)], 'taken', 'Another one has this value already.');
  }
  const reply = answer();
  if (!isRefusal(reply) && reply.status < 300) for (const key of keys) keep(key, reply);
  return reply;
}
