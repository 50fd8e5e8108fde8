import { memberOf } from '../../../json/value.ts';
import { fixedValues } from '../../../schema/keywords.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { mergedKeywords } from '../../../schema/merge.ts';
import { onceForBoth } from '../../../system/once-for.ts';
import { sentSchemaOf } from '../read-collections.ts';
import type { Operation } from '../../model.ts';
import type { Resource } from '../resources.ts';
import { listedStates, OF_SOMETHING_ELSE, type State, statesCalled } from './told-states.ts';

/**
 * The transitions that a document allows of a state that a request names: `From open to in_progress or closed; any other transition is
 * refused with 409`, `open → in_progress, in_progress → done`, and of a 409 `There is no such transition`. Where it does not say that
 * all others are refused, nothing is.
 */

export type ToldTransitions = {
  /** The member of the entry that has the state. */
  readonly member: string;
  /** The member of the body that names the next one. */
  readonly sent: string;
  /** Each state from which the document says where it goes: nowhere, where the list is empty. */
  readonly next: ReadonlyMap<State, readonly State[]>;
  /** The status of the refusal. */
  readonly status: string;
};

const ARROW = / ?(?:→|⇒|-{1,2}>|=>) ?/;
const FROM_TO = /\bfrom (.{1,60}?) to (.{1,80})$/i;
const STAYS =
  /^(?:an? |the )?([\w-]{1,40})(?: [\w-]{1,40})? (?:stays (?:so|[\w-]{1,40})|is (?:final|terminal|the end)|(?:cannot|can not|cant) be (?:changed|moved|left))$/i;
const ALL_OTHERS =
  /^(?:(?:any|every|all|each) other|other) (?:(?:status|state) )?(?:transition|change|move|step)s? (?:is|are|gets?|fails?|leads?)\b.{0,60}$/i;
const IS_REFUSED =
  /\b(?:refused|rejected|answered|not allowed|forbidden|invalid|illegal|fails? with|gets?|leads? to|an error)\b/i;
/** What a refusal says of it. */
const NO_SUCH =
  /\b(?:no such|invalid|illegal|forbidden|impossible|disallowed|not an? (?:allowed|valid|possible)) (?:(?:status|state) )?transition\b|\btransition\b.{0,60}\b(?:not (?:allowed|possible|permitted|valid)|forbidden|invalid|illegal|impossible)\b/i;

/** The clauses of a text, each without marks of emphasis. */
function clausesIn(text: string): readonly string[] {
  return text
    .replaceAll(/[`"'*]/g, '')
    .split(/[.;](?:\s|$)|\n|\s[-•]\s/)
    .map((clause) => clause.replaceAll(/\s+/g, ' ').trim())
    .filter((clause) => clause !== '' && clause.length < 240);
}

type Step = readonly [from: readonly State[], to: readonly State[]];

/** A reader of lists of states, which all are of one member. */
class Reader {
  readonly #resource: Resource;
  member: string | undefined;

  constructor(resource: Resource) {
    this.#resource = resource;
  }

  states(words: string): readonly State[] | undefined {
    const plain = words
      .replace(/^.{0,60}: /, '')
      .replaceAll(/[()[\]]/g, '')
      .replaceAll(/ ?[|/] ?| and /g, ' or ')
      .trim();
    const said = statesCalled(this.#resource, plain);
    if (said === undefined || (this.member ?? said.member) !== said.member) return undefined;
    this.member = said.member;
    return said.values;
  }

  /** The steps of `a → b → c`, or of several of them behind commas. */
  chain(clause: string): readonly Step[] {
    const pieces = clause.split(/, ?/);
    const chains = pieces.every((piece) => ARROW.test(piece)) ? pieces : [clause];
    const steps: Step[] = [];
    for (const chain of chains) {
      const parts = chain.split(ARROW).map((part) => this.states(part));
      for (const [at, to] of parts.slice(1).entries()) {
        const from = parts[at];
        if (from === undefined || to === undefined) return [];
        steps.push([from, to]);
      }
    }
    return steps;
  }

  steps(clause: string): readonly Step[] {
    if (ARROW.test(clause)) return this.chain(clause);
    const stays = STAYS.exec(clause)?.[1];
    const end = stays === undefined ? undefined : this.states(stays);
    if (end !== undefined) return [[end, []]];
    const [, one = '', other = ''] = FROM_TO.exec(clause) ?? [];
    const [from, to] = [one, other].map((words) => (words === '' ? undefined : this.states(words)));
    return from === undefined || to === undefined ? [] : [[from, to]];
  }
}

/** The status with which the document says that all other transitions are refused. */
function refusalOf({ description = '', responses }: Operation): string | undefined {
  const refusals = responses.filter(({ status }) => /^4\d\d$/.test(status) && !OF_SOMETHING_ELSE.has(status));
  const told = clausesIn(description).find((clause) => ALL_OTHERS.test(clause) && IS_REFUSED.test(clause));
  const named = told === undefined ? undefined : /\b4\d\d\b/.exec(told)?.[0];
  const own = refusals.find((one) => NO_SUCH.test(one.description));
  const usual = told === undefined ? undefined : refusals.find(({ status }) => status === '409');
  const [found] = [refusals.find(({ status }) => status === named), own, usual].filter(
    (one) => one !== undefined,
  );
  return found?.status;
}

/** The member of a body that takes the states of a member of entries. */
function sentState(resource: Resource, operation: Operation, member: string): string | undefined {
  const sent = sentSchemaOf(operation);
  const listed = (listedStates(resource).get(member) ?? []).map(({ value }) => value);
  const found = sent === undefined ? [] : [...schemaMembers(sent).properties];
  const fitting = found.filter(([, schema]) => {
    const values = fixedValues(mergedKeywords(schema, sent ?? true)) ?? [];
    return values.length > 1 && values.every((value) => listed.some((state) => state === value));
  });
  return fitting.length === 1 ? fitting[0]?.[0] : undefined;
}

/** The transitions that a document allows by a request; `undefined` where it does not say that all others are refused. */
export const transitionsTold: (resource: Resource, operation: Operation) => ToldTransitions | undefined =
  onceForBoth((resource: Resource, operation: Operation): ToldTransitions | undefined => {
    const status = refusalOf(operation);
    if (status === undefined) return undefined;
    const reader = new Reader(resource);
    const steps = clausesIn(operation.description ?? '').flatMap((clause) => reader.steps(clause));
    const { member } = reader;
    const sent = member === undefined ? undefined : sentState(resource, operation, member);
    if (member === undefined || sent === undefined || steps.every(([, to]) => to.length === 0))
      return undefined;
    const next = new Map<State, readonly State[]>();
    for (const [from, to] of steps)
      for (const state of from) next.set(state, [...(next.get(state) ?? []), ...to]);
    return { member, sent, next, status };
  });

/** True for a state to which the document says that no request leads from another one. */
export function isForbidden({ next }: ToldTransitions, from: State, to: State): boolean {
  return from !== to && !(next.get(from) ?? []).includes(to);
}

/** The state that a body asks for. */
export function stateAsked({ sent }: ToldTransitions, body: { readonly [name: string]: unknown }): unknown {
  return memberOf(body, sent);
}

/** True where several transitions lead from one state to another. */
export function isOnTheWay({ next }: ToldTransitions, from: State, to: State): boolean {
  const seen = new Set<State>([from]);
  for (const state of seen) for (const further of next.get(state) ?? []) seen.add(further);
  return seen.has(to);
}
