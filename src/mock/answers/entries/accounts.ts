import type { Operation } from '../../../interface/model.ts';
import { passwordMembers, passwordRefusals } from '../../../interface/resources/words/members/passwords.ts';
import { isObject, memberOf } from '../../../json/value.ts';
import { type Content, isRefusal, refusal, type Refusal, type Reply, type Stages } from '../stages/stages.ts';
import { withToken } from './issued-tokens.ts';

/** Who was registered with which password: a login with another one is refused. */

type Account = { readonly names: readonly string[]; readonly password: string };

/** By which of its texts a user is known best. */
const NAMES = /^(?:user_?name|login|user|e_?mail)$/i;

/** Whom a request is about, by each of its texts, and the password that it gives. */
function accountIn(operation: Operation, content: Content): Account | undefined {
  const members = operation.method === 'POST' ? passwordMembers(operation) : new Set<string>();
  const [first] = members;
  if (first === undefined || content.kind !== 'json' || !isObject(content.value)) return undefined;
  const password = memberOf(content.value, first);
  const texts = Object.entries(content.value).filter(([name]) => !members.has(name));
  const names = texts
    .toSorted(([one], [other]) => Number(NAMES.test(other)) - Number(NAMES.test(one)))
    .flatMap(([, value]) => (typeof value === 'string' && value !== '' ? [value] : []));
  return typeof password === 'string' ? { names, password } : undefined;
}

function keyOf(name: string, password?: string): string {
  return JSON.stringify(['account', name, password ?? null]);
}

/** The key of a user of whom the password does not matter; any other key as it is. */
export function ofAnyPassword(key: string): string {
  const [, name] = /^\["account",("(?:[^"\\]|\\.)*"),/.exec(key) ?? [];
  return name === undefined ? key : `["account",${name},null]`;
}

/** Answers as `respond`, with tokens that are taken afterwards, and refuses a login with another password than the one with which its name was registered. */
export function withAccounts(
  keep: (key: string, reply: Reply) => void,
  respond: Stages['respond'],
): Stages['respond'] {
  return (content, visit, stages) => {
    const { operation } = visit;
    const account = operation === undefined ? undefined : accountIn(operation, content);
    if (operation === undefined || account === undefined) return respond(content, visit, stages);
    const { names, password } = account;
    const admitted = (): Reply | Refusal => {
      const reply = respond(content, visit, stages);
      const [name] = names;
      const isWished = visit.documented !== undefined && visit.isUsual !== true;
      const comesIn = !isRefusal(reply) && reply.status < 300 && operation.credential === undefined;
      return comesIn && name !== undefined && !isWished ? withToken(operation, name, reply, keep) : reply;
    };
    const [status, ...others] = passwordRefusals(operation);
    if (status !== undefined) {
      const known = names.find((name) => stages.earlier(keyOf(name)) !== undefined);
      return known === undefined || stages.earlier(keyOf(known, password)) !== undefined
        ? admitted()
        : refusal(operation, [status, ...others], 'wrong_password', 'This is not the password of the user.');
    }
    const reply = admitted();
    if (!isRefusal(reply) && reply.status < 300)
      for (const name of names) {
        keep(keyOf(name), reply);
        keep(keyOf(name, password), reply);
      }
    return reply;
  };
}
