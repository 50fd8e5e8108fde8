import { isObject, memberOf } from '../../../json/value.ts';
import {
  all,
  bodiesAre,
  deviates,
  everyJudged,
  holds,
  isConstant,
  isEmpty,
  lastNumber,
  type LeadRow,
  mediaTypeIs,
  onlyOn,
  says,
} from './patterns.ts';

/** What may be behind errors and bodies that are not the documented ones. */
export const errorLeads: readonly LeadRow[] = [
  {
    checks: ['errors.status-member'],
    fits: isConstant,
    says: (facts) => `the status inside the error may be a constant ${lastNumber(facts) ?? ''}`.trimEnd(),
  },
  {
    checks: ['errors.status-member'],
    fits: all(everyJudged),
    says: 'the status inside the error may be set apart from the one of the answer',
  },
  {
    checks: ['errors.status-member'],
    fits: onlyOn((status) => status >= 400),
    says: 'some errors may be made for another status than the one that they are sent with',
  },
  {
    checks: ['errors.shape', 'bodies.media-type'],
    fits: all(
      mediaTypeIs('text/html'),
      onlyOn((status) => status >= 400),
    ),
    says: 'the error page of the framework, or of a server in front, may be sent in place of the documented error',
  },
  {
    checks: ['errors.shape', 'bodies.media-type'],
    fits: all(
      isEmpty,
      onlyOn((status) => status >= 400),
    ),
    says: 'the refusal may be sent by a part that writes a status alone, such as a security filter',
  },
  {
    checks: ['errors.shape', 'bodies.media-type'],
    fits: all(mediaTypeIs('application/problem+json')),
    says: 'problem details (RFC 9457) may be what the framework makes of errors',
  },
  {
    checks: ['errors.shape', 'bodies.media-type'],
    fits: all(
      mediaTypeIs('text/plain'),
      onlyOn((status) => status >= 400),
    ),
    says: 'a plain text may be sent by a part that does not know the documented error',
  },
  {
    checks: ['errors.shape'],
    fits: bodiesAre(holds('statusCode')),
    says: 'the error of the framework (statusCode, error, message) may be sent unchanged',
  },
  {
    checks: ['errors.shape'],
    fits: bodiesAre(holds('type', 'title')),
    says: 'problem details (RFC 9457) may be what the framework makes of errors',
  },
  {
    checks: ['errors.shape'],
    fits: bodiesAre(
      (body) => isObject(body) && Object.keys(body).length === 1 && memberOf(body, 'detail') !== undefined,
    ),
    says: 'the error of the framework (a member "detail" alone) may be sent unchanged',
  },
  {
    checks: ['errors.shape', 'bodies.schema'],
    fits: bodiesAre((body) => typeof body === 'string'),
    says: 'the body may be turned into JSON twice',
  },
  {
    checks: ['errors.shape'],
    fits: bodiesAre((body) => Array.isArray(body)),
    says: 'errors may be sent in a list',
  },
  {
    checks: ['errors.shape'],
    fits: bodiesAre(
      (body) => isObject(body) && Object.keys(body).length === 1 && Object.values(body).some(isObject),
    ),
    says: 'the error may be wrapped in a member of its own',
  },
  {
    checks: ['errors.shape'],
    fits: all(
      ({ finding }) =>
        / must be (?:string|integer|number|boolean|object|array)$/.test(finding.deviation ?? ''),
      ({ finding }) => !(finding.deviation ?? '').startsWith('the body '),
    ),
    says: 'a member of the error may be written as another JSON type, as where a status becomes a text',
  },
  {
    checks: ['errors.shape'],
    fits: ({ finding }) => (finding.deviation ?? '').startsWith('it must have required'),
    says: 'the member may have another name, or some errors may be made without it',
  },
  {
    checks: ['bodies.media-type'],
    fits: says(/^no Content-Type$/),
    says: 'the body may be written without a Content-Type',
  },
  {
    checks: ['bodies.media-type'],
    fits: ({ bodies }) => bodies.length > 0 && bodies.every((body) => body !== undefined),
    says: 'the JSON may be written as a text, so that the framework names another media type',
  },
  {
    checks: ['bodies.json'],
    fits: says(/byte order mark/),
    says: 'the file or the writer may be set to UTF-8 with a byte order mark',
  },
  { checks: ['bodies.json'], fits: isEmpty, says: 'the success may be sent with a status alone' },
  {
    checks: ['bodies.schema'],
    fits: all(deviates('the body must be array'), bodiesAre(isObject)),
    says: 'the list may be wrapped in an object, as for paging',
  },
  {
    checks: ['bodies.schema'],
    fits: all(
      ({ finding }) => (finding.deviation ?? '').startsWith('it must have required'),
      bodiesAre(
        (body) => isObject(body) && Object.keys(body).length <= 3 && Object.values(body).some(isObject),
      ),
    ),
    says: 'the entry may be wrapped in a member of its own',
  },
  {
    checks: ['bodies.schema'],
    fits: ({ finding }) => (finding.deviation ?? '').startsWith('it must have required'),
    says: 'the member may have another name, or is left out where it has no value',
  },
  {
    checks: ['bodies.schema'],
    fits: all(
      ({ finding }) => (finding.deviation ?? '').endsWith(' must be string'),
      bodiesAre((body) =>
        /:null[,}]/.test(
          JSON.stringify(body, (_name, value: unknown) => (typeof value === 'bigint' ? 0 : value)) ?? '',
        ),
      ),
    ),
    says: 'a member without a value may be written as null',
  },
  {
    checks: ['bodies.schema'],
    fits: ({ finding }) => (finding.deviation ?? '').endsWith(' must be integer'),
    says: 'identities may be written as texts, or be no integers at all',
  },
];
