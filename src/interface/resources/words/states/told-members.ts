import { type Json } from '../../../../json/value.ts';
import { schemaMembers } from '../../../../schema/members.ts';
import { allowedTypes, textOf } from '../../../../schema/keywords.ts';
import { scalarKeywords } from '../../../../schema/scalar.ts';
import { onceFor } from '../../../../system/once-for.ts';
import { plainName, sentencesOf } from '../../../names.ts';
import { entrySchemaOf, type Resource } from '../../resources.ts';
import { isAboutEntry, isState, listedStates, type State, statesCalled } from './told-states.ts';

/**
 * Members of which a document says in a whole sentence in which states of an entry they have a value: `Set when and only when the order
 * is canceled`, `Null until it is done or failed`, or in two that belong together.
 */

export type ToldMember = {
  readonly name: string;
  /** The member that says in which state an entry is, and the states in which this one has a value. */
  readonly state: string;
  readonly values: readonly State[];
  /** `both`: it has one there and nowhere else. `until`: it has none in states before these. `there`: it has one there. `only`: nowhere else. */
  readonly says: 'both' | 'until' | 'there' | 'only';
  readonly words: string;
};

const SET = '(?:set|present|filled in|given|there|non-null|not null)';
const NONE = '(?:null|empty|missing|absent|unset|not set)';
const IS = '(?<about>it|(?:an?|the) [a-z -]{1,40}?) (?:is|was) (?<words>[a-z_, -]{1,60})';
const FORMS: readonly (readonly [ToldMember['says'], RegExp])[] = [
  ['both', new RegExp(String.raw`^(?:is )?${SET} (?:when|if) and only (?:when|if) ${IS}$`, 'i')],
  ['until', new RegExp(String.raw`^(?:it is )?${NONE} (?:until|before) ${IS}$`, 'i')],
  ['only', new RegExp(String.raw`^(?:only ${SET}|${SET} only) (?:when|if|once|where) ${IS}$`, 'i')],
  ['only', new RegExp(String.raw`^(?:it is )?${NONE} unless ${IS}$`, 'i')],
  ['there', new RegExp(String.raw`^(?:always )?${SET} (?:when|if|once|where) ${IS}$`, 'i')],
];

/** As long as it is so it has none; what it has in other states is left open. */
const WHILE = new RegExp(String.raw`^(?:it is )?${NONE} (?:while|as long as) ${IS}$`, 'i');

const FOR = new RegExp(
  String.raw`^(?:it is )?${NONE} (?:for|in|on) (?:an? |the |all |any )?(?<words>[a-z_-]{2,40}?)s?(?: (?<about>[a-z-]{1,40}))?$`,
  'i',
);

function toldMeanwhile(resource: Resource, name: string, sentence: string): ToldMember | undefined {
  const { about = 'it', words = '' } = (WHILE.exec(sentence) ?? FOR.exec(sentence))?.groups ?? {};
  if (words === '' || !isAboutEntry(resource, about)) return undefined;
  const { member, values } = statesCalled(resource, words) ?? {};
  if (member === undefined || values === undefined || member === name) return undefined;
  const listed = (listedStates(resource).get(member) ?? []).map(({ value }) => value);
  const others = listed.filter((value) => !values.includes(value));
  return { name, state: member, values: others, says: 'only', words: sentence };
}

function toldIn(resource: Resource, name: string, sentence: string): ToldMember | undefined {
  for (const [says, form] of FORMS) {
    const { about = '', words = '' } = form.exec(sentence)?.groups ?? {};
    if (words === '' || !isAboutEntry(resource, about)) continue;
    const { member, values } = statesCalled(resource, words.replace(/^already /i, '')) ?? {};
    if (member === undefined || values === undefined || member === name) return undefined;
    return { name, state: member, values, says, words: sentence };
  }
  return toldMeanwhile(resource, name, sentence);
}

const SINCE =
  /^(?:(?:the )?(?:date|day|time|moment) )?when (?<about>it|(?:an?|the|its) [a-z -]{1,40}?) (?:became|turned|changed to|was set to|was) (?<words>[a-z_-]{1,40})$/i;
const IN_NO_OTHER = new RegExp(
  String.raw`^(?:it is )?${NONE} (?:for|in|with) (?:all |any |every )?other (?:state|status|value)(?:e?s)?$`,
  'i',
);

/** What two sentences say together: `When the status became done; null for other statuses`. */
function toldByTwo(
  resource: Resource,
  name: string,
  before: string,
  sentence: string,
): ToldMember | undefined {
  const { about = '', words = '' } = SINCE.exec(before)?.groups ?? {};
  if (words === '' || !IN_NO_OTHER.test(sentence)) return undefined;
  const { member, values } = statesCalled(resource, words) ?? {};
  if (member === undefined || values === undefined || member === name) return undefined;
  const isOfState = plainName(about.replace(/^(?:an?|the|its) /i, '')) === plainName(member);
  return isOfState || isAboutEntry(resource, about)
    ? { name, state: member, values, says: 'both', words: `${before}; ${sentence}` }
    : undefined;
}

