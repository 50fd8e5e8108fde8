import { memberOf } from '../../../../json/value.ts';
import { fixedValues } from '../../../../schema/keywords.ts';
import { schemaMembers } from '../../../../schema/members.ts';
import { mergedKeywords } from '../../../../schema/merge.ts';
import { onceForBoth } from '../../../../system/once-for.ts';
import { sentSchemaOf } from '../../read-collections.ts';
import type { Operation } from '../../../model.ts';
import type { Resource } from '../../resources.ts';
import { type Table, tablesIn } from '../tables.ts';
import { isState, listedStates, OF_SOMETHING_ELSE, type State, statesCalled } from './told-states.ts';

/**
 * The transitions that a document allows of a state that a request names: `From open to in_progress or closed; any other transition is
 * refused with 409`, `open → in_progress, in_progress → done`, and of a 409 `There is no such transition`. The same of a table, whose
 * rows have the states before and after, and maybe what a request names in their place (`pause`). Where it does not say that all others
 * are refused, nothing is.
 */

/** What a request asks for, and the state to which that leads: mostly the same. */
type Transition = { readonly asked: State; readonly to: State };

export type ToldTransitions = {
  /** The member of the entry that has the state. */
  readonly member: string;
  /** The member of the body that names the next one, or what leads there, and the values that it takes. */
  readonly sent: string;
  readonly values: readonly State[];
  /** Each state from which the document says where it goes: nowhere, where the list is empty. */
  readonly next: ReadonlyMap<State, readonly Transition[]>;
  /** The status of the refusal. */
  readonly status: string;
};

const ARROW = / ?(?:→|⇒|-{1,2}>|=>) ?/;
const FROM_TO = /\bfrom (.{1,60}?) to (.{1,80})$/i;
const STAYS =
  /^(?:an? |the )?([\w-]{1,40})(?: [\w-]{1,40})? (?:stays (?:so|[\w-]{1,40})|is (?:final|terminal|the end)|(?:cannot|can not|cant) be (?:changed|moved|left))$/i;
const ALL_OTHERS =
  /^(?:(?:any|every|all|each) other|other) (?:(?:status|state) )?(?:transition|change|move|step|action|event|command)s? (?:is|are|gets?|fails?|leads?)\b.{0,60}$/i;
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

type Sent = { readonly sent: string; readonly values: readonly State[] };

