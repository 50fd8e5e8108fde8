import fc from 'fast-check';
import type { Profile } from '../../src/record/record.ts';
import type { ZooSettings } from './assay-member.ts';
import { combineMembers, faultAmid } from './combine-members.ts';
import { drawnFreedoms } from './drawn-freedoms.ts';
import { hidingReason } from './hiding-freedoms.ts';
import type { ConformingMember, FaultyMember, ZooMember } from './member.ts';
import { conformingMembers, faultyMembers } from './members.ts';

/** A service drawn from the zoo. `fault` is undefined where it conforms. The seed draws the same case again. */
export type FuzzCase = {
  readonly seed: number;
  readonly fault: FaultyMember | undefined;
  readonly freedoms: readonly ConformingMember[];
  readonly profile: Profile;
  readonly plan: ZooSettings['plan'];
};

const freedom: fc.Arbitrary<ConformingMember> = fc.oneof(
  fc.constantFrom(...conformingMembers.filter(({ name }) => name !== 'honest')),
  ...drawnFreedoms,
);

const freedoms = fc.oneof(
  { weight: 2, arbitrary: fc.array(freedom, { minLength: 2, maxLength: 6 }) },
  { weight: 1, arbitrary: fc.array(freedom, { minLength: 7, maxLength: 16 }) },
);

const conformingCases = fc.record({
  fault: fc.constant(undefined),
  freedoms,
  profile: fc.constantFrom<Profile>('standard', 'standard', 'standard', 'quick'),
  plan: fc.constantFrom<ZooSettings['plan']>('declared', 'declared', 'undeclared'),
});

const faultyCases = fc
  .record({
    fault: fc.constantFrom(...faultyMembers),
    freedoms: fc.array(freedom, { minLength: 2, maxLength: 6 }),
    profile: fc.constant<Profile>('standard'),
    plan: fc.constant<ZooSettings['plan']>('declared'),
  })
  .map((drawn) => ({
    ...drawn,
    freedoms: drawn.freedoms.filter((one) => hidingReason(drawn.fault, one) === undefined),
  }));

/** The case of a seed: a conforming service, or one with a fault amid freedoms that do not hide it. */
export function fuzzCase(kind: ZooMember['kind'], seed: number): FuzzCase {
  const [drawn] =
    kind === 'conforming'
      ? fc.sample<Omit<FuzzCase, 'seed'>>(conformingCases, { seed, numRuns: 1 })
      : fc.sample<Omit<FuzzCase, 'seed'>>(faultyCases, { seed, numRuns: 1 });
  if (drawn === undefined) throw new Error(`nothing was drawn from the seed ${seed}`);
  return { ...drawn, seed };
}

export function memberOf({ fault, freedoms: used }: Pick<FuzzCase, 'fault' | 'freedoms'>): ZooMember {
  return fault === undefined ? combineMembers(used) : faultAmid(fault, used);
}
