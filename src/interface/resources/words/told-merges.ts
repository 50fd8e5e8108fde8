import { documentedJson } from '../../../http/media-type.ts';
import type { Operation } from '../../model.ts';
import { sentencesOf } from '../../names.ts';

/** Changes that are merge patches (RFC 7396): by the media type of their body, or by the words of the operation. */

const MERGES =
  /\((?:a )?(?:JSON )?merge[- ]patch(?:, RFC ?7[34]\d6)?\)|\bJSON merge[- ]patch\b|\bRFC ?73[89]6\b/i;
/** What is said of some requests, or of one of several media types, is not said of all. */
const OPEN =
  /\b(?:not|no|if|when|where|unless|may|might|can|could|or|either|similar|like|application|json-patch)\b/i;

/** True for an operation whose JSON is merged into what is there, object by object. */
export function changesByMerge({ requestBody, description = '' }: Operation): boolean {
  const mediaType = documentedJson(requestBody?.representations ?? [])?.mediaType;
  if (mediaType === 'application/merge-patch+json') return true;
  const isPlain = mediaType === 'application/json';
  return isPlain && sentencesOf(description).some((one) => MERGES.test(one) && !OPEN.test(one));
}
