import {
  documentedFor,
  essenceOf,
  isJsonMediaType,
  parseMediaType,
  PROBLEM_DETAILS,
} from '../http/media-type.ts';
import { isSuccessByDefault, jsonRepresentationFor } from '../interface/documented-answers.ts';
import { targetParts } from '../http/target.ts';
import { isOfFormAsked } from '../interface/parameters/forms-of-answers.ts';
import { mediaKindOf } from '../interface/content/media-kind.ts';
import type { Interface, Representation } from '../interface/model.ts';
import { validatorOf } from '../oracle/contract.ts';
import type { AnswerReading, Reading } from '../oracle/reading.ts';
import { isUnjudged, type SchemaError } from '../schema/compile.ts';
import { schemaMembers } from '../schema/members.ts';
import { onceFor } from '../system/once-for.ts';
import { type Check, WHATEVER_WAS_SENT } from './check.ts';
import { contentVerdict } from './contents.ts';
import {
  breaks,
  eachExchange,
  IRRELEVANT,
  judgeEach,
  PROVES,
  saysNothing,
  type Verdict,
  UNJUDGED,
} from './judge-each.ts';
import { withoutGivenValues } from './given-values.ts';
import { excerpt, excerptBytes } from './outcome.ts';
import { owedAnswer } from './statuses.ts';

/** Statuses whose answers have no content, whatever a document shows (RFC 9110 §15.3.5, §15.3.6 and §15.4.5). */
const WITHOUT_CONTENT: ReadonlySet<number> = new Set([204, 205, 304]);

function mayHaveContent({ status }: AnswerReading): boolean {
  return status >= 200 && !WITHOUT_CONTENT.has(status);
}

/** True for an error of which the document says no more than what its success by `default` looks like. */
function isShownAsSuccess({ status, documented }: AnswerReading): boolean {
  return status >= 400 && documented !== undefined && isSuccessByDefault(documented);
}

/** The JSON representation that the document gives an answer, or `undefined`. */
export function jsonRepresentation(answer: AnswerReading): Representation | undefined {
  return answer.documented === undefined || !mayHaveContent(answer) || isShownAsSuccess(answer)
    ? undefined
    : jsonRepresentationFor(answer.documented, answer.mediaType);
}

type OwedJson = { readonly answer: AnswerReading; readonly representation: Representation };

/** True for content in another form than the document shows, which the request asked for by a value that the document lists. */
function isInAnotherForm({ exchange, expectation: { operation } }: Reading, answer: AnswerReading): boolean {
  const { documented, mediaType } = answer;
  if (operation === undefined || documented === undefined || mediaType === undefined) return false;
  if (documentedFor(documented.representations, mediaType) !== undefined) return false;
  return isOfFormAsked(operation, targetParts(exchange.request.target).query, mediaType);
}

/** An answer that is owed with its content: one to HEAD ends with its header section (RFC 9110 section 9.3.2). */
function owedContent(reading: Reading): AnswerReading | undefined {
  const answer = reading.exchange.request.method === 'HEAD' ? undefined : owedAnswer(reading);
  return answer === undefined || isShownAsSuccess(answer) || isInAnotherForm(reading, answer)
    ? undefined
    : answer;
}

/** An answer whose JSON body the document shows, and which is there as a whole. */
export function owedJson(reading: Reading): OwedJson | undefined {
  const owed = owedHead(reading);
  return owed?.answer.answer.truncated === true ? undefined : owed;
}

/** The same where the body was cut or is not known: for what the header section tells. */
const owedHead = onceFor((reading: Reading): OwedJson | undefined => {
  const answer = owedContent(reading);
  const representation = answer === undefined ? undefined : jsonRepresentation(answer);
  return answer === undefined || representation === undefined ? undefined : { answer, representation };
});

/** A part of the bytes of a content is no whole of anything; 206 may also be the page of a list. */
function isSuccess({ status, header }: AnswerReading): boolean {
  const [part = '', type = ''] = [header('content-range')[0], header('content-type')[0]];
  const isOfBytes = /^\s*bytes\b/i.test(part) || /^multipart\/byteranges\b/i.test(type);
  return status < 300 && !(status === 206 && isOfBytes);
}

