import type { Interface } from '../../interface/model.ts';
import { isObject, type Json } from '../../json/value.ts';
import { refusalStatuses } from '../../oracle/contract.ts';
import type { Reading } from '../../oracle/reading.ts';
import type { Situation } from '../../oracle/situation.ts';
import { isTakenOtherwise } from '../../oracle/taken-otherwise.ts';
import { BAD_BODIES, type Check } from '../check.ts';
import { breaks, eachExchange, IRRELEVANT, PROVES } from '../judge-each.ts';
import { sentText } from '../resources/creations/creations.ts';
import { statusDeviation, statusText, judgesStatus } from '../statuses.ts';

function unlessBody(document: Interface): string | undefined {
  const takesBody = document.operations.some(
    (o) => o.documentation === 'full' && o.requestBody !== undefined,
  );
  return takesBody ? undefined : 'no documented operation takes a body';
}

const CONSTRAINTS: ReadonlySet<string> = new Set(
  'enum const minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern minItems maxItems uniqueItems minProperties maxProperties'.split(
    ' ',
  ),
);

/**
 * True where a member with such a name and value stands anywhere in the schemas. What large documents share is looked at once, however
 * many of their operations lead to it.
 */
function isStated(
  schemas: Iterable<Json>,
  isMember: (name: string, value: Json) => boolean,
  seen = new Set<object>(),
): boolean {
  for (const schema of schemas) {
    if (typeof schema !== 'object' || schema === null || seen.has(schema)) continue;
    seen.add(schema);
    const isHere = isObject(schema) && Object.entries(schema).some(([name, value]) => isMember(name, value));
    if (isHere || isStated(Object.values(schema), isMember, seen)) return true;
  }
  return false;
}

function unlessConstraint(document: Interface): string | undefined {
  const bodies = document.operations.flatMap((o) =>
    o.documentation === 'full' ? (o.requestBody?.representations ?? []) : [],
  );
  const stated = isStated(
    bodies.map(({ schema }) => schema),
    (name, value) => CONSTRAINTS.has(name) || (name === 'additionalProperties' && value === false),
  );
  return stated ? undefined : 'the document puts no constraint on the members of a body';
}

const APPLIES: { readonly [situation in Situation]?: Check['notApplicable'] } = {
  'invalid-parameter': unlessParameters,
  constraint: unlessConstraint,
  format: unlessFormat,
};

function unlessFormat(document: Interface): string | undefined {
  const schemas = document.operations.flatMap(({ documentation, parameters, requestBody }) =>
    documentation === 'full' ? [...parameters, ...(requestBody?.representations ?? [])] : [],
  );
  const stated = isStated(
    schemas.map(({ schema }) => schema),
    (name) => name === 'format',
  );
  return stated ? undefined : 'the document gives no value of a request a format';
}

function unlessParameters(document: Interface): string | undefined {
  const takes = document.operations.some((o) => o.documentation === 'full' && o.parameters.length > 0);
  return takes ? undefined : 'no documented operation takes a parameter';
}

function judges(
  id: string,
  situation: Situation,
  title: string,
  explanation: string,
  options: { readonly level?: 'must' | 'http' | 'should'; readonly suite?: Check['suite'] } = {},
): Check {
  const level = options.level ?? 'must';
  return {
    id,
    suite: options.suite ?? 'validation',
    level,
    needs: [situation],
    title,
    explanation,
    notApplicable: APPLIES[situation] ?? unlessBody,
    ...judgesStatus(level, situation),
  };
}

function unlessRefusalIsOpen(document: Interface): string | undefined {
  const isOpen = document.operations.some(
    (o) => o.documentation === 'full' && o.requestBody !== undefined && refusalStatuses(o).length === 0,
  );
  return isOpen ? undefined : 'every operation that takes a body documents how it refuses one';
}

const VARIANT = 'validation.media-type-variant';

/** What a request asks, whatever its fields are. */
function askedIn(reading: Reading): string {
  const { method, target } = reading.exchange.request;
  return `${method} ${target} ${sentText(reading)}`;
}

/** True where another way of writing the media type was refused in words that may be about the body. */
function mayBeOfBody({ answer, expectation }: Reading): boolean {
  const status = answer?.status ?? 0;
  return expectation.situation === 'media-type-variant' && status >= 400 && status < 500 && status !== 415;
}

/** The judgements of another way of writing the media type: a refusal may be about the body, and then says nothing of its type. */
function judgesVariant(): Pick<Check, 'judge' | 'foreign'> {
  const { judge, foreign } = judgesStatus('http', 'media-type-variant');
  return {
    judge: (run) => {
      const doubted = run.readings.filter(mayBeOfBody);
      if (doubted.length === 0) return judge(run);
      const served = new Set(
        run.readings
          .filter(({ answer }) => answer !== undefined && answer.status >= 200 && answer.status < 300)
          .map(askedIn),
      );
      const left = new Set(doubted.filter((reading) => !served.has(askedIn(reading))));
      const outcome = judge({ ...run, readings: run.readings.filter((reading) => !left.has(reading)) });
      return outcome.kind === 'inconclusive' && left.size > 0
        ? { kind: 'not-applicable', reason: 'the same body was not served under the documented media type' }
        : outcome;
    },
    foreign:
      foreign.kind === 'each'
        ? {
            ...foreign,
            judge: (reading, alone) => (mayBeOfBody(reading) ? IRRELEVANT : foreign.judge(reading, alone)),
          }
        : foreign,
  };
}

