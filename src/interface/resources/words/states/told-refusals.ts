import { allowedTypes } from '../../../../schema/keywords.ts';
import { schemaMembers } from '../../../../schema/members.ts';
import { scalarKeywords } from '../../../../schema/scalar.ts';
import type { Json } from '../../../../json/value.ts';
import { onceForBoth } from '../../../../system/once-for.ts';
import type { Operation } from '../../../model.ts';
import { plainName, sentencesOf } from '../../../names.ts';
import { entrySchemaOf, type Resource } from '../../resources.ts';
import { toldOtherwise } from './told-otherwise.ts';
import {
  conditionTold,
  isAboutEntry,
  isState,
  listedStates,
  OF_SOMETHING_ELSE,
  type State,
  statesByStatus,
  statesCalled,
  statesNeeded,
} from './told-states.ts';

/**
 * What a document says in words of the states in which an entry is not changed, replaced or removed: `Only as long as it is open (409)`,
 * `Archived projects can't be changed`, and of a 409 `The project is archived`, which may be that of what is made inside of it. Whole
 * sentences alone are read.
 */

/** The state in which an entry is left as it is, and the refusal that comes then. */
export type ToldRefusal = {
  readonly member: string;
  readonly isRefusedIn: (value: Json | undefined) => boolean;
  readonly status: string;
};

const CHANGED: ReadonlySet<string> = new Set('changed updated edited modified replaced altered'.split(' '));
const REMOVED: ReadonlySet<string> = new Set('deleted removed'.split(' '));
const DONE = '(?<done>changed|updated|edited|modified|replaced|altered|deleted|removed)';
const WHERE = String.raw`(?:as long as|while|if|when) (?<about>it|(?:an?|the) .{1,40}?) is (?:still )?(?<words>.{1,60}?)`;

/** Sentences of an operation that say in which states alone it is served. */
const ONLY_IN: readonly RegExp[] = [
  new RegExp(String.raw`^(?:only|possible only|only possible|allowed only|only allowed) ${WHERE}$`, 'i'),
  new RegExp(String.raw`^(?:an?|the) .{1,40}? (?:can|may) only be ${DONE} ${WHERE}$`, 'i'),
  new RegExp(String.raw`^(?:an?|the) .{1,40}? (?:can|may) be ${DONE} only ${WHERE}$`, 'i'),
  new RegExp(
    String.raw`^only (?:an? )?(?<words>[\w -]{1,40}?) (?<about>[\w-]+) (?:can|may) be ${DONE}$`,
    'i',
  ),
  // What is called after its state alone: `Only drafts can be changed`.
  new RegExp(String.raw`^only (?:an? )?(?<words>[\w-]{1,40}?)s? (?:can|may) be ${DONE}$`, 'i'),
];

