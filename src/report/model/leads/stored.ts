import { textChange } from '../text-changes.ts';
import {
  deviates,
  all,
  says,
  everyJudged,
  identities,
  isConstantIdentity,
  everyListed,
  type LeadRow,
} from './patterns.ts';

/** What may be behind entries that are lost, changed or mixed up. */
export const storedLeads: readonly LeadRow[] = [
  {
    checks: ['collections.assigned-members'],
    fits: () => true,
    says: 'the identity may be taken from the client where it sends one',
  },
  {
    checks: ['collections.created-as-sent', 'collections.text-unchanged', 'collections.listed'],
    fits: ({ texts }) => textChange(texts) !== undefined,
    says: ({ texts }) =>
      `texts may be ${textChange(texts) ?? 'changed'} on their way to the store or out of it`,
  },
  {
    checks: ['collections.created-as-sent'],
    fits: deviates('a value that another request sent'),
    says: 'requests may share a variable that should be their own',
  },
  {
    checks: ['collections.created-as-sent', 'collections.text-unchanged'],
    fits: deviates('a member is missing'),
    says: 'a member may not be stored, or left out of what is written',
  },
  {
    checks: ['collections.listed'],
    fits: all(deviates('it is not in the list'), says(/among (?:10|20|25|30|50|100),/)),
    says: 'the list may be one page of a longer one',
  },
  {
    checks: ['collections.listed'],
    fits: all(deviates('it is not in the list'), says(/the same values are there as/)),
    says: 'the answer to a creation and the list may take the identity from different places',
  },
  {
    checks: ['collections.listed'],
    fits: all(deviates('it is not in the list'), everyJudged),
    says: 'creations may not be stored, or the list may be kept or read elsewhere',
  },
  {
    checks: ['collections.listed'],
    fits: deviates('it is not in the list'),
    says: 'some creations may be lost or overwritten, or the list may leave some out',
  },
  {
    checks: ['collections.listed'],
    fits: deviates('a member is missing'),
    says: 'the list may not write all members',
  },
  {
    checks: ['collections.unique-identity'],
    fits: says(/: (?:null|true|false|""),/),
    says: 'the answer may be made before the identity is known',
  },
  {
    checks: ['collections.unique-identity'],
    fits: isConstantIdentity,
    says: 'the identity may be a constant',
  },
  {
    checks: ['collections.unique-identity'],
    fits: all(everyListed, ({ finding }) =>
      finding.follows.some(({ result }) => result.id === 'collections.created-once'),
    ),
    says: 'entries may be listed twice, as by a join',
  },
  {
    checks: ['collections.unique-identity'],
    fits: (facts) => identities(facts).some((value) => Math.abs(value) > Number.MAX_SAFE_INTEGER),
    says: 'identities may go through a floating point number, which keeps 53 bits',
  },
  {
    checks: ['collections.unique-identity'],
    fits: () => true,
    says: 'identities may be made from something that comes again: a count, a clock, a small counter',
  },
  {
    checks: ['collections.parallel-creation'],
    fits: () => true,
    says: 'the next identity may be read and written without a lock',
  },
  {
    checks: ['collections.created-once'],
    fits: () => true,
    says: 'a creation may be stored twice, or listed twice as by a join',
  },
  {
    checks: ['collections.refused-creates-nothing'],
    fits: () => true,
    says: 'the entry may be stored before the request is checked to the end',
  },
  {
    checks: ['collections.stable-entries'],
    fits: () => true,
    says: 'what the list shows of an entry may be worked out anew for each list',
  },
];
