import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checks } from '../../src/checks/catalogue.ts';
import type { Interface } from '../../src/interface/model.ts';
import { readRecord } from '../../src/record/read.ts';
import type { RunRecord } from '../../src/record/record.ts';
import { harReport } from '../../src/report/data/har.ts';
import { rejudge } from '../../src/traffic/rejudge.ts';
import { wholeInCi } from '../sampled.ts';
import { assayMember } from '../zoo/assay-member.ts';
import { zooDocument } from '../zoo/assay-over-zoo.ts';
import type { ZooMember } from '../zoo/member.ts';
import { conformingMembers, faultyMembers } from '../zoo/members.ts';
import { asFromBrowser, idsOf, judgeHar } from './judge-har.ts';

/** With ASSAY_JUDGE_ZOO=all every member of the zoo is here, otherwise a few of each kind. */
const ALL = process.env['ASSAY_JUDGE_ZOO'] === 'all';
const CONFORMING_EVERY = 48;
const HOUR_MS = 3_600_000;

/** They show in what other exchanges carried: a run sees that, and one exchange does not. */
const SEEN_IN_SEVERAL: ReadonlySet<string> = new Set(['description-of-the-last']);

const families = Object.values(Object.groupBy(faultyMembers, ({ family }) => family));
const sampledFamilies = wholeInCi(families, 5);
const members: readonly ZooMember[] = ALL
  ? [...conformingMembers, ...faultyMembers]
  : [
      ...conformingMembers.filter((_, index) => index % CONFORMING_EVERY === 0),
      ...sampledFamilies.flatMap((family) => family.slice(0, 1)),
    ];

/** The checks that one exchange can break, as far as they did so in a run. */
function brokenByOne({ results }: RunRecord): readonly string[] {
  const single = new Set(checks.filter(({ foreign }) => foreign.kind === 'each').map(({ id }) => id));
  return results.flatMap(({ id, outcome }) => {
    if (outcome.kind !== 'fail' || !single.has(id)) return [];
    const alone = outcome.violations.some(({ exchanges }) => exchanges.length === 1);
    return alone || id === 'statuses.no-server-error' ? [id] : [];
  });
}

type Judged = {
  readonly member: ZooMember;
  readonly live: readonly string[];
  readonly brokenByOne: readonly string[];
  readonly again: readonly string[];
  readonly har: readonly string[];
  readonly browser: readonly string[];
};

const folder = mkdtempSync(join(tmpdir(), 'assay-judge-zoo-'));
const judged: Judged[] = [];

async function judge(member: ZooMember, document: Interface, file: string, url: string): Promise<void> {
  const parsed = await readRecord(file);
  if (parsed.kind === 'no-record') throw new Error(parsed.problem);
  const { record } = parsed;
  const { plan } = record.header.settings;
  const settings = { plan, strict: false, suites: [], checks: [] };
  const har = [...harReport(record)].join('');
  judged.push({
    member,
    live: idsOf(record, 'fail'),
    brokenByOne: SEEN_IN_SEVERAL.has(member.name) ? [] : brokenByOne(record),
    again: idsOf(rejudge(record, document, { name: 'a record', settings: {} }), 'fail'),
    har: idsOf(await judgeHar(har, document, { url, settings }), 'fail'),
    browser: idsOf(await judgeHar(asFromBrowser(har), document), 'fail'),
  });
}

describe('the traffic of runs over the zoo, judged again', () => {
  beforeAll(async () => {
    const document = await zooDocument();
    for (const member of members) {
      await assayMember(
        member,
        { document, seed: 1, profile: 'standard', plan: 'declared' },
        join(folder, `${member.name}.ndjson`),
        async (file, url) => judge(member, document, file, url),
      );
    }
  }, HOUR_MS);
  afterAll(() => rmSync(folder, { recursive: true }));

  test('has faults of every family', () => {
    expect(judged).toHaveLength(members.length);
    expect(judged.filter(({ brokenByOne: ids }) => ids.length > 0).length).toBeGreaterThan(
      sampledFamilies.length / 3,
    );
  });

  test('breaks the same checks as a record as it did live', () => {
    for (const { member, live, again } of judged)
      expect({ member: member.name, again }).toEqual({ member: member.name, again: live });
  });

  test('breaks every check as a HAR file that one exchange of it broke live, and no other', () => {
    for (const { member, live, brokenByOne: wanted, har } of judged) {
      expect({ member: member.name, missed: wanted.filter((id) => !har.includes(id)) }).toEqual({
        member: member.name,
        missed: [],
      });
      expect({ member: member.name, more: har.filter((id) => !live.includes(id)) }).toEqual({
        member: member.name,
        more: [],
      });
    }
  });

  test('blames no conforming service as a HAR file, also of a browser that took the credentials out', () => {
    const conforming = judged.filter(({ member }) => member.kind === 'conforming');
    expect(conforming.length).toBeGreaterThan(2);
    for (const { member, har, browser } of conforming)
      expect({ member: member.name, har, browser }).toEqual({ member: member.name, har: [], browser: [] });
  });
});
