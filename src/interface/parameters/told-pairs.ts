import { TOLD_DAY, TOLD_MOMENT } from '../../schema/told-form.ts';
import { isNumber, type Json } from '../../json/value.ts';
import { allowedTypes, type Keywords, textOf } from '../../schema/keywords.ts';
import { schemaMembers } from '../../schema/members.ts';
import { scalarKeywords } from '../../schema/scalar.ts';
import { onceFor } from '../../system/once-for.ts';
import type { Operation } from '../model.ts';
import { plainName, sentencesOf } from '../names.ts';
import { sentSchemaOf } from '../resources/read-collections.ts';

/**
 * Pairs of values of one request of which a document says in a whole sentence that the one is less than the other: `from must be before
 * to`, `Must be after starts_at`, `min_price must not be more than max_price`.
 */

export type ToldPair = {
  readonly place: 'body' | 'query';
  readonly less: string;
  readonly more: string;
  readonly kind: 'date' | 'date-time' | 'number';
  /** Two that are the same are wrong, too: `before`, and not `not after`. */
  readonly isStrict: boolean;
  readonly words: string;
};

const MUST = '(?:must|has to|have to|needs to|need to)';
const LESS =
  '(?:be |lie |come )?(?:before|earlier than|less than|lower than|smaller than|not (?:be )?(?:after|later than|more than|greater than))';
const MORE =
  '(?:be |lie |come )?(?:after|later than|more than|greater than|higher than|not (?:be )?(?:before|earlier than|less than))';
/** In whole sentences of these forms a `not` stands before the one word that compares. */
const NEGATED = /\bnot (?:be )?(?:after|before|(?:later|earlier|more|greater|less) than)\b/i;
const NAME = String.raw`(?:the )?([A-Za-z_][\w-]{0,60})`;
/** What else a sentence may say of the first of them before it: `till is the last day and must not be before since`. */
const IS_ALSO = String.raw`(?: (?:is|are) (?:the|an?) [A-Za-z' -]{1,60} and)?`;
const STATUS = String.raw`(?: \(4\d\d(?: otherwise)?\)|, otherwise 4\d\d)?`;
const OF_TWO: readonly (readonly ['less' | 'more', RegExp])[] = [
  ['less', new RegExp(String.raw`(?:^|\band )${NAME}${IS_ALSO} ${MUST} ${LESS} ${NAME}${STATUS}$`, 'i')],
  ['more', new RegExp(String.raw`(?:^|\band )${NAME}${IS_ALSO} ${MUST} ${MORE} ${NAME}${STATUS}$`, 'i')],
];
const OF_ONE: readonly (readonly ['less' | 'more', RegExp])[] = [
  ['less', new RegExp(String.raw`^${MUST} ${LESS} ${NAME}${STATUS}$`, 'i')],
  ['more', new RegExp(String.raw`^${MUST} ${MORE} ${NAME}${STATUS}$`, 'i')],
];

/** What a refusal says of two that are the wrong way round: `400: ends_on is before starts_on`. */
const IS_BEFORE = new RegExp(
  String.raw`^${NAME} (?:is|lies|comes) (?:before|earlier than|less than) ${NAME}$`,
  'i',
);
const IS_AFTER = new RegExp(
  String.raw`^${NAME} (?:is|lies|comes) (?:after|later than|greater than|more than) ${NAME}$`,
  'i',
);

/** The same in the words of a rule, which leaves open what comes where both are the same. */
function asRules(refusal: string): readonly string[] {
  return refusal.split(/, (?:or )?| or /i).flatMap((reason) => {
    const [less, more] = [IS_BEFORE.exec(reason), IS_AFTER.exec(reason)];
    if (less !== null) return [`${less[1] ?? ''} must not be before ${less[2] ?? ''}`];
    return more === null ? [] : [`${more[1] ?? ''} must not be after ${more[2] ?? ''}`];
  });
}

type Named = { readonly name: string; readonly keywords: Keywords; readonly description: string };

