import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Interface } from '../../src/interface/model.ts';
import { readRecord } from '../../src/record/read.ts';
import { findingsOf, withFollowing } from '../../src/report/model/findings.ts';
import { wholeInCi } from '../sampled.ts';
import { assayMember } from './assay-member.ts';
import { zooDocument } from './assay-over-zoo.ts';
import { faultyMembers } from './members.ts';

/** What the report guesses of services with one fault each. A guess stands for those faults alone that share it here. */
const LEADS: readonly (readonly [member: string, lead: string])[] = [
  ['key-in-any-case', 'keys may be compared without letter case'],
  ['key-not-checked', 'the credential may not be looked at at all'],
  ['headers-missing-on-429', 'the limiter may refuse before the fields are set'],
  ['status-always-500', 'the status inside the error may be a constant 500'],
  ['id-from-client', 'the identity may be taken from the client'],
  ['text-lower-case', 'texts may be turned into lower case'],
  ['headers-missing-on-401', 'the fields may be set behind the authentication'],
  ['reset-milliseconds', 'the time may be given in milliseconds'],
  ['list-wrapped', 'the list may be wrapped in an object'],
  ['any-key', 'it may only be looked whether there is a key'],
  ['key-with-suffix', 'what was sent may only have to begin with the key'],
  ['invalid-422', '422 may be what the validation of the framework answers'],
  ['key-anywhere', 'a key may only have to be contained in what was sent'],
  ['never-refused', 'the limit may be told and not enforced'],
  ['key-with-prefix', 'what was sent may only have to end with the key'],
  ['truncated-key', 'the beginning of a key may be enough'],
  ['first-twenty-characters', 'only the first characters of a key may be compared'],
  ['list-unprotected', 'these operations may be left out of the authentication'],
  ['error-wrapped', 'the error may be wrapped in a member of its own'],
  ['error-html', 'the error page of the framework'],
  ['error-problem-details', 'problem details (RFC 9457)'],
  ['error-encoded-twice', 'the body may be turned into JSON twice'],
  ['description-null', 'a member without a value may be written as null'],
  ['created-200', 'the status may be the one that the framework sends'],
  ['name-missing-accepted', 'required members may not be checked'],
  ['empty-body-accepted', 'a missing body may be read as an empty object'],
  ['name-cut-at-100', 'texts may be cut after 100 characters'],
  ['text-cut-at-nul', 'texts may be cut at a NUL'],
  ['text-html-escaped', 'texts may be escaped for HTML'],
  ['text-composed', 'texts may be brought into normal form C'],
  ['first-twenty-only', 'the list may be one page of a longer one'],
  ['list-always-empty', 'creations may not be stored, or the list'],
  ['id-constant', 'the identity may be a constant'],
  ['ids-rounded', 'identities may go through a floating point number'],
  ['listed-twice', 'entries may be listed twice, as by a join'],
  ['stored-twice', 'a creation may be stored twice'],
  ['unauthorized-creates', 'the entry may be stored before the request is checked'],
  ['headers-missing-on-get', 'the limiter may not be put in front of every operation'],
  ['reset-delta', 'the seconds until the reset may be given'],
  ['remaining-constant', 'the fields may be written from the plan and not from the counter'],
  ['refuses-early', 'another limit than the one that is told may refuse'],
  ['forbidden-over-limit', 'the limiter may answer with a status of its own'],
  ['malformed-crash', 'an exception of the parser may not be turned into a refusal'],
];

/** A busy machine takes its time. */
const SLOW_MS = 300_000;

describe('the leads of findings', () => {
  let document: Interface | undefined;
  let directory = '';

  beforeAll(async () => {
    document = await zooDocument();
    directory = await mkdtemp(join(tmpdir(), 'assay-leads-'));
  });

  afterAll(async () => rm(directory, { recursive: true }));

  async function leadsFor(name: string): Promise<readonly string[]> {
    const member = faultyMembers.find((one) => one.name === name);
    if (member === undefined || document === undefined) throw new Error(`there is no member ${name}`);
    let leads: readonly string[] = [];
    const settings = { document, seed: 42, profile: 'standard', plan: 'declared' } as const;
    await assayMember(member, settings, join(directory, `${name}.ndjson`), async (file) => {
      const parsed = await readRecord(file);
      if (parsed.kind !== 'record') throw new Error(parsed.problem);
      const found = findingsOf(parsed.record, document).filter(({ kind }) => kind === 'violation');
      expect(found.flatMap(withFollowing).length).toBeGreaterThan(0);
      leads = found.flatMap(({ lead }) => lead ?? []);
    });
    return leads;
  }

  test.concurrent.each(wholeInCi(LEADS, 50))(
    'of %s: %s, and nothing that is true of others',
    async (name, lead) => {
      const leads = await leadsFor(name);
      expect(leads.join('\n')).toContain(lead);
      const wrong = LEADS.map(([, other]) => other).filter((other) => other !== lead);
      expect(leads.filter((each) => wrong.some((other) => each.includes(other)))).toEqual([]);
    },
    SLOW_MS,
  );
});
