import { listModelOf } from '../resources/lists/pages.ts';
import { onceForBoth } from '../../system/once-for.ts';
import type { Interface, Operation, Parameter } from '../model.ts';
import { sentencesOf } from '../names.ts';

/** What a document says in words of conditions that are none: that they are refused. */

const CONDITION = '(?:filter |search )?(?:filters?|expressions?|conditions?|strings?)';
const NONE = String.raw`(?:(?:an?|any|every|all|the) )?(?:(?:other|invalid|malformed|broken|unparsable|unparseable|unsupported) ${CONDITION}|${CONDITION} (?:that|which) (?:cannot|cant|can not|could not) be (?:understood|parsed|read))`;
const REFUSED = new RegExp(
  String.raw`^(?:${NONE}|anything else|everything else) (?:is|are|will be) (?:refused|rejected|an error|answered (?:with|by) (?:a )?4\d\d)\b`,
  'i',
);
/** The same, of a refusal. */
const REFUSAL =
  /^(?:the |an? )?(?:invalid|malformed|broken|unparsable|unparseable|(?:syntax|parse) error in(?: the)?) (?:filter|filter expression|condition|expression)$/i;

function isRefused({ responses }: Operation, { description = '' }: Parameter): boolean {
  return (
    sentencesOf(description).some((sentence) => REFUSED.test(sentence)) ||
    responses.some(
      ({ status, description: words }) =>
        status.startsWith('4') && sentencesOf(words).some((sentence) => REFUSAL.test(sentence)),
    )
  );
}

/** A parameter that takes conditions, and of which the document says that nothing else is taken. */
export type ToldCondition = {
  readonly parameter: Parameter;
  /** The beginnings of conditions: what has none of them, and something behind, is none. */
  readonly beginnings: readonly string[];
  /** A condition without its value, which is none in any language. */
  readonly half: string;
};

/** The parameters of a list that take conditions, and nothing else by the words of the document. */
export const toldConditionsOf: (document: Interface, operation: Operation) => readonly ToldCondition[] =
  onceForBoth((document: Interface, operation: Operation): readonly ToldCondition[] => {
    const filters = listModelOf(document, operation)?.filters ?? [];
    const asked = filters.flatMap(({ parameter, written }) =>
      written === undefined ? [] : [{ parameter, written }],
    );
    return [...Map.groupBy(asked, ({ parameter }) => parameter)].flatMap(
      ([parameter, conditions]): readonly ToldCondition[] => {
        const beginnings = conditions.map(({ written }) => written.before);
        const [half = ''] = conditions.map(({ written }) => written.half);
        return isRefused(operation, parameter) ? [{ parameter, beginnings, half }] : [];
      },
    );
  });

/** True for what is no condition: it compares nothing. */
export function isNoCondition({ beginnings }: ToldCondition, text: string): boolean {
  return !beginnings.some((beginning) => {
    const at = text.indexOf(beginning);
    return at >= 0 && at + beginning.length < text.length;
  });
}
