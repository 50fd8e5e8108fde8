import { wordsOfName } from '../../names.ts';

/** The words for what an operation does: what they tell is never blamed on anybody, it says what may be sent. */

export type Does = 'reads' | 'makes' | 'changes' | 'removes';

/** The words, those first that are minded first: whoever finds two of them takes what does more. */
const WORDS: readonly (readonly [Does, ReadonlySet<string>])[] = [
  [
    'removes',
    new Set(
      'delete remove destroy erase drop purge wipe clear trash discard unlink uninstall terminate kick expel detach revoke deletion removal revocation termination'.split(
        ' ',
      ),
    ),
  ],
  [
    'changes',
    new Set(
      `update edit modify change set replace rename move patch put save toggle mark complete finish close cancel abort stop start pause resume approve reject accept decline
      suspend unsuspend archive unarchive restore lock unlock assign unassign transfer merge split disable enable activate deactivate ban unban block unblock mute unmute refund capture void charge
      publish unpublish promote demote reset rotate reopen open leave join invite notify send confirm verify expire extend renew release ship cancellation refunds cancellations bans blocks transfers payouts payout
      suspension suspensions reversals reversal`.split(/\s+/),
    ),
  ],
  [
    'makes',
    new Set('create add new register insert make post submit import upload copy clone duplicate'.split(' ')),
  ],
  [
    'reads',
    new Set(
      'get list info read search find query fetch show view lookup count describe details detail status retrieve exists select browse check preview history'.split(
        ' ',
      ),
    ),
  ],
];

function doneBy(words: readonly string[]): Does | undefined {
  return WORDS.find(([, known]) => words.some((word) => known.has(word)))?.[0];
}

/** What the words of a name say: the outer ones first, since a verb stands in front or at the end. */
export function toldBy(words: readonly string[]): Does | undefined {
  return doneBy([words[0] ?? '', words.at(-1) ?? '']) ?? doneBy(words);
}

/** Of an entry that is not there, these make it. */
const MAKES_OR_CHANGES: ReadonlySet<string> = new Set(['put', 'save', 'set']);

/** True for the name of a POST that says that what is there is changed (`renamePlaylist`), and of nothing that is made (`createOrUpdate`). */
export function isCalledChange(id: string): boolean {
  const words = wordsOfName(id).filter((word) => word !== 'post');
  const isOpen = words.some((word) => MAKES_OR_CHANGES.has(word) || doneBy([word]) === 'makes');
  return !isOpen && toldBy(words) === 'changes';
}

/** What says in front of a verb that it is done to several at once: `batchDelete`, `bulk-update`. */
export const TO_SEVERAL: ReadonlySet<string> = new Set(['batch', 'bulk', 'mass', 'multi']);

export function isVerb(word: string): boolean {
  return TO_SEVERAL.has(word) || WORDS.some(([, known]) => known.has(word));
}
