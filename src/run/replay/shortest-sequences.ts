import type { Capabilities, Check, Sight } from '../../checks/check.ts';
import { type BrokenOutcome, isBroken, type Outcome, type Violation } from '../../checks/outcome.ts';
import { TELLING_LAG_MS } from '../../checks/resources/judges.ts';
import type { Exchange } from '../../http/exchange.ts';
import { canonicalPath } from '../../interface/resources/places/places.ts';
import { splitTarget } from '../../interface/path-matching.ts';
import type { Reading } from '../../oracle/reading.ts';
import type { Profile } from '../../record/record.ts';
import { judgedRun, outcomeOf } from '../../session/judge-run.ts';
import type { ProbeContext } from '../../session/probe.ts';
import { madeBy, withMakers } from './retelling.ts';
import { type Story, storyAgain } from './story-again.ts';

/**
 * What only a sequence of requests shows is told by the shortest one: first the shortest part of what was sent by which the
 * judgement stays the same, which costs no request; then that part is sent again, to entries of its own. Where the service needs
 * more to show its fault, requests are left out of the whole story one by one, as long as it still does.
 */

/** Requests that a profile spends on making sequences shorter, where something is broken. */
const MOST_REQUESTS: { readonly [profile in Profile]: number } = {
  quick: 0,
  standard: 40,
  thorough: 200,
  deep: 400,
};
/** Sequences that are made shorter in one run, and of one check. */
const MOST_SEQUENCES = 12;
const MOST_OF_CHECK = 3;
/** How often the run waits for a list to follow. */
const MOST_PAUSES = 3;
/** The longest story that is told of an entry. */
const LONGEST_STORY = 40;
/** Requests that are left alone, for taking away what was made. */
const SPARE = 10;

/** What is shown by sequences that can be sent again as they are. */
const OF_SEQUENCES: readonly Sight[] = ['life', 'repeated'];

/** True for a check whose violations are told by sequences. */
export function isOfSequences({ suite, needs }: Pick<Check, 'suite' | 'needs'>): boolean {
  return suite === 'resources' && needs.some((sight) => OF_SEQUENCES.includes(sight));
}

/** How long to wait before a request, in ms, where it was sent so late that a list had the time to follow. */
export function pauseBefore(recorded: Exchange, before: Exchange | undefined): number {
  const gapMs = before === undefined ? 0 : recorded.startMs - before.endMs;
  return gapMs >= TELLING_LAG_MS ? TELLING_LAG_MS + 100 : 0;
}

type Subject = { readonly check: Check; readonly violation: Violation };

/** The first two parts of the name of a probe: one life, or one drawn sequence. */
function playOf({ exchange }: Reading): string {
  return exchange.probe.split('/').slice(0, 2).join('/');
}

export class ShortestSequences {
  readonly #context: ProbeContext;
  readonly #found = new Map<string, Violation[]>();
  readonly #tried = new Set<string>();
  #requests: number;
  #pauses = MOST_PAUSES;
  #stories = 0;

  constructor(context: ProbeContext) {
    this.#context = context;
    this.#requests = MOST_REQUESTS[context.profile];
  }

