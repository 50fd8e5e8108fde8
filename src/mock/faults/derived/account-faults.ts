import { hasStatements } from '../../../interface/clauses.ts';
import type { Interface, Operation } from '../../../interface/model.ts';
import { passwordMembers, refusesPasswords } from '../../../interface/resources/words/members/passwords.ts';
import { ofAnyPassword } from '../../answers/entries/accounts.ts';
import { keptRoles } from '../../answers/entries/kept-entries.ts';
import { isTakenKeyOf, takenMembersOf } from '../../answers/entries/taken-values.ts';
import type { Stages } from '../../answers/stages/stages.ts';
import type { Fault } from '../fault.ts';
import { derivedName } from './derived-name.ts';

/** What services forget of users who register: that their names are their own, and their passwords. */

/** Changes what an operation remembers of earlier requests. */
function remembering(
  stages: Stages,
  { id }: Operation,
  earlier: (key: string, own: Stages['earlier']) => ReturnType<Stages['earlier']>,
): Stages {
  return {
    ...stages,
    respond: (content, visit, own) =>
      stages.respond(
        content,
        visit,
        visit.operation?.id === id ? { ...own, earlier: (key) => earlier(key, own.earlier) } : own,
      ),
  };
}

/** True for what registers a user, and knows no password before. */
function registers(operation: Operation): boolean {
  return operation.method === 'POST' && passwordMembers(operation).size > 0 && !refusesPasswords(operation);
}

export function accountFaults(document: Interface): readonly Fault[] {
  if (hasStatements(document)) return [];
  const { operations } = document;
  const roles = keptRoles(document, 'all');
  const logins = operations.some(registers) ? operations.filter(refusesPasswords) : [];
  const alone = operations.filter((one) => !roles.has(one.id) && takenMembersOf(one).length > 0);
  return [
    ...logins.map((operation): Fault => ({
      name: derivedName(operation, 'any-password-taken'),
      family: 'authentication',
      title: `${operation.id} takes any password of a user who was registered`,
      breaks: ['authentication.wrong-password'],
      apply: (stages) => remembering(stages, operation, (key, earlier) => earlier(ofAnyPassword(key))),
    })),
    ...alone.map((operation): Fault => ({
      name: derivedName(operation, 'taken-again'),
      family: 'collections',
      title: `${operation.id} takes a value that another one has and that one alone may have`,
      breaks: ['resources.unique-kept'],
      apply: (stages) =>
        remembering(stages, operation, (key, earlier) =>
          isTakenKeyOf(operation, key) ? undefined : earlier(key),
        ),
    })),
  ];
}
