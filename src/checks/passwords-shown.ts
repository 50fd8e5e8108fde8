import type { Interface, Operation } from '../interface/model.ts';
import { isList, isObject, type Json } from '../json/value.ts';
import { type Reading, sentValue } from '../oracle/reading.ts';
import { passwordMembers } from '../interface/resources/words/members/passwords.ts';
import { answeredBy } from '../interface/resources/shown-entries.ts';
import type { Schema } from '../schema/keywords.ts';
import { schemaMembers } from '../schema/members.ts';
import { mergedKeywords } from '../schema/merge.ts';
import { onceFor } from '../system/once-for.ts';
import type { Check, JudgedRun } from './check.ts';
import { openTribunal, saysNothing } from './judge-each.ts';
import type { Outcome } from './outcome.ts';
import { isOfRun } from './resources/creations/creations.ts';

/** Passwords that clients give, and that answers show where the document has no such member. */

/** A shorter one may be the text of something else. */
const SHORTEST = 8;
/** So many are looked for. */
const MOST = 64;
const DEEPEST = 3;

/** The names of members that a schema describes, also of what they hold. */
function namesIn(schema: Schema, root: Schema, depth = DEEPEST): readonly string[] {
  const { properties } = schemaMembers(schema, root);
  const { items } = mergedKeywords(schema, root);
  const inner = depth === 0 ? [] : [...properties.values(), ...(isObject(items) ? [items] : [])];
  return [...properties.keys(), ...inner.flatMap((one) => namesIn(one, root, depth - 1))];
}

const describedNames: (operation: Operation) => ReadonlySet<string> = onceFor((operation) => {
  const schema = answeredBy(operation);
  return new Set(schema === undefined ? [] : namesIn(schema, schema));
});

/** The passwords that a request gave, each of them in one place alone. */
function givenIn(reading: Reading): readonly string[] {
  const { operation } = reading.expectation;
  const names = operation === undefined ? undefined : passwordMembers(operation);
  const sent = names === undefined || names.size === 0 ? undefined : sentValue(reading);
  if (names === undefined || !isObject(sent)) return [];
  const all = Object.entries(sent);
  return all.flatMap(([name, value]) => {
    const isAlone = all.every(([other, text]) => names.has(other) || text !== value);
    return names.has(name) && typeof value === 'string' && value.length >= SHORTEST && isAlone ? [value] : [];
  });
}

/** The name of a member with one of these texts; `undefined` where none has one. */
function memberWith(value: Json, texts: ReadonlySet<string>): string | undefined {
  if (isList(value)) return value.map((item) => memberWith(item, texts)).find((name) => name !== undefined);
  if (!isObject(value)) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const found =
      typeof inner === 'string' ? (texts.has(inner) ? name : undefined) : memberWith(inner, texts);
    if (found !== undefined) return found;
  }
  return undefined;
}

function judgePasswords({ readings }: JudgedRun): Outcome {
  const tribunal = openTribunal('should');
  const given = new Set<string>();
  for (const reading of readings) {
    const { answer, exchange, expectation } = reading;
    const { operation } = expectation;
    if (operation === undefined || !isOfRun(reading)) continue;
    const own = givenIn(reading);
    for (const text of own) if (given.size < MOST) given.add(text);
    if (given.size === 0 || answer === undefined || answer.status >= 300 || answer.json.kind !== 'json')
      continue;
    const shown = answer.json.value;
    const name = memberWith(shown, given);
    const described = describedNames(operation);
    if (name === undefined) {
      if (own.length > 0 && (isObject(shown) || isList(shown))) tribunal.proves(operation.id);
      // Of what nobody described, nobody said which members it has.
    } else if (described.size > 0 && !described.has(name))
      tribunal.breaks({
        exchanges: [exchange.id],
        operation: operation.id,
        expected: 'no password in an answer of which the document shows no such member',
        actual: `${name}: the password that a request gave, in clear`,
        deviation: 'a password is shown',
      });
  }
  return tribunal.outcome();
}

function takesPasswords({ operations }: Interface): boolean {
  return operations.some((operation) => passwordMembers(operation).size > 0);
}

export const passwordChecks: readonly Check[] = [
  {
    id: 'bodies.passwords-hidden',
    suite: 'collections',
    level: 'should',
    needs: ['ordinary', 'creation'],
    title: 'no answer shows a password',
    explanation:
      'What a request gave as a password (`password`, `format: password`) stands in no later answer whose documented body has no such member. Of members that are `writeOnly`, `resources.write-only-hidden` speaks.',
    notApplicable: (document) =>
      takesPasswords(document) ? undefined : 'no body of the document has a password',
    judge: judgePasswords,
    foreign: saysNothing('it takes the request that gave a password, and what came after it'),
    sharpens: true,
  },
];
