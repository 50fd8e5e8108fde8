import { changeAt, fromPointer, valueAt } from '../../src/json/pointer.ts';
import { isList, isObject, type Json, memberOf } from '../../src/json/value.ts';
import type { Operation } from '../../src/interface/model.ts';
import { toldPairsOf } from '../../src/interface/parameters/told-pairs.ts';
import { requestSchema, validatorOf } from '../../src/oracle/contract.ts';
import type { Schema } from '../../src/schema/keywords.ts';
import type { InvalidCase } from '../../src/schema/generate/invalid.ts';
import type { ProbeContext } from '../../src/session/probe.ts';
import { keptBody } from '../../src/session/requests/renewed.ts';
import { withSpans } from '../../src/session/requests/values/spans.ts';

/** The value with as many items in the lists on the way to a place as it takes to get there. */
function reaching(value: Json, [segment, ...rest]: readonly string[]): Json {
  if (segment === undefined) return value;
  if (isObject(value)) {
    const inner = memberOf(value, segment);
    return inner === undefined ? value : { ...value, [segment]: reaching(inner, rest) };
  }
  const last = isList(value) ? value.at(-1) : undefined;
  if (!isList(value) || last === undefined) return value;
  const items = Array.from(
    { length: Math.max(value.length, Number(segment) + 1) },
    (_, at) => value[at] ?? last,
  );
  return items.map((item, at) => (String(at) === segment ? reaching(item, rest) : item));
}

/** A list of the same length, of what was served in one: it may be its length that is broken. */
function ofServedItems(value: Json | undefined, served: Json | undefined): Json | undefined {
  const last = isList(served) ? served.at(-1) : undefined;
  return isList(value) && isList(served) && last !== undefined
    ? value.map((_, at) => served[at] ?? last)
    : value;
}

/** What is wrong with a body, in the same words for all that are broken in the same way. */
function brokenBy(schema: Schema, body: Json): string {
  return validatorOf(schema)(body)
    .map(({ pointer, keyword }) => `${pointer} ${keyword}`)
    .toSorted()
    .join(' ');
}

/**
 * A broken body whose spans of time are short and end after they start, as those of valid bodies do, where it stays broken in the same
 * way: what lasts for years, or ends before it starts, is refused for that.
 */
export function brokenInOrder(operation: Operation, broken: Json): Json {
  const schema = requestSchema(operation);
  if (schema === undefined) return broken;
  const told = toldPairsOf(operation).filter(({ place }) => place === 'body');
  const ordered = withSpans(schema, broken, told);
  return ordered === broken || brokenBy(schema, ordered) !== brokenBy(schema, broken) ? broken : ordered;
}

/**
 * A broken body of which nothing but what is broken differs from the body that was served, where drawn ones were not: any other would be
 * refused for something else.
 */
export function brokenInServed(
  context: ProbeContext,
  operation: Operation,
  { breaks }: InvalidCase,
  broken: Json,
  label: string,
): Json {
  const schema = requestSchema(operation);
  const place = fromPointer(breaks.pointer);
  const kept = place.length === 0 ? undefined : keptBody(context, operation, label);
  if (schema === undefined || kept === undefined) return broken;
  const inner = valueAt(broken, place);
  const others = [ofServedItems(inner, valueAt(kept, place)), inner].map((value) =>
    changeAt(reaching(kept, place), place, () => value),
  );
  const wrong = brokenBy(schema, broken);
  return others.find((other) => other !== undefined && brokenBy(schema, other) === wrong) ?? broken;
}
