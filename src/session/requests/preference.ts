import type { HeaderLine } from '../../http/exchange.ts';
import { documentedJson } from '../../http/media-type.ts';
import { concreteMediaType, mediaKindOf } from '../../interface/content/media-kind.ts';
import type { Operation } from '../../interface/model.ts';

/** In which media type an answer is best read. */

/**
 * What a request prefers where a success is documented in JSON and in other media types: without a preference a service may answer with
 * any of them (RFC 9110 §12.5.1), and entries are read in JSON alone. Any other type is welcome as well, for errors above all.
 */
function preferredAnswer({ responses }: Operation): string | undefined {
  const documented = responses
    .filter(({ status }) => status.startsWith('2'))
    .flatMap((one) => one.representations);
  const json = documentedJson(documented)?.mediaType;
  const isAlone = documented.every(({ mediaType }) => mediaKindOf(mediaType) === 'json');
  return json === undefined || isAlone ? undefined : `${concreteMediaType(json)}, */*;q=0.1`;
}

/** Header lines with what a request prefers, where neither these nor others ask for something. */
export function withPreference(
  operation: Operation,
  own: readonly HeaderLine[],
  others: readonly HeaderLine[] = [],
): readonly HeaderLine[] {
  const isAsked = [...own, ...others].some(([name]) => name.toLowerCase() === 'accept');
  const preferred = isAsked ? undefined : preferredAnswer(operation);
  return preferred === undefined ? own : [...own, ['Accept', preferred]];
}
