import { fieldValues } from '../../http/fields.ts';
import type { Interface } from '../../interface/model.ts';
import { asksForPart, servesParts, showsStatus } from '../../oracle/conditions.ts';
import type { AnswerReading, Reading } from '../../oracle/reading.ts';
import type { Check, JudgedRun } from '../check.ts';
import { openTribunal, saysNothing, type Tribunal } from '../judge-each.ts';
import { excerpt, type Outcome, type Violation } from '../outcome.ts';
import { statusText } from '../statuses.ts';
import { COINED_TAG } from './validators/validators.ts';

/**
 * Parts of a content (RFC 9110 section 14), where the document has them: a part is the one that its fields say and that was asked for,
 * and has the bytes that the whole has there. Whoever sends the whole conforms, and so does who sends less of a part.
 */

/** A part, counted from 0 up to its last byte. */
type Part = { readonly first: number; readonly last: number; readonly total: number | undefined };

/** What was asked for: a part from there on, up to there, or so many bytes of the end. */
type Asked = { readonly first: number | undefined; readonly last: number | undefined };

function askedPart({ exchange }: Reading): Asked | undefined {
  const [text = ''] = fieldValues(exchange.request.headers, 'range');
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(text.trim()) ?? [];
  if (first === undefined || last === undefined || `${first}${last}` === '') return undefined;
  const [from, to] = [first, last].map((each) => (each === '' ? undefined : Number(each)));
  return { first: from, last: to };
}

function toldPart({ header }: AnswerReading): Part | 'missing' | undefined {
  const fields = header('content-range');
  if (fields.length === 0) return 'missing';
  const [, first, last, total] =
    /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/i.exec(fields[0]?.trim() ?? '') ?? [];
  if (fields.length > 1 || first === undefined) return undefined;
  return { first: Number(first), last: Number(last), total: total === '*' ? undefined : Number(total) };
}

/** True for an answer whose bytes are those of the wire, and all of them. */
function isPlain({ answer, header }: AnswerReading): boolean {
  return !answer.truncated && answer.undecoded === undefined && header('content-encoding').length === 0;
}

/** The strong tag of an answer: two with the same one have the same bytes. */
function strongTag({ header }: AnswerReading): string | undefined {
  const [tag, ...more] = header('etag');
  return tag !== undefined && more.length === 0 && tag.startsWith('"') ? tag : undefined;
}

/** The whole content of the same version, as another answer shows it. */
function wholeOf(
  { readings }: JudgedRun,
  { exchange }: Reading,
  part: AnswerReading,
): AnswerReading | undefined {
  const tag = strongTag(part);
  const type = part.header('content-type').join();
  const found = readings.find(
    ({ exchange: { request }, answer }) =>
      request.method === 'GET' &&
      request.target === exchange.request.target &&
      answer?.status === 200 &&
      isPlain(answer) &&
      tag !== undefined &&
      strongTag(answer) === tag &&
      answer.header('content-type').join() === type,
  );
  return found?.answer;
}

type Words = Pick<Violation, 'expected' | 'actual' | 'deviation'>;

/** What is wrong with a part by itself, and beside what was asked for. */
function faultOf(reading: Reading, answer: AnswerReading, { first, last, total }: Part): Words | undefined {
  const { length } = answer.answer.body;
  const told = `bytes ${String(first)}-${String(last)}`;
  if (last < first || (total !== undefined && last >= total))
    return {
      expected: 'a Content-Range that is one',
      actual: answer.header('content-range').join(),
      deviation: 'a part that can not be',
    };
  if (length !== last - first + 1)
    return {
      expected: `${String(last - first + 1)} bytes: ${told}, as Content-Range says`,
      actual: `${String(length)} bytes`,
      deviation: 'a part is not as long as its Content-Range says',
    };
  const asked = askedPart(reading);
  const end = asked?.first === undefined ? undefined : asked.last;
  const start =
    asked?.first ??
    (total === undefined || asked?.last === undefined ? undefined : Math.max(0, total - asked.last));
  const isOther = (start !== undefined && first < start) || (end !== undefined && last > end);
  if (!isOther) return undefined;
  return {
    expected: `a part of ${fieldValues(reading.exchange.request.headers, 'range').join()}, as was asked for`,
    actual: `${told} of ${total === undefined ? 'the whole' : String(total)}`,
    deviation: 'another part than was asked for',
  };
}

function isSame(part: Uint8Array, whole: Uint8Array, first: number): boolean {
  return part.every((byte, at) => whole[first + at] === byte);
}

