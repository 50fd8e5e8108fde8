import { onceForBoth } from '../../system/once-for.ts';
import type { Interface, Operation } from '../model.ts';
import { sentencesOf } from '../names.ts';

/** What a document says in a whole sentence of query parameters that it does not have. */

const UNKNOWN = String.raw`(?:unknown|unrecogni[sz]ed|undocumented) (?:query )?param(?:eter)?s|(?:query )?param(?:eter)?s (?:that|which) (?:we|it|they|the [a-z]{2,12}) (?:dont|do not|doesnt|does not) know(?: of)?`;
const IGNORED = new RegExp(String.raw`^(?:any |all )?(?:${UNKNOWN}) (?:are|will be) ignored$`, 'i');
const REFUSED = new RegExp(
  String.raw`^(?:any |all )?(?:${UNKNOWN}) (?:are|will be) (?:refused|rejected|answered)(?: here)?(?: (?:with|by) (?:a )?4\d\d\b.{0,60}| \(4\d\d\))?$`,
  'i',
);

type Told = 'ignored' | 'refused' | undefined;

function toldIn(text: string | undefined): Told {
  const sentences = sentencesOf(text ?? '');
  if (sentences.some((sentence) => REFUSED.test(sentence))) return 'refused';
  return sentences.some((sentence) => IGNORED.test(sentence)) ? 'ignored' : undefined;
}

/** What becomes of query parameters that an operation has not: by its own words, else by those of the document. */
export const unknownAre: (document: Interface, operation: Operation) => Told = onceForBoth(
  (document: Interface, operation: Operation): Told =>
    operation.documentation === 'full'
      ? (toldIn(operation.description) ?? toldIn(document.about))
      : undefined,
);
