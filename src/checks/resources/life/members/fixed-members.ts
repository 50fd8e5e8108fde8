import type { Operation } from '../../../../interface/model.ts';
import type { Resource } from '../../../../interface/resources/resources.ts';
import { isFixedIn, isSurelyFixedIn } from '../../../../interface/resources/words/members/told-fixed.ts';
import type { Schema } from '../../../../schema/keywords.ts';
import { schemaMembers } from '../../../../schema/members.ts';
import { onceForBoth } from '../../../../system/once-for.ts';
import { sentTo } from './entry-state.ts';

type Member = readonly [name: string, member: Schema, root: Schema];

/** Members of the body of an operation, and of an update those that a creation alone takes: an update may bring them all the same. */
const membersFor = onceForBoth((operation: Operation, resource: Resource): readonly Member[] => {
  const isUpdate = operation === resource.replace || operation === resource.change;
  const sent = [operation, isUpdate ? resource.create : undefined].map((one) =>
    one === undefined ? undefined : sentTo(one, resource)?.schema,
  );
  const [own, others] = sent.map((root): readonly Member[] =>
    root === undefined
      ? []
      : [...schemaMembers(root).properties].map(([name, member]) => [name, member, root]),
  );
  const known = new Set(own?.map(([name]) => name));
  return [...(own ?? []), ...(others ?? []).filter(([name]) => !known.has(name))];
});

/** Members that by the words of the document, or a mark there, a creation sets for good. */
export const fixedIn = onceForBoth((operation: Operation, resource: Resource): ReadonlySet<string> => {
  const fixed = membersFor(operation, resource).filter(([name, member, root]) =>
    isFixedIn(operation, root, name, member),
  );
  return new Set(fixed.map(([name]) => name));
});

/** Those of which it says so without a condition, each with its schema. */
export const surelyFixedIn = onceForBoth(
  (
    operation: Operation,
    resource: Resource,
  ): ReadonlyMap<string, readonly [member: Schema, root: Schema]> => {
    const fixed = membersFor(operation, resource).filter(([name, member, root]) =>
      isSurelyFixedIn(operation, root, name, member),
    );
    return new Map(fixed.map(([name, member, root]) => [name, [member, root]]));
  },
);
