import { textOf } from '../../../schema/keywords.ts';
import { fixedValues } from '../../../schema/keywords.ts';
import { scalarKeywords } from '../../../schema/scalar.ts';
import { onceForBoth } from '../../../system/once-for.ts';
import type { Interface, Operation } from '../../model.ts';
import { sentencesOf } from '../../names.ts';
import { keyParameterOf } from '../../parameters/request-keys.ts';

/** What a document says in whole sentences of requests that come again with their key (`Idempotency-Key`). */

export type ToldRepetition = {
  /** With another body the key is refused. */
  readonly refusesOther: boolean;
  /** What comes again is the first answer, its status as well. */
  readonly isFirstAnswer: boolean;
  /** The field that such an answer has, and no other one. */
  readonly mark: string | undefined;
};

const OPEN = /\b(?:may|might|can|could|should|usually|optionally)\b/i;
const OTHER =
  /\bkey\b.{0,40}\b(?:other|different|another|changed)\b.{0,20}\b(?:param(?:eter)?s?|body|payload|request|content)\b/i;
const REFUSED = /\b(?:refused|rejected|answered|fails?|error|conflict|4\d\d)\b/i;
const FIRST_ANSWER =
  /\b(?:returns?|repeats?|gets?|gives?|receives?|answers? with|responds? with) the (?:(?:first|same|original|stored) (?:answer|response|status|result)\b|(?:answer|response|result) (?:of|to) the (?:first|original|earlier) (?:one|request|call|attempt)\b)/i;
const OF_REPLAYS = /replay|idempoten/i;
/** What is said of an answer that is kept, and of no other. */
const KEPT =
  /\bonly (?:on|in|with|for|where|when|if)\b.{0,60}\b(?:kept|replay|replayed|repeated|again|stored)\b|^[`"']?true[`"']? (?:on|in|with|for|where|when|if) .{0,60}\b(?:kept|replay|replayed|repeated|(?:given|sent|returned) (?:before|again)|stored)\b/i;

/** What a refusal advises to do is nothing that it comes for (`Use another key for another body`). */
const ADVICE = /^(?:please|to|use|send|try|retry|choose|pick|take|generate|create|with)\b/i;

/** The words of a document about such requests: the sentences that speak of a key, and those of refusals, with the status of each. */
function wordsOf({ about = '' }: Interface, operation: Operation): readonly string[] {
  const refusals = operation.responses.flatMap(({ status, description }) =>
    /^4\d\d$/.test(status)
      ? sentencesOf(description).flatMap((one) => (ADVICE.test(one) ? [] : [`${one} ${status}`]))
      : [],
  );
  const texts = [about, operation.description ?? '', keyParameterOf(operation)?.description ?? ''];
  return [...texts.flatMap((text) => sentencesOf(text)), ...refusals].filter(
    (sentence) => !OPEN.test(sentence),
  );
}

export const toldRepetitionOf: (document: Interface, operation: Operation) => ToldRepetition = onceForBoth(
  (document: Interface, operation: Operation): ToldRepetition => {
    const words = wordsOf(document, operation);
    const isKeyed = /\bidempoten|\bkey\b/i;
    const headers = operation.responses.flatMap(({ status, headers: own }) =>
      status.startsWith('2') ? own : [],
    );
    const mark = headers.find(({ name, schema, description = '' }) => {
      const values = fixedValues(scalarKeywords(schema)) ?? [];
      const said = `${description} ${textOf(scalarKeywords(schema), 'description') ?? ''}`;
      return OF_REPLAYS.test(name) && values.length === 1 && KEPT.test(said) && !OPEN.test(said);
    });
    const isBorne = words.some(
      (sentence) => mark !== undefined && sentence.toLowerCase().includes(mark.name.toLowerCase()),
    );
    return {
      refusesOther: words.some((sentence) => OTHER.test(sentence) && REFUSED.test(sentence)),
      isFirstAnswer: words.some((sentence) => FIRST_ANSWER.test(sentence) && isKeyed.test(sentence)),
      mark: isBorne ? mark?.name : undefined,
    };
  },
);
