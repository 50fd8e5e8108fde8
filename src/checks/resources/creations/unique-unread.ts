import type { Interface, Operation } from '../../../interface/model.ts';
import { USUAL_IDENTITIES } from '../../../interface/resources/names/called.ts';
import { answeredBy } from '../../../interface/resources/shown-entries.ts';
import {
  conflictsOf,
  isToldWithin,
  uniqueMembers,
} from '../../../interface/resources/words/members/told-unique.ts';
import { passwordMembers } from '../../../interface/resources/words/members/passwords.ts';
import { canonicalJson } from '../../../json/canonical.ts';
import { SAFE_METHODS } from '../../../http/exchange.ts';
import { isObject, type Json, type JsonObject, memberOf } from '../../../json/value.ts';
import { requestSchema, saysWhenRefused } from '../../../oracle/contract.ts';
import { type Reading, sentValue } from '../../../oracle/reading.ts';
import type { Schema } from '../../../schema/keywords.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { subschema } from '../../../schema/resolve.ts';
import { onceFor } from '../../../system/once-for.ts';
import type { JudgedRun } from '../../check.ts';
import type { Tribunal } from '../../judge-each.ts';
import { excerptJson } from '../../outcome.ts';
import { statusText } from '../../statuses.ts';
import { isSuccess } from '../deeds.ts';
import { isOfRun } from './creations.ts';
import { type Telling, unlikeResources } from './told-unlike.ts';

/**
 * Values that one entry alone may have, of what nothing reads (`POST /auth/register`): the answers to two creations show both of them, each
 * by an identity of its own; or they show none, and whoever was registered first logs in before the second is.
 */

function identityIn(names: Iterable<string>): string | undefined {
  return [...names].find((name) => USUAL_IDENTITIES.includes(name));
}

/** What an answer shows of the new entry: the whole of it, or an object inside that has an identity. */
function entriesOf(body: Schema): readonly Schema[] {
  const { properties } = schemaMembers(body);
  const inner = [...properties.values()].map((member) => subschema(body, member));
  return [body, ...inner].filter((one) => identityIn(schemaMembers(one).properties.keys()) !== undefined);
}

/** The passwords in a body. */
function passwordsIn(operation: Operation | undefined, sent: JsonObject): readonly string[] {
  const names = operation === undefined ? [] : [...passwordMembers(operation)];
  return names.flatMap((name) => {
    const value = memberOf(sent, name);
    return typeof value === 'string' && value !== '' ? [value] : [];
  });
}

/** The creations of a document of which a run can show it by their answers alone. */
export const unreadCreations = onceFor((document: Interface): readonly Telling[] => {
  if (saysWhenRefused(document)) return [];
  const known = new Set(unlikeResources(document).map(({ create }) => create?.operation));
  return document.operations.flatMap((operation): readonly Telling[] => {
    const { method, path } = operation;
    const [sent, shown] = [requestSchema(operation), answeredBy(operation)];
    if (method !== 'POST' || path.includes('{') || known.has(operation)) return [];
    const [entry] = sent === undefined || shown === undefined ? [] : entriesOf(shown);
    const told = entry ?? (passwordMembers(operation).size > 0 ? sent : undefined);
    const names = sent === undefined || told === undefined ? [] : uniqueMembers(operation, sent, told);
    return names.length === 0 ? [] : [{ operation, names, isWithin: isToldWithin(operation) }];
  });
});

/** The entry that an answer shows with a value, and what names it. */
function shownWith(
  { answer }: Reading,
  name: string,
  value: string,
): { readonly identity: string } | undefined {
  const body = answer?.json.kind === 'json' ? answer.json.value : null;
  if (!isObject(body)) return undefined;
  const holders: readonly JsonObject[] = [body, ...Object.values(body).filter((inner) => isObject(inner))];
  for (const holder of holders) {
    const identity = identityIn(Object.keys(holder));
    if (identity !== undefined && canonicalJson(memberOf(holder, name) ?? null) === value)
      return { identity: canonicalJson(memberOf(holder, identity) ?? null) };
  }
  return undefined;
}

function isAsked(reading: Reading, operation: Operation): boolean {
  return reading.expectation.operation === operation && reading.expectation.situation === 'ordinary';
}

/** What was made with a value. `identity`: by which an answer shows it. `isProven`: somebody logged in as it since then. */
type Made = {
  readonly by: Reading;
  readonly identity?: string;
  readonly passwords: readonly string[];
  isProven: boolean;
};

/** True for a request that was served for the name and the password of somebody. */
function isProof({ expectation }: Reading, sent: JsonObject, value: string, { passwords }: Made): boolean {
  const given = Object.values(sent);
  return (
    given.some((one) => canonicalJson(one) === value) &&
    passwordsIn(expectation.operation, sent).some((one) => passwords.includes(one))
  );
}

/** Judges what the answers to such creations show. Whatever else changes something in between may have made room. */
export function judgeUnread(run: JudgedRun, tribunal: Tribunal): void {
  const all = unreadCreations(run.contract.interface);
  const made = new Map<string, Made>();
  const valueOf = new Map<string, string>();
  for (const reading of all.length === 0 ? [] : run.readings) {
    const { answer, exchange } = reading;
    if (answer === undefined || answer.limited || SAFE_METHODS.has(exchange.request.method)) continue;
    const told = isOfRun(reading) ? all.find(({ operation }) => isAsked(reading, operation)) : undefined;
    const sent: Json | undefined = sentValue(reading);
    if (told === undefined || !isObject(sent)) {
      const proven = [...made].filter(
        ([key, one]) =>
          isSuccess(reading) && isObject(sent) && isProof(reading, sent, valueOf.get(key) ?? '', one),
      );
      for (const [, one] of proven) one.isProven = true;
      if (proven.length === 0) made.clear();
      continue;
    }
    for (const name of told.names) {
      const value = memberOf(sent, name);
      if (value === undefined || value === null || value === '') continue;
      const text = canonicalJson(value);
      const key = JSON.stringify([told.operation.id, name, text]);
      const first = made.get(key);
      const conflicts = conflictsOf(told.operation);
      if (first !== undefined && conflicts.includes(String(answer.status)))
        tribunal.proves(told.operation.id);
      if (!isSuccess(reading) || answer.status === 202) continue;
      const shown = shownWith(reading, name, text);
      const passwords = passwordsIn(told.operation, sent);
      const isAnother =
        first !== undefined &&
        (shown === undefined
          ? first.isProven && passwords.length > 0 && !passwords.some((one) => first.passwords.includes(one))
          : first.identity !== undefined && first.identity !== shown.identity);
      if (!isAnother) {
        made.set(key, { by: reading, ...shown, passwords, isProven: false });
        valueOf.set(key, text);
        continue;
      }
      const both =
        shown === undefined
          ? `another one, who logged in, has ${name}`
          : `two entries (${first.identity ?? ''} and ${shown.identity}) have ${name}`;
      tribunal.breaks({
        exchanges: [exchange.id, first.by.exchange.id],
        operation: told.operation.id,
        expected: `${conflicts[0] ?? 'a refusal'}: another entry has this ${name}, as the document says`,
        actual: `${statusText(answer)}, and ${both}: ${excerptJson(value)}`,
        deviation: `two entries have the same ${name}`,
      });
    }
  }
}
