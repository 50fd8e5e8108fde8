import { honestRateHeaders, honestUnauthorized, jsonContent, problem } from '../honest-traits.ts';
import { conforming, type ConformingMember } from '../member.ts';

/** What is refused beyond the document, in which order things are looked at, and how a 401 speaks. */
export const conformingRules: readonly ConformingMember[] = conforming('rules', [
  {
    name: 'key-before-limit',
    title: 'first the key, then the limit',
    traits: { order: ['authenticate', 'limit', 'route', 'read'] },
  },
  {
    name: 'route-before-key',
    title: '404 and 405 before the key is looked at',
    traits: { order: ['limit', 'route', 'authenticate', 'read'] },
  },
  {
    name: 'body-before-key',
    title: 'the body is validated before the key is looked at',
    traits: { order: ['limit', 'route', 'read', 'authenticate'] },
  },
  {
    name: 'body-before-limit',
    title: 'first key and body, then the limit',
    traits: { order: ['authenticate', 'route', 'read', 'limit'] },
  },
  {
    name: 'blank-refused',
    title: '400 for blank texts',
    traits: { textProblem: (_member, text) => (text.trim() === '' ? 'must not be blank' : undefined) },
  },
  {
    name: 'long-refused',
    title: '400 for a name of more than fifty characters, a description of more than two hundred',
    traits: {
      textProblem: (member, text) =>
        text.length > (member === 'name' ? 50 : 200) ? 'is too long' : undefined,
    },
  },
  {
    name: 'longer-than-ten-thousand-refused',
    title: '400 for texts of more than ten thousand characters',
    traits: { textProblem: (_member, text) => (text.length > 10_000 ? 'is too long' : undefined) },
  },
  {
    name: 'bodies-up-to-16-kib',
    title: '413 for bodies of more than 16 KiB',
    traits: { maxBodyBytes: 16_384 },
  },
  {
    name: 'percent-refused',
    title: '400 for percent signs',
    traits: { textProblem: (_member, text) => (text.includes('%') ? 'must not hold %' : undefined) },
  },
  {
    name: 'controls-refused',
    title: '400 for control characters',
    traits: { textProblem: (_member, text) => (/\p{Cc}/u.test(text) ? 'has control characters' : undefined) },
  },
  {
    name: 'ascii-only',
    title: '400 for characters outside ASCII',
    traits: {
      textProblem: (_member, text) => (/[^\u0020-\u007e]/.test(text) ? 'has to be ASCII' : undefined),
    },
  },
  {
    name: 'markup-refused',
    title: '400 for angle brackets',
    traits: { textProblem: (_member, text) => (/[<>]/.test(text) ? 'must not hold markup' : undefined) },
  },
  {
    name: 'name-pattern',
    title: '400 for a name with anything but letters, digits, blanks and dashes',
    traits: {
      textProblem: (member, text) =>
        member === 'name' && !/^[\p{L}\p{N} -]{1,100}$/u.test(text)
          ? 'has characters that a name has not'
          : undefined,
    },
  },
  {
    name: 'trims',
    title: 'white space at the ends is trimmed',
    traits: { normalise: (_member, text) => text.trim() },
  },
  {
    name: 'malformed-token-400',
    title: '400 for a token that RFC 6750 does not allow, as for an empty one',
    traits: {
      emptyTokenStatus: 400,
      unauthorized: (call, service) =>
        /^bearer +[^ ]+ /i.test(call.headers['authorization'] ?? '')
          ? problem(400, 'The token holds a blank.', call, service)
          : honestUnauthorized(call, service),
    },
  },
  { name: 'unknown-members-refused', title: '400 for unknown members', traits: { unknownMembers: 'refuse' } },
  {
    name: 'unknown-members-kept',
    title: 'members that the document does not name are kept and listed',
    traits: { unknownMembers: 'keep' },
  },
  { name: 'id-refused', title: '400 for an id in the body', traits: { assignedId: 'refuse' } },
  {
    name: 'repeated-members-refused',
    title: '400 for a member named twice',
    traits: { repeatedMembers: 'refuse' },
  },
  { name: 'unique-names', title: '400 for a name that is taken', traits: { uniqueNames: true } },
  {
    name: 'large-body-400',
    title: '400 and the end of the connection for a body of more than 8 KiB',
    traits: { maxBodyBytes: 8192, tooLargeStatus: 400 },
  },
  {
    name: 'large-body-413',
    title: '413 and the end of the connection for a body of more than 64 KiB',
    traits: { maxBodyBytes: 65_536 },
  },
  {
    name: 'media-type-ignored',
    title: 'any media type is read as JSON',
    traits: { wrongMediaType: 'accept' },
  },
  {
    name: 'media-type-400',
    title: '400 for another media type, or none',
    traits: { wrongMediaType: 400, missingMediaType: 400 },
  },
  {
    name: 'media-type-415',
    title: '415 for another media type, or none',
    traits: { wrongMediaType: 415, missingMediaType: 415 },
  },
  { name: 'empty-token-400', title: '400 for an empty token', traits: { emptyTokenStatus: 400 } },
  { name: 'scheme-case-matters', title: '401 for bearer in lower case', traits: { schemeCase: 'exact' } },
  { name: 'bare-challenge', title: 'WWW-Authenticate: Bearer', traits: { challenges: () => ['Bearer'] } },
  {
    name: 'more-challenges',
    title: 'further challenges, in two lines, the scheme in another case',
    traits: {
      challenges: () => ['Basic realm="staff, only", charset="UTF-8", bEARER realm="pets"', 'Negotiate'],
    },
  },
  {
    name: 'detailed-challenge',
    title: 'a challenge with error and description',
    traits: {
      challenges: (call) => [
        call.credential === 'missing'
          ? 'Bearer realm="pets", scope="read write"'
          : 'Bearer realm="pets", error="invalid_token", error_description="The \\"key\\" is unknown, or was revoked"',
      ],
    },
  },
  {
    name: 'no-challenge',
    title: '401 without WWW-Authenticate, which the document does not ask for',
    traits: { challenges: () => [] },
  },
  {
    name: 'named-operations-answer',
    title: 'the operations that are only named give 200',
    traits: {
      namedOperation: (call) => ({
        status: 200,
        headers: [],
        content: jsonContent(call.operation === 'getPet' ? { id: 1, name: 'Rex' } : []),
      }),
    },
  },
  {
    name: 'named-operations-sunset',
    title: 'the deprecated operation says so, in both headers',
    traits: {
      namedOperation: (call, service) => ({
        ...problem(404, 'There is no such pet.', call, service),
        headers: [
          ['Deprecation', '@1735689600'],
          ['Sunset', 'Thu, 31 Dec 2026 23:59:59 GMT'],
        ],
      }),
    },
  },
  {
    name: 'named-operations-elsewhere',
    title: 'the operations that are only named are not there: 404 of the server in front, without headers',
    traits: {
      intercept: (call) =>
        call.operation === 'getPet' || call.operation === 'listOrders'
          ? {
              status: 404,
              headers: [],
              content: { kind: 'raw', mediaType: 'text/html', bytes: '<h1>404</h1>' },
            }
          : undefined,
      rateHeaders: (usage, call, answer, service) =>
        call.operation === 'getPet' || call.operation === 'listOrders'
          ? []
          : honestRateHeaders(usage, call, answer, service),
    },
  },
  {
    name: 'named-operations-gone',
    title: '410 for the operations that are only named, with a plain text',
    traits: {
      namedOperation: () => ({
        status: 410,
        headers: [],
        content: { kind: 'raw', mediaType: 'text/plain', bytes: 'This has gone.' },
      }),
    },
  },
  {
    name: 'not-found-html',
    title: '404 as an HTML page for what is no operation',
    traits: {
      notFound: () => ({
        status: 404,
        headers: [],
        content: {
          kind: 'raw',
          mediaType: 'text/html; charset=utf-8',
          bytes: '<!doctype html><title>404</title>',
        },
      }),
    },
  },
]);
