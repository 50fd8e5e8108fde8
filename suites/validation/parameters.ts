import type { Operation, Parameter } from '../../src/interface/model.ts';
import { operationsAt, encodedSegment } from '../../src/interface/path-matching.ts';
import { isOneText } from '../../src/interface/parameters/parameter-style.ts';
import { segmentText } from '../../src/interface/parameters/written-parameters.ts';
import { targetParts } from '../../src/http/target.ts';
import { isList, isObject, type Json } from '../../src/json/value.ts';
import { CONDITIONS } from '../../src/oracle/conditions.ts';
import { namesOneRequest } from '../../src/interface/parameters/request-keys.ts';
import { validatorOf } from '../../src/oracle/contract.ts';
import { expectation } from '../../src/oracle/expectation.ts';
import { isOfCredential } from '../../src/oracle/parameter-facts.ts';
import { allowedTypes } from '../../src/schema/keywords.ts';
import { scalarKeywords } from '../../src/schema/scalar.ts';
import { type InvalidCase, invalidValues } from '../../src/schema/generate/invalid.ts';
import { harmlessOperations } from '../../src/session/in-reach.ts';
import { type ProbeContext, requestFor, sendFor } from '../../src/session/probe.ts';
import { areMany } from './cases.ts';
import { FROM_STANDARD, type Probe } from '../../src/session/suite.ts';
import {
  firstValue,
  type RequestParts,
  withoutParameter,
  withParameter,
} from '../../src/session/requests/valid-request.ts';
import { sampleOne } from '../../src/system/seeded.ts';

/** Requests with one parameter that breaks its schema, or is missing. */

/** Another type, both bounds, and a fraction. */
const MOST_PER_PARAMETER = 4;
/** What has parts is broken in more ways: its items, and what they are together. */
const MOST_OF_PARTS = 5;
/** One text of another type stands for all of them: each bound is looked at by itself. */
const MOST_OF_OTHER_TYPES = 1;
/** Further ways to break what was broken already: what services forget of a pattern, another letter case of one of a few values. */
const MOST_FURTHER = 5;
/** Of what is left to a run they take this part at most. */
const SHARE_OF_FURTHER = 0.2;

/** The first ways to break a parameter, or those that come after them. */
type Ways = 'first' | 'further';

/** The cases of a parameter; throws `Halt` when the time is over. */
function casesOf(
  { session }: ProbeContext,
  { schema }: Parameter,
  ways: Ways = 'first',
): IterableIterator<InvalidCase> {
  const cases = invalidValues(schema, { onWork: () => session.requireTime() });
  return cases.filter(({ isVariant }) => (isVariant === true) === (ways === 'further'));
}

/** No way to write true or false, also to those who read a number or the first letter. */
const NO_BOOLEAN = 'maybe';

/** Texts that break a parameter's schema, each made when it is asked for. */
function* invalidTexts(
  context: ProbeContext,
  parameter: Parameter,
  ways: Ways = 'first',
): Generator<string, undefined> {
  const types = [...allowedTypes(scalarKeywords(parameter.schema))].filter((type) => type !== 'null');
  if (types.join() === 'boolean') {
    if (ways === 'first') yield NO_BOOLEAN;
    return;
  }
  let ofOtherTypes = 0;
  for (const { arbitrary, breaks } of casesOf(context, parameter, ways)) {
    const value = sampleOne(arbitrary, context.seed, `${parameter.name} ${breaks.detail}`);
    if (value === null || typeof value === 'object' || String(value) === '') continue;
    const isOfOtherType = breaks.kind === 'root-type' || breaks.kind === 'wrong-type';
    // A number as a text is a text: what is no other type once it is written breaks nothing.
    if (isOfOtherType && validatorOf(parameter.schema)(String(value)).length === 0) continue;
    if (isOfOtherType && ofOtherTypes === MOST_OF_OTHER_TYPES) continue;
    if (isOfOtherType) ofOtherTypes += 1;
    yield String(value);
  }
}

/** A list that is broken in an item as one of that item alone: however a service reads lists, it comes across that one. */
function shortest(schema: Parameter['schema'], value: Json): Json {
  if (!isList(value)) return value;
  const alone = value.map((item): Json => [item]);
  const validate = validatorOf(schema);
  const places = new Set(validate(value).map(({ pointer }) => pointer));
  if (places.has('')) return value;
  return alone.find((one) => validate(one).length > 0) ?? value;
}

/** Not every value of a case can be written: an object without members is nothing in a query. */
const MOST_DRAWN = 4;

/**
 * Lists and objects that break a parameter's schema, and JSON values where it is written as JSON: some for each way to break it, of
 * which one is enough.
 */