/** What the descriptions of the members of an entry say of its states. */
export const toldMembersOfStates = onceFor((resource: Resource): readonly ToldMember[] => {
  const schema = entrySchemaOf(resource);
  if (schema === undefined) return [];
  return [...schemaMembers(schema).properties].flatMap(([name, member]) => {
    const description = textOf(scalarKeywords(member, schema), 'description') ?? '';
    const told = sentencesOf(description).flatMap(
      (sentence, at, all) =>
        toldByTwo(resource, name, all[at - 1] ?? '', sentence) ?? toldIn(resource, name, sentence) ?? [],
    );
    return told.length === 1 ? told : [];
  });
});

/** States in which entries are not in a list that is asked for nothing: values of a list, a flag that is set, or a moment that is there. */
export type ToldLeftOut = {
  readonly member: string;
  readonly isLeftOut: (value: Json | undefined) => boolean;
  /** What the member is in an entry that is listed, where that is one value: a flag or a moment. */
  readonly otherwise: false | null | undefined;
  readonly words: string;
};

const LISTED = '(?:listed|shown|returned|included|found)';
const NOT_SHOWN = `(?:(?:not|never|no longer) ${LISTED}|left out|hidden|excluded|omitted)`;
/** What is left out until it is asked for: what else brings it back may be so for whoever asks. */
const UNLESS = '(?: by default)?(?:,? unless (?<unless>.{1,100}))?';
const NOT_LISTED: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:without [\w-]{1,40},? )?(?:all |the )?(?<about>[\w -]{1,40}?) (?:that|which) are not (?<words>[\w, -]{1,60}?) are ${LISTED}$`,
    'i',
  ),
  new RegExp(
    String.raw`^(?<words>[\w-]{2,40}(?: or [\w-]{2,40})?) (?<about>[\w-]{1,40}) are ${NOT_SHOWN}${UNLESS}$`,
    'i',
  ),
];
const ONLY_LISTED: readonly RegExp[] = [
  new RegExp(
    String.raw`^only (?<words>[\w-]{2,40}(?: (?:or|and) [\w-]{2,40})?) (?<about>[\w-]{1,40}) are ${LISTED}$`,
    'i',
  ),
  new RegExp(
    String.raw`^only (?<about>[\w -]{1,40}?) (?:that|which) are (?<words>[\w, -]{1,60}?) are ${LISTED}$`,
    'i',
  ),
];

/** The member that says of an entry that it is so: a flag that is called so, or the moment since when, which may be null. */
function flagCalled(
  resource: Resource,
  words: string,
): Pick<ToldLeftOut, 'member' | 'otherwise'> | undefined {
  const schema = entrySchemaOf(resource);
  const said = plainName(words);
  const named = [...(schema === undefined ? [] : schemaMembers(schema).properties)].flatMap(
    ([name, member]) => {
      const types = [...allowedTypes(scalarKeywords(member, schema))].toSorted().join();
      const plain = plainName(name.replace(/^is(?=[_A-Z-])/, ''));
      const isFlag = types === 'boolean' && plain === said;
      const isMoment = types === 'null,string' && [`${said}at`, `${said}on`].includes(plain);
      return isFlag || isMoment ? [{ member: name, otherwise: isFlag ? (false as const) : null }] : [];
    },
  );
  return named.length === 1 ? named[0] : undefined;
}

/** True for a flag that is set, and for a moment that is there. */
function isSet(value: Json | undefined): boolean {
  return value === true || typeof value === 'string';
}

/** True for words about a parameter of the list, and for none. */
function isOfQuery({ list }: Resource, words: string): boolean {
  const query = (list?.parameters ?? []).filter((one) => one.in === 'query');
  const said = new Set(words.split(/[^\w-]+/).map((word) => plainName(word)));
  return words === '' || query.some(({ name }) => said.has(plainName(name)));
}

/** What the description of a list, or of an action, says to be left out of the list, by the states of its entries. */
export const toldLeftOut = onceFor((resource: Resource): ToldLeftOut | undefined => {
  const texts = [resource.list, ...resource.actions].map((one) => one?.description ?? '');
  const told = texts.flatMap(sentencesOf).flatMap((sentence): ToldLeftOut[] => {
    const [not, only] = [NOT_LISTED, ONLY_LISTED].map((forms) =>
      forms.map((form) => form.exec(sentence)?.groups).find((groups) => groups !== undefined),
    );
    const { about = '', words = '', unless = '' } = not ?? only ?? {};
    if (words === '' || !isAboutEntry(resource, about) || !isOfQuery(resource, unless)) return [];
    const found = statesCalled(resource, words.replace(/ and /g, ' or '));
    const flag = found === undefined && not !== undefined ? flagCalled(resource, words) : undefined;
    if (flag !== undefined) return [{ ...flag, isLeftOut: isSet, words: sentence }];
    if (found === undefined) return [];
    const { member, values } = found;
    const isNamed = (value: Json | undefined): boolean => isState(value) && values.includes(value);
    const isOther = (value: Json | undefined): boolean => isState(value) && !values.includes(value);
    return [
      { member, isLeftOut: not === undefined ? isOther : isNamed, otherwise: undefined, words: sentence },
    ];
  });
  return told.length === 1 ? told[0] : undefined;
});
