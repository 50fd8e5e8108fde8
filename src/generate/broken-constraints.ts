import fc from 'fast-check';
import type { Schema } from '../schema/schema.ts';
import type { Json } from '../json/json.ts';
import { brokenNumbers } from './broken-numbers.ts';
import { brokenTexts } from './broken-texts.ts';
import { allowedTypes, fixedValues, numberOf, requiredOf, type Keywords } from './keywords.ts';
import { isList, isMembers } from '../json/guards.ts';
import { numberValues } from './number-values.ts';
import { ordinaryText } from './ordinary-text.ts';
import type { Change } from './wrong-types.ts';
import { memberOf } from '../json/member.ts';

/** How to break one keyword at a place. `added` names the member that the change adds there. */
export type BrokenConstraint = {
  readonly keyword: string;
  readonly change: fc.Arbitrary<Change>;
  readonly added?: string;
};

const MAX_ITEMS = 1000;
const UNKNOWN_MEMBER = 'undocumented';

function put<T extends Json>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<Change> {
  return arbitrary.map((value) => () => value);
}

function otherThanFixed(keywords: Keywords): readonly BrokenConstraint[] {
  const fixed = fixedValues(keywords);
  if (fixed === undefined) return [];
  const texts = fixed.filter((value) => typeof value === 'string');
  const cased = texts.flatMap((text) => [text.toUpperCase(), `${text}x`, '']);
  const numbers = fixed.filter((value) => typeof value === 'number');
  const near = numbers.flatMap((value) => [value + 1, value - 1]);
  const flags = fixed.filter((value) => typeof value === 'boolean').map((value) => !value);
  const others: fc.Arbitrary<Json>[] = [];
  if (cased.length + near.length + flags.length > 0)
    others.push(fc.constantFrom(...cased, ...near, ...flags));
  if (texts.length > 0) others.push(ordinaryText());
  const keyword = keywords['const'] === undefined ? 'enum' : 'const';
  return others.length === 0 ? [] : [{ keyword, change: put(fc.oneof(...others)) }];
}

function itemsOf(original: Json | undefined): readonly Json[] {
  return isList(original) ? original : [];
}

function brokenLists(
  keywords: Keywords,
  items: (least: number) => fc.Arbitrary<Json> | undefined,
): readonly BrokenConstraint[] {
  const broken: BrokenConstraint[] = [];
  const least = numberOf(keywords, 'minItems') ?? 0;
  if (least > 0 && least <= MAX_ITEMS) {
    const fewer = fc.nat({ max: least - 1 }).map(
      (length): Change =>
        (original) =>
          itemsOf(original).slice(0, length),
    );
    broken.push({ keyword: 'minItems', change: fewer });
  }
  const most = numberOf(keywords, 'maxItems');
  const longer = most !== undefined && most < MAX_ITEMS ? items(most + 1) : undefined;
  if (longer !== undefined) broken.push({ keyword: 'maxItems', change: put(longer) });
  if (keywords['items'] === false && keywords['prefixItems'] !== undefined)
    broken.push({ keyword: 'items', change: fc.constant((original) => [...itemsOf(original), null]) });
  const pair = keywords['uniqueItems'] === true ? items(1) : undefined;
  if (pair !== undefined) {
    const twice = pair.map((list): Change => () => [...itemsOf(list).slice(0, 1), ...itemsOf(list)]);
    const shortened = (numberOf(keywords, 'maxItems') ?? MAX_ITEMS) + 1;
    broken.push({
      keyword: 'uniqueItems',
      change: twice.map((change) => (original) => itemsOf(change(original)).slice(0, shortened - 1)),
    });
  }
  return broken;
}

function brokenMembers(keywords: Keywords): readonly BrokenConstraint[] {
  const broken: BrokenConstraint[] = [];
  for (const keyword of ['additionalProperties', 'unevaluatedProperties']) {
    if (memberOf(keywords, keyword) !== false) continue;
    const values = fc.oneof(
      { withCrossShrink: true },
      fc.constant<Json>(null),
      ordinaryText(),
      fc.integer({ min: 0, max: 99 }),
    );
    broken.push({ keyword, added: UNKNOWN_MEMBER, change: put(values) });
  }
  const least = numberOf(keywords, 'minProperties');
  if (least !== undefined && least > 0) {
    const required = requiredOf(keywords);
    const fewer: Change = (original) => {
      const members = isMembers(original) ? Object.entries(original) : [];
      const [kept, rest] = [
        members.filter(([name]) => required.has(name)),
        members.filter(([name]) => !required.has(name)),
      ];
      return Object.fromEntries([...kept, ...rest].slice(0, least - 1));
    };
    broken.push({ keyword: 'minProperties', change: fc.constant(fewer) });
  }
  const most = numberOf(keywords, 'maxProperties');
  if (most !== undefined && most < MAX_ITEMS) {
    const more: Change = (original) => {
      const extra = Array.from({ length: most + 1 }, (_, index): [string, Json] => [`member${index + 1}`, 1]);
      const members = isMembers(original) ? Object.entries(original) : [];
      return Object.fromEntries([...members, ...extra].slice(0, Math.max(members.length, most) + 1));
    };
    broken.push({ keyword: 'maxProperties', change: fc.constant(more) });
  }
  return broken;
}

/**
 * How to break each constraint that the keywords of a place hold, with values of an allowed type. `valuesOf` makes
 * valid values for other schemas of the same document.
 */
export function brokenConstraints(
  keywords: Keywords,
  valuesOf: (schema: Schema) => fc.Arbitrary<Json> | undefined,
): readonly BrokenConstraint[] {
  const types = allowedTypes(keywords);
  const fixed = otherThanFixed(keywords);
  if (fixed.length > 0) return fixed;
  const typical = types.has('integer') || types.has('number') ? numberValues(keywords, 'integer') : undefined;
  const numbers = brokenNumbers(keywords, typical?.kind === 'values' ? typical.arbitrary : undefined);
  const texts = types.has('string') ? brokenTexts(keywords) : [];
  const { maxItems: _most, minItems: _least, uniqueItems, ...list } = keywords;
  const longer = (least: number): fc.Arbitrary<Json> | undefined =>
    valuesOf({
      ...list,
      type: 'array',
      minItems: least,
      ...(uniqueItems === undefined ? {} : { uniqueItems }),
    });
  return [
    ...[...numbers, ...texts].map(({ keyword, arbitrary }) => ({ keyword, change: put<Json>(arbitrary) })),
    ...(types.has('array') ? brokenLists(keywords, longer) : []),
    ...(types.has('object') ? brokenMembers(keywords) : []),
  ];
}
