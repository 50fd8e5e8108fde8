import { hash } from 'node:crypto';
import { parseHttpDate } from '../http/date.ts';
import { type Answer, type Exchange, saysAbsent, type SentRequest } from '../http/exchange.ts';
import { fieldsOf, fieldValues } from '../http/fields.ts';
import { documentedFor, essenceOf } from '../http/media-type.ts';
import { readContent } from '../interface/content/content.ts';
import { mediaKindOf } from '../interface/content/media-kind.ts';
import { withoutFiles } from '../interface/content/multipart.ts';
import { isLimitRefusal, jsonShownBy, responseFor } from '../interface/documented-answers.ts';
import { membersInQuery } from '../interface/content/query.ts';
import type { DocumentedResponse, Operation, RateLimits } from '../interface/model.ts';
import { type ParsedJson, parseJson } from '../json/lossless.ts';
import { isObject, type Json } from '../json/value.ts';
import { leaveBehind } from '../system/garbage.ts';
import { noted, onceFor } from '../system/once-for.ts';
import { type Contract, validatorOf } from './contract.ts';
import { expectation } from './expectation.ts';
import { asksTheSame, parsedBody } from './request-facts.ts';
import type { Expectation } from './situation.ts';

/** An answer as the checks read it. `json` is parsed at first use, and kept unless it is long. */
export type AnswerReading = {
  readonly status: number;
  readonly answer: Answer;
  readonly header: (name: string) => readonly string[];
  /** Content-Type without parameters, in lower case; `undefined` when it is missing or unreadable. */
  readonly mediaType: string | undefined;
  /** The answer's own `Date` in ms since the epoch; `undefined` when it is missing or unreadable. */
  readonly dateMs: number | undefined;
  readonly json: ParsedJson;
  /** True for the documented refusal of a request over the limit. */
  readonly limited: boolean;
  /** The documented response for this status, if the operation is documented. */
  readonly documented: DocumentedResponse | undefined;
};

/** An exchange as the checks read it. */
export type Reading = {
  readonly exchange: Exchange;
  readonly expectation: Expectation;
  readonly answer: AnswerReading | undefined;
};

/** What a longer body parses to is not kept: a list of 200,000 entries takes ten times its length. */
const LONG_BYTES = 65_536;

/** So many names at the top of a long body are kept: more of them are entries. */
const MOST_TOP_NAMES = 64;

/** A value takes several times as much as the text that it is made of, which is gone soon. */
const GROWTH = 6;

function parsedLong(body: Uint8Array): ParsedJson {
  leaveBehind(GROWTH * body.length);
  return parseJson(body);
}

/** What was parsed last, which is mostly what is asked for next, by a digest of its bytes: one list is answered again and again. */
let last: { readonly digest: string; readonly parsed: ParsedJson } | undefined;

function parsedOnce(digest: string, body: Uint8Array): ParsedJson {
  if (last?.digest === digest) return last.parsed;
  last = undefined;
  const parsed = parsedLong(body);
  last = { digest, parsed };
  return parsed;
}

/** The names at the top of long bodies, which nobody has to parse again for them. */
const topNames = new WeakMap<ParsedJson, readonly string[]>();

function topNamesIn(value: Json): readonly string[] {
  return isObject(value) ? Object.keys(value) : [];
}

/** The names of the members of a body that is an object; none for any other. */
export function topNamesOf(json: ParsedJson): readonly string[] {
  return topNames.get(json) ?? (json.kind === 'json' ? topNamesIn(json.value) : []);
}

/** The same as `parseJson`, but that the value is parsed anew when another one was asked for meanwhile. */
function parsedWhenAsked(body: () => Uint8Array): ParsedJson {
  const bytes = body();
  const digest = hash('sha256', bytes, 'base64');
  const parsed = parsedOnce(digest, bytes);
  if (parsed.kind === 'invalid') return parsed;
  const { kind, byteOrderMark, duplicateNames } = parsed;
  const kept: ParsedJson = {
    kind,
    byteOrderMark,
    duplicateNames,
    get value(): Json {
      const again = last?.digest === digest ? last.parsed : parsedOnce(digest, body());
      return again.kind === 'json' ? again.value : null;
    },
  };
  const names = topNamesIn(parsed.value);
  if (names.length <= MOST_TOP_NAMES) topNames.set(kept, names);
  return kept;
}

/**
 * A class, since a getter in an object of its own would give each answer a shape of its own, which lives until the next full
 * collection and the answer with it: for a hundred thousand answers a tenth of the time.
 */
class AnswerRead implements AnswerReading {
  readonly status: number;
  readonly answer: Answer;
  readonly header: AnswerReading['header'];
  readonly mediaType: string | undefined;
  readonly dateMs: number | undefined;
  readonly limited: boolean;
  readonly documented: DocumentedResponse | undefined;
  readonly #isLong: boolean;
  #json: ParsedJson | undefined;

