/**
 * How a document ends a sentence about what alone is served: `Only drafts can be changed, everything else is refused with 409`, `… (409)`,
 * `…: else 409`, also in a sentence behind it (`Otherwise 409.`).
 */

const REST = String.raw`(?:(?:everything|anything|all|any(?: one| thing)?) else|(?:all |any |the |every )?others?(?: ones?| states?)?|the rest)`;
const REFUSED = String.raw`(?:is|are|gets?|will be)(?: (?:refused|rejected|answered|declined))?(?: (?:with|by))?(?: an?)?(?: (?:status|error))?`;

/** The end of a sentence, with the status where it has one. What is only `answered` may be so with anything. */
const ENDS: readonly RegExp[] = [
  / \((?<status>4\d\d)(?: otherwise| if not)?\)$/i,
  new RegExp(String.raw`[,:]? (?:and )?${REST} ${REFUSED} (?<status>4\d\d)(?: [A-Z][\w ]{1,20})?$`, 'i'),
  new RegExp(String.raw`[,:]? (?:and )?${REST} (?:is|are) (?:refused|rejected|declined)$`, 'i'),
  /[,:] (?:else|otherwise)(?: the answer is| it is| a| it is refused with| refused with)? (?<status>4\d\d)(?: [A-Z][\w ]{1,20})?$/i,
];

/** A sentence without its end, and the status of the refusal that this tells. */
export type Otherwise = { readonly said: string; readonly status: string | undefined };

/** What a sentence says without its end. `next`: the sentence behind it, which may be the end alone. */
export function toldOtherwise(sentence: string, next = ''): Otherwise {
  for (const end of ENDS) {
    const found = end.exec(sentence);
    if (found !== null) return { said: sentence.slice(0, found.index), status: found.groups?.['status'] };
  }
  const behind = ENDS.map((end) => end.exec(`, ${next}`)).find((found) => found?.index === 0);
  return { said: sentence, status: behind?.groups?.['status'] };
}
