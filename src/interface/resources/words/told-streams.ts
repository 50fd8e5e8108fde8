import { mediaKindOf } from '../../content/media-kind.ts';
import type { Operation } from '../../model.ts';

/** Answers that go on for as long as somebody listens, as the words of an operation have it, whatever the media type of its answer. */

const STREAMS = /\bstream(?:s|ed|ing)?\b|\bserver[- ]sent\b|\blong[- ]poll(?:s|ing)?\b/i;
/** What is streamed in this sense may be anything that comes now and then; a file that is streamed has an end. */
const WITH_AN_END = /\b(?:files?|download|export|image|archive|backup|octet)\b/i;

/** True for an operation that by its words answers with a stream (`Receive notifications from an HTTP stream`): it has no end. */
export function saysEndless({ description = '' }: Pick<Operation, 'description'>): boolean {
  return STREAMS.test(description) && !WITH_AN_END.test(description);
}

/** True for an operation that succeeds with a stream of events and with nothing else: nothing tells when the first one comes. */
export function waitsForEvents({ responses }: Pick<Operation, 'responses'>): boolean {
  const shown = responses.flatMap(({ status, representations }) =>
    status.startsWith('2') ? representations : [],
  );
  return shown.length > 0 && shown.every(({ mediaType }) => mediaKindOf(mediaType) === 'event-stream');
}
