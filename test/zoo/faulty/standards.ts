import { bearerToken, honestCredential, honestReadBody, honestTooMany, problem } from '../honest-traits.ts';
import { faulty, type FaultyMember, type FaultyRow } from '../member.ts';
import type { Call, Reading, Service, Traits } from '../traits.ts';
import {
  both,
  type Condition,
  html,
  onCreated,
  onError,
  onList,
  onMethod,
  onStatus,
  raw,
  replacing,
} from './changes.ts';

const lowerCaseScheme = (call: Call): boolean => (call.headers['authorization'] ?? '').startsWith('bearer ');

const forLowerCase =
  (status: number): Traits['intercept'] =>
  (call, service) =>
    lowerCaseScheme(call) && honestCredential(call, service) === 'valid'
      ? problem(status, 'Write Bearer.', call, service)
      : undefined;

const readingWhere =
  (accepts: (mediaType: string) => boolean, status: 400 | 415): Traits['readBody'] =>
  (call: Call, service: Service): Reading => {
    const mediaType = call.headers['content-type'];
    if (mediaType === undefined || accepts(mediaType)) return honestReadBody(call, service);
    return { ok: false, answer: problem(status, 'The body has to be application/json.', call, service) };
  };

const twiceNamed = (text: string): string => text.replace(/"(name|code)":/, '"$1":"","$1":');
const withMark = (text: string): string => `\u{feff}${text}`;
const json = (change: (text: string) => string | Buffer) => (text: string) =>
  raw('application/json', change(text));

const challenges: readonly FaultyRow[] = [
  {
    name: 'challenge-missing',
    clauses: ['HTTP-401-challenge'],
    title: '401 without WWW-Authenticate',
    traits: { challenges: () => [] },
  },
  {
    name: 'challenge-missing-on-create',
    clauses: ['HTTP-401-challenge'],
    title: '401 to a creation without WWW-Authenticate',
    subtle: true,
    traits: { challenges: (call) => (call.method === 'POST' ? [] : ['Bearer']) },
  },
  {
    name: 'challenge-missing-for-wrong-key',
    clauses: ['HTTP-401-challenge'],
    title: '401 for a wrong key without WWW-Authenticate',
    subtle: true,
    traits: { challenges: (call) => (bearerToken(call) === undefined ? ['Bearer'] : []) },
  },
];

const everywhere =
  (coding: string): Traits['extraHeaders'] =>
  () => [['Content-Encoding', coding]];

const encodings: readonly FaultyRow[] = [
  {
    name: 'charset-latin-1',
    clauses: ['HTTP-body-encoding'],
    title: 'JSON in UTF-8 is said to be in ISO 8859-1',
    traits: { mediaType: 'application/json; charset=iso-8859-1' },
  },
];

/** Bodies in content codings that no client can undo: what comes out is no JSON. */
export const codingFaults: readonly FaultyMember[] = faulty('bodies', [
  {
    name: 'content-coding-unknown',
    clauses: ['1-response-media-type', 'HTTP-body-encoding'],
    title: 'Content-Encoding: zip',
    traits: { extraHeaders: everywhere('zip') },
  },
  {
    name: 'content-coding-of-plain-text',
    clauses: ['1-response-media-type', 'HTTP-body-encoding'],
    title: 'Content-Encoding: gzip over plain JSON',
    traits: { extraHeaders: everywhere('gzip') },
  },
  {
    name: 'content-coding-of-plain-errors',
    clauses: ['7.1-error-object', 'HTTP-body-encoding'],
    title: 'Content-Encoding: gzip over the plain JSON of errors',
    traits: {
      alter: (answer) =>
        answer.status < 400
          ? answer
          : { ...answer, headers: [...answer.headers, ['Content-Encoding', 'gzip']] },
    },
  },
]);

const schemes: readonly FaultyRow[] = [401, 400, 403].map((status): FaultyRow => ({
  name: `scheme-in-lower-case-${status}`,
  clauses: ['HTTP-scheme-case'],
  title: `${status} for a valid key behind "bearer"`,
  traits: { intercept: forLowerCase(status) },
}));

