import { SUCCESS, deviates, all, everyJudged, type LeadRow } from './patterns.ts';

/** What may be behind requests that are refused, accepted or failed wrongly. */
export const requestLeads: readonly LeadRow[] = [
  {
    checks: ['statuses.success'],
    fits: deviates(SUCCESS),
    says: 'the status may be the one that the framework sends where none is set',
  },
  {
    checks: ['statuses.success'],
    fits: deviates('answered with 404', 'answered with 405'),
    says: 'the operation may be served at another path or with another method',
  },
  {
    checks: ['statuses.success'],
    fits: deviates('answered with 415'),
    says: 'another Content-Type may be asked for than the documented one',
  },
  {
    checks: ['statuses.success'],
    fits: deviates('answered with 409'),
    says: 'names may have to be unique, or the state may not allow the request',
  },
  {
    checks: ['statuses.success'],
    fits: deviates('answered with 401', 'answered with 403'),
    says: 'the key may be of another environment, or lack a permission',
  },
  {
    checks: ['statuses.success'],
    fits: all(deviates('answered with 400', 'answered with 422')),
    says: 'the validation may ask for more than the document does',
  },
  {
    checks: ['statuses.no-redirect'],
    fits: deviates('answered with 301', 'answered with 308', 'answered with 307'),
    says: 'a redirect to another form of the address may come from the router, or from a server in front',
  },
  {
    checks: ['statuses.no-redirect'],
    fits: deviates('answered with 302', 'answered with 303'),
    says: 'a login page or a result page may be meant for browsers',
  },
  {
    checks: ['statuses.no-server-error'],
    fits: ({ uses: used }) => used.size > 0 && !used.has('valid') && used.has('unknown') && !used.has('none'),
    says: 'the look-up of a key that nobody has may throw',
  },
  {
    checks: ['statuses.no-server-error'],
    fits: ({ broken }) =>
      broken.length > 0 &&
      broken.every(({ probe }) => /malformed|empty-body|no-body|invalid-UTF-8/.test(probe)),
    says: 'an exception of the parser may not be turned into a refusal',
  },
  {
    checks: ['statuses.no-server-error'],
    fits: ({ broken }) =>
      broken.length > 0 && broken.every(({ probe }) => /wrong-type|missing-member|root-type/.test(probe)),
    says: 'a value of a type that was not expected may be used before it is checked',
  },
  {
    checks: ['statuses.no-server-error'],
    fits: ({ broken }) => broken.length > 0 && broken.every(({ probe }) => probe.includes('unusual-text')),
    says: 'a text that was not expected may fail where it is stored',
  },
  {
    checks: ['validation.missing-member'],
    fits: all(deviates(SUCCESS)),
    says: 'required members may not be checked',
  },
  {
    checks: ['validation.wrong-type'],
    fits: all(deviates(SUCCESS), everyJudged),
    says: 'types may not be checked at all',
  },
  {
    checks: ['validation.wrong-type'],
    fits: deviates(SUCCESS),
    says: 'some types may be turned into the documented one, or get past a check for truth',
  },
  {
    checks: ['validation.empty-body', 'validation.no-body'],
    fits: deviates(SUCCESS),
    says: 'a missing body may be read as an empty object',
  },
  {
    checks: ['validation.malformed-json'],
    fits: deviates(SUCCESS),
    says: 'a body that cannot be parsed may be read as far as it goes, or as empty',
  },
  {
    checks: ['validation.'],
    fits: deviates('answered with 422'),
    says: '422 may be what the validation of the framework answers',
  },
  {
    checks: ['validation.'],
    fits: deviates('answered with 415'),
    says: 'the parser may take a body that it cannot read for another media type',
  },
  {
    checks: ['validation.unusual-text'],
    fits: deviates('answered with 403'),
    says: 'a firewall in front may take the text for an attack',
  },
];
