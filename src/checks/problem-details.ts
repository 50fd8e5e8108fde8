import { PROBLEM_DETAILS } from '../http/media-type.ts';
import { isObject, type JsonObject, type Json, memberOf } from '../json/value.ts';
import { validatorOf } from '../oracle/contract.ts';
import type { AnswerReading, Reading } from '../oracle/reading.ts';
import { schemaMembers } from '../schema/members.ts';
import { mergedKeywords } from '../schema/merge.ts';
import type { SchemaError } from '../schema/compile.ts';
import type { Schema } from '../schema/keywords.ts';
import { jsonRepresentation } from './bodies.ts';
import { breaks, IRRELEVANT, PROVES, type Verdict } from './judge-each.ts';
import { excerptJson } from './outcome.ts';

/** Problem details (RFC 9457): what their media type says of them, whether or not a document does. */

/** Members that are texts (RFC 9457 sections 3.1.1, 3.1.3, 3.1.4 and 3.1.5). */
const TEXTS = ['type', 'title', 'detail', 'instance'];

/** Statuses that a gateway gives what it got from somebody else (RFC 9110 sections 15.6.3 to 15.6.5). */
const OF_GATEWAYS: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * True for problem details whose status line an intermediary may have changed: then their `status` is the one before (RFC 9457
 * section 3.1.2).
 */
export function isOfIntermediary({ mediaType, status, header }: AnswerReading): boolean {
  return mediaType === PROBLEM_DETAILS && (OF_GATEWAYS.has(status) || header('via').length > 0);
}

/** What the document says of a member of the answer's body. */
function described(answer: AnswerReading, name: string): { readonly [keyword: string]: unknown } | undefined {
  const schema: Schema | undefined = jsonRepresentation(answer)?.schema;
  const member = schema === undefined ? undefined : schemaMembers(schema).properties.get(name);
  return schema === undefined || member === undefined ? undefined : mergedKeywords(member, schema);
}

const REFERENCE: Schema = { type: 'string', format: 'uri-reference' };

/**
 * How a body breaks its schema, without what its media type allows: `type` and `instance` of problem details are URI references
 * (RFC 9457 sections 3.1.1 and 3.1.5), also where the document says `format: uri`, as generators make it of the type that
 * frameworks have for both.
 */
export function errorsBeyondType(
  answer: AnswerReading,
  body: Json,
  errors: readonly SchemaError[],
): readonly SchemaError[] {
  if (answer.mediaType !== PROBLEM_DETAILS || !isObject(body)) return errors;
  const isAllowed = (name: string): boolean =>
    described(answer, name)?.['format'] === 'uri' &&
    validatorOf(REFERENCE)(memberOf(body, name)).length === 0;
  const allowed = ['type', 'instance'].filter(isAllowed).map((name) => `/${name}`);
  const left = errors.filter(({ pointer, keyword }) => keyword !== 'format' || !allowed.includes(pointer));
  return left.length === errors.length ? errors : left;
}

function textsVerdict(answer: AnswerReading, body: JsonObject): Verdict {
  const there = TEXTS.filter(
    (name) => (memberOf(body, name) ?? null) !== null && described(answer, name) === undefined,
  );
  const wrong = there.find((name) => typeof memberOf(body, name) !== 'string');
  if (wrong === undefined) return there.length > 0 ? PROVES : IRRELEVANT;
  const actual = `${wrong}: ${excerptJson(memberOf(body, wrong) ?? null)}`;
  return breaks(`${wrong} as a text (RFC 9457 section 3.1)`, actual, `${wrong} is no text`);
}

function statusVerdict(answer: AnswerReading, body: JsonObject): Verdict {
  const value = memberOf(body, 'status') ?? null;
  if (value === null || isOfIntermediary(answer)) return IRRELEVANT;
  // One that is documented to be the HTTP status is judged as such.
  if (answer.documented?.statusMembers.includes('status') === true) return IRRELEVANT;
  const keywords = described(answer, 'status');
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  const isDecided =
    keywords !== undefined &&
    (!isNumber || Object.hasOwn(keywords, 'enum') || Object.hasOwn(keywords, 'const'));
  if (isDecided) return IRRELEVANT;
  if (isNumber && Number(value) === answer.status) return PROVES;
  const expected = `status: ${answer.status}, as the status line (RFC 9457 section 3.1.2)`;
  const deviation = isNumber ? 'status is not the one of the answer' : 'status is no number';
  return breaks(expected, `status: ${excerptJson(value)}`, deviation);
}

/** Judges the members of problem details that an error has. */
export function problemVerdict({ answer }: Reading): Verdict {
  if (answer === undefined || answer.status < 400 || answer.limited || answer.answer.truncated)
    return IRRELEVANT;
  if (answer.mediaType !== PROBLEM_DETAILS || answer.json.kind === 'invalid') return IRRELEVANT;
  const body = answer.json.value;
  if (!isObject(body)) return IRRELEVANT;
  const verdicts = [statusVerdict(answer, body), textsVerdict(answer, body)];
  return (
    verdicts.find(({ kind }) => kind === 'breaks') ??
    verdicts.find(({ kind }) => kind === 'proves') ??
    IRRELEVANT
  );
}
