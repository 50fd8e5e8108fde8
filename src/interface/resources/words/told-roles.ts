import { wordsOfName } from '../../names.ts';
import type { Interface, Operation } from '../../model.ts';
import { fixedValues, isSchema, type Schema } from '../../../schema/keywords.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { mergedKeywords } from '../../../schema/merge.ts';
import { onceFor, onceForBoth } from '../../../system/once-for.ts';

/** What a document says in words of the roles that may do something: `Teachers and admins alone; others get 403`. */

/** Roles that services have whether or not the document lists them. */
const COMMON = ['admin', 'administrator', 'moderator', 'staff', 'superuser'];

/** How deep a role may stand in a body: in the user that an envelope holds. */
const DEPTH = 3;

function rolesInside(schema: Schema, root: Schema, depth: number): readonly string[] {
  if (depth > DEPTH) return [];
  const { items } = mergedKeywords(schema, root);
  const members = [...schemaMembers(schema, root).properties];
  const own = members.flatMap(([name, member]) => {
    if (!wordsOfName(name).some((word) => /^roles?$/.test(word))) return [];
    const keywords = mergedKeywords(member, root);
    const each = isSchema(keywords.items) ? mergedKeywords(keywords.items, root) : keywords;
    return (fixedValues(each) ?? []).filter((value) => typeof value === 'string');
  });
  const inner = [...members.map(([, member]) => member), ...(isSchema(items) ? [items] : [])];
  return [...own, ...inner.flatMap((one) => rolesInside(one, root, depth + 1))];
}

/** The roles of a document, in small letters: common ones, and the listed values of members that are called so. */
const rolesOf = onceFor(({ operations }: Interface): ReadonlySet<string> => {
  const schemas = operations.flatMap(({ requestBody, responses }) =>
    [requestBody, ...responses].flatMap((one) => one?.representations.map(({ schema }) => schema) ?? []),
  );
  const listed = schemas.flatMap((schema) => rolesInside(schema, schema, 0));
  return new Set([...COMMON, ...listed.map((role) => role.toLowerCase())]);
});

const EXCLUDING = /\b(?:only|alone|requires?|required|reserved|restricted|limited|must be)\b/i;
/** A sentence that is about whose something is as well. */
const OF_OWNERS =
  /\b(?:owners?|authors?|creators?|own|its|their|his|her|who|whose|made|created|wrote|them|themsel\w+)\b/i;

/**
 * True for an operation of which the document says that a role decides who may do it, and not whose the entry is: another user may
 * have that role.
 */
export const saysWhichRoles = onceForBoth(({ description = '' }: Operation, document: Interface): boolean => {
  const roles = rolesOf(document);
  const isRole = (word: string): boolean =>
    roles.has(word) || (word.endsWith('s') && roles.has(word.slice(0, -1)));
  return description.split(/[.;\n]/).some(
    (sentence) =>
      EXCLUDING.test(sentence) &&
      !OF_OWNERS.test(sentence) &&
      sentence
        .toLowerCase()
        .split(/[^a-z_-]+/)
        .some(isRole),
  );
});
