import type { ConformingMember, FaultyMember } from './member.ts';
import type { Traits } from './traits.ts';

function disjoint(
  own: Partial<Traits>,
  members: readonly ConformingMember[],
): { readonly taken: readonly ConformingMember[]; readonly traits: Partial<Traits> } {
  const taken: ConformingMember[] = [];
  let traits = own;
  for (const member of members) {
    if (Object.keys(member.traits).some((trait) => Object.hasOwn(traits, trait))) continue;
    traits = { ...traits, ...member.traits };
    taken.push(member);
  }
  return { taken, traits };
}

/** One member with the freedoms of several; of two that use the same freedom the later one is left out. */
export function combineMembers(members: readonly ConformingMember[]): ConformingMember {
  const { taken, traits } = disjoint({}, members);
  return {
    kind: 'conforming',
    family: 'combinations',
    name: taken.map((member) => member.name).join('+'),
    title: taken.map((member) => member.title).join('; '),
    traits,
  };
}

/** A fault amid freedoms that touch nothing which the fault touches. */
export function faultAmid(fault: FaultyMember, members: readonly ConformingMember[]): FaultyMember {
  const { taken, traits } = disjoint(fault.traits, members);
  return {
    ...fault,
    name: [fault.name, ...taken.map((member) => member.name)].join('+'),
    title: [fault.title, ...taken.map((member) => member.title)].join('; '),
    traits,
  };
}
