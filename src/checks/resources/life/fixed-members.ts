import type { Operation } from '../../../interface/model.ts';
import type { Resource } from '../../../interface/resources/resources.ts';
import { isFixedIn, isSurelyFixed } from '../../../interface/resources/words/told-fixed.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { onceForBoth } from '../../../system/once-for.ts';
import { sentTo } from './entry-state.ts';

/** Members of the body of an operation that by the words of the document, or a mark there, a creation sets for good. */
export const fixedIn = onceForBoth((operation: Operation, resource: Resource): ReadonlySet<string> => {
  const sent = sentTo(operation, resource)?.schema ?? true;
  const members = [...schemaMembers(sent).properties];
  return new Set(
    members.flatMap(([name, member]) => (isFixedIn(operation, sent, name, member) ? [name] : [])),
  );
});

/** Those of which it says so without a condition. */
export const surelyFixedIn = onceForBoth((operation: Operation, resource: Resource): ReadonlySet<string> => {
  const sent = sentTo(operation, resource)?.schema ?? true;
  const { properties } = schemaMembers(sent);
  return new Set(
    [...fixedIn(operation, resource)].filter((name) => isSurelyFixed(sent, properties.get(name) ?? true)),
  );
});
