import { isObject } from '../json/value.ts';
import type { Clock } from '../system/clock.ts';

/** A token, and how long it is good for, as far as whoever gave it says. */
export type Token = { readonly text: string; readonly lastsS: number | undefined };

/** A token as it was printed: the text alone, or an answer of a token endpoint (RFC 6749 section 5.1). */
export function readToken(output: string): Token | undefined {
  const text = output.trim();
  if (text.startsWith('{')) {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return undefined;
    }
    if (!isObject(value)) return undefined;
    const { access_token: token, expires_in: lasts } = value;
    const lastsS = typeof lasts === 'number' ? lasts : Number(typeof lasts === 'string' ? lasts : Number.NaN);
    if (typeof token !== 'string' || token === '') return undefined;
    return { text: token, lastsS: Number.isFinite(lastsS) && lastsS > 0 ? lastsS : undefined };
  }
  return text === '' || /\s/.test(text) ? undefined : { text, lastsS: undefined };
}

/** Gets a token from wherever it comes. Throws where there is none. */
export type Obtain = () => Promise<Token>;

/** A token is renewed this long before it runs out. */
const EARLY_MS = 10_000;
/** Of a token that lasts no longer than that, half of its time is used. */
const SHORTEST_MS = 2 * EARLY_MS;
/** A service that refuses every token costs no more than these. */
const MOST_RENEWALS_AFTER_REFUSALS = 3;

/** A token that is renewed while a run lasts: before it runs out, and a few times since it was refused. */
export class TokenSource {
  readonly #obtain: Obtain;
  readonly #clock: Pick<Clock, 'now'>;
  #token: Token;
  #renewAtMs: number;
  #refusals = 0;
  #under: Promise<boolean> | undefined;

  constructor(token: Token, obtain: Obtain, clock: Pick<Clock, 'now'>) {
    this.#obtain = obtain;
    this.#clock = clock;
    this.#token = token;
    this.#renewAtMs = this.#dueAt(token);
  }

  get text(): string {
    return this.#token.text;
  }

  #dueAt({ lastsS }: Token): number {
    if (lastsS === undefined) return Number.POSITIVE_INFINITY;
    const lastsMs = lastsS * 1_000;
    return this.#clock.now() + (lastsMs > SHORTEST_MS ? lastsMs - EARLY_MS : lastsMs / 2);
  }

  /** True when there is another token than before. Where none is to be had, the one before stays. */
  async renew(why: 'in time' | 'refused'): Promise<boolean> {
    if (why === 'in time' && this.#clock.now() < this.#renewAtMs) return false;
    if (why === 'refused' && this.#refusals >= MOST_RENEWALS_AFTER_REFUSALS) return false;
    if (why === 'refused' && this.#under === undefined) this.#refusals += 1;
    this.#under ??= this.#another().finally(() => {
      this.#under = undefined;
    });
    return this.#under;
  }

  async #another(): Promise<boolean> {
    try {
      const token = await this.#obtain();
      const isOther = token.text !== this.#token.text;
      this.#token = token;
      this.#renewAtMs = this.#dueAt(token);
      return isOther;
    } catch {
      this.#renewAtMs = Number.POSITIVE_INFINITY;
      return false;
    }
  }
}