function* invalidParts(context: ProbeContext, parameter: Parameter): Generator<readonly Json[], undefined> {
  for (const { arbitrary, breaks } of casesOf(context, parameter)) {
    const drawn = Array.from({ length: MOST_DRAWN }, (_, at) =>
      sampleOne(
        arbitrary,
        context.seed,
        `${parameter.name} ${breaks.pointer} ${breaks.detail} ${String(at)}`,
      ),
    );
    yield drawn
      .filter((value) => parameter.style === 'content' || isList(value) || isObject(value))
      .map((value) => shortest(parameter.schema, value));
  }
}

/** The texts of the path parameters of a request. */
function pathValuesOf(
  { session: { contract } }: ProbeContext,
  operation: Operation,
  { path: target }: Omit<RequestParts, 'body'>,
): ReadonlyMap<string, string> | undefined {
  const { path } = targetParts(target);
  return operationsAt(contract.interface, path).find((one) => one.operation.id === operation.id)?.pathValues;
}

/**
 * Texts that begin with a number and are none, or another one: who reads digits as far as there are some takes them for it. A name in a
 * path that nothing has is absent, whatever it breaks: there it is the number of what is there.
 */
function numbersAndMore(
  context: ProbeContext,
  operation: Operation,
  valid: Omit<RequestParts, 'body'>,
  parameter: Parameter,
): readonly string[] {
  const types = allowedTypes(scalarKeywords(parameter.schema));
  if (types.has('string') || !(types.has('integer') || types.has('number'))) return [];
  if (parameter.in === 'path') {
    const there = pathValuesOf(context, operation, valid)?.get(parameter.name) ?? '';
    return /^[1-9][0-9]*$/.test(there) ? [`${there}x`, `${there}.5`] : [];
  }
  const value = firstValue(parameter, context.seed);
  return typeof value === 'number' && /^[0-9.]+$/.test(String(value)) ? [`${String(value)}x`] : [];
}

function furtherTexts(
  context: ProbeContext,
  operation: Operation,
  valid: Omit<RequestParts, 'body'>,
  parameter: Parameter,
): readonly string[] {
  const more = numbersAndMore(context, operation, valid, parameter);
  return parameter.in === 'path' ? more : [...more, ...invalidTexts(context, parameter, 'further')];
}

/** The path of a valid request with another value for one of its parameters. */
function filledWith(
  context: ProbeContext,
  operation: Operation,
  parts: Omit<RequestParts, 'body'>,
  parameter: Parameter,
  value: Json,
): Omit<RequestParts, 'body'> {
  const { query } = targetParts(parts.path);
  const values = pathValuesOf(context, operation, parts);
  const filled = operation.path.replaceAll(/\{([^{}]*)\}/g, (whole, each: string) =>
    each === parameter.name
      ? segmentText(parameter, value, encodedSegment)
      : encodedSegment(values?.get(each) ?? whole),
  );
  return { path: query === '' ? filled : `${filled}?${query}`, headers: parts.headers };
}

/** Fields that HTTP, or who passes messages on, gives a meaning of its own: what no receiver knows there is left alone. */
const OF_HTTP =
  /^(?:accept.*|cache-control|connection|content-.*|cookie|date|dnt|expect|forwarded|from|host|if-.*|origin|prefer|priority|range|referer|sec-.*|te|trace.*|upgrade.*|user-agent|via|x-(?:amzn?|b3|correlation|forwarded|real-ip|request-id|trace)\b.*)$/i;

/** A field or cookie that may be left out is often passed over where it makes no sense: only what is needed has to be looked at. */
function isAsked(operation: Operation, parameter: Parameter): boolean {
  const { in: place, name, required } = parameter;
  if (isOfCredential(operation, parameter)) return false;
  const isOfMessage = OF_HTTP.test(name) || CONDITIONS.includes(name.toLowerCase()) || namesOneRequest(name);
  const isBeside = place === 'header' || place === 'cookie';
  return !isBeside || (required && !(place === 'header' && isOfMessage));
}

function isPlainText(parameter: Parameter): boolean {
  return isOneText(parameter) && parameter.style !== 'content';
}

type Variant = { readonly name: string; readonly parts: Omit<RequestParts, 'body'> };

