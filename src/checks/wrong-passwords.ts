import type { Interface, Operation } from '../interface/model.ts';
import { passwordMembers, refusesPasswords } from '../interface/resources/words/members/passwords.ts';
import { refusesRequest } from '../http/exchange.ts';
import { canonicalJson } from '../json/canonical.ts';
import { isObject, type Json, type JsonObject, memberOf } from '../json/value.ts';
import { type Reading, sentValue } from '../oracle/reading.ts';
import type { Check, JudgedRun } from './check.ts';
import { openTribunal, saysNothing } from './judge-each.ts';
import type { Outcome } from './outcome.ts';
import { isSuccess } from './resources/deeds.ts';
import { statusText } from './statuses.ts';

/** Logins with a password that is not the one with which the run registered its user. */

/** What probes are called that send one. */
export const WRONG_PASSWORD_PROBE = 'authentication/wrong-password/';

/** True where each password differs from that of another request. */
function hasOthers(operation: Operation, one: JsonObject, other: Json | undefined): boolean {
  return [...passwordMembers(operation)].every(
    (name) => !isObject(other) || !Object.hasOwn(one, name) || memberOf(one, name) !== memberOf(other, name),
  );
}

/** What a login says beside its passwords. */
function whoIn(operation: Operation, sent: JsonObject): string {
  const names = passwordMembers(operation);
  return canonicalJson(Object.fromEntries(Object.entries(sent).filter(([name]) => !names.has(name))));
}

function bodyOf({ answer }: Reading): Json | undefined {
  return answer?.json.kind === 'json' ? answer.json.value : undefined;
}

/** True for an answer that has whatever the one to the right password has. */
function isAlike(right: Reading, wrong: Reading): boolean {
  const [one, other] = [bodyOf(right), bodyOf(wrong)];
  if (!isObject(one) || !isObject(other)) return one === undefined && other === undefined;
  return Object.entries(one).every(([name, value]) => {
    const own = memberOf(other, name);
    return own !== undefined && (value === null) === (own === null);
  });
}

function judge({ readings }: JudgedRun): Outcome {
  const tribunal = openTribunal('must');
  const right = new Map<string, Reading>();
  for (const reading of readings) {
    const { expectation, exchange, answer } = reading;
    const { operation } = expectation;
    const sent = operation !== undefined && refusesPasswords(operation) ? sentValue(reading) : undefined;
    if (operation === undefined || answer === undefined || answer.limited || !isObject(sent)) continue;
    const who = `${operation.id} ${whoIn(operation, sent)}`;
    if (!exchange.probe.startsWith(WRONG_PASSWORD_PROBE)) {
      if (isSuccess(reading)) right.set(who, reading);
      continue;
    }
    const first = right.get(who);
    if (first === undefined || !hasOthers(operation, sent, sentValue(first))) continue;
    if (refusesRequest(answer.status)) tribunal.proves(operation.id);
    if (!isSuccess(reading) || !isAlike(first, reading)) continue;
    tribunal.breaks({
      exchanges: [exchange.id, first.exchange.id],
      operation: operation.id,
      expected: 'a refusal as documented: the password is not the one that was registered',
      actual: `${statusText(answer)}, with what comes for the right one`,
      deviation: 'a wrong password is taken',
    });
  }
  return tribunal.outcome();
}

/** The check of logins. */
export const wrongPasswordChecks: readonly Check[] = [
  {
    id: 'authentication.wrong-password',
    suite: 'authentication',
    level: 'must',
    needs: ['ordinary'],
    title: 'a login with a wrong password is refused',
    explanation:
      'Logs in once as a user whom the run registered, with another password than that, where the document has a refusal: it comes, and not what comes for the right password. Nobody else is tried, and nobody twice: services count wrong passwords.',
    notApplicable: ({ operations }: Interface) =>
      operations.some(refusesPasswords)
        ? undefined
        : 'the document has no login that a run could register for',
    judge,
    foreign: saysNothing('which password is the right one is not known of traffic of others'),
  },
];
