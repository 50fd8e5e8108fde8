import { changeAt, fromPointer, valueAt } from '../../src/json/pointer.ts';
import { isList, isObject, type Json, memberOf } from '../../src/json/value.ts';
import type { Operation } from '../../src/interface/model.ts';
import { requestSchema, validatorOf } from '../../src/oracle/contract.ts';
import type { InvalidCase } from '../../src/schema/generate/invalid.ts';
import type { ProbeContext } from '../../src/session/probe.ts';
import { keptBody } from '../../src/session/requests/renewed.ts';

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
  const validate = validatorOf(schema);
  const brokenBy = (value: Json): string =>
    validate(value)
      .map(({ pointer, keyword }) => `${pointer} ${keyword}`)
      .toSorted()
      .join(' ');
  const inner = valueAt(broken, place);
  const others = [ofServedItems(inner, valueAt(kept, place)), inner].map((value) =>
    changeAt(reaching(kept, place), place, () => value),
  );
  return others.find((other) => other !== undefined && brokenBy(other) === brokenBy(broken)) ?? broken;
}
