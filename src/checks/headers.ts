import type { HeaderRule, Interface } from '../interface/model.ts';
import { validatorOf } from '../oracle/contract.ts';
import type { AnswerReading, Reading } from '../oracle/reading.ts';
import { isUnjudged } from '../schema/compile.ts';
import type { Schema } from '../schema/keywords.ts';
import { type Check, WHATEVER_WAS_SENT } from './check.ts';
import { breaks, eachExchange, IRRELEVANT, PROVES, type Verdict, UNJUDGED } from './judge-each.ts';
import { excerpt } from './outcome.ts';
import { owedAnswer } from './statuses.ts';

/** Names of the fields that the rate-limit checks judge, in lower case. */
function quotaNames(document: Interface): ReadonlySet<string> {
  const names = Object.values(document.rateLimits?.headers ?? {});
  return new Set(names.flatMap((name) => name?.toLowerCase() ?? []));
}

/** Required response fields of a document, apart from those of the rate limit. */
function otherRules(document: Interface, rules: readonly HeaderRule[]): readonly HeaderRule[] {
  const quota = quotaNames(document);
  return rules.filter((rule) => rule.required && !quota.has(rule.name.toLowerCase()));
}

function unlessRequired(document: Interface): string | undefined {
  const rules = document.operations.flatMap((o) => o.responses.flatMap((response) => response.headers));
  return otherRules(document, rules).length > 0 ? undefined : 'the document requires no other response field';
}

/** A field value as JSON, where the schema asks for a number or a boolean. */
function fromField(value: string, schema: Schema): unknown {
  const types = typeof schema === 'boolean' ? [] : [schema.type].flat();
  if ((types.includes('integer') || types.includes('number')) && /^-?\d+(?:\.\d+)?$/.test(value))
    return Number(value);
  if (types.includes('boolean') && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

function isSingle(schema: Schema): boolean {
  return typeof schema === 'boolean' || (schema.type !== 'array' && schema.type !== 'object');
}

/** Whether an answer carries a documented response field with a value that satisfies its schema. */
export function ruleVerdict(answer: AnswerReading, { name, schema }: HeaderRule): Verdict {
  const [value] = answer.header(name);
  if (value === undefined) return breaks(`${name} on ${answer.status}`, `no ${name}`);
  if (!isSingle(schema)) return PROVES;
  const errors = validatorOf(schema)(fromField(value, schema));
  if (isUnjudged(errors)) return UNJUDGED;
  const [error] = errors;
  return error === undefined
    ? PROVES
    : breaks(`${name} as documented (${error.message})`, `${name}: ${excerpt(value)}`);
}

function verdictOf(document: Interface, reading: Reading): Verdict {
  const answer = owedAnswer(reading);
  const verdicts = otherRules(document, answer?.documented?.headers ?? []).map((rule) =>
    answer === undefined ? IRRELEVANT : ruleVerdict(answer, rule),
  );
  return verdicts.find((verdict) => verdict.kind === 'breaks') ?? verdicts[0] ?? IRRELEVANT;
}

/**
 * Response fields of HTTP that hold one value and are no list (RFC 9110). `Content-Length` may come twice with the same value
 * (section 8.6).
 */
const OF_ONE_VALUE = [
  'Content-Type',
  'Content-Location',
  'Date',
  'ETag',
  'Last-Modified',
  'Location',
  'Retry-After',
];

function onceVerdict({ answer }: Reading): Verdict {
  if (answer === undefined) return IRRELEVANT;
  const there = OF_ONE_VALUE.filter((name) => answer.header(name).length > 0);
  const [repeated] = there.filter((name) => answer.header(name).length > 1);
  if (repeated === undefined) return there.length > 0 ? PROVES : IRRELEVANT;
  const values = answer.header(repeated).map((value) => `${repeated}: ${excerpt(value)}`);
  return breaks(`${repeated} once`, values.join(' and '), `${repeated} more than once`);
}

export const documentedHeaderChecks: readonly Check[] = [
  {
    id: 'headers.documented',
    suite: 'errors',
    level: 'must',
    needs: WHATEVER_WAS_SENT,
    title: 'answers carry the response fields that the document requires',
    explanation:
      'Every answer that the document shows has the response fields that it requires there, with values that satisfy their schema. The fields of the rate limit have checks of their own; fields that the document does not show conform.',
    notApplicable: unlessRequired,
    ...eachExchange('must', (reading, { contract }) => verdictOf(contract.interface, reading)),
  },
  {
    id: 'headers.once',
    suite: 'errors',
    level: 'http',
    needs: WHATEVER_WAS_SENT,
    title: 'a response field of one value stands in an answer once',
    explanation:
      'RFC 9110 §5.3: a field that is no list is sent once. Of two, readers take the first, the last or both. Looked at on every answer, for the media type and place of the body, the date, the validators, the place of what was created and the time to come back. Fields that the document brings, and lists, are not looked at.',
    notApplicable: () => undefined,
    ...eachExchange('http', onceVerdict),
  },
];
