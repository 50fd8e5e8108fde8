import { waysOf } from '../../interface/content/texts.ts';
import { SAFE_METHODS } from '../../http/exchange.ts';
import type { Interface } from '../../interface/model.ts';
import { partOf } from '../../interface/resources/resources.ts';
import { canonicalJson } from '../../json/canonical.ts';
import { isList, isNumber, isObject, type Json, memberOf, objectsIn } from '../../json/value.ts';
import { refusalStatuses, saysWhenRefused } from '../../oracle/contract.ts';
import { boundsOf, resized, sizeInside } from '../../schema/generate/boundaries.ts';
import { fixedValues, isSchema, numberOf } from '../../schema/keywords.ts';
import { wordsOfName } from '../../interface/names.ts';
import { kindOfValue } from '../../schema/kinds/kind-of-value.ts';
import { schemaMembers } from '../../schema/members.ts';
import { mergedKeywords } from '../../schema/merge.ts';
import type { Check, JudgedRun } from '../check.ts';
import { openTribunal, saysNothing } from '../judge-each.ts';
import { excerpt, type Outcome } from '../outcome.ts';
import { statusText } from '../statuses.ts';
import { namesHolderOf } from './named-numbers.ts';
import {
  isOfBody,
  ITEM,
  labelOf,
  type Place,
  placedValues,
  type Instead,
  placeTaken,
  type Refused,
  type ShownValues,
  takesValues,
  valuesShownIn,
} from './refused-beside.ts';

/**
 * Whether a service takes what the schemas of its requests allow. A documented 400 may have reasons that no schema tells, so that a
 * refusal alone says nothing: what counts are requests that are the same but for one value, of which one is refused as a broken one
 * is and the other served.
 */

function shortly(value: Json | undefined): string {
  return value === undefined ? 'nothing' : excerpt(canonicalJson(value));
}

/** True where two entries may have the same value there, as the run saw: what must be unique may be refused for being there already. */
function isRepeatable({ contract }: JudgedRun, { repeated }: ShownValues, one: Refused): boolean {
  if (SAFE_METHODS.has(one.operation.method)) return true;
  const create = partOf(contract.interface, one.operation)?.resource.create;
  const makers = [one.operation, ...(create === undefined ? [] : [create])];
  return makers.some((operation) => repeated.has(placeTaken(operation, one.key, one.value)));
}

/** True for the value itself one step inside of its bound, and not another one of that length. */
function isInside(other: Json | undefined, value: Json, size: number): boolean {
  return other !== undefined && canonicalJson(other) === canonicalJson(resized(value, size));
}

/** True for a text at its documented length of which a part is taken, and not all but the last letter: that is a bound by itself. */
function shorterServed({ place, value, instead }: Refused): Instead | undefined {
  const size = sizeInside(place.schema, value, place.root);
  if (typeof value !== 'string' || size === undefined || size > value.length) return undefined;
  if (instead.some((other) => isInside(other.value, value, size))) return undefined;
  return instead.find(
    ({ value: other }) =>
      typeof other === 'string' && other !== '' && other.length < size && value.startsWith(other),
  );
}

/**
 * True for a number that may be refused for what it means: the least one may name something that is not there, one beside an
 * equal number of the same request may have to be less or more than that, and an entry that the request names may have no room for more.
 */
function mayMeanMore(run: JudgedRun, { value, key, values, reading }: Refused, size = 0): boolean {
  if (typeof value !== 'number') return false;
  // What something is called by is no measure.
  const others = [...values.values()]
    .filter(
      ({ of, path }) => of !== key && !namesSomething({ path: path.filter((part) => !/^\d+$/.test(part)) }),
    )
    .map((one) => one.value);
  return (
    size > value ||
    others.some((one) => typeof one === 'number' && Math.abs(one - size) <= 1) ||
    namesHolderOf(size, reading, run)
  );
}

/**
 * False for a list of objects that may be refused for what is in them together: two that name the same, or numbers that are too much in
 * all. What is left has as little of everything as can be.
 */