const MEMBERS_OF_PROBLEMS = ['type', 'title', 'status', 'detail', 'instance'];

/**
 * True for problem details under the type that RFC 9457 (section 3) has for them, where the document describes an error by all of their
 * members and calls it JSON, as generators do: neither says that the other is wrong.
 */
function isProblemByItsName(answer: AnswerReading): boolean {
  const schema = answer.mediaType === PROBLEM_DETAILS ? jsonRepresentation(answer)?.schema : undefined;
  if (schema === undefined || answer.status < 400) return false;
  const { properties } = schemaMembers(schema);
  return MEMBERS_OF_PROBLEMS.every((name) => properties.has(name));
}

function mediaTypeVerdict(reading: Reading): Verdict {
  const answer = owedContent(reading);
  const representations = answer?.documented?.representations ?? [];
  if (answer === undefined || representations.length === 0 || !mayHaveContent(answer)) return IRRELEVANT;
  const documented = representations.map((one) => one.mediaType);
  const { mediaType } = answer;
  if (mediaType !== undefined && documentedFor(representations, mediaType) !== undefined) return PROVES;
  if (isProblemByItsName(answer)) return IRRELEVANT;
  // What is no media type (`application/json|application/xml`) stands for nobody knows which.
  if (documented.some((one) => essenceOf(one) === undefined)) return IRRELEVANT;
  const [given] = answer.header('content-type');
  if (given === undefined && documented.includes('*/*')) return IRRELEVANT;
  // An empty text or file is nothing that a type could be given to (RFC 9110 §8.3 speaks of messages with content).
  const isEmpty = answer.answer.body.length === 0 && !answer.answer.truncated;
  if (given === undefined && isEmpty && !documented.every(isJsonMediaType)) return IRRELEVANT;
  const actual = given === undefined ? 'no Content-Type' : `Content-Type: ${excerpt(given)}`;
  return breaks(`Content-Type: ${documented.join(' or ')} on ${answer.status}`, actual);
}

/** The verdict on a body that nobody can decode: it is no JSON, whatever its bytes look like. */
export function undecodedVerdict({ answer, header }: AnswerReading): Verdict | undefined {
  if (answer.undecoded === undefined) return undefined;
  return breaks(
    'a body in the content coding that Content-Encoding names (RFC 9110 §8.4)',
    `Content-Encoding: ${excerpt(header('content-encoding').join(', '))}, but ${answer.undecoded}`,
    'its content coding can not be undone',
  );
}

/** Names that senders give to UTF-8, and to the part of it that every other name shares with it. */
const NAMES_OF_UTF8: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

function encodingVerdict(reading: Reading): Verdict {
  const { answer } = reading;
  if (answer === undefined || answer.answer.body.length === 0) return IRRELEVANT;
  const coding = undecodedVerdict(answer);
  if (coding !== undefined) return coding;
  const mediaType = parseMediaType(answer.header('content-type')[0] ?? '');
  if (mediaType === undefined || !isJsonMediaType(mediaType.essence)) return IRRELEVANT;
  const charset = mediaType.parameters.get('charset');
  if (charset !== undefined && !NAMES_OF_UTF8.has(charset.toLowerCase()))
    return breaks('JSON in UTF-8 (RFC 8259 §8.1)', `charset=${excerpt(charset)}`, 'it names another charset');
  return owedJson(reading) === undefined ? IRRELEVANT : PROVES;
}

function jsonVerdict(reading: Reading): Verdict {
  const owed = owedJson(reading);
  if (owed === undefined || !isSuccess(owed.answer)) return IRRELEVANT;
  const coding = undecodedVerdict(owed.answer);
  if (coding !== undefined) return coding;
  const { json } = owed.answer;
  if (json.kind === 'json') {
    if (!json.byteOrderMark) return PROVES;
    return breaks(
      'a body that is JSON from its first byte (RFC 8259 §2)',
      'it starts with a byte order mark',
    );
  }
  return breaks(
    'a body in UTF-8 and strict JSON',
    `${json.reason}: ${excerptBytes(owed.answer.answer.body)}`,
    owed.answer.answer.body.length === 0 ? 'an empty body' : 'no strict JSON in UTF-8',
  );
}

