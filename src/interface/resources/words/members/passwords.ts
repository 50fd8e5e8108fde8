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

const WRONG =
  /\b(?:invalid|incorrect|wrong|bad|unknown) (?:[\w-]+ ){0,2}?(?:or |\/ ?)?(?:credentials?|passwords?|logins?)\b|\b(?:credentials?|passwords?) (?:is |are |was |were )?(?:invalid|incorrect|wrong|not valid|not correct)\b|\b(?:log[- ]?in|sign[- ]?in|authentication) (?:error|failed|failure|denied|refused)\b|\bunauthori[sz]ed\b/i;

/** The statuses that the document has for whoever logs in and does not know the password: 401 and 403, and what says so in words. */
export const passwordRefusals: (operation: Operation) => readonly number[] = onceFor((operation) => {
  const isLogin = operation.method === 'POST' && logsIn(operation) && passwordMembers(operation).size > 0;
  return (isLogin ? operation.responses : []).flatMap(({ status, description }) => {
    const isRefusal = status === '401' || status === '403';
    return isRefusal || (/^4\d\d$/.test(status) && WRONG.test(description)) ? [Number(status)] : [];
  });
});

/** True for a login with a password of which the document says what comes for whoever does not know it. */
export function refusesPasswords(operation: Operation): boolean {
  return passwordRefusals(operation).length > 0;
}
