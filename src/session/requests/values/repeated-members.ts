import { plainName } from '../../../interface/names.ts';
import { isObject, type Json, memberOf } from '../../../json/value.ts';
import { validatorOf } from '../../../oracle/contract.ts';
import type { Schema } from '../../../schema/keywords.ts';

/**
 * Members in which a text has to be given once more (`password` and `password_confirmation`): no keyword says that both are the same,
 * and services refuse two that differ.
 */

/** What such a name says besides that of the text, before or after it. */
const AGAIN = [
  'confirmation',
  'confirmed',
  'confirm',
  'repeated',
  'repeat',
  'retype',
  'reenter',
  'again',
  'verify',
];

/** The plain name of what a member gives once more; `undefined` for any other one. */
function repeatedBy(name: string): string | undefined {
  const plain = plainName(name);
  const word = AGAIN.find((one) => plain.startsWith(one) || plain.endsWith(one));
  if (word === undefined) return plain === 'password2' ? 'password' : undefined;
  const rest = plain.startsWith(word) ? plain.slice(word.length) : plain.slice(0, -word.length);
  return rest === '' ? undefined : rest;
}

/** Pairs of names of which the first gives once more what the second has. */
export function repeatsAmong(names: readonly string[]): readonly (readonly [again: string, first: string])[] {
  return names.flatMap((again) => {
    const plain = repeatedBy(again);
    const first = names.find(
      (name) => name !== again && (plainName(name) === plain || plainName(name) === `${String(plain)}1`),
    );
    return plain === undefined || first === undefined ? [] : [[again, first] as const];
  });
}

/** A body in which texts that have to be given once more are the same, where it is as valid so. */
export function withRepeats(schema: Schema, body: Json): Json {
  if (!isObject(body)) return body;
  const same = repeatsAmong(Object.keys(body)).filter(([again, first]) =>
    [again, first].every((name) => typeof memberOf(body, name) === 'string'),
  );
  if (same.length === 0) return body;
  const alike: Json = {
    ...body,
    ...Object.fromEntries(same.map(([again, first]) => [again, memberOf<Json>(body, first) ?? null])),
  };
  const isValid = validatorOf(schema);
  return isValid(alike).length <= isValid(body).length ? alike : body;
}