const mediaTypes: readonly FaultyRow[] = [
  {
    name: 'media-type-compared-as-text',
    clauses: ['HTTP-media-type-case'],
    title: '415 for a Content-Type that is not "application/json" letter by letter',
    traits: { readBody: readingWhere((type) => type === 'application/json', 415) },
  },
  {
    name: 'media-type-in-capitals-400',
    clauses: ['HTTP-media-type-case'],
    title: '400 for a Content-Type with capitals',
    traits: { readBody: readingWhere((type) => !/[A-Z]/.test(type), 400) },
  },
  {
    name: 'media-type-in-capitals-415',
    clauses: ['HTTP-media-type-case'],
    title: '415 for a Content-Type with capitals',
    traits: { readBody: readingWhere((type) => !/[A-Z]/.test(type), 415) },
  },
];

const waits: readonly FaultyRow[] = [
  {
    name: 'retry-after-milliseconds',
    clauses: ['HTTP-retry-after-form', '8.2-retry-after'],
    title: 'Retry-After is in milliseconds',
    traits: {
      tooMany: (usage, call, service) => ({
        ...honestTooMany(usage, call, service),
        headers: [['Retry-After', String(Math.ceil(usage.waitMs))]],
      }),
    },
  },
];

const behind =
  (condition: Condition, text: string): Traits['alter'] =>
  (answer, call) =>
    condition(answer, call) ? { ...answer, behind: text } : answer;

const ends: readonly FaultyRow[] = [
  {
    name: 'line-ends-behind-answers',
    clauses: ['HTTP-end-of-answer'],
    title: 'two line ends behind the body of each list',
    traits: { alter: behind(onList, '\r\n\r\n') },
  },
  {
    name: 'bytes-behind-errors',
    clauses: ['HTTP-end-of-answer'],
    title: 'Content-Length counts characters, and Errors have a few more bytes',
    subtle: true,
    traits: { alter: behind(onError, '"}') },
  },
  {
    name: 'body-for-head',
    clauses: ['HTTP-end-of-answer'],
    title: 'an answer to HEAD has a body',
    subtle: true,
    traits: { alter: behind(onMethod('HEAD'), '[{"id":1,"name":"dog"}]') },
  },
];

const texts: readonly FaultyRow[] = [
  {
    name: 'byte-order-mark-on-errors',
    clauses: ['HTTP-json-no-byte-order-mark'],
    title: 'a byte order mark before Errors',
    subtle: true,
    traits: { alter: replacing(onError, json(withMark)) },
  },
  {
    name: 'names-twice-in-list',
    clauses: ['HTTP-json-unique-names'],
    title: 'an entry of the list with two names',
    traits: { alter: replacing(onList, json(twiceNamed)) },
  },
  {
    name: 'names-twice-when-created',
    clauses: ['HTTP-json-unique-names'],
    title: 'a created category with two names',
    subtle: true,
    traits: { alter: replacing(onCreated, json(twiceNamed)) },
  },
  {
    name: 'codes-twice-in-errors',
    clauses: ['HTTP-json-unique-names'],
    title: 'an Error with two codes',
    subtle: true,
    traits: { alter: replacing(onError, json(twiceNamed)) },
  },
];

/** Services that do all that the document says, and break a standard that it builds upon: a warning finds them. */
export const standardFaults: readonly FaultyMember[] = faulty(
  'standards',
  [...challenges, ...schemes, ...mediaTypes, ...encodings, ...waits, ...ends, ...texts].map((row) => ({
    ...row,
    shows: 'warning' as const,
  })),
);

/** JSON in other encodings: no client can read it. */
export const encodingFaults: readonly FaultyMember[] = faulty('bodies', [
  {
    name: 'byte-order-mark-on-list',
    clauses: ['HTTP-json-no-byte-order-mark', '1-http-and-json'],
    title: 'a byte order mark before the list',
    traits: { alter: replacing(onList, json(withMark)) },
  },
  {
    name: 'utf-16-when-created',
    clauses: ['HTTP-json-utf-8', '4.2-answer-201'],
    title: 'a created category in UTF-16',
    subtle: true,
    traits: {
      alter: replacing(
        onCreated,
        json((text) => Buffer.from(text, 'utf16le')),
      ),
    },
  },
  {
    name: 'page-for-list-of-post',
    clauses: ['1-response-media-type', '4.2-answer-400'],
    title: 'a page for a refused creation',
    subtle: true,
    traits: { alter: replacing(both(onStatus(400), onMethod('POST')), () => html('Bad Request')) },
  },
]);
