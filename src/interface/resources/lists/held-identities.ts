import { plainName } from '../../names.ts';
import { allowedTypes } from '../../../schema/keywords.ts';
import { scalarKeywords } from '../../../schema/scalar.ts';
import type { Parameter } from '../../model.ts';
import { membersInside, type PlacedMember } from './member-places.ts';

/** Parameters that take the identity of the one object that each entry holds under some name: `project_id`, of `project: {id, name}`. */

const IDENTITIES: readonly string[] = ['id', 'uuid', 'guid'];

/** The identity of what an entry holds under a name, where a parameter has the type of it. */
export function identityHeld(
  { schema }: Parameter,
  holder: string | undefined,
  members: readonly PlacedMember[],
): PlacedMember | undefined {
  const held = members.find(({ member }) => plainName(member) === holder);
  const placed = (held === undefined ? [] : membersInside(held)).find(({ member }) =>
    IDENTITIES.includes(plainName(member)),
  );
  if (placed === undefined) return undefined;
  const [own, theirs] = [scalarKeywords(schema), scalarKeywords(placed.schema, placed.root)].map((one) =>
    [...allowedTypes(one)].filter((type) => type !== 'null').join(),
  );
  return own === theirs && (own === 'integer' || own === 'string') ? placed : undefined;
}
