import type { Operation } from '../../model.ts';

/** What a document says in words of whose entries a list has (`All venues, of all organizers`), and of what everybody may do to one. */

const PEOPLE =
  'accounts?|authors?|clients?|creators?|customers?|employees?|members?|organi[sz]ations?|organi[sz]ers?|owners?|people|persons?|sellers?|teams?|tenants?|users?|vendors?|workspaces?';
const OF_ALL = new RegExp(
  String.raw`\b(?:of|by|from|between|among|across) (?:all|every|any) (?:the |other )?(?:${PEOPLE})\b|\b(?:of|by|from|to) every(?:one|body)\b|\b(?:visible|shown|readable|available|open|common) (?:to|for) (?:all|every|any) (?:${PEOPLE})\b`,
  'i',
);
/** Who may do so, or what else has to be so. */
const OPEN = /\b(?:if|when|unless|only|admin\w*|not|never|except|optional\w*|may|can)\b/i;

/** True for a list of which the document says that it has what everybody made. */
export function saysOfAll({ description = '' }: Pick<Operation, 'description'>): boolean {
  return description.split(/[.;\n]/).some((sentence) => OF_ALL.test(sentence) && !OPEN.test(sentence));
}

const OF_ONE =
  /\b(?:of|for|by|from) (?:the|this) (?:current |authenticated |calling |requesting |logged[- ]in |signed[- ]in )?(?:user|caller|account|customer|member|tenant|owner)\b|\b(?:of|in|all|among|search(?:es)?|lists?|finds?|gets?|returns?) (?:all )?(?:of )?your\b/i;

/** True for a list of which the document says that it has what one user has: `The tickets of all projects of the user`. */
export function saysOfOne({ description = '' }: Pick<Operation, 'description'>): boolean {
  return description.split(/[.;\n]/).some((sentence) => OF_ONE.test(sentence) && !OPEN.test(sentence));
}

const ALL = String.raw`(?:every(?:one|body)|any(?:one|body)|(?:all|any|every|each) (?:[a-z-]+ )?(?:${PEOPLE}))`;
const FOR_ALL = new RegExp(
  String.raw`\b${ALL} (?:may|can|(?:is|are) (?:allowed|free) to) (?!(?:list|get|find|look|read|search|see|view)\b)|\b(?:shared|open|common) (?:among|between|by|for|of|to) ${ALL}\b`,
  'i',
);
const NOT_ALL =
  /\b(?:if|when|unless|only|not|never|except|but|who|whose|own|mine|their|your|with|admin\w*)\b/i;

/** True for an operation of which the document says that every user may do it: `Any user may replace a coupon`. */
export function saysForAll({ description = '' }: Pick<Operation, 'description'>): boolean {
  return description.split(/[.;\n]/).some((sentence) => FOR_ALL.test(sentence) && !NOT_ALL.test(sentence));
}
