import { plainName } from '../../../interface/names.ts';
import { isObject, type Json, type JsonObject } from '../../../json/value.ts';
import { requestSchema, validatorOf } from '../../../oracle/contract.ts';
import type { Operation } from '../../../interface/model.ts';
import { type Reading, sentValue } from '../../../oracle/reading.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { subschema } from '../../../schema/resolve.ts';
import { asksForProof } from '../../account.ts';
import { isTaken } from '../../baseline.ts';
import type { Sent } from '../../entries/own-things.ts';

/** Logins with a name and a password that the run registered itself: it knows no others. */

/** What a login may call the name by which a registration knows its user: OAuth 2.0 (RFC 6749 §4.3) calls it `username`, whatever it is. */
const NAMES: readonly string[] = ['username', 'user', 'login', 'email', 'mail'];

/** What a login asks for under this name: what the registration has under it, or the one name of a user that it has. */
function givenFor(name: string, registered: JsonObject): Json | undefined {
  if (plainName(name) === 'granttype') return 'password';
  const plain = plainName(name);
  // A registration that wants a password twice may number them.
  const same = [plain, `${plain}1`].flatMap((called) =>
    Object.entries(registered).filter(([other]) => plainName(other) === called),
  );
  if (same[0] !== undefined) return same[0][1];
  const names = Object.entries(registered).filter(([other]) => NAMES.includes(plainName(other)));
  return NAMES.includes(plainName(name)) && names.length === 1 ? names[0]?.[1] : undefined;
}

/** The login with what a registration was given; `undefined` where it asks for anything else, or does not take that. */
function loginOf(operation: Operation, registered: Json | undefined): Json | undefined {
  const schema = requestSchema(operation);
  if (schema === undefined || !isObject(registered)) return undefined;
  const { properties, required } = schemaMembers(schema);
  const namesUser = [...required].some((name) => NAMES.includes(plainName(name)));
  // Of several names by which a user may log in, a document has none as required.
  const names = [...properties].flatMap(([name, member]) => {
    const value = NAMES.includes(plainName(name)) ? givenFor(name, registered) : undefined;
    return value !== undefined && validatorOf(subschema(schema, member))(value).length === 0 ? [name] : [];
  });
  const asked = required.size === 0 ? properties.keys() : namesUser ? required : [...required, ...names];
  const given = [...asked].map((name) => [name, givenFor(name, registered)] as const);
  const login = Object.fromEntries(
    given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const isWhole = given.every(([, value]) => typeof value === 'string');
  return isWhole && validatorOf(schema)(login).length === 0 ? login : undefined;
}

/** A body that opens a session for the user whom the run registered last; `undefined` where there is none, or nothing to open. */
export function ownLogin({ readings }: Sent, operation: Operation): Json | undefined {
  if (!asksForProof(operation)) return undefined;
  const isRegistration = (reading: Reading): boolean => {
    const { operation: other } = reading.expectation;
    return other?.method === 'POST' && other.id !== operation.id && isTaken(reading);
  };
  return readings
    .filter(isRegistration)
    .map((reading) => loginOf(operation, sentValue(reading)))
    .findLast((login) => login !== undefined);
}

/** Statuses by which a login says that somebody tried in vain. */
const TRIED: ReadonlySet<number> = new Set([401, 403, 423, 429]);

/**
 * True for a login that answers what is no body of it as it answers a wrong password: services count those, and lock out who sends many.
 */
export function countsTries({ readings }: Sent, operation: Operation): boolean {
  return (
    asksForProof(operation) &&
    readings.some(
      ({ expectation, answer }) =>
        expectation.operation?.id === operation.id &&
        expectation.situation !== 'ordinary' &&
        TRIED.has(answer?.status ?? 0),
    )
  );
}