function isForItsLength({ place: { schema, root }, value }: Refused): boolean {
  if (!isList(value) || !value.some(isObject)) return true;
  const { items } = mergedKeywords(kindOfValue(root, schema, value), root);
  const objects = objectsIn(value);
  if (!isSchema(items) || objects.length < value.length) return false;
  const members = schemaMembers(items, root).properties;
  return [...new Set(objects.flatMap((item) => Object.keys(item)))].every((name) => {
    const [held, member] = [objects.map((item) => memberOf(item, name) ?? null), members.get(name)];
    const [least] = member === undefined ? [] : boundsOf(member, root);
    return held.every((one) => {
      if (typeof one === 'number') return one === least;
      if (typeof one === 'string') return held.filter((other) => other === one).length === 1;
      return one === null || typeof one === 'boolean';
    });
  });
}

function judgeBounds(run: JudgedRun): Outcome {
  const tribunal = openTribunal('must');
  const shown = valuesShownIn(run);
  for (const one of shown.refused) {
    const { operation, place, value, reading, instead } = one;
    const size = sizeInside(place.schema, value, place.root);
    const inside =
      size === undefined ? undefined : instead.find((other) => isInside(other.value, value, size));
    if (inside === undefined || reading.answer === undefined || mayMeanMore(run, one, size)) continue;
    if (!isForItsLength(one)) continue;
    if (!isRepeatable(run, shown, one)) continue;
    tribunal.breaks({
      exchanges: [reading.exchange.id, inside.reading.exchange.id],
      operation: operation.id,
      expected: `success: ${labelOf(place)} may be ${shortly(value)}, its documented bound, as it may be ${shortly(inside.value)}`,
      actual: statusText(reading.answer),
      deviation: `${labelOf(place)} is refused at its documented bound`,
    });
  }
  for (const reading of shown.served)
    if (
      placedValues(reading).some(
        ([place, value]) => sizeInside(place.schema, value, place.root) !== undefined,
      )
    )
      tribunal.proves(reading.expectation.operation?.id);
  return tribunal.outcome();
}

function isDefault({ schema, root }: Place, value: Json): boolean {
  const fallback = memberOf(mergedKeywords(schema, root), 'default');
  return fallback !== undefined && canonicalJson(fallback) === canonicalJson(value);
}

/** True for a member that is called for the identity of something (`shelf_id`, `bookIds`). */
function namesSomething({ path }: Pick<Place, 'path'>): boolean {
  const name = path.findLast((part) => part !== ITEM) ?? '';
  return /^ids?$/.test(wordsOfName(name).at(-1) ?? '');
}

/** So many values have to be refused, before it is the member that is; `undefined` where values may be refused for what they mean. */
function enough({ schema, root, path }: Place, value: Json): number | undefined {
  if (value === null) return 1;
  const ways = waysOf({ schema, root });
  const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];
  const fixed = ways.flatMap((keywords) => fixedValues(keywords) ?? []).filter((one) => one !== null);
  if (fixed.length > 0) return Math.min(2, fixed.length);
  if (typeof value === 'boolean') return 2;
  // Of what is there to be named nobody knows the numbers.
  if (namesSomething({ path })) return undefined;
  const isMeasured = ways.some((keywords) => bounds.some((bound) => numberOf(keywords, bound) !== undefined));
  return typeof value === 'number' && isMeasured ? 2 : undefined;
}

function listedValues({ schema, root }: Place): readonly string[] {
  const values = waysOf({ schema, root }).flatMap((keywords) => fixedValues(keywords) ?? []);
  return values.map((value) => canonicalJson(value));
}

/** True for a number of which the document has the least and the most. */
function isBetweenBounds({ schema, root }: Place, value: Json): boolean {
  const has = (names: readonly string[]): boolean =>
    waysOf({ schema, root }).some((way) => names.some((name) => numberOf(way, name) !== undefined));
  return isNumber(value) && has(['minimum', 'exclusiveMinimum']) && has(['maximum', 'exclusiveMaximum']);
}

