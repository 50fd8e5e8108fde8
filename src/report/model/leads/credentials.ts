import {
  SUCCESS,
  deviates,
  all,
  takes,
  uses,
  bodiesAre,
  holds,
  onOneMethod,
  everyJudged,
  type LeadRow,
} from './patterns.ts';

/** What may be behind credentials that are taken or refused wrongly. */
export const credentialLeads: readonly LeadRow[] = [
  {
    checks: ['authentication.'],
    fits: all(deviates(SUCCESS), bodiesAre(holds('code', 'message'))),
    says: 'refusals may be sent with the status of a success and an error in the body',
  },
  {
    checks: ['authentication.missing-credential'],
    fits: all(deviates(SUCCESS), uses('none', 'unknown'), everyJudged),
    says: 'the credential may not be looked at at all: is the authentication switched on?',
  },
  {
    checks: ['authentication.missing-credential'],
    fits: all(deviates(SUCCESS), onOneMethod),
    says: 'these operations may be left out of the authentication, as where a guard is put on each route',
  },
  {
    checks: ['authentication.missing-credential'],
    fits: deviates(SUCCESS),
    says: 'a request without a credential may pass where only a wrong one is refused',
  },
  {
    checks: ['authentication.unknown-key'],
    fits: all(deviates(SUCCESS), uses('unknown', 'other-scheme')),
    says: 'any Authorization field may do: neither its scheme nor its key seems to be looked at',
  },
  {
    checks: ['authentication.unknown-key'],
    fits: all(deviates(SUCCESS), (facts) => [...facts.uses].some((use) => use.startsWith('altered '))),
    says: 'it may only be looked whether there is a key, not which',
  },
  {
    checks: ['authentication.unknown-key'],
    fits: deviates(SUCCESS),
    says: 'only the form or the length of a key may be looked at, not whether somebody was given it',
  },
  {
    checks: ['authentication.altered-key'],
    fits: all(deviates(SUCCESS), takes('second-word')),
    says: 'what stands behind the first word of a credential may not be looked at',
  },
  {
    checks: ['authentication.altered-key'],
    fits: all(deviates(SUCCESS), takes('unsigned')),
    says: 'a JSON Web Token that says of itself that nobody signed it may be taken (RFC 8725 section 3.1)',
  },
  {
    checks: ['authentication.altered-key'],
    fits: all(deviates(SUCCESS), takes('letter-case')),
    says: 'keys may be compared without letter case',
  },
  {
    checks: ['authentication.altered-key'],
    fits: all(deviates(SUCCESS), takes('suffix', 'prefix')),
    says: 'a key may only have to be contained in what was sent',
  },
  {
    checks: ['authentication.altered-key'],
    fits: all(deviates(SUCCESS), takes('suffix')),
    says: 'what was sent may only have to begin with the key',
  },
  {
    checks: ['authentication.altered-key'],
    fits: all(deviates(SUCCESS), takes('prefix')),
    says: 'what was sent may only have to end with the key',
  },
  {
    checks: ['authentication.altered-key'],
    fits: all(deviates(SUCCESS), takes('truncated')),
    says: 'the beginning of a key may be enough, as in a search with a pattern',
  },
  {
    checks: ['authentication.altered-key'],
    fits: all(deviates(SUCCESS), takes('beheaded')),
    says: 'the end of a key may be enough',
  },
  {
    checks: ['authentication.altered-key'],
    fits: all(deviates(SUCCESS), takes('suffix', 'truncated')),
    says: 'only the first characters of a key may be compared, as where a column is too short',
  },
  {
    checks: ['authentication.altered-key'],
    fits: all(deviates(SUCCESS), takes('prefix', 'beheaded')),
    says: 'only the last characters of a key may be compared',
  },
  {
    checks: ['authentication.altered-key'],
    fits: all(deviates(SUCCESS), everyJudged),
    says: 'keys may only be looked up by a part of them',
  },
  {
    checks: ['authentication.other-scheme', 'authentication.no-scheme'],
    fits: deviates(SUCCESS),
    says: 'the key may be looked for in the field, whatever the scheme in front of it',
  },
  {
    checks: ['authentication.empty-token'],
    fits: deviates(SUCCESS),
    says: 'an empty key may be found in a comparison that takes beginnings, or counts as no restriction',
  },
  {
    checks: ['authentication.named-operation'],
    fits: deviates(SUCCESS),
    says: 'these operations may be left out of the authentication',
  },
  {
    checks: ['authentication.'],
    fits: deviates('answered with 403'),
    says: '403 may be what the framework answers where authentication fails',
  },
  {
    checks: ['authentication.'],
    fits: deviates('answered with 404'),
    says: 'what a caller may not see may be hidden behind a 404',
  },
  {
    checks: ['authentication.'],
    fits: all(deviates('answered with 400', 'answered with 422')),
    says: 'the Authorization field may be validated like a parameter, before it is looked at as a credential',
  },
  {
    checks: ['authentication.challenge'],
    fits: () => true,
    says: 'the 401 may be sent by hand, without the field that the framework would add',
  },
];