  get #capabilities(): Capabilities {
    return this.#context.capabilities;
  }

  /** True when nothing more can be sent: to judge long answers again and again takes as long as it likes. */
  get #isLate(): boolean {
    return this.#context.session.timeLeftMs <= 0;
  }

  /** The violation in the judgement of these exchanges alone that deviates as another one does. */
  #shownBy({ check, violation }: Subject, story: Story): Violation | undefined {
    const run = judgedRun(this.#context.session.contract, this.#capabilities, story);
    const outcome = outcomeOf(check, run);
    const telling = story.at(-1)?.exchange.id;
    return isBroken(outcome)
      ? outcome.violations.find(
          ({ deviation, exchanges }) => deviation === violation.deviation && exchanges[0] === telling,
        )
      : undefined;
  }

  /** The shortest part of a story by which it is still judged so: nothing is sent. The telling exchange is its last. */
  #shortestPart(subject: Subject, story: Story): Story | undefined {
    if (this.#shownBy(subject, story) === undefined) return undefined;
    let part = story;
    for (const left of story.slice(0, -1).toReversed()) {
      if (this.#isLate) break;
      const shorter = this.#without(part, new Set([left]));
      if (shorter !== undefined && this.#shownBy(subject, shorter) !== undefined) part = shorter;
    }
    return part;
  }

  /** A story without some of its requests; `undefined` where they made what others name. */
  #without(story: Story, left: ReadonlySet<Reading>): Story | undefined {
    const rest = story.filter((reading) => !left.has(reading));
    const ids = rest.map(({ exchange }) => exchange.id);
    return withMakers(this.#context.session.contract, story, ids).length > rest.length ? undefined : rest;
  }

  /** All that was sent to the entries of a violation, up to the exchange that tells. */
  #wholeStory({ violation }: Subject, readings: readonly Reading[]): Story {
    const { contract } = this.#context.session;
    const [telling = ''] = violation.exchanges;
    const core = withMakers(contract, readings, violation.exchanges);
    const pathOf = ({ exchange }: Reading): string | undefined => {
      const { path } = splitTarget(contract.basePath, exchange.request.target);
      return path === undefined ? undefined : canonicalPath(path);
    };
    const paths = new Set(
      core.flatMap((reading) => {
        const isNamed = reading.expectation.operation?.path.includes('{') === true;
        return madeBy(contract, reading)?.path ?? (isNamed ? (pathOf(reading) ?? []) : []);
      }),
    );
    const last = readings.findIndex(({ exchange }) => exchange.id === telling);
    const known = new Set(core);
    const beside = readings
      .slice(0, last + 1)
      .filter((reading) => !known.has(reading) && paths.has(pathOf(reading) ?? ''))
      .slice(-Math.max(0, LONGEST_STORY - core.length));
    const whole = new Set([...core, ...beside]);
    return readings.slice(0, last + 1).filter((reading) => whole.has(reading));
  }

  /** A story with all that was sent by the way: what was done to other entries may be why. */
  #playedWith(story: Story, readings: readonly Reading[]): Story {
    const last = story.at(-1);
    if (last === undefined) return story;
    const own = new Set(story);
    const until = readings.slice(0, readings.indexOf(last) + 1);
    const beside = until.filter((reading) => playOf(reading) === playOf(last) && !own.has(reading));
    const played = new Set([...story, ...beside.slice(-Math.max(0, LONGEST_STORY - story.length))]);
    const ids = [...played].map(({ exchange }) => exchange.id);
    return withMakers(this.#context.session.contract, until, ids);
  }

  /** Sends a story again, to entries of its own; `undefined` where it could not be sent to its end. */
  async #sendAgain(story: Story): Promise<Story | undefined> {
    const { session } = this.#context;
    const { contract } = session;
    const pausesMs = story.map(({ exchange }, at) => pauseBefore(exchange, story[at - 1]?.exchange));
    const pauses = pausesMs.filter((pauseMs) => pauseMs > 0).length;
    if (pauses > this.#pauses) return undefined;
    this.#pauses -= pauses;
    if (this.#requests < story.length || session.budget.left('key') < story.length + SPARE) return undefined;
    this.#stories += 1;
    const { sent, problem } = await storyAgain(this.#context, story, {
      recorded: contract,
      probe: `sequence-${String(this.#stories)}`,
      pausesMs,
      refusal: () => {
        this.#requests -= 1;
        return undefined;
      },
    });
    return problem === undefined ? sent : undefined;
  }

  /** The shortest sequence that shows a violation, as it was sent last; `undefined` where it did not come again. */
  async #shortest(subject: Subject, stories: readonly Story[]): Promise<Story | undefined> {
    for (const [at, story] of stories.entries()) {
      if (stories.slice(0, at).some((earlier) => earlier.length === story.length)) continue;
      const sent = await this.#sendAgain(story);
      // The first is as short as judgement lets it be.
      if (this.#isShown(subject, sent)) return at === 0 ? sent : this.#shortened(subject, story, sent);
    }
    return undefined;
  }

  #isShown(subject: Subject, sent: Story | undefined): sent is Story {
    return sent !== undefined && this.#shownBy(subject, sent) !== undefined;
  }

  /** Leaves out many requests at once, then fewer and fewer, as long as what is left shows the same. */
  async #shortened(subject: Subject, story: Story, sent: Story): Promise<Story> {
    let [kept, best] = [story, sent];
    for (let size = Math.ceil(story.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
      for (let end = kept.length - 1; end > 0; end -= size) {
        if (this.#isLate) return best;
        const left = new Set(kept.slice(Math.max(0, end - size), end));
        const shorter = this.#without(kept, left);
        // What would not be judged so even with the answers of then needs no request.
        if (shorter === undefined || this.#shownBy(subject, shorter) === undefined) continue;
        const again = await this.#sendAgain(shorter);
        if (this.#isShown(subject, again)) [kept, best] = [shorter, again];
      }
    return best;
  }

  async #tell(subject: Subject, readings: readonly Reading[]): Promise<void> {
    const { check, violation } = subject;
    const whole = this.#wholeStory(subject, readings);
    const part = this.#shortestPart(subject, whole);
    if (part === undefined) return;
    const best = await this.#shortest(subject, [part, whole, this.#playedWith(whole, readings)]);
    const shown = best === undefined ? violation : this.#shownBy(subject, best);
    if (shown === undefined) return;
    const sequence = (best ?? part).map(({ exchange }) => exchange.id);
    this.#found.set(check.id, [...(this.#found.get(check.id) ?? []), { ...shown, sequence }]);
  }

  /** Makes the sequences shorter by which outcomes are shown, one of each way to deviate. Throws `Halt` when the session can't go on. */
  async shortenAll(
    outcomes: Iterable<readonly [Check, Outcome]>,
    readings: readonly Reading[],
  ): Promise<void> {
    for (const [check, outcome] of outcomes) {
      if (!isBroken(outcome) || !isOfSequences(check)) continue;
      for (const violation of firstOfEach(outcome)) {
        const name = `${check.id} ${violation.deviation ?? ''}`;
        if (this.#tried.has(name) || this.#tried.size >= MOST_SEQUENCES || this.#isLate) continue;
        this.#tried.add(name);
        await this.#tell({ check, violation }, readings);
      }
    }
  }

  /** The outcome of a check with the shortest sequences in front. */
  told(check: Check, outcome: Outcome): Outcome {
    const found = this.#found.get(check.id);
    if (found === undefined || !isBroken(outcome)) return outcome;
    const known = new Set(found.map(({ exchanges }) => exchanges[0]));
    return {
      ...outcome,
      violations: [...found, ...outcome.violations.filter(({ exchanges }) => !known.has(exchanges[0]))],
    };
  }
}

/** The first violation of each way to deviate. */
function firstOfEach({ violations }: BrokenOutcome): readonly Violation[] {
  const first = new Map<string | undefined, Violation>();
  for (const violation of violations)
    if (!first.has(violation.deviation)) first.set(violation.deviation, violation);
  return [...first.values()].slice(0, MOST_OF_CHECK);
}