/** So many numbers of a parameter are refused, before it is more than what one of them means. */
const ENOUGH_NUMBERS = 3;

/** What a request of an operation brings to a place, as text. */
function broughtAs(operation: string, place: Place, value: Json): string {
  return `${operation} ${labelOf(place)} ${canonicalJson(value)}`;
}

/** A value of a query parameter that reads refuse again and again, with another one that was served in its place. */
type ChoiceRefused = {
  readonly all: readonly Refused[];
  readonly beside: Instead;
  readonly kind: 'listed' | 'measured';
};

/** Values of query parameters that reads never serve: a listed one, asked for twice, or several numbers between the documented bounds. */
function choicesRefused({ refused, served }: ShownValues): readonly ChoiceRefused[] {
  const ofReads = refused.filter(
    ({ operation, place }) => SAFE_METHODS.has(operation.method) && !isOfBody(place),
  );
  const operations = new Set(ofReads.map(({ operation }) => operation.id));
  const taken = new Set(
    served.flatMap((reading) => {
      const { id = '' } = reading.expectation.operation ?? {};
      return operations.has(id)
        ? placedValues(reading).map(([place, value]) => broughtAs(id, place, value))
        : [];
    }),
  );
  const never = ofReads.filter(
    ({ operation, place, value }) => !taken.has(broughtAs(operation.id, place, value)),
  );
  const listed = never.filter(({ place, value }) => listedValues(place).includes(canonicalJson(value)));
  const byValue = Map.groupBy(listed, ({ operation, place, value }) => broughtAs(operation.id, place, value));
  const twice = [...byValue.values()].flatMap((all) => chosen(all, 'listed', listedBeside));
  const measured = never.filter(({ place, value }) => isBetweenBounds(place, value));
  const byPlace = Map.groupBy(measured, ({ operation, key }) => `${operation.id} ${key}`);
  const several = [...byPlace.values()].flatMap((all) => {
    const numbers = new Set(all.map(({ value }) => canonicalJson(value)));
    return numbers.size < ENOUGH_NUMBERS ? [] : chosen(all, 'measured', ({ value }) => isNumber(value));
  });
  return [...twice, ...several];
}

function listedBeside({ value }: Instead, { place }: Refused): boolean {
  return value !== undefined && listedValues(place).includes(canonicalJson(value));
}

function chosen(
  all: readonly Refused[],
  kind: ChoiceRefused['kind'],
  isOther: (instead: Instead, one: Refused) => boolean,
): readonly ChoiceRefused[] {
  const beside = all
    .flatMap((one) => one.instead.filter((instead) => isOther(instead, one)))
    .find(({ value }) => value !== undefined);
  return all.length < 2 || beside === undefined ? [] : [{ all, beside, kind }];
}

