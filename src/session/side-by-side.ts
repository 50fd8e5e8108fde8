import type { Reading } from '../oracle/reading.ts';
import type { Slowed } from '../record/record.ts';
import { Halt } from './pace/budget.ts';
import type { SendSpec } from './pace/sending.ts';
import type { Width } from './pace/width.ts';
import type { Aside, Session } from './session.ts';

/**
 * Sends requests side by side that change nothing by the document, so that none of them can tell of another. What came of them is
 * told in the order of sending, whichever answer was first: when all are there, and after what is doubtful was sent once more, alone.
 */

type Done = (reading: Reading) => void;
type Begun = { readonly aside: Aside; readonly done: Done; reading: Reading | undefined };

export class SideBySide {
  readonly #session: Session;
  readonly #width: Width;
  readonly #slowed: (slowed: Slowed) => void;
  #begun: Begun[] = [];
  #underWay = 0;
  /** No answer came to one of them: nothing more goes out before it is known whether somebody is there. */
  #isLost = false;
  #fault: unknown;
  #wake: (() => void) | undefined;

  constructor(session: Session, width: Width, slowed: (slowed: Slowed) => void) {
    this.#session = session;
    this.#width = width;
    this.#slowed = slowed;
  }

  /**
   * Waits until there is room and sends a request. `done` is told what came of it, and nothing of one that the session does not take.
   * Throws `Halt` when nothing can go out.
   */
  async begin(spec: SendSpec, done: Done): Promise<void> {
    while (this.#isLost || this.#underWay >= this.#width.now)
      await (this.#isLost ? this.settle() : this.#nextAnswer());
    const aside = await this.#begin(spec);
    if (aside === undefined) return;
    const begun: Begun = { aside, done, reading: undefined };
    this.#begun.push(begun);
    this.#underWay += 1;
    void this.#await(begun);
  }

  async #begin(spec: SendSpec): Promise<Aside | undefined> {
    try {
      return await this.#session.beginAside(spec);
    } catch (error) {
      if (!(error instanceof Halt)) throw error;
      if (error.halt.kind !== 'broken-harness' && error.halt.kind !== 'closed-place') throw error;
      return undefined;
    }
  }

  async #await(begun: Begun): Promise<void> {
    try {
      begun.reading = await begun.aside.came;
      const slowed = this.#width.note(begun.reading.exchange);
      if (slowed !== undefined) this.#slowed(slowed);
      this.#isLost ||= begun.reading.answer === undefined;
    } catch (error) {
      this.#fault ??= error;
    }
    this.#underWay -= 1;
    this.#wake?.();
  }

  #nextAnswer(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  /** Waits for all that is under way, and tells what came. Throws `Halt` when the session can't go on. */
  async settle(): Promise<void> {
    while (this.#underWay > 0) await this.#nextAnswer();
    const begun = this.#begun;
    this.#begun = [];
    this.#isLost = false;
    for (const { reading, aside } of begun) if (reading !== undefined) this.#session.take(reading, aside);
    if (this.#fault !== undefined) throw this.#fault;
    for (const { reading, aside, done } of begun)
      if (reading !== undefined) done(await this.#confirmed(reading, aside));
  }

  async #confirmed(reading: Reading, aside: Aside): Promise<Reading> {
    try {
      return await this.#session.confirm(reading, aside);
    } catch (error) {
      if (error instanceof Halt && error.halt.kind === 'closed-place') return reading;
      throw error;
    }
  }
}
