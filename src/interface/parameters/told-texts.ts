import { listModelOf } from '../resources/lists/pages.ts';
import { onceForBoth } from '../../system/once-for.ts';
import type { Interface, Operation, Parameter } from '../model.ts';
import { sentencesOf } from '../names.ts';

/** What a document says in words of texts in a query that are none of those that it means, conditions and cursors: that they are refused. */

/** A parameter that takes texts of one kind, and of which the document says that no other is taken. */
export type ToldText = {
  readonly parameter: Parameter;
  readonly kind: 'condition' | 'cursor';
  /** A text that is certainly none. */
  readonly wrong: string;
  /** True for what the mock takes for none. */
  readonly isWrong: (text: string) => boolean;
};

const CONDITION = '(?:filter |search )?(?:filters?|expressions?|conditions?|strings?)';
const CURSOR = '(?:page[- ]?tokens?|continuation tokens?|cursors?|tokens?)';
const SAID_CONDITION = '(?:filter |search )?(?:filters?|expressions?|conditions?)';
const SAID_CURSOR = '(?:page[- ]?tokens?|continuation tokens?|cursors?)';
const WRONG = '(?:other|invalid|malformed|broken|unparsable|unparseable|unsupported|unknown|made-up)';
const NOT_READ = '(?:that|which) (?:cannot|cant|can not|could not) be (?:understood|parsed|read)';
const ANY = '(?:(?:an?|any|every|all|the) )?';
const ELSE = 'anything else|everything else';
const IS_REFUSED = String.raw`(?:is|are|will be) (?:refused|rejected|an error|answered (?:with|by) (?:a )?4\d\d)\b`;

/** What is said of a parameter. */
const REFUSED = {
  condition: new RegExp(
    String.raw`^(?:${ANY}(?:${WRONG} ${CONDITION}|${CONDITION} ${NOT_READ})|${ELSE}) ${IS_REFUSED}`,
    'i',
  ),
  cursor: new RegExp(
    String.raw`^(?:${ANY}(?:${WRONG} ${CURSOR}|${CURSOR} ${NOT_READ})|${ELSE}) ${IS_REFUSED}`,
    'i',
  ),
};
/** The same, of a refusal of what was sent: an `Invalid token` is mostly a credential, whatever its status. */
const REFUSAL = new RegExp(`^(?:the |an? )?${WRONG} (.+)$`, 'i');
const OR = /,? (?:or|and) |, |\//;
const SAID = {
  condition: new RegExp(`^${ANY}${SAID_CONDITION}$`, 'i'),
  cursor: new RegExp(`^${ANY}${SAID_CURSOR}$`, 'i'),
};
const NOT_PARSED = new RegExp(`^(?:the |an? )?(?:syntax|parse) error in(?: the)? ${SAID_CONDITION}$`, 'i');

/** True for a refusal that is called after a wrong text of a kind, also beside other things (`Invalid parameter or cursor`). */
function isOfWrong(sentence: string, kind: ToldText['kind']): boolean {
  const wrong = REFUSAL.exec(sentence)?.[1]?.split(OR) ?? [];
  return wrong.some((thing) => SAID[kind].test(thing)) || (kind === 'condition' && NOT_PARSED.test(sentence));
}

const OF_WHAT_WAS_SENT: ReadonlySet<string> = new Set(['400', '422']);

function isRefused(
  { responses }: Operation,
  { description = '' }: Parameter,
  kind: ToldText['kind'],
): boolean {
  return (
    sentencesOf(description).some((sentence) => REFUSED[kind].test(sentence)) ||
    responses.some(
      ({ status, description: words }) =>
        OF_WHAT_WAS_SENT.has(status) && sentencesOf(words).some((sentence) => isOfWrong(sentence, kind)),
    )
  );
}

/** A text that no service gave anybody to go on from. */
const MADE_UP = 'assay-made-up';
/** Where the mock goes on from. */
const OF_MOCK = /^p\d{1,9}$/;

/** A condition is one where it compares a member with something. */
function comparesNothing(beginnings: readonly string[]): (text: string) => boolean {
  return (text) =>
    !beginnings.some((beginning) => {
      const at = text.indexOf(beginning);
      return at >= 0 && at + beginning.length < text.length;
    });
}

/** The parameters of a list that take conditions or cursors, and nothing else by the words of the document. */
export const toldTextsOf: (document: Interface, operation: Operation) => readonly ToldText[] = onceForBoth(
  (document: Interface, operation: Operation): readonly ToldText[] => {
    const model = listModelOf(document, operation);
    const asked = (model?.filters ?? []).flatMap(({ parameter, written }) =>
      written === undefined ? [] : [{ parameter, written }],
    );
    const conditions = [...Map.groupBy(asked, ({ parameter }) => parameter)].map(
      ([parameter, all]): ToldText => ({
        parameter,
        kind: 'condition',
        wrong: all[0]?.written.half ?? '',
        isWrong: comparesNothing(all.map(({ written }) => written.before)),
      }),
    );
    const { by, position, byLastEntry } = model?.pages ?? {};
    const cursors: readonly ToldText[] =
      by !== 'cursor' || position === undefined || byLastEntry === true
        ? []
        : [
            {
              parameter: position,
              kind: 'cursor',
              wrong: MADE_UP,
              isWrong: (text) => !OF_MOCK.test(text),
            },
          ];
    return [...conditions, ...cursors].filter(({ parameter, kind }) => isRefused(operation, parameter, kind));
  },
);
