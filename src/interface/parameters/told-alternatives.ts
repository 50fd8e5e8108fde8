import { isObject, type Json, memberOf } from '../../json/value.ts';
import { schemaMembers } from '../../schema/members.ts';
import { mergedKeywords } from '../../schema/merge.ts';
import { textOf } from '../../schema/keywords.ts';
import { onceFor } from '../../system/once-for.ts';
import type { Operation } from '../model.ts';
import { plainName, sentencesOf } from '../names.ts';
import { sentSchemaOf } from '../resources/read-collections.ts';

/**
 * Members of a body of which a document says in a whole sentence that they stand in for each other: `Give either a price or a
 * unit_amount`, `Exactly one of email and phone is required`, `Mutually exclusive with iban`.
 */

export type ToldAlternatives = {
  readonly names: readonly string[];
  /** One of them has to be there. */
  readonly isNeeded: boolean;
  /** More than one may be refused. */
  readonly isSingle: boolean;
  /** The sentence leaves no room for more than one: an `either` alone may. */
  readonly isStrict: boolean;
  readonly words: string;
};

type Told = Pick<ToldAlternatives, 'isNeeded' | 'isSingle' | 'isStrict'>;

const ONE: Told = { isNeeded: true, isSingle: true, isStrict: true };
const EITHER: Told = { isNeeded: true, isSingle: true, isStrict: false };
const SOME: Told = { isNeeded: true, isSingle: false, isStrict: false };
const ONE_AT_MOST: Told = { isNeeded: false, isSingle: true, isStrict: true };

const ASKS = '(?:please )?(?:give|pass|provide|specify|supply)';
const MUST = '(?:(?:must|has to|have to|needs to|should) be|(?:is|are))';
const GIVEN = '(?:given|passed|provided|specified|supplied|sent|set|used|included|present|required|needed)';
/** What stands between two names, and before one: the names themselves are looked up among the members. */
const NAME = String.raw`(?:an? |the )?[A-Za-z_][\w-]{0,60}`;
const NAMES = String.raw`(${NAME}(?:, ${NAME}){0,6},? (?:or|and) ${NAME})`;
const NOT_BOTH = '(?:,? (?:but )?not both)';
const STATUS = String.raw`(?: \(4\d\d(?: otherwise)?\)|, otherwise 4\d\d)?`;

const OF_SEVERAL: readonly (readonly [Told, RegExp])[] = [
  [ONE, new RegExp(`^(?:${ASKS} )?either ${NAMES}(?: ${MUST} ${GIVEN})?${NOT_BOTH}${STATUS}$`, 'i')],
  [ONE_AT_MOST, new RegExp(`^(?:${ASKS} )?${NAMES}${NOT_BOTH}${STATUS}$`, 'i')],
  [ONE, new RegExp(`^${ASKS} exactly one of ${NAMES}${STATUS}$`, 'i')],
  [ONE, new RegExp(`^exactly one of ${NAMES} ${MUST} ${GIVEN}${STATUS}$`, 'i')],
  [SOME, new RegExp(`^${ASKS} at least one of ${NAMES}${STATUS}$`, 'i')],
  [SOME, new RegExp(`^at least one of ${NAMES} ${MUST} ${GIVEN}${STATUS}$`, 'i')],
  [EITHER, new RegExp(`^${ASKS} either ${NAMES}${STATUS}$`, 'i')],
  [EITHER, new RegExp(`^either ${NAMES} ${MUST} ${GIVEN}${STATUS}$`, 'i')],
  [EITHER, new RegExp(`^${ASKS} one of ${NAMES}${STATUS}$`, 'i')],
  [EITHER, new RegExp(`^one of ${NAMES} ${MUST} ${GIVEN}${STATUS}$`, 'i')],
  [ONE_AT_MOST, new RegExp(`^${NAMES} (?:are mutually exclusive|exclude each other)${STATUS}$`, 'i')],
  [
    ONE_AT_MOST,
    new RegExp(`^(?:only|at most) one of ${NAMES} (?:(?:can|may|must) be|is) ${GIVEN}${STATUS}$`, 'i'),
  ],
];
const OF_ONE = new RegExp(
  `^(?:(?:is )?mutually exclusive with|(?:cannot|can not|must not|may not) be (?:used|combined|given|set|sent|specified)(?: together)? with) (${NAME})${STATUS}$`,
  'i',
);

function namesIn(text: string): readonly string[] {
  return text
    .split(/,? (?:or|and) |, /)
    .map((name) => name.replace(/^(?:or |and )?(?:(?:an?|the) )?/i, ''))
    .filter((name) => name !== '');
}

/** What a document says of members of the body of an operation that stand in for each other, where it has a refusal for a broken one. */
export const toldAlternativesOf = onceFor((operation: Operation): readonly ToldAlternatives[] => {
  const sent = sentSchemaOf(operation);
  const isRefused = operation.responses.some(({ status }) => /^(?:400|422|4xx)$/i.test(status));
  if (sent === undefined || !isRefused) return [];
  const { properties, required } = schemaMembers(sent);
  const members = [...properties.keys()];
  const found = (told: Told, names: readonly string[], words: string): readonly ToldAlternatives[] => {
    const own = names.flatMap((name) => members.filter((one) => plainName(one) === plainName(name)));
    const isWhole = own.length === names.length && new Set(own).size === own.length && own.length > 1;
    // What each body has to have anyway has no alternative.
    return isWhole && !own.some((name) => required.has(name)) ? [{ ...told, names: own, words }] : [];
  };
  const descriptions = [...properties].map(
    ([name, member]) => [name, textOf(mergedKeywords(member, sent), 'description') ?? ''] as const,
  );
  const texts = [operation.description, textOf(mergedKeywords(sent), 'description')];
  const ofSeveral = [...texts, ...descriptions.map(([, text]) => text)]
    .flatMap((text) => sentencesOf(text ?? ''))
    .flatMap((sentence) => {
      const [told, form] = OF_SEVERAL.find(([, one]) => one.test(sentence)) ?? [];
      const [, names] = form?.exec(sentence) ?? [];
      return told === undefined || names === undefined ? [] : found(told, namesIn(names), sentence);
    });
  const ofOne = descriptions.flatMap(([name, text]) =>
    sentencesOf(text).flatMap((sentence) => {
      const [, other] = OF_ONE.exec(sentence) ?? [];
      return other === undefined
        ? []
        : found(ONE_AT_MOST, [name, ...namesIn(other)], `${name} is ${sentence}`);
    }),
  );
  const all = [...ofSeveral, ...ofOne];
  const keyOf = ({ names }: ToldAlternatives): string => names.toSorted().join('\n');
  return all.filter((one, at) => all.findIndex((other) => keyOf(other) === keyOf(one)) === at);
});

/** Those of the members that a body gives. What is null is not given. */
export function givenOf({ names }: ToldAlternatives, body: Json): readonly string[] {
  return isObject(body) ? names.filter((name) => (memberOf(body, name) ?? null) !== null) : [];
}