function judgePart(run: JudgedRun, reading: Reading, answer: AnswerReading, tribunal: Tribunal): void {
  const operation = reading.expectation.operation?.id;
  const breaks = (words: Words): void => {
    tribunal.breaks({ exchanges: [reading.exchange.id], operation, ...words });
  };
  if (!isPlain(answer) || /^multipart\//i.test(answer.header('content-type')[0] ?? '')) return;
  const [version = ''] = fieldValues(reading.exchange.request.headers, 'if-range');
  if (version === COINED_TAG)
    return breaks({
      expected: '200 with all of it: no version had the tag of If-Range',
      actual: statusText(answer),
      deviation: 'a part of another version than was asked for',
    });
  const told = toldPart(answer);
  if (told === undefined) return;
  if (told === 'missing')
    return breaks({
      expected: 'Content-Range, which says which part it is (RFC 9110 section 15.3.7)',
      actual: 'none',
      deviation: 'a part that does not say which',
    });
  const fault = faultOf(reading, answer, told);
  if (fault !== undefined) return breaks(fault);
  const whole = wholeOf(run, reading, answer);
  if (whole === undefined || isSame(answer.answer.body, whole.answer.body, told.first)) {
    tribunal.proves(operation);
    return;
  }
  breaks({
    expected: `the bytes ${String(told.first)}-${String(told.last)} of what came whole with the tag ${excerpt(strongTag(whole) ?? '')}`,
    actual: 'other bytes',
    deviation: 'a part has other bytes than the whole',
  });
}

/** Words that say that parts are served. */
const SUPPORTS = /\bsupports? (?:[\w-]+ ){0,3}(?:byte )?ranges?\b|\branges? (?:are|is) supported\b/i;

/** Judges what is answered with the whole although the document has something else for it. */
function judgeWhole(run: JudgedRun, reading: Reading, answer: AnswerReading, tribunal: Tribunal): void {
  const { operation } = reading.expectation;
  const [asked, { length }] = [askedPart(reading), answer.answer.body];
  const isOfVersion = fieldValues(reading.exchange.request.headers, 'if-range').length > 0;
  if (operation === undefined || asked === undefined || isOfVersion || !isPlain(answer)) return;
  const isOutside = asked.first !== undefined && asked.first >= length;
  const isInside =
    asked.first !== undefined && asked.first < length && (asked.last ?? asked.first) >= asked.first;
  const servesOthers = run.readings.some(
    (other) => other.answer?.status === 206 && other.expectation.operation === operation,
  );
  if (isOutside && servesOthers && showsStatus(operation, 416))
    tribunal.breaks({
      exchanges: [reading.exchange.id],
      operation: operation.id,
      expected: `416: by the document that comes for what is behind the ${String(length)} bytes`,
      actual: statusText(answer),
      deviation: 'a part that is not there is answered with the whole',
    });
  if (isInside && length > 1 && !servesOthers && SUPPORTS.test(operation.description ?? ''))
    tribunal.breaks({
      exchanges: [reading.exchange.id],
      operation: operation.id,
      expected: '206: the document says that ranges are supported',
      actual: `${statusText(answer)}, with all of it`,
      deviation: 'no part is served',
    });
}

/** The check of parts, where the document has them. */
export const rangeChecks: readonly Check[] = [
  {
    id: 'resources.range-holds',
    suite: 'resources',
    level: 'must',
    needs: ['conditional'],
    title: 'a part of a content is the part that it says',
    explanation:
      'Where the document has Range or 206: asks for a part, for the end, for what is behind the end, and with If-Range for a part of a version that nothing had. A 206 has the part that its Content-Range says, inside of what was asked for, with the bytes of the whole where both have one strong tag (RFC 9110 section 14). All of it conforms, but where the document says in words that ranges are supported, or has 416 for what is behind the end and other parts come.',
    notApplicable: ({ operations }: Interface) =>
      operations.some(servesParts) ? undefined : 'the document has no parts of a content',
    judge: (run): Outcome => {
      const tribunal = openTribunal('must');
      for (const reading of run.readings) {
        const { answer, exchange } = reading;
        if (answer === undefined || answer.limited || exchange.request.method !== 'GET') continue;
        if (!asksForPart(exchange.request)) continue;
        if (answer.status === 206) judgePart(run, reading, answer, tribunal);
        else if (answer.status === 200) judgeWhole(run, reading, answer, tribunal);
      }
      return tribunal.outcome();
    },
    foreign: saysNothing('what others ask for in parts may be another version each time'),
    // Whether a service has parts is its own.
    sharpens: true,
  },
];