/** Requests that break one parameter each, as far as the oracle agrees that they do. */
function invalidParameters(
  context: ProbeContext,
  operation: Operation,
  situation: 'invalid-parameter' | 'format',
  ways: Ways,
): readonly Variant[] {
  const valid = requestFor(context, operation, {
    probe: `parameters of ${operation.id}`,
    intent: 'ordinary',
  });
  if (valid === undefined) return [];
  const { contract } = context.session;
  const isMeant = ({ path, headers }: Omit<RequestParts, 'body'>): boolean => {
    const target = `${contract.basePath}${path}`;
    return expectation(contract, { ...valid, headers, target }).situation === situation;
  };
  const content = valid.headers.filter(([name]) => name.toLowerCase() === 'content-type');
  const own = valid.headers.filter((line) => !content.includes(line));
  return operation.parameters
    .filter((parameter) => isAsked(operation, parameter))
    .filter((parameter) => ways === 'first' || isPlainText(parameter))
    .flatMap((parameter) => {
      const found = new Map<string, Omit<RequestParts, 'body'>>();
      const add = (parts: Omit<RequestParts, 'body'>): boolean => {
        if (!isMeant({ path: parts.path, headers: [...parts.headers, ...content] })) return false;
        found.set(JSON.stringify(parts), parts);
        return true;
      };
      const parts = { path: valid.path, headers: own };
      const isText = isPlainText(parameter);
      const most = ways === 'further' ? MOST_FURTHER : isText ? MOST_PER_PARAMETER : MOST_OF_PARTS;
      const texts =
        ways === 'further'
          ? furtherTexts(context, operation, valid, parameter)
          : isText
            ? invalidTexts(context, parameter)
            : undefined;
      const cases =
        texts === undefined
          ? invalidParts(context, parameter)
          : Iterator.from(texts).map((text): readonly Json[] => [text]);
      for (const values of cases) {
        context.session.requireTime();
        values.some((value) =>
          add(
            parameter.in === 'path'
              ? filledWith(context, operation, parts, parameter, value)
              : withParameter(parts, parameter, value),
          ),
        );
        if (found.size === most) break;
      }
      const variants = [...found.values()].map((each, index) => ({
        name: `${parameter.name}-${ways === 'further' ? 'near-' : ''}${index + 1}`,
        parts: each,
      }));
      if (ways === 'further') return variants;
      found.clear();
      if (parameter.required && parameter.in !== 'path') add(withoutParameter(parts, parameter));
      const missing = [...found.values()].map((each) => ({
        name: `${parameter.name}-missing`,
        parts: each,
      }));
      return [...missing, ...variants];
    });
}

type Breakage = 'invalid-parameter' | 'format';

type Share = 'of-few' | 'first-of-many' | 'further-of-many';

/** The operations whose parameters are broken; none where they are too few, or too many. */
function operationsOf(context: ProbeContext, share: Share): readonly Operation[] {
  const operations = harmlessOperations(context);
  return areMany(operations) === (share !== 'of-few') ? operations : [];
}

type Pairs = Generator<readonly [Operation, Variant], undefined>;

/** All of one operation before those of the next; they are made when it comes. */
function* byOperation(
  operations: readonly Operation[],
  variantsOf: (operation: Operation) => readonly Variant[],
): Pairs {
  for (const operation of operations) for (const variant of variantsOf(operation)) yield [operation, variant];
}

/** One of each operation after the other. */
function* inRounds(
  operations: readonly Operation[],
  variantsOf: (operation: Operation) => readonly Variant[],
): Pairs {
  const all = operations.map(variantsOf);
  const rounds = Math.max(0, ...all.map(({ length }) => length));
  for (let round = 0; round < rounds; round += 1)
    for (const [at, operation] of operations.entries()) {
      const [variant] = all[at]?.slice(round, round + 1) ?? [];
      if (variant !== undefined) yield [operation, variant];
    }
}

async function send(
  context: ProbeContext,
  operation: Operation,
  { name, parts }: Variant,
  intent: Breakage,
): Promise<void> {
  const kind = intent === 'format' ? 'parameter-format' : 'parameter';
  await sendFor(context, operation, { probe: `validation/${kind}/${operation.id}-${name}`, parts, intent });
}

/** Sends requests with a broken parameter, as far as the oracle takes each for what it is meant to be. */
export function parameterProbe(id: string, intent: Breakage, share: Share): Probe {
  return {
    id,
    intends: [intent],
    profiles: FROM_STANDARD,
    creates: false,
    run: async (context) => {
      const operations = operationsOf(context, share);
      const variantsOf = (operation: Operation): readonly Variant[] =>
        invalidParameters(context, operation, intent, 'first');
      const pairs =
        share === 'further-of-many'
          ? inRounds(operations, (operation) => variantsOf(operation).slice(1))
          : byOperation(operations, (operation) =>
              variantsOf(operation).slice(0, share === 'of-few' ? undefined : 1),
            );
      for (const [operation, variant] of pairs) await send(context, operation, variant, intent);
    },
  };
}

/** Values of parameters that are nearly right, where no documented limit makes a run choose few requests: one of each operation after the other. */
export const nearMissesOfParameters: Probe = {
  id: 'validation.parameter-near-misses',
  intends: ['invalid-parameter'],
  profiles: FROM_STANDARD,
  creates: false,
  run: async (context) => {
    if (context.profile === 'standard' && context.document.rateLimits !== undefined) return;
    const { budget } = context.session;
    const kept = Math.floor(budget.left('key') * (1 - SHARE_OF_FURTHER));
    const intent = 'invalid-parameter';
    const pairs = inRounds(harmlessOperations(context), (operation) =>
      invalidParameters(context, operation, intent, 'further'),
    );
    for (const [operation, variant] of pairs) {
      if (budget.left('key') < kept) return;
      await send(context, operation, variant, intent);
    }
  },
};
