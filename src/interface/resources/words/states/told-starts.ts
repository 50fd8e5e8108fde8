import { textOf } from '../../../../schema/keywords.ts';
import { schemaMembers } from '../../../../schema/members.ts';
import { scalarKeywords } from '../../../../schema/scalar.ts';
import { onceFor } from '../../../../system/once-for.ts';
import { sentencesOf } from '../../../names.ts';
import { entrySchemaOf, type Resource } from '../../resources.ts';
import { isAboutEntry, type State, statesCalled } from './told-states.ts';

/**
 * The state in which a document says in a whole sentence that new entries begin: `A booking starts as tentative`, `The invitation is
 * pending until it is answered`, and of the member itself `A new product is a draft`.
 */

export type ToldStart = { readonly member: string; readonly value: State; readonly words: string };

/** What leaves it open. */
const OPEN = /\b(?:if|when|unless|may|can|could|might|or|usually|normally|by default|unless)\b/i;

const FORMS: readonly RegExp[] = [
  /^(?:an?|the|each|every) (?:new )?(?<about>[\w -]{1,40}?) (?:always )?(?:starts|begins) (?:out )?(?:as|in|with)(?: the (?:status|state)| an?)? (?<word>[\w-]{1,40})$/i,
  /^(?:an?|the|each|every) new(?:ly (?:created|made))? (?<about>[\w -]{1,40}?) (?:is|has the (?:status|state)|is in the (?:status|state)) (?:an? )?(?<word>[\w-]{1,40})$/i,
  /^(?:an?|the) (?<about>[\w -]{1,40}?) is (?<word>[\w-]{1,40}) until (?:it|this) is [\w -]{1,60}$/i,
];

/** Where new entries of a resource begin; `undefined` where the document says nothing of that, or of several states. */
export const startTold = onceFor((resource: Resource): ToldStart | undefined => {
  const { create } = resource;
  const entry = entrySchemaOf(resource);
  if (create === undefined || entry === undefined) return undefined;
  const ofMembers = [...schemaMembers(entry).properties.values()].map(
    (member) => textOf(scalarKeywords(member, entry), 'description') ?? '',
  );
  const texts = [create.description ?? '', ...ofMembers];
  const told = texts
    .flatMap((text) => sentencesOf(text))
    .filter((sentence) => !OPEN.test(sentence))
    .flatMap((sentence): ToldStart[] => {
      const groups = FORMS.map((form) => form.exec(sentence)?.groups).find((one) => one !== undefined);
      const { about = '', word = '' } = groups ?? {};
      const found = word === '' || !isAboutEntry(resource, about) ? undefined : statesCalled(resource, word);
      const [value] = found?.values ?? [];
      return found === undefined || value === undefined
        ? []
        : [{ member: found.member, value, words: sentence }];
    });
  const [first] = told;
  return told.every(({ member, value }) => member === first?.member && value === first.value)
    ? first
    : undefined;
});
