import type { ConformingMember } from './member.ts';
import type { Traits } from './traits.ts';

/** One member with the freedoms of several; of two that use the same freedom the later one is left out. */
export function combineMembers(members: readonly ConformingMember[]): ConformingMember {
  const taken: ConformingMember[] = [];
  let traits: Partial<Traits> = {};
  for (const member of members) {
    if (Object.keys(member.traits).some((trait) => Object.hasOwn(traits, trait))) continue;
    traits = { ...traits, ...member.traits };
    taken.push(member);
  }
  return {
    kind: 'conforming',
    family: 'combinations',
    name: taken.map((member) => member.name).join('+'),
    title: taken.map((member) => member.title).join('; '),
    traits,
  };
}
