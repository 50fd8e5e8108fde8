import { isLinkLine } from '../http/link.ts';
import { readText, typesOf } from '../interface/content/texts.ts';
import type { HeaderRule, Interface } from '../interface/model.ts';
import { validatorOf } from '../oracle/contract.ts';
import type { AnswerReading, Reading } from '../oracle/reading.ts';
import { isUnjudged, type SchemaError } from '../schema/compile.ts';
import type { Schema } from '../schema/keywords.ts';
import { onceFor, onceForBoth } from '../system/once-for.ts';
import { type Check, WHATEVER_WAS_SENT } from './check.ts';
import { breaks, eachExchange, IRRELEVANT, PROVES, type Verdict, UNJUDGED } from './judge-each.ts';
import { excerpt } from './outcome.ts';
import { owedAnswer } from './statuses.ts';

/** Names of the fields that the rate-limit checks judge, in lower case. */
const quotaNames = onceFor((document: Interface): ReadonlySet<string> => {
  const names = Object.values(document.rateLimits?.headers ?? {});
  return new Set(names.flatMap((name) => name?.toLowerCase() ?? []));
});

/** Response fields of a document, apart from those of the rate limit. */
const otherRules = onceForBoth((document: Interface, rules: readonly HeaderRule[]): readonly HeaderRule[] =>
  rules.filter((rule) => !quotaNames(document).has(rule.name.toLowerCase())),
);

function allRules(document: Interface): readonly HeaderRule[] {
  const rules = document.operations.flatMap((o) => o.responses.flatMap((response) => response.headers));
  return otherRules(document, rules);
}

function unlessRequired(document: Interface): string | undefined {
  const isRequired = allRules(document).some(({ required }) => required);
  return isRequired ? undefined : 'the document requires no other response field';
}

/** Values of which most schemas that ask for something rule one out. */
const ANY_VALUES = ['', 'soon', '-1', '7', 'true', 'x'.repeat(2_000)];

/** True for a field of links by the words of the document, which names the standard for them. */
function holdsLinks({ name, description = '' }: HeaderRule): boolean {
  return name.toLowerCase() === 'link' && /\bRFC ?(?:8288|5988)\b/i.test(description);
}

/** True for a field that may be left out, and whose schema, or the standard that the document names, rules some value out. */
function isOptional(rule: HeaderRule): boolean {
  if (rule.required || !isSingle(rule.schema)) return false;
  if (holdsLinks(rule)) return true;
  return ANY_VALUES.some((value) => {
    const errors = errorsOf(value, rule);
    return errors.length > 0 && !isUnjudged(errors);
  });
}

function unlessOptional(document: Interface): string | undefined {
  return allRules(document).some(isOptional)
    ? undefined
    : 'the document shows no response field that may be left out and has a schema which rules a value out';
}

/** Fields whose dates HTTP writes in its own way (RFC 9110 section 5.6.7): no `format` of JSON Schema can be asked of them. */
const HTTP_DATES: ReadonlySet<string> = new Set([
  'date',
  'deprecation',
  'expires',
  'last-modified',
  'retry-after',
  'sunset',
]);

/** Fields that hold a reference to be resolved against the address of the request (RFC 9110 sections 8.7 and 10.2.2). */
const REFERENCES: ReadonlySet<string> = new Set(['content-location', 'location']);
const REFERENCE: Schema = { type: 'string', format: 'uri-reference' };

/** True where HTTP says how such a field is written, whichever `format` of JSON Schema the document gives it. */
function isWrittenAsInHttp(name: string, value: string): boolean {
  const field = name.toLowerCase();
  if (HTTP_DATES.has(field)) return true;
  return REFERENCES.has(field) && value !== '' && validatorOf(REFERENCE)(value).length === 0;
}

/** A list or a mapping is written in parts, which are not looked at. */
function isSingle(schema: Schema): boolean {
  const types = typesOf({ schema, root: schema });
  return !types.has('array') && !types.has('object');
}

/** How a field value breaks the schema, read as whatever the schema asks for; a number may begin with zeros. */
function errorsOf(value: string, { name, schema }: HeaderRule): readonly SchemaError[] {
  const validate = validatorOf(schema);
  const readings = [value, value.replace(/^(-?)0+(?=\d)/, '$1')];
  const found = readings.map((text) => validate(readText(text, { schema, root: schema })));
  const errors = found.find((each) => each.length === 0) ?? found[0] ?? [];
  return errors.some(({ keyword }) => keyword === 'format') && isWrittenAsInHttp(name, value)
    ? errors.filter(({ keyword }) => keyword !== 'format')
    : errors;
}

/** Whether an answer carries a documented response field with a value that satisfies its schema. */
export function ruleVerdict(answer: AnswerReading, rule: HeaderRule): Verdict {
  const { name, schema } = rule;
  const [value] = answer.header(name);
  if (value === undefined) return breaks(`${name} on ${answer.status}`, `no ${name}`);
  if (!isSingle(schema)) return PROVES;
  const errors = errorsOf(value, rule);
  if (isUnjudged(errors)) return UNJUDGED;
  const [error] = errors;
  if (holdsLinks(rule) && !isLinkLine(value))
    return breaks(`${name}: <address>; rel="…" (RFC 8288 section 3)`, `${name}: ${excerpt(value)}`);
  return error === undefined
    ? PROVES
    : breaks(`${name} as documented (${error.message})`, `${name}: ${excerpt(value)}`);
}

function verdictOf(document: Interface, reading: Reading): Verdict {
  const answer = owedAnswer(reading);
  const rules = otherRules(document, answer?.documented?.headers ?? []);
  const verdicts = rules
    .filter(({ required }) => required)
    .map((rule) => (answer === undefined ? IRRELEVANT : ruleVerdict(answer, rule)));
  return verdicts.find((verdict) => verdict.kind === 'breaks') ?? verdicts[0] ?? IRRELEVANT;
}

/** Looks at each documented field that came although it may be left out, once: of several lines nobody knows which one counts. */
function optionalVerdict(document: Interface, reading: Reading): Verdict {
  const answer = owedAnswer(reading);
  if (answer === undefined) return IRRELEVANT;
  const verdicts = otherRules(document, answer.documented?.headers ?? [])
    .filter((rule) => answer.header(rule.name).length === 1 && isOptional(rule))
    .map((rule) => ruleVerdict(answer, rule));
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
      'Every answer that the document shows has the response fields that it requires there, with values that satisfy their schema; so has a refusal over the limit where the operation names its status. The fields of the rate limit have checks of their own; fields that the document does not show conform.',
    notApplicable: unlessRequired,
    ...eachExchange('must', (reading, { contract }) => verdictOf(contract.interface, reading)),
  },
  {
    id: 'headers.optional',
    suite: 'errors',
    level: 'must',
    needs: WHATEVER_WAS_SENT,
    title: 'a response field that may be left out is as documented where it comes',
    explanation:
      'The document leaves it to the service whether such a field comes, and says what its value is then. Looked at where it comes on one line and its schema asks for one value, on every answer that the document shows. Dates and references that HTTP itself writes (`Location: orders/7`) are asked for no format of JSON Schema; a `Link` of which the document says that it is that of RFC 8288 has its targets in angle brackets; the fields of the rate limit have checks of their own.',
    notApplicable: unlessOptional,
    ...eachExchange('must', (reading, { contract }) => optionalVerdict(contract.interface, reading)),
    // Whether such a field comes is the service's own business.
    sharpens: true,
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
