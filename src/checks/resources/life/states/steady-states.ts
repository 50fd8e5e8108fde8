import {
  isState,
  listedStates,
  type State,
} from '../../../../interface/resources/words/states/told-states.ts';
import type { Resource } from '../../../../interface/resources/resources.ts';
import { type JsonObject, memberOf } from '../../../../json/value.ts';
import type { Reading } from '../../../../oracle/reading.ts';
import type { Violation } from '../../../outcome.ts';
import { TELLING_LAG_MS } from '../../judges.ts';
import type { Life, LifeCourt } from '../life.ts';

/**
 * States in which an entry of the run was shown twice, long enough apart, while nothing was done to it: no service leads entries on from
 * there in a moment. Of any other state nobody knows whether an entry was still in it when something was done that is refused there.
 */

/** What is a violation if the state was one in which entries stay. */
type Suspicion = {
  readonly life: Life;
  readonly member: string;
  readonly state: State;
  readonly exchanges: { readonly telling: Reading; readonly others: readonly Reading[] };
  readonly words: Pick<Violation, 'expected' | 'actual' | 'deviation'>;
};

/** Since when an entry is shown as it is. `moved`: what was done to it before that. */
type Stay = { readonly moved: Life['moved']; readonly shown: JsonObject; readonly sinceMs: number };

export class SteadyStates {
  readonly #stays = new WeakMap<Life, Stay>();
  readonly #steady = new Map<Resource, Set<string>>();
  readonly #suspicions: Suspicion[] = [];

  /** Takes note of a reading of an entry. */
  note(life: Life, { exchange }: Reading, shown: JsonObject): void {
    const { resource, moved } = life;
    const stay = this.#stays.get(life);
    const members = [...listedStates(resource)].flatMap(([name, listed]) =>
      listed.length > 0 ? [name] : [],
    );
    const isSame =
      stay !== undefined &&
      stay.moved === moved &&
      members.every((name) => memberOf(stay.shown, name) === memberOf(shown, name));
    if (!isSame) {
      this.#stays.set(life, { moved, shown, sinceMs: exchange.endMs });
      return;
    }
    if (exchange.startMs - stay.sinceMs < TELLING_LAG_MS) return;
    const steady = this.#steady.get(resource) ?? new Set();
    this.#steady.set(resource, steady);
    for (const name of members) {
      const state = memberOf(shown, name);
      if (isState(state)) steady.add(`${name} ${String(state)}`);
    }
  }

  suspects(suspicion: Suspicion): void {
    this.#suspicions.push(suspicion);
  }

  /** Judges what was suspected, once the run is over. */
  judge(court: LifeCourt): void {
    for (const { life, member, state, exchanges, words } of this.#suspicions)
      if (this.#steady.get(life.resource)?.has(`${member} ${String(state)}`) === true)
        court.breaks('action-stored', life, exchanges, words);
  }
}