function judgeTaken(run: JudgedRun): Outcome {
  const tribunal = openTribunal('should');
  const shown = valuesShownIn(run);
  const { refused, taken, served } = shown;
  const never = refused.filter(
    ({ operation, place, key, value }) =>
      (value === null || !place.isRequired) && !taken.has(placeTaken(operation, key, value)),
  );
  const byPlace = Map.groupBy(never, ({ operation, key, value }) => placeTaken(operation, key, value));
  for (const own of byPlace.values()) {
    const [first] = own;
    const values = new Set(own.map(({ value }) => shortly(value)));
    const needed = first === undefined ? undefined : enough(first.place, first.value);
    if (first?.reading.answer === undefined || needed === undefined || values.size < needed) continue;
    const [beside] = first.instead;
    tribunal.breaks({
      exchanges: [...own.slice(0, 2), ...(beside === undefined ? [] : [beside])].map(
        ({ reading }) => reading.exchange.id,
      ),
      operation: first.operation.id,
      expected: `success for some value of ${labelOf(first.place)}, as without it: the schema allows ${[...values].slice(0, 3).join(', ')}`,
      actual: statusText(first.reading.answer),
      deviation: `${labelOf(first.place)} is never taken`,
    });
  }
  for (const { all, beside, kind } of choicesRefused(shown)) {
    const [first] = all;
    if (first?.reading.answer === undefined) continue;
    const values = [...new Set(all.map(({ value }) => shortly(value)))].slice(0, ENOUGH_NUMBERS).join(', ');
    const which = kind === 'listed' ? 'one of its listed values' : 'numbers between its documented bounds';
    tribunal.breaks({
      exchanges: [...all.slice(0, ENOUGH_NUMBERS), beside].map(({ reading }) => reading.exchange.id),
      operation: first.operation.id,
      expected: `success: ${labelOf(first.place)} may be ${values}, and ${shortly(beside.value)} is served in its place`,
      actual: statusText(first.reading.answer),
      deviation: `${labelOf(first.place)} is never taken with ${which}`,
    });
  }
  for (const { operation, place, value, reading, instead } of refused) {
    const without = instead.find((one) => one.value === undefined);
    const isGiven = isOfBody(place) && isDefault(place, value);
    if (without === undefined || reading.answer === undefined || !isGiven) continue;
    tribunal.breaks({
      exchanges: [reading.exchange.id, without.reading.exchange.id],
      operation: operation.id,
      expected: `success: ${labelOf(place)} is ${shortly(value)} by default, and the same request is served without it`,
      actual: statusText(reading.answer),
      deviation: `${labelOf(place)} is refused with its documented default`,
    });
  }
  for (const one of refused) {
    const shorter = shorterServed(one);
    if (shorter === undefined || one.reading.answer === undefined || !isRepeatable(run, shown, one)) continue;
    tribunal.breaks({
      exchanges: [one.reading.exchange.id, shorter.reading.exchange.id],
      operation: one.operation.id,
      expected: `success: ${labelOf(one.place)} may be as long as ${shortly(one.value)}, and part of that text is taken`,
      actual: statusText(one.reading.answer),
      deviation: `${labelOf(one.place)} is refused at less than its documented length`,
    });
  }
  for (const reading of served) tribunal.proves(reading.expectation.operation?.id);
  return tribunal.outcome();
}

function unlessOpen(document: Interface): string | undefined {
  if (saysWhenRefused(document))
    return 'statements beside the document say when a request is refused, and every other one is held against them';
  const refuses = document.operations.some(
    (operation) =>
      operation.documentation === 'full' && refusalStatuses(operation).length > 0 && takesValues(operation),
  );
  return refuses ? undefined : 'no operation that takes a member or a parameter documents a refusal';
}

const TOGETHER = 'it takes requests that differ in one value alone';

export const valueChecks: readonly Check[] = [
  {
    id: 'validation.bounds-taken',
    suite: 'validation',
    level: 'must',
    needs: ['ordinary'],
    title: 'a value at a documented bound is taken',
    explanation:
      'Sends members, also inside of objects and items, and parameters at the bounds of their schemas: the largest number, the shortest and the longest text and list. A documented refusal of one is a violation where the same request with the value one step inside is served after it, and two new entries had the same value there, so that it need not be unique. Zero and what is empty may mean something of their own, and are not judged, nor is a list of objects that may be refused for what is in them together.',
    notApplicable: unlessOpen,
    judge: judgeBounds,
    foreign: saysNothing(TOGETHER),
  },
  {
    id: 'validation.values-taken',
    suite: 'validation',
    level: 'should',
    needs: ['ordinary'],
    title: 'of what the schema allows for a member, something is taken, and its default',
    explanation:
      'Warns of an optional member or parameter that is never taken: null where the schema allows it, both truth values, two of the listed values, or two numbers where the document has a bound for them are refused as broken requests are, while the same request without it is served after them; of a listed value of a query parameter that a read refuses each time, and of three numbers between its documented bounds, while it serves another one in their place; of the documented default of a member that is refused so, and of a text of the documented length of which half is taken. Other texts and numbers without a bound may name something that is not there, and are not judged.',
    notApplicable: unlessOpen,
    judge: judgeTaken,
    foreign: saysNothing(TOGETHER),
  },
];