/** The one member of a body that lists values of which all are so. */
function sentAs(operation: Operation, fits: (values: readonly State[]) => boolean): Sent | undefined {
  const schema = sentSchemaOf(operation);
  const found = schema === undefined ? [] : [...schemaMembers(schema).properties];
  const fitting = found.flatMap(([sent, member]): readonly Sent[] => {
    const values = (fixedValues(mergedKeywords(member, schema ?? true)) ?? []).filter(isState);
    return values.length > 1 && fits(values) ? [{ sent, values }] : [];
  });
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** The member of a body that takes the states of a member of entries. */
function sentState(resource: Resource, operation: Operation, member: string): Sent | undefined {
  const listed = (listedStates(resource).get(member) ?? []).map(({ value }) => value);
  return sentAs(operation, (values) => values.every((value) => listed.includes(value)));
}

const BEHIND =
  /\b(?:to|after|afterwards?|then|next|new|becomes?|result(?:s|ing)?|target|leads? to|ends? (?:in|as))\b/i;
const BEFORE = /\b(?:from|in|while|when|before|current|source|allowed|possible|requires?|valid)\b/i;

type Row = Transition & { readonly from: readonly State[] };
type Read = Pick<ToldTransitions, 'member' | 'sent' | 'values'> & { readonly rows: readonly Row[] };

/** The rows of a table with the states before and after, where that is what each of its cells says. */
function rowsOf(resource: Resource, operation: Operation, { header, rows }: Table): Read | undefined {
  const reader = new Reader(resource);
  const behind = header.findIndex((cell) => BEHIND.test(cell));
  const before = header.findIndex((cell, at) => at !== behind && BEFORE.test(cell) && !BEHIND.test(cell));
  if (behind < 0 || before < 0) return undefined;
  const steps = rows.flatMap((row): readonly Step[] => {
    const [from, to] = [row.at(before), row.at(behind)].map((cell) => reader.states(cell ?? ''));
    return from === undefined || to === undefined ? [] : [[from, to]];
  });
  const { member } = reader;
  if (member === undefined || steps.length < rows.length) return undefined;
  const state = sentState(resource, operation, member);
  if (state !== undefined) {
    const all = steps.flatMap(([from, to]) => to.map((one) => ({ from, asked: one, to: one })));
    return { ...state, member, rows: all };
  }
  // What leads there is named in a column of its own.
  const deeds = header.flatMap((_, at) => {
    const cells = rows.map((row) => row[at] ?? '');
    const sent =
      at === before || at === behind
        ? undefined
        : sentAs(operation, (values) => cells.every((cell) => values.includes(cell)));
    return sent === undefined ? [] : [{ ...sent, cells }];
  });
  const [deed, ...others] = deeds;
  if (deed === undefined || others.length > 0) return undefined;
  const all = steps.flatMap(([from, to], at): readonly Row[] => {
    const [asked, one, ...more] = [deed.cells[at], ...to];
    return asked === undefined || one === undefined || more.length > 0 ? [] : [{ from, asked, to: one }];
  });
  return all.length < steps.length ? undefined : { sent: deed.sent, values: deed.values, member, rows: all };
}

/** The transitions that the words of an operation tell, of a table or of clauses. */
function readIn(resource: Resource, operation: Operation): Read | undefined {
  const { description = '' } = operation;
  const [table, ...more] = tablesIn(description).flatMap((one) => rowsOf(resource, operation, one) ?? []);
  if (table !== undefined) return more.length === 0 ? table : undefined;
  const reader = new Reader(resource);
  const steps = clausesIn(description).flatMap((clause) => reader.steps(clause));
  const { member } = reader;
  const sent = member === undefined ? undefined : sentState(resource, operation, member);
  if (member === undefined || sent === undefined) return undefined;
  const rows = steps.flatMap(([from, to]) => to.map((one) => ({ from, asked: one, to: one })));
  return { ...sent, member, rows };
}

/** The transitions that a document allows by a request; `undefined` where it does not say that all others are refused. */
export const transitionsTold: (resource: Resource, operation: Operation) => ToldTransitions | undefined =
  onceForBoth((resource: Resource, operation: Operation): ToldTransitions | undefined => {
    const status = refusalOf(operation);
    const read = status === undefined ? undefined : readIn(resource, operation);
    if (status === undefined || read === undefined || read.rows.length === 0) return undefined;
    const { rows, ...told } = read;
    const next = new Map<State, readonly Transition[]>();
    for (const { from, asked, to } of rows)
      for (const state of from) next.set(state, [...(next.get(state) ?? []), { asked, to }]);
    return { ...told, next, status };
  });

/** True for what a request asks for although the document says that nothing of the kind leads on from a state. */
export function isForbidden({ next }: ToldTransitions, from: State, asked: State): boolean {
  return from !== asked && !(next.get(from) ?? []).some((one) => one.asked === asked);
}

/** What a body asks for: a state, or what leads to one. */
export function stateAsked({ sent }: ToldTransitions, body: { readonly [name: string]: unknown }): unknown {
  return memberOf(body, sent);
}

/** The state to which the document says that a request leads from another one. */
export function stateAfter({ next }: ToldTransitions, from: State, asked: State): State | undefined {
  return (next.get(from) ?? []).find((one) => one.asked === asked)?.to;
}

/** True where several transitions lead from a state to one in which this may be asked for. */
export function isOnTheWay({ next }: ToldTransitions, from: State, asked: State): boolean {
  const seen = new Set<State>([from]);
  for (const state of seen) for (const { to } of next.get(state) ?? []) seen.add(to);
  return [...seen].some((state) => (next.get(state) ?? []).some((one) => one.asked === asked));
}