  constructor(answer: Answer, expected: Expectation, limits: RateLimits | undefined) {
    const header = fieldsOf(answer.headers);
    const [date] = header('date');
    const { operation } = expected;
    this.status = answer.status;
    this.answer = answer;
    this.header = header;
    this.mediaType = essenceOf(header('content-type')[0]);
    this.dateMs = date === undefined ? undefined : parseHttpDate(date);
    this.limited = isLimitRefusal(limits, answer.status, header);
    this.documented = operation === undefined ? undefined : responseFor(operation, answer.status);
    this.#isLong = answer.body.length > LONG_BYTES;
  }

  get json(): ParsedJson {
    const { answer } = this;
    this.#json ??= this.#isLong ? parsedWhenAsked(() => answer.body) : parseJson(answer.body);
    return this.#json;
  }
}

/** A request as it was planned, and what the oracle said of it. */
export type Asked = { readonly request: SentRequest; readonly expectation: Expectation };

/**
 * Reads an exchange against the interface: what it asked for, what it may get, what it got. The oracle is not asked again
 * where it was asked the same before.
 */
export function readExchange(contract: Contract, exchange: Exchange, asked?: Asked): Reading {
  const { request, result } = exchange;
  const isKnown = asked !== undefined && asksTheSame(contract.interface.operations, asked.request, request);
  const asMeant = isKnown ? asked.expectation : expectation(contract, request);
  const { unserved } = asMeant;
  const isServed = result.kind !== 'answer' || (result.answer.status >= 200 && result.answer.status < 300);
  const expected = isServed || unserved === undefined ? asMeant : { ...asMeant, ...unserved };
  const limits = contract.interface.rateLimits;
  const answer =
    result.kind === 'answer' ? noted(new AnswerRead(result.answer, expected, limits)) : undefined;
  return noted({ exchange, expectation: expected, answer });
}

/** The media type of a request, where it is one of forms. */
function formTypeOf({ exchange }: Reading): string | undefined {
  const [contentType = ''] = fieldValues(exchange.request.headers, 'content-type');
  const essence = essenceOf(contentType);
  const kind = essence === undefined ? 'json' : mediaKindOf(essence);
  return kind === 'form' || kind === 'multipart' ? contentType : undefined;
}

/** The fields of a form as the document types them, without files; `undefined` where receivers may read it in different ways. */
const sentForm = onceFor((reading: Reading): Json | undefined => {
  const { body } = reading.exchange.request;
  const contentType = formTypeOf(reading) ?? '';
  const documented = reading.expectation.operation?.requestBody?.representations ?? [];
  const representation = documentedFor(documented, essenceOf(contentType) ?? '');
  if (body === undefined || representation === undefined) return undefined;
  const read = readContent(representation, body, contentType);
  return read.kind === 'value' && read.certain ? withoutFiles(representation.schema, read.value) : undefined;
});

const sentInQuery = onceFor(({ exchange, expectation: { operation } }: Reading): Json | undefined =>
  operation === undefined ? undefined : membersInQuery(operation, exchange.request.target),
);

/** What a request says of an entry: its JSON body, the fields of a form, or what it gives in its query; `undefined` where it has none of them. */
export function sentValue(reading: Reading): Json | undefined {
  if (reading.exchange.request.body === undefined) return sentInQuery(reading);
  return formTypeOf(reading) === undefined ? sentJson(reading) : sentForm(reading);
}

/** The JSON body sent with a request, or `undefined` when it is no JSON. */
export function sentJson(reading: Reading): Json | undefined {
  const { body } = reading.exchange.request;
  if (body === undefined) return undefined;
  const parsed = parsedBody(body);
  return parsed.kind === 'json' ? parsed.value : undefined;
}

/** True for a response of which the document has null in place of what is described, as in `Optional[Note]`. */
const hasNull = onceFor((documented: DocumentedResponse): boolean => {
  const schema = jsonShownBy(documented)?.schema;
  if (schema === undefined) return false;
  const isFit = (value: Json): boolean => validatorOf(schema)(value).length === 0;
  return isFit(null) && !isFit(false);
});

/** True for an operation of which the document says with a status that there may be nothing at its place. */
function hasAbsence({ responses }: Operation): boolean {
  return responses.some(({ status }) => /^4(?:04|10|XX)$/i.test(status));
}

/**
 * True for an answer that may say that nothing is at its place: 404 and 410, and to a read a 204, or null in place of the entry, where the
 * document has that, or has no status for what is not there. The last two may also mean that there is nothing to show yet.
 */
export function findsNothing({ answer, exchange, expectation: { operation } }: Reading): boolean {
  if (answer === undefined || saysAbsent(answer.status)) return answer !== undefined;
  const { documented, json, status } = answer;
  if (exchange.request.method !== 'GET' || status >= 300) return false;
  const isEmpty = status === 204;
  if (!isEmpty && (json.kind !== 'json' || json.value !== null)) return false;
  const isTold = documented !== undefined && (isEmpty ? documented.status === '204' : hasNull(documented));
  return isTold || (operation !== undefined && !hasAbsence(operation));
}
