import { isSuccess } from '../../src/checks/resources/deeds.ts';
import { WRONG_PASSWORD_PROBE } from '../../src/checks/wrong-passwords.ts';
import { passwordMembers, refusesPasswords } from '../../src/interface/resources/words/members/passwords.ts';
import { isObject, type Json, memberOf } from '../../src/json/value.ts';
import { requestSchema, validatorOf } from '../../src/oracle/contract.ts';
import { asksForProof } from '../../src/session/account.ts';
import { nameLike } from '../../src/session/entries/places/names-alike.ts';
import { requestFor, sendSpec } from '../../src/session/probe.ts';
import { ownLogin } from '../../src/session/requests/values/own-logins.ts';
import { probeOfLives } from '../resources/steps.ts';

/** Logins as whom the run registered, with another password: once each, since services count them, and behind whatever logs in as the same. */

/** So many operations are asked. */
const MOST_LOGINS = 2;

/** Where a password is longer than that, its beginning is another one: some services look no further than 72 bytes (bcrypt). */
const LONG = 40;

function otherPassword(password: string): string {
  const end = nameLike(password, () => false);
  return password.length > LONG ? `${nameLike(password.slice(0, LONG), () => false)}${end.slice(LONG)}` : end;
}

export const wrongPasswords = probeOfLives(
  'authentication.wrong-passwords',
  async (context, isAllowed) => {
    const { session, document } = context;
    const logins = document.operations.filter(
      (one) => asksForProof(one) && refusesPasswords(one) && isAllowed(one),
    );
    for (const operation of logins.slice(0, MOST_LOGINS)) {
      const json = ownLogin(session, operation);
      if (!isObject(json)) continue;
      const send = async (probe: string, body: Json): Promise<boolean> => {
        const spec = requestFor(context, operation, { probe, intent: 'ordinary', body: { json: body } });
        const reading = spec === undefined ? undefined : await sendSpec(context, spec, {}, 'nothing');
        return reading !== undefined && isSuccess(reading);
      };
      const names = passwordMembers(operation);
      const other = Object.fromEntries(
        Object.entries(json).map(([name, value]) => [
          name,
          names.has(name) && typeof value === 'string' ? otherPassword(value) : value,
        ]),
      );
      // Of signs that are no letters and digits there is no other one.
      const isOther = [...names].every(
        (name) => memberOf(other, name) !== memberOf(json, name) || !Object.hasOwn(json, name),
      );
      if (!isOther || validatorOf(requestSchema(operation) ?? true)(other).length > 0) continue;
      if (await send(`authentication/own-login/${operation.id}`, json))
        await send(`${WRONG_PASSWORD_PROBE}${operation.id}`, other);
    }
  },
  ['ordinary'],
);