/** Sentences of an operation that say in which states it is not. */
const NOT_IN: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:an?|the|any) (?<about>[\w -]{1,40}?) (?:that|which) is (?:already )?(?<words>[\w, -]{1,60}?)(?: already)? (?:cannot|cant|can not|can no longer|may not|must not) be ${DONE}(?: any ?more)?$`,
    'i',
  ),
  new RegExp(
    String.raw`^(?:an? |the )?(?<words>[\w -]{1,40}?) (?<about>[\w-]+) (?:cannot|cant|can not|can no longer|may not|must not) be ${DONE}(?: any ?more)?$`,
    'i',
  ),
  new RegExp(
    String.raw`^(?:an? |the )?(?<words>[\w -]{1,40}?) (?<about>[\w-]+) is (?:not|never|no longer) ${DONE}(?: any ?more)?$`,
    'i',
  ),
];

/** Refusals that are about the state of something (RFC 9110, RFC 4918): `422: The order is invalid` is about what was sent. */
const OF_STATES: ReadonlySet<string> = new Set(['409', '423']);

/** What such a refusal says of the state. */
const IS =
  /^(?:(?:An?|The|This) )?(?<about>.{1,40}?) (?:is|was|has been|has already been) (?:already )?(?<words>[\w -]{1,40}?)(?: already)?$/i;

/** Several reasons in one sentence: `The booking is cancelled, or the room is too small`. */
const OTHERWISE = /, or (?=(?:an?|the|this|there|it) )/i;

/** What some words say of a state: values of a list that entries have, or a flag that is called so. */
type Called = { readonly member: string; readonly values: readonly (State | boolean)[] };

function calledIn(resource: Resource, words: string): Called | undefined {
  const listed = statesCalled(resource, words);
  if (listed !== undefined) return listed;
  const schema = entrySchemaOf(resource);
  if (schema === undefined) return undefined;
  const flags = [...schemaMembers(schema).properties].filter(
    ([name, member]) =>
      plainName(name.replace(/^is(?=[_A-Z-])/, '')) === plainName(words) &&
      [...allowedTypes(scalarKeywords(member, schema))].join() === 'boolean',
  );
  const [flag, ...others] = flags;
  return flag === undefined || others.length > 0 ? undefined : { member: flag[0], values: [true] };
}

function saidBy(
  resource: Resource,
  operation: Operation,
  sentence: string,
  forms: readonly RegExp[],
  { deeds, next }: { readonly deeds?: ReadonlySet<string>; readonly next?: string | undefined } = {},
): (Called & { readonly status: string | undefined }) | undefined {
  const { said: whole, status } = toldOtherwise(sentence, next);
  const groups = forms.map((form) => form.exec(whole)?.groups).find((one) => one !== undefined);
  const { about, words = '', done } = groups ?? {};
  if (words === '' || !isAboutEntry(resource, about ?? 'it')) return undefined;
  if (done !== undefined && deeds?.has(done.toLowerCase()) === false) return undefined;
  // `Only enabled can be changed` may be about the member.
  const said = about === undefined ? statesCalled(resource, words) : calledIn(resource, words);
  const own = status ?? (operation.responses.some((one) => one.status === '409') ? '409' : undefined);
  return said === undefined ? undefined : { ...said, status: own };
}

/**
 * The refusal of what changes, replaces or removes an entry in some states, or makes something inside of it; `undefined` where the
 * document says none, or several.
 */
export const refusalTold: (resource: Resource, operation: Operation) => ToldRefusal | undefined = onceForBoth(
  (resource: Resource, operation: Operation): ToldRefusal | undefined => {
    const { change, replace, remove, itemPath } = resource;
    const isOwn = [change, replace, remove].includes(operation);
    const isInside = operation.method === 'POST' && operation.path.startsWith(`${itemPath ?? ''}/`);
    if (!isOwn && (itemPath === undefined || !isInside || resource.actions.includes(operation)))
      return undefined;
    const deeds = operation === remove ? REMOVED : CHANGED;
    const told: ToldRefusal[] = [];
    const heard = new Set<string>();
    const take = (
      said: (Called & { readonly status: string | undefined }) | undefined,
      isServedIn: boolean,
    ): void => {
      const { member, values, status } = said ?? {};
      const isDocumented = operation.responses.some((one) => one.status === status);
      if (member === undefined || values === undefined || status === undefined) return;
      if (!isDocumented || OF_SOMETHING_ELSE.has(status)) return;
      // What is said twice, of the operation and of its refusal, is said once.
      const same = JSON.stringify([member, values, status, isServedIn]);
      if (heard.has(same)) return;
      heard.add(same);
      const known: readonly unknown[] =
        listedStates(resource)
          .get(member)
          ?.map(({ value }) => value) ?? [];
      const isRefusedIn = (value: Json | undefined): boolean =>
        (typeof value === 'boolean' || (isState(value) && known.includes(value))) &&
        values.some((one) => one === value) !== isServedIn;
      told.push({ member, isRefusedIn, status });
    };
    const sentences = isOwn ? sentencesOf(operation.description ?? '') : [];
    for (const [at, sentence] of sentences.entries()) {
      const context = { deeds, next: sentences[at + 1] };
      take(saidBy(resource, operation, sentence, ONLY_IN, context), true);
      take(saidBy(resource, operation, sentence, NOT_IN, context), false);
    }
    // What changes the entry itself has that from its condition; what is made inside of one may be called `it` as well.
    for (const sentence of isOwn ? [] : sentencesOf(operation.description ?? '')) {
      if (/\b(?:it|its)\b/i.test(sentence)) continue;
      for (const { isServedIn, ...said } of statesByStatus(resource, sentence)) take(said, isServedIn);
    }
    for (const { status, description } of operation.responses)
      for (const sentence of OF_STATES.has(status) ? sentencesOf(description) : [])
        for (const reason of sentence.split(OTHERWISE)) {
          const said = saidBy(resource, operation, reason, [IS]);
          take(said === undefined ? undefined : { ...said, status }, false);
        }
    // What is made inside of it may be refused for the state of that, whatever the status: `400: Invalid, or the invoice is not a draft`.
    for (const { status, description } of isOwn ? [] : operation.responses)
      for (const sentence of /^4\d\d$/.test(status) ? sentencesOf(description) : [])
        for (const reason of sentence.split(OTHERWISE)) {
          const said = /\bit\b/i.test(reason) ? undefined : statesNeeded(resource, reason);
          take(said === undefined ? undefined : { ...said, status }, true);
        }
    const condition = isOwn ? conditionTold(resource, operation) : undefined;
    if (condition !== undefined) take(condition, true);
    return told.length === 1 ? told[0] : undefined;
  },
);