function kindOf({ keywords }: Named): ToldPair['kind'] | undefined {
  const types = [...allowedTypes(keywords)].filter((type) => type !== 'null').join();
  if (types === 'integer' || types === 'number') return 'number';
  const format = textOf(keywords, 'format');
  if (types !== 'string') return undefined;
  if (format === 'date' || format === TOLD_DAY) return 'date';
  return format === 'date-time' || format === TOLD_MOMENT ? 'date-time' : undefined;
}

function pairsAmong(
  place: ToldPair['place'],
  all: readonly Named[],
  texts: readonly string[],
): readonly ToldPair[] {
  const pairOf = (side: 'less' | 'more', own: string, other: string, words: string): ToldPair[] => {
    const [one, two] = [own, other].map((name) =>
      all.find((each) => plainName(each.name) === plainName(name)),
    );
    const kind = one === undefined ? undefined : kindOf(one);
    if (one === undefined || two === undefined || one === two || kind === undefined || kind !== kindOf(two))
      return [];
    const [less, more] = side === 'less' ? [one.name, two.name] : [two.name, one.name];
    return [{ place, less, more, kind, isStrict: !NEGATED.test(words), words }];
  };
  const ofTwo = texts
    .flatMap((text) => sentencesOf(text))
    .flatMap((sentence) =>
      OF_TWO.flatMap(([side, form]) => {
        const [, own, other] = form.exec(sentence) ?? [];
        return own === undefined || other === undefined ? [] : pairOf(side, own, other, sentence);
      }),
    );
  const ofOne = all.flatMap(({ name, description }) =>
    sentencesOf(description).flatMap((sentence) =>
      OF_ONE.flatMap(([side, form]) => {
        const [, other] = form.exec(sentence) ?? [];
        return other === undefined ? [] : pairOf(side, name, other, sentence);
      }),
    ),
  );
  return [...ofTwo, ...ofOne];
}

/** What a document says of the values of a request of an operation, where it has a refusal for a broken one. */
export const toldPairsOf = onceFor((operation: Operation): readonly ToldPair[] => {
  if (!operation.responses.some(({ status }) => /^(?:400|422|4xx)$/i.test(status))) return [];
  const sent = sentSchemaOf(operation);
  const members = (sent === undefined ? [] : [...schemaMembers(sent).properties]).map(
    ([name, member]): Named => {
      const keywords = scalarKeywords(member, sent);
      return { name, keywords, description: textOf(keywords, 'description') ?? '' };
    },
  );
  const query = operation.parameters
    .filter((one) => one.in === 'query')
    .map(({ name, schema, description = '' }): Named => ({
      name,
      keywords: scalarKeywords(schema),
      description,
    }));
  const refusals = operation.responses.filter(({ status }) => /^(?:400|422)$/.test(status));
  const texts = [
    operation.description ?? '',
    ...query.map(({ description }) => description),
    ...refusals.flatMap(({ description }) => sentencesOf(description).flatMap(asRules)),
  ];
  const all = [
    ...pairsAmong('body', members, [...texts, ...members.map(({ description }) => description)]),
    ...pairsAmong('query', query, texts),
  ];
  return all.filter(
    (one, at) => all.findIndex(({ less, more }) => less === one.less && more === one.more) === at,
  );
});

/** True for two values of a pair that are certainly the same where the one has to be less than the other. */
export function areSame(
  { kind, isStrict }: ToldPair,
  one: Json | undefined,
  other: Json | undefined,
): boolean {
  return isStrict && comparedAs(kind, one, other) === 0;
}

/** How two values stand to each other: above 0 where the first is certainly more; `undefined` where nobody can tell. */
export function comparedAs(
  kind: ToldPair['kind'],
  one: Json | undefined,
  other: Json | undefined,
): number | undefined {
  const placeOf = (value: Json | undefined): number => {
    if (kind === 'number') return isNumber(value) || typeof value === 'string' ? Number(value) : Number.NaN;
    return typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  };
  const over = placeOf(one) - placeOf(other);
  return Number.isNaN(over) ? undefined : over;
}