export const validationChecks: readonly Check[] = [
  judges(
    'validation.missing-member',
    'missing-member',
    'a body without a required member is refused',
    'Sends bodies that lack one required member each and are fine otherwise. The answer has to be the documented refusal (400).',
  ),
  judges(
    'validation.wrong-type',
    'wrong-type',
    'a member of a wrong type is refused',
    'Sends each member with every JSON type that its schema does not allow, one at a time. A number that is turned into a string is a stored value that the client never sent.',
  ),
  judges(
    'validation.root-type',
    'root-type',
    'a body of another JSON type is refused',
    'Sends null, a boolean, a number, a string and an array where the document asks for an object.',
  ),
  judges(
    'validation.constraint',
    'constraint',
    'a value outside of its documented bounds is refused',
    'Sends values that break one documented constraint each, also inside of objects and items: enumeration, bounds, length, pattern. A pattern is broken by what services forget of it: text before and behind, its fixed beginning, end and separators, a character too few or too many in each part.',
  ),
  judges(
    'validation.format',
    'format',
    'a value of another format is refused',
    'Sends values that break a documented format alone, in bodies, paths and queries. A success is a warning: JSON Schema and OpenAPI let readers take a format for a remark. Where no statement says what is refused, so is a text in JSON that reads as the number or the truth value that is asked for (`"7"`), 1 or 0 for a truth value, a listed value in another letter case, and a text that fits without the blanks around it: widespread frameworks turn it into one.',
    { level: 'should' },
  ),
  judges(
    'validation.malformed-json',
    'malformed-json',
    'a body that is no JSON is refused',
    'Sends text that no extension of JSON accepts: a truncated object, plain words. RFC 8259 §9 lets parsers accept extensions such as trailing commas, so these are not sent as faults.',
  ),
  {
    id: 'validation.undocumented-refusal',
    suite: 'validation',
    level: 'should',
    needs: BAD_BODIES,
    title: 'a body that breaks its schema is not taken, although no refusal is documented',
    explanation:
      'Where an operation documents no refusal (400, 422, 4XX or default), the document does not say what an invalid body gets. A success is a warning: what the schema asks for is not looked at.',
    notApplicable: unlessRefusalIsOpen,
    ...eachExchange('should', (reading, { contract }) => {
      const { answer, expectation } = reading;
      const { operation, situation, hasNoBaseline, because } = expectation;
      if (answer === undefined || operation === undefined || hasNoBaseline === true) return IRRELEVANT;
      if (!BAD_BODIES.includes(situation) || refusalStatuses(operation).length > 0) return IRRELEVANT;
      if (answer.status >= 400 && answer.status < 500 && !answer.limited) return PROVES;
      if (answer.status >= 300 || isTakenOtherwise(contract, reading)) return IRRELEVANT;
      return breaks(`any 4xx: ${because}`, statusText(answer), statusDeviation(answer));
    }),
  },
  judges(
    'validation.empty-body',
    'empty-body',
    'an empty body is refused where one is required',
    'Sends the documented Content-Type with a body of zero bytes.',
  ),
  judges(
    'validation.no-body',
    'no-body',
    'a request without the required body is refused',
    'Sends neither body nor Content-Type. 400, 411 and 415 conform.',
  ),
  judges(
    'validation.parameter',
    'invalid-parameter',
    'a parameter that breaks its schema is refused',
    'Sends path, query and header parameters that break their documented schema, where the document gives the refusal a status. Values that are nearly right come last: what services forget of a pattern, and what begins like a number (`2x`), in a path like that of an entry which is there. One of the listed values in another letter case is judged with the formats.',
  ),
  judges(
    'validation.unusual-text',
    'unusual-text',
    'valid but unusual text is accepted or properly refused',
    'Sends text that the document allows and services stumble over: emoji, quotes, percent signs, markup, NUL, very long text. The documented success and the documented refusal conform.',
    { suite: 'robustness' },
  ),
  {
    ...judges(
      VARIANT,
      'media-type-variant',
      'the media type is accepted in any letter case and with parameters',
      'Sends the documented body as `Application/JSON; charset=utf-8`. RFC 9110 §8.3.1 compares media types without letter case and parameters apart; the document is silent, so a refusal is a warning. One that is not 415 counts where the same body is served under the type as it is documented.',
      { level: 'http', suite: 'robustness' },
    ),
    ...judgesVariant(),
  },
];
