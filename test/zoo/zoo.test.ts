import { sampled, THOROUGH } from '../sampled.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { complaints } from './complaints.ts';
import type { FaultyMember, ZooMember } from './member.ts';
import { combineMembers } from './combine-members.ts';
import { conformingMembers, allFaultyMembers } from './members.ts';
import { unreachableMembers } from './unreachable-members.ts';
import { playScript, type Played } from './play-script.ts';
import type { Traits } from './traits.ts';

const honest = conformingMembers.find((member) => member.name === 'honest');
const everyone: readonly ZooMember[] = [...conformingMembers, ...allFaultyMembers, ...unreachableMembers];

const comparable = ({ status, headers, body }: Played): string => [status, ...headers, '', body].join('\n');

/**
 * The honest service that a faulty member differs from by its fault alone: some faults need a freedom to show, such
 * as a catalogue of more than one page.
 */
function withoutFault(member: FaultyMember): ZooMember | undefined {
  const { seed, wrongMediaType, trailingSlash, namedOperation, nextId, describe: described } = member.traits;
  const freedoms: Partial<Traits> = {
    ...(seed === undefined ? {} : { seed }),
    ...(wrongMediaType === undefined ? {} : { wrongMediaType }),
    ...(trailingSlash === undefined ? {} : { trailingSlash }),
    ...(namedOperation === undefined ? {} : { namedOperation }),
    ...(nextId === undefined || described === undefined ? {} : { nextId }),
  };
  if (Object.keys(freedoms).length === 0) return undefined;
  return {
    kind: 'conforming',
    name: 'honest',
    family: 'transport',
    title: 'the freedoms alone',
    traits: freedoms,
  };
}

async function transcript(member: ZooMember): Promise<readonly Played[]> {
  const played: Played[] = [];
  for await (const one of playScript(member)) played.push(one);
  return played;
}

/** The first step whose answer is not the one of the honest service. */
async function firstDifference(member: ZooMember, reference: readonly Played[]): Promise<string | undefined> {
  let index = 0;
  for await (const one of playScript(member)) {
    const expected = reference[index];
    index += 1;
    if (expected === undefined || comparable(expected) !== comparable(one)) return one.step;
  }
  return undefined;
}

describe('the zoo', () => {
  test('has no two members of one name', () => {
    const names = everyone.map((member) => member.name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('has kebab-case names and a title for every member', () => {
    for (const member of everyone) {
      expect(member.name).toMatch(/^[a-z0-9.]+(-[a-z0-9.]+)*$/);
      expect(member.title.length).toBeGreaterThan(5);
    }
  });

  test('has at least 60 conforming and 160 faulty members, 30 of them subtle', () => {
    expect(conformingMembers.length).toBeGreaterThanOrEqual(60);
    expect(allFaultyMembers.length).toBeGreaterThanOrEqual(160);
    expect(allFaultyMembers.filter((member) => member.subtle === true).length).toBeGreaterThanOrEqual(30);
  });
});

describe('conforming members', () => {
  test.each(sampled(conformingMembers, 16, 4))('$name answers as documented: $title', async (member) => {
    expect(complaints(await transcript(member))).toEqual([]);
  });
});

describe('faulty members', () => {
  let reference: readonly Played[] = [];
  beforeAll(async () => {
    if (honest === undefined) throw new Error('There is no honest member.');
    reference = await transcript(honest);
  });

  test('an honest member gives the same answers twice', async () => {
    expect(honest && (await firstDifference(honest, reference))).toBeUndefined();
  });

  test.each(sampled(allFaultyMembers, 100, 25))(
    '$name differs from the honest one: $title',
    async (member: FaultyMember) => {
      const own = withoutFault(member);
      const expected = own === undefined ? reference : await transcript(own);
      expect(await firstDifference(member, expected)).toBeDefined();
    },
  );
});

describe('faulty ids', () => {
  const idFaults = allFaultyMembers.filter(
    ({ traits }) => traits.nextId !== undefined && traits.describe === undefined,
  );

  test.each(sampled(idFaults, 6, 3))(
    '$name gives an id twice or one beyond int64: $title',
    async (member) => {
      const lists = (await transcript(member)).map(({ body }) =>
        [...body.matchAll(/"id":(-?\d+)/g)].map(([, id]) => BigInt(id ?? 0)),
      );
      const beyond = lists.some((ids) => ids.some((id) => BigInt.asIntN(64, id) !== id));
      expect(Math.max(...lists.map((ids) => ids.length))).toBeGreaterThan(20);
      expect(beyond || lists.some((ids) => new Set(ids).size < ids.length)).toBe(true);
    },
  );
});

describe('unreachable members', () => {
  test.each(sampled(unreachableMembers, 6, 3))(
    '$name looks like a conforming one: $reason',
    async (member) => {
      expect(complaints(await transcript(member))).toEqual([]);
    },
  );
});

describe('combinations', () => {
  const several = fc
    .shuffledSubarray([...conformingMembers], { minLength: 3, maxLength: 8 })
    .map((members) => combineMembers(members));

  test('of freedoms answer as documented', async () => {
    await fc.assert(
      fc.asyncProperty(several, async (member) => {
        expect(complaints(await transcript(member)), member.name).toEqual([]);
      }),
      { seed: 20_250_101, numRuns: THOROUGH ? 12 : 2, endOnFailure: true },
    );
  }, 120_000);
});
