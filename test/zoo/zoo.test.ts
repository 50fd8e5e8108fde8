import { beforeAll, describe, expect, test } from 'vitest';
import { complaints } from './complaints.ts';
import type { FaultyMember, ZooMember } from './member.ts';
import { conformingMembers, faultyMembers } from './members.ts';
import { playScript, type Played } from './play-script.ts';

const honest = conformingMembers.find((member) => member.name === 'honest');
const everyone: readonly ZooMember[] = [...conformingMembers, ...faultyMembers];

const comparable = ({ status, headers, body }: Played): string => [status, ...headers, '', body].join('\n');

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
    expect(faultyMembers.length).toBeGreaterThanOrEqual(160);
    expect(faultyMembers.filter((member) => member.subtle === true).length).toBeGreaterThanOrEqual(30);
  });
});

describe('conforming members', () => {
  test.each(conformingMembers)('$name answers as documented: $title', async (member) => {
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

  test.each(faultyMembers)('$name differs from the honest one: $title', async (member: FaultyMember) => {
    expect(await firstDifference(member, reference)).toBeDefined();
  });
});
