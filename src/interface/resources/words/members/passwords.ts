import { textOf } from '../../../../schema/keywords.ts';
import { schemaMembers } from '../../../../schema/members.ts';
import { mergedKeywords } from '../../../../schema/merge.ts';
import { onceFor } from '../../../../system/once-for.ts';
import type { Operation } from '../../../model.ts';
import { logsIn } from '../logins.ts';
import { plainName } from '../../../names.ts';
import { sentSchemaOf } from '../../read-collections.ts';

/** Members that hold passwords. */

/** A registration that wants it twice may number them. */
const PASSWORD = /(?:password|passwd|passphrase|passcode|pwd)[12]?$/;

/** The members of the body of an operation that hold passwords, by their names or by their format. */
export const passwordMembers: (operation: Operation) => ReadonlySet<string> = onceFor((operation) => {
  const schema = sentSchemaOf(operation) ?? true;
  const held = [...schemaMembers(schema).properties].filter(
    ([name, member]) =>
      PASSWORD.test(plainName(name)) || textOf(mergedKeywords(member, schema), 'format') === 'password',
  );
  return new Set(held.map(([name]) => name));
});

/** True for a login with a password of which the document says what comes for whoever does not know it. */
export function refusesPasswords(operation: Operation): boolean {
  return (
    operation.method === 'POST' &&
    logsIn(operation) &&
    operation.responses.some(({ status }) => status === '401' || status === '403') &&
    passwordMembers(operation).size > 0
  );
}
