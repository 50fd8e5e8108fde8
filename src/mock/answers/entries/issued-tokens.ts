import { jsonShownBy, responseFor } from '../../../interface/documented-answers.ts';
import type { Operation } from '../../../interface/model.ts';
import { tokenAmong } from '../../../interface/resources/words/members/tokens.ts';
import { putAt } from '../../../json/pointer.ts';
import { isObject } from '../../../json/value.ts';
import { compileSchemaLater } from '../../../schema/compile.ts';
import { onceFor } from '../../../system/once-for.ts';
import type { MockKey } from '../../state/keys.ts';
import type { Reply, Stages } from '../stages/stages.ts';

/** Tokens that logins and registrations give: whoever sends one is taken for that user. */

function keyOf(token: string): string {
  return JSON.stringify(['token', token]);
}

const SHORTEST = 12;
const JWT = /^([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+)\.[A-Za-z0-9_-]+$/;

/** The token of a user: readable, and with the claims that the document shows. */
function tokenOf(name: string, shown: string): string {
  const own = name.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(0, 60);
  const token = `${own}-token`.padStart(SHORTEST, 'user-');
  const [, claims] = JWT.exec(shown) ?? [];
  return claims === undefined ? token : `${claims}.${token}`;
}

const validatorFor = onceFor((operation: Operation) => {
  const schemas = [200, 201].map(
    (status) => [status, jsonShownBy(responseFor(operation, status))?.schema] as const,
  );
  return new Map(
    schemas.flatMap(([status, schema]) =>
      schema === undefined ? [] : [[status, compileSchemaLater(schema)] as const],
    ),
  );
});

/** The answer to who came in by this name, with a token of that user where it has one, which is taken from now on. */
export function withToken(
  operation: Operation,
  name: string,
  reply: Reply,
  keep: (key: string, reply: Reply) => void,
): Reply {
  const { body, status } = reply;
  const found = body.kind === 'json' && isObject(body.value) ? tokenAmong(body.value) : undefined;
  if (body.kind !== 'json' || found === undefined) return reply;
  const token = tokenOf(name, found.text);
  const value = putAt(body.value, found.path, token);
  const fits = (validatorFor(operation).get(status)?.(value) ?? []).length === 0;
  keep(keyOf(fits ? token : found.text), reply);
  return fits ? { ...reply, body: { ...body, value } } : reply;
}

/** Whom a token was given to: somebody with the rights of a key of the mock; `undefined` for one that was not given. */
export function bearerOf(
  sent: string,
  keys: readonly MockKey[],
  { earlier }: Pick<Stages, 'earlier'>,
): MockKey | undefined {
  const [first] = keys;
  return first === undefined || earlier(keyOf(sent)) === undefined ? undefined : { ...first, key: sent };
}
