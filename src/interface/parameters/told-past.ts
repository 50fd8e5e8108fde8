import { schemaMembers } from '../../schema/members.ts';
import { allowedTypes, textOf } from '../../schema/keywords.ts';
import { scalarKeywords } from '../../schema/scalar.ts';
import { onceFor } from '../../system/once-for.ts';
import type { Operation } from '../model.ts';
import { sentencesOf } from '../names.ts';
import { sentSchemaOf } from '../resources/read-collections.ts';

/** Days and moments of a body of which a document says in a whole sentence that they have been: `Must not be in the future`. */

export type ToldPast = {
  readonly name: string;
  readonly kind: 'date' | 'date-time';
  readonly words: string;
};

const STATUS = String.raw`(?: \(4\d\d(?: otherwise)?\)|, otherwise 4\d\d)?`;
const HAS_BEEN: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:(?:it |this |the [\w-]{1,40} )?(?:must|may|can|has to|needs to) ?)?(?:not|never)(?: be| lie)? in the future${STATUS}$`,
    'i',
  ),
  new RegExp(String.raw`^(?:(?:it|this|the [\w-]{1,40}) )?cant (?:be|lie) in the future${STATUS}$`, 'i'),
  new RegExp(
    String.raw`^(?:(?:it|this|the [\w-]{1,40}) )?(?:must|has to|needs to) (?:be|lie) in the past${STATUS}$`,
    'i',
  ),
];

/** What a document says of the days and moments in the body of an operation, where it has a refusal for a broken one. */
export const toldPastOf = onceFor((operation: Operation): readonly ToldPast[] => {
  const sent = sentSchemaOf(operation);
  if (sent === undefined || !operation.responses.some(({ status }) => /^(?:400|422|4xx)$/i.test(status)))
    return [];
  return [...schemaMembers(sent).properties].flatMap(([name, member]): readonly ToldPast[] => {
    const keywords = scalarKeywords(member, sent);
    const types = [...allowedTypes(keywords)].filter((type) => type !== 'null').join();
    const format = textOf(keywords, 'format');
    if (types !== 'string' || (format !== 'date' && format !== 'date-time')) return [];
    const words = sentencesOf(textOf(keywords, 'description') ?? '').find((sentence) =>
      HAS_BEEN.some((form) => form.test(sentence)),
    );
    return words === undefined ? [] : [{ name, kind: format, words }];
  });
});

/** So much later than now is to come, whatever clock tells it. */
const CLEARLY_MS = 366 * 86_400_000;

/** True for a value that is still to come, at a time in Unix milliseconds, by the clock of whoever looks at it. */
export function isToCome(value: unknown, nowMs: number): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return false;
  const at = Date.parse(value);
  return !Number.isNaN(at) && at - nowMs > CLEARLY_MS;
}
