import { honestTraits } from '../../test/zoo/honest-traits.ts';
import type { ZooMember } from '../../test/zoo/member.ts';

/** Requests a minute on the key of a member of the zoo as it is. */
const OWN = 60;

/** The member with `perMinute` requests a minute on its key, and as much more without one. */
export function withQuota<Member extends ZooMember>(member: Member, perMinute: number): Member {
  const meter = member.traits.meter ?? honestTraits.meter;
  return {
    ...member,
    traits: {
      ...member.traits,
      meter: (quota) => meter({ ...quota, limit: Math.round((quota.limit * perMinute) / OWN) }),
    },
  };
}
