import type { Interface, Operation } from '../../../interface/model.ts';
import { toldRepetitionOf } from '../../../interface/resources/words/told-repetitions.ts';
import { canonicalJson } from '../../../json/canonical.ts';
import { plainText } from '../../../json/lossless.ts';
import type { Json } from '../../../json/value.ts';
import { fixedValues } from '../../../schema/keywords.ts';
import { scalarKeywords } from '../../../schema/scalar.ts';
import { type HeaderLine, refusal, type Refusal, type Reply } from '../stages/stages.ts';

/** Answers to creations that brought a key of their own, for when it comes again. */

/** What the request said that an answer was kept for. */
const sentFor = new WeakMap<Reply, string>();

function textOf(sent: Json | undefined): string {
  return sent === undefined ? '' : canonicalJson(sent);
}

export function keptFor(reply: Reply, sent: Json | undefined): Reply {
  sentFor.set(reply, textOf(sent));
  return reply;
}

/** The field by which an answer says that it was kept, with the one value that it has. */
function markOf({ responses }: Operation, name: string): readonly HeaderLine[] {
  const fields = responses.flatMap(({ headers }) => headers.filter((one) => one.name === name));
  const [value] = fields.flatMap(({ schema }) => fixedValues(scalarKeywords(schema)) ?? []);
  return value === undefined ? [] : [[name, plainText(value)]];
}

/** The first answer once more, marked as such where the document says so; another body is refused where it says that. */
export function answeredAgain(
  document: Interface,
  create: Operation,
  earlier: Reply,
  sent: Json | undefined,
): Reply | Refusal {
  const { refusesOther, mark } = toldRepetitionOf(document, create);
  const first = sentFor.get(earlier);
  if (refusesOther && first !== undefined && first !== textOf(sent))
    return refusal(create, [409, 422, 400], 'key_taken', 'The key came with another request before.');
  return mark === undefined
    ? earlier
    : { ...earlier, headers: [...earlier.headers, ...markOf(create, mark)] };
}
