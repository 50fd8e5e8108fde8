import { nameSent } from '../../interface/resources/places/name-sent.ts';
import { randomUUID } from 'node:crypto';
import { Ownership } from '../../checks/resources/ownership/ownership.ts';
import type { OwnEntry } from '../../checks/resources/ownership/own-entries.ts';
import { deedOf } from '../../checks/resources/deeds.ts';
import { type HeaderLine, SAFE_METHODS } from '../../http/exchange.ts';
import { percentDecoded } from '../../http/target.ts';
import { encodedSegment } from '../../interface/path-matching.ts';
import { movedTo, placeAsked } from '../../interface/resources/places/places.ts';
import { namesOneRequest } from '../../interface/parameters/request-keys.ts';
import type { Contract } from '../../oracle/contract.ts';
import type { Reading } from '../../oracle/reading.ts';

/**
 * A sequence of requests that is sent once more: identities flow from one answer to the next, so what a request names is what was
 * made this time. Nothing else is changed or removed.
 */

/** A text that is a UUID and nothing else (RFC 9562). */
export const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const MARKED = /assay-[0-9a-z]{6}-[0-9]{3}/;

/** The entry that one exchange made by itself; `undefined` where it made none. */
export function madeBy(contract: Contract, reading: Reading): OwnEntry | undefined {
  const own = new Ownership(contract);
  own.note(reading);
  return own.entries[0];
}

function placeIn({ interface: document, basePath }: Contract, { exchange: { request } }: Reading): string {
  const [path = ''] = request.target.split('?', 1);
  const bare = path.startsWith(basePath) ? path.slice(basePath.length) : path;
  return placeAsked(document, request.method, bare, (operation) => nameSent(operation, request));
}

/** Another text of the same kind: a name of the run with a new number, another UUID; `undefined` for any other text. */
function otherName(text: string, renamed: (text: string) => string): string | undefined {
  if (UUID.test(text)) return randomUUID();
  return MARKED.test(text) ? renamed(text) : undefined;
}

export class Retelling {
  readonly #then: Contract;
  readonly #now: Contract;
  readonly #renamed: (text: string) => string;
  readonly #own: Ownership;
  /** Paths of entries as they were, and as they are. */
  readonly #paths = new Map<string, string>();
  /** Entity tags and keys of requests as they were, and as they are. */
  readonly #texts = new Map<string, string>();

  /** `renamed`: the names that the recorded run gave things, as they are to be this time. */
  constructor(options: {
    readonly recorded: Contract;
    readonly current: Contract;
    readonly renamed: (text: string) => string;
  }) {
    this.#then = options.recorded;
    this.#now = options.current;
    this.#renamed = options.renamed;
    this.#own = new Ownership(options.current);
  }

  /** What was made this time and is still there, what is inside of something first. */
  get left(): readonly OwnEntry[] {
    return this.#own.entries
      .filter(({ standing }) => standing !== 'gone')
      .toSorted((a, b) => b.path.split('/').length - a.path.split('/').length);
  }

  /** The newest tag of a path, where an answer had one. */
  tagOf(path: string): string | undefined {
    return this.#own.tagOf(path);
  }

  /** False for a request that would change or remove what was not made this time: it must not be sent. */
  isOwn(recorded: Reading): boolean {
    const { exchange, expectation } = recorded;
    if (SAFE_METHODS.has(exchange.request.method)) return true;
    if (exchange.request.method === 'POST' && expectation.operation?.path.includes('{') !== true) return true;
    const path = placeIn(this.#then, recorded);
    return this.#knownFor(path) !== undefined || this.#coins(recorded, path);
  }

  /** Thinks of a new identity where a PUT made the entry by one that the run had thought of. */
  #coins(recorded: Reading, path: string): boolean {
    if (deedOf(this.#then, recorded)?.part !== 'replace') return false;
    const at = path.lastIndexOf('/');
    const identity = otherName(percentDecoded(path.slice(at + 1)) ?? '', this.#renamed);
    if (identity === undefined) return false;
    const now = `${this.placed(path.slice(0, at), recorded.exchange.request.method)}/${encodedSegment(identity)}`;
    this.#paths.set(path, now);
    this.#own.coin(now);
    return true;
  }

  #knownFor(path: string): string | undefined {
    return [...this.#paths.keys()]
      .filter((known) => path === known || path.startsWith(`${known}/`))
      .toSorted((a, b) => b.length - a.length)[0];
  }

  /** The place of the entry of this time that a recorded request was about. */
  placeOf(recorded: Reading): string {
    return this.placed(placeIn(this.#then, recorded), recorded.exchange.request.method);
  }

  /** A path with what was made this time in place of what was made then. Of its query only what names that changes. */
  placed(path: string, method: string): string {
    return movedTo(this.#then.interface, method, path, (place) => {
      const known = this.#knownFor(place);
      return known === undefined ? place : `${this.#paths.get(known) ?? known}${place.slice(known.length)}`;
    });
  }

  /** Lines with the tags of this time, and with a key of their own where a service would know the request again. */
  lines(headers: readonly HeaderLine[]): readonly HeaderLine[] {
    return headers.map(([name, value]): HeaderLine => {
      const known = this.#texts.get(value);
      if (known !== undefined) return [name, known];
      if (!namesOneRequest(name)) return [name, value];
      const other = otherName(value, this.#renamed) ?? value;
      this.#texts.set(value, other);
      return [name, other];
    });
  }

  /** Takes note of what came of a request this time. */
  note(recorded: Reading, reading: Reading): void {
    this.#own.note(reading);
    const [then, now] = [madeBy(this.#then, recorded), madeBy(this.#now, reading)];
    if (then !== undefined && now !== undefined && !this.#paths.has(then.path))
      this.#paths.set(then.path, now.path);
    const [tag, tagNow] = [recorded.answer?.header('etag')[0], reading.answer?.header('etag')[0]];
    if (tag !== undefined && tagNow !== undefined) this.#texts.set(tag, tagNow);
  }
}

/**
 * Exchanges in the order of sending, with those in front that made what they name. `readings`: the whole run. Those that a later
 * one repeats are left out.
 */
export function withMakers(
  contract: Contract,
  readings: readonly Reading[],
  ids: readonly string[],
): readonly Reading[] {
  const wanted = new Set(ids);
  const own = new Ownership(contract);
  for (const reading of readings) own.note(reading);
  const makers = new Map(own.entries.map(({ path, madeBy: maker }) => [path, maker]));
  const add = (reading: Reading): void => {
    wanted.add(reading.exchange.id);
    const path = placeIn(contract, reading);
    for (const [made, maker] of makers)
      if (
        (path === made || path.startsWith(`${made}/`)) &&
        maker.exchange.startMs < reading.exchange.startMs &&
        !wanted.has(maker.exchange.id)
      )
        add(maker);
  };
  for (const reading of readings.filter(({ exchange }) => ids.includes(exchange.id))) add(reading);
  const chosen = readings.filter(({ exchange }) => wanted.has(exchange.id));
  const repeated = new Set(chosen.map(({ exchange }) => exchange.repeats));
  return chosen
    .filter(({ exchange }) => !repeated.has(exchange.id))
    .toSorted((a, b) => a.exchange.startMs - b.exchange.startMs);
}
