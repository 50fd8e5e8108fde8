import { onceFor } from '../../../system/once-for.ts';
import type { Operation } from '../../model.ts';
import { saysOfOne } from './told-shared.ts';

/** What a document says in words of things that are for whoever made them alone: `403: Not the author of the recipe`. */

const OWNERS = '(?:owners?|authors?|creators?|organi[sz]ers?|hosts?|sellers?)';
/** What tells it wherever it stands. */
const TOLD = [
  // `Only the author may …`, `only channel owners`, `Owners only`.
  String.raw`\bonly (?:by |for |to )?(?:the |its |their |an? )?(?:[a-z]+(?:'s|')? )?${OWNERS}\b`,
  String.raw`\b${OWNERS} (?:only|alone)\b`,
  String.raw`\bonly (?:by |for |to )?(?:the |an? )?(?:user|person|account|member|one) (?:who|that) (?:created|made|wrote|owns|posted|added)\b`,
  // `Only your own may be changed`, `Users can only delete their own`.
  String.raw`\bonly\b[^.;]{0,60}\b(?:your|their|his|her) own\b`,
];
/** What tells it where it says why somebody is refused. */
const TOLD_OF_REFUSALS = [
  // `Not the owner of it`, `You do not own this`.
  String.raw`\b(?:not|isn't|aren't) (?:the |its |their |an? )?(?:[a-z]+(?:'s|')? )?${OWNERS}\b`,
  String.raw`\bnot owned\b`,
  String.raw`\b(?:do|does|did)(?:n't| not) own\b`,
  String.raw`\b(?:do|does|did)(?:n't| not) belong to (?:you|them|him|her|the (?:current |authenticated |calling |requesting |logged[- ]in )?(?:user|caller))\b`,
  String.raw`\bnot (?:your own|yours)\b`,
  // `It belongs to somebody else`, `another user's`.
  String.raw`\b(?:belong(?:s|ing)?|owned|created|made|posted|written) (?:to|by) (?:an? )?(?:another|other|somebody else|someone else|different)\b`,
  String.raw`\b(?:another|other|different) (?:user|person|account|member|customer|author|owner)(?:'s|s')(?=\s|$)`,
];
const FOR_OWNERS = new RegExp(TOLD.join('|'), 'i');
const REFUSES_OTHERS = new RegExp(TOLD_OF_REFUSALS.join('|'), 'i');

/** Whose list it is, in no other words than whose it can be. */
const OF_WHO_ASKS = new RegExp(
  String.raw`\b(?:of|for|by|from) (?:the|this) (?:current|authenticated|calling|requesting|logged[- ]in|signed[- ]in) (?:user|caller|account|customer|member)\b|\byour\b`,
  'i',
);

/** Statuses by which somebody is refused who is known. */
const REFUSED: ReadonlySet<string> = new Set(['403', '404', '4XX', 'default']);

/** True for an operation of which the document says that it is for whoever made the entry, or has what one user has. */
export const saysForOwners: (operation: Operation) => boolean = onceFor((operation: Operation): boolean => {
  const { sharing, description = '', responses } = operation;
  if (sharing !== undefined) return sharing === 'private';
  const isList = operation.method === 'GET' && !operation.path.includes('{');
  if (FOR_OWNERS.test(description)) return true;
  if (isList && OF_WHO_ASKS.test(description) && saysOfOne(operation)) return true;
  return responses.some(
    (one) =>
      REFUSED.has(one.status) && (FOR_OWNERS.test(one.description) || REFUSES_OTHERS.test(one.description)),
  );
});