/** Why no body belongs to an answer, whatever it announces (RFC 9112 §6.3). */
function withoutBody({ exchange }: Reading, { status }: AnswerReading): string | undefined {
  if (exchange.request.method === 'HEAD') return 'an answer to HEAD';
  return status === 204 || status === 304 ? String(status) : undefined;
}

function behindVerdict(reading: Reading): Verdict {
  const { answer } = reading;
  if (answer === undefined || answer.answer.truncated) return IRRELEVANT;
  const { surplus } = answer.answer;
  if (surplus === undefined) return PROVES;
  const bodiless = withoutBody(reading, answer);
  const what = bodiless === undefined ? 'behind the end of the answer' : 'behind the header section';
  return breaks(
    bodiless === undefined
      ? 'nothing behind the end of an answer (RFC 9112 §6.3)'
      : `no body in ${bodiless} (RFC 9112 §6.3)`,
    `${surplus.bytes} bytes ${what}`,
    bodiless === undefined ? 'bytes behind the end of the answer' : `a body in ${bodiless}`,
  );
}

/** How a body breaks its schema, wherever the member stands in it: entries of a list are like a single one. */
export function schemaDeviation({ pointer, keyword, message }: SchemaError): string {
  const name = pointer.slice(pointer.lastIndexOf('/') + 1);
  if (keyword === 'required') return `it ${message}`;
  if (pointer === '') return `the body ${message}`;
  return `${/^\d+$/.test(name) ? 'an entry' : name} ${message}`;
}

/** The same for a body that is not JSON. */
function otherVerdict(answer: AnswerReading): Verdict {
  const verdict = contentVerdict(answer);
  const shown = `the documented body of ${answer.status}`;
  switch (verdict.kind) {
    case 'open':
      return IRRELEVANT;
    case 'fits':
      return PROVES;
    case 'no-such-body':
      return breaks(
        `${shown}, as ${answer.mediaType ?? ''}`,
        `${excerpt(verdict.reason)}: ${excerptBytes(answer.answer.body)}`,
        'it is not what its Content-Type says',
      );
    case 'breaks': {
      const { error, more } = verdict;
      const rest = more === 0 ? '' : ` (and ${more} more)`;
      const place = error.pointer === '' ? 'the body' : error.pointer;
      return breaks(
        shown,
        `${place} ${error.message}${rest}: ${excerptBytes(answer.answer.body)}`,
        schemaDeviation(error),
      );
    }
  }
}

function schemaVerdict(reading: Reading): Verdict {
  const owed = owedJson(reading);
  const other = owed === undefined ? owedContent(reading) : undefined;
  if (other !== undefined && isSuccess(other) && mayHaveContent(other)) return otherVerdict(other);
  if (owed === undefined || !isSuccess(owed.answer) || owed.answer.json.kind === 'invalid') return IRRELEVANT;
  const errors = validatorOf(owed.representation.schema)(owed.answer.json.value);
  const [first, ...more] = errors;
  if (first === undefined) return isUnjudged(errors) ? UNJUDGED : PROVES;
  const rest = more.length === 0 ? '' : ` (and ${more.length} more)`;
  return breaks(
    `the documented body of ${owed.answer.status}`,
    `${first.pointer === '' ? 'the body' : first.pointer} ${first.message}${rest}: ${excerptBytes(owed.answer.answer.body)}`,
    schemaDeviation(first),
  );
}

/** Not applicable where the document shows bodies of successes, and none of these. */
function unlessSuccess(
  isOne: (representation: Representation) => boolean,
  what: string,
): (document: Interface) => string | undefined {
  return ({ operations }) => {
    const shown = operations
      .flatMap(({ responses }) => responses)
      .filter(({ status }) => /^(?:2|default$)/i.test(status))
      .flatMap(({ representations }) => representations);
    return shown.length === 0 || shown.some(isOne) ? undefined : `no success has a body ${what}`;
  };
}

const eachSchema = eachExchange('must', schemaVerdict);

