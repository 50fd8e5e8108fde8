import { onceFor } from '../../../system/once-for.ts';
import type { Operation } from '../../model.ts';
import { saysOfOne } from './told-shared.ts';

/** What a document says in words of things that are for whoever made them alone: `403: Not the author of the recipe`. */

/** Whom a thing has one of; in the plural most of them are a role that many users have. */
const ONE = '(?:owner|author|creator|organi[sz]er|host|seller)';
const SURELY_ONE = '(?:owners?|author|creator)';
/** What it is the owner of; an adjective would make it a role. */
const OF = String.raw`(?:(?!(?:an?|active|approved|authenticated|logged|paid|premium|registered|verified)\b)[a-z]+(?:'s|')? )?`;
const THE = '(?:the|its|their)';
/** What tells it wherever it stands. */
const TOLD = [
  // `Only the author may …`, `only channel owners`, `Owners only`.
  String.raw`\bonly (?:by |for |to )?${THE} ${OF}(?:${ONE}|owners)\b(?!')`,
  String.raw`\bonly (?:by |for |to )?${OF}${SURELY_ONE}\b(?!')`,
  String.raw`\b${SURELY_ONE} (?:only|alone)\b`,
  String.raw`\bonly (?:by |for |to )?(?:the |an? )?(?:user|person|account|member|one) (?:who|that) (?:created|made|wrote|owns|posted|added)\b`,
  // `Only your own may be changed`, `Users can only delete their own`.
  String.raw`\bonly\b[^.;]{0,60}\b(?:your|their|his|her) own\b`,
];
/** What tells it where it says why somebody is refused. */
const TOLD_OF_REFUSALS = [
  // `Not the owner of it`, `You do not own this`.
  String.raw`\b(?:not|isn't|aren't) ${THE} ${OF}(?:${ONE}|owners)\b(?!')`,
  String.raw`\b(?:not|isn't|aren't) ${OF}${SURELY_ONE}\b(?!')`,
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

/** What others made is shown to one user there. */
const OF_OTHERS = /\b(?:feed|timeline|recommend\w*|suggest\w*|follow\w*|friends?|shared|invit\w*)\b/i;

/** Statuses by which somebody is refused who is known. */
const REFUSED: ReadonlySet<string> = new Set(['403', '404', '4XX', 'default']);

/** True for an operation of which the document says that it is for whoever made the entry, or has what one user has. */
export const saysForOwners: (operation: Operation) => boolean = onceFor((operation: Operation): boolean => {
  const { sharing, description = '', responses } = operation;
  if (sharing !== undefined) return sharing === 'private';
  const isList = operation.method === 'GET' && !operation.path.includes('{');
  if (FOR_OWNERS.test(description)) return true;
  const isOfOne = OF_WHO_ASKS.test(description) && !OF_OTHERS.test(description);
  if (isList && isOfOne && saysOfOne(operation)) return true;
  return responses.some(
    (one) =>
      REFUSED.has(one.status) && (FOR_OWNERS.test(one.description) || REFUSES_OTHERS.test(one.description)),
  );
});
