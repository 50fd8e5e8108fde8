import { onceFor } from '../../../system/once-for.ts';
import type { Operation } from '../../model.ts';
import { wordsOfName } from '../../names.ts';

/** What registers users, and what lets those in who are registered, by the names of operations. */

/** Names of deeds, each by its words. */
export type NamesOfDeeds = readonly (readonly string[])[];

/** What gives a credential to whoever knows a password. */
export const LOGIN_NAMES: NamesOfDeeds = [
  ['login'],
  ['log', 'in'],
  ['signin'],
  ['sign', 'in'],
  ['logon'],
  ['authenticate'],
  ['token'],
  ['tokens'],
  ['session'],
  ['sessions'],
  ['jwt'],
];
/** The same where a path ends with it: much more stands below it. */
const LOGS_IN_ALONE: ReadonlySet<string> = new Set(['auth', 'authentication', 'authorize']);
const REGISTERS: NamesOfDeeds = [
  ['register'],
  ['registration'],
  ['registrations'],
  ['signup'],
  ['sign', 'up'],
];
/** What somebody may make who comes in, and an administrator as well. */
const USERS: NamesOfDeeds = [['users'], ['user'], ['accounts'], ['account'], ['members'], ['customers']];

/** True for words that have all of one of these names in them, one word behind the other. */
export function holds(words: readonly string[], names: NamesOfDeeds): boolean {
  return names.some((name) =>
    words.some((_word, at) => name.every((word, next) => words[at + next] === word)),
  );
}

function lastOf({ path }: Operation): string {
  return path.split('/').findLast((segment) => segment !== '') ?? '';
}

function isCalled(operation: Operation, names: NamesOfDeeds): boolean {
  return [lastOf(operation), operation.id].map(wordsOfName).some((words) => holds(words, names));
}

/** True for what is called a registration (`POST /auth/register`). */
export const registers: (operation: Operation) => boolean = onceFor((operation: Operation) =>
  isCalled(operation, REGISTERS),
);

/** True for what is called a login (`POST /login`, `POST /sessions`, `POST /auth`), and no registration. */
export const logsIn: (operation: Operation) => boolean = onceFor(
  (operation: Operation) =>
    (isCalled(operation, LOGIN_NAMES) || LOGS_IN_ALONE.has(wordsOfName(lastOf(operation)).join(' '))) &&
    !registers(operation),
);

/** True for what is called by the users that it makes (`POST /users`). */
export const makesUsers: (operation: Operation) => boolean = onceFor((operation: Operation) =>
  isCalled(operation, USERS),
);
