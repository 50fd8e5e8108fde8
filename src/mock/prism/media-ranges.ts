import type { InboundRequest } from '../stages.ts';

const MAX_LENGTH = 1000;
const TOKEN = String.raw`[\w!#$%&'*+.^\`|~-]+`;
/** RFC 9110 sections 12.5.1 and 5.6.6. */
const MEDIA_RANGE = new RegExp(String.raw`^${TOKEN}/${TOKEN}(?:\s*;\s*${TOKEN}=(?:${TOKEN}|"[^"\\]*"))*$`);

/** The media ranges that a request accepts, without those that can't be read; `undefined` when it says nothing about them. */
export function mediaRangesOf({ headers }: InboundRequest): readonly string[] | undefined {
  const field = headers.get('accept');
  if (field === undefined || field.length > MAX_LENGTH) return undefined;
  const ranges = field
    .split(',')
    .map((range) => range.trim())
    .filter((range) => MEDIA_RANGE.test(range));
  return ranges.length === 0 ? undefined : ranges;
}