export const bodyChecks: readonly Check[] = [
  {
    id: 'bodies.media-type',
    suite: 'errors',
    level: 'must',
    needs: ['ordinary', 'absent-entry'],
    title: 'answers come in the documented media type',
    explanation:
      'Every answer whose body the document shows names its media type in Content-Type. Letter case and parameters such as charset do not matter (RFC 9110 §8.3.1).',
    notApplicable: () => undefined,
    ...eachExchange('must', mediaTypeVerdict),
  },
  {
    id: 'bodies.json',
    suite: 'collections',
    level: 'must',
    needs: ['ordinary'],
    title: 'success bodies are JSON',
    explanation: 'Success bodies parse as strict JSON in UTF-8 (RFC 8259 §8.1 and §10).',
    notApplicable: unlessSuccess(({ mediaType }) => mediaKindOf(mediaType) === 'json', 'in JSON'),
    ...eachExchange('must', jsonVerdict),
  },
  {
    id: 'bodies.schema',
    suite: 'collections',
    level: 'must',
    needs: ['ordinary', 'creation'],
    title: 'success bodies have the documented shape',
    explanation:
      'Success bodies satisfy the documented schema, whether they come as JSON, XML, a form, text, lines of JSON or events. Members that the document does not show conform; integers are read without loss. Bytes such as pictures are not judged, nor values that the document lets a request give and no answer show.',
    notApplicable: unlessSuccess(
      ({ mediaType }) => mediaKindOf(mediaType) !== 'binary',
      'that a schema describes',
    ),
    judge: (run) => withoutGivenValues(run, eachSchema.judge(run)),
    foreign: eachSchema.foreign,
  },
  {
    id: 'bodies.encoding',
    suite: 'errors',
    level: 'http',
    needs: WHATEVER_WAS_SENT,
    title: 'bodies are encoded as their fields say',
    explanation:
      'RFC 9110 §8.4: what Content-Encoding names has been done to the body, and can be undone; assay asks for no coding, and takes every one that is registered. RFC 8259 §8.1: JSON is in UTF-8, so a charset parameter that names another encoding is wrong. Looked at on every answer, also where the document is silent about the body.',
    notApplicable: () => undefined,
    ...eachExchange('http', encodingVerdict),
  },
  {
    id: 'bodies.nothing-behind',
    suite: 'errors',
    level: 'http',
    needs: WHATEVER_WAS_SENT,
    title: 'nothing comes behind the end of an answer',
    explanation:
      'RFC 9112 §6.3: Content-Length or the last chunk say where an answer ends; answers to HEAD, 204 and 304 end with their header section, whatever their fields say. Bytes behind it are taken for the next answer by every client that keeps the connection open. assay closes such a connection and judges nothing by them.',
    notApplicable: () => undefined,
    judge: ({ readings }) => judgeEach('http', readings, behindVerdict),
    foreign: saysNothing('what came behind an answer is in no recording of others'),
  },
  {
    id: 'bodies.no-byte-order-mark',
    suite: 'errors',
    level: 'http',
    needs: WHATEVER_WAS_SENT,
    title: 'JSON bodies have no byte order mark',
    explanation: 'RFC 8259 §8.1: a byte order mark must not be added to JSON text.',
    notApplicable: () => undefined,
    ...eachExchange('http', (reading) => {
      const owed = owedJson(reading);
      if (owed === undefined || owed.answer.json.kind === 'invalid') return IRRELEVANT;
      if (!owed.answer.json.byteOrderMark) return owed.answer.answer.decoded ? IRRELEVANT : PROVES;
      return breaks('JSON without a byte order mark (RFC 8259 §8.1)', 'the body starts with U+FEFF');
    }),
  },
  {
    id: 'bodies.unique-names',
    suite: 'errors',
    level: 'should',
    needs: WHATEVER_WAS_SENT,
    title: 'names in JSON objects are unique',
    explanation:
      'RFC 8259 §4: the names within an object should be unique; readers differ in which one they take.',
    notApplicable: () => undefined,
    ...eachExchange('should', (reading) => {
      const owed = owedJson(reading);
      if (owed === undefined || owed.answer.json.kind === 'invalid') return IRRELEVANT;
      const { duplicateNames } = owed.answer.json;
      if (duplicateNames.length === 0) return PROVES;
      return breaks('every name once (RFC 8259 §4)', `twice: ${excerpt(duplicateNames.join(', '))}`);
    }),
  },
];
