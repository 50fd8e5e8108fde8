import { percentDecoded } from '../../src/http/target.ts';
import { type Ask, isKnown, type MakeService, type Reply } from './run-against-service.ts';

/** Shelves of entries for services of a few lines. */

export type Entry = { readonly [member: string]: unknown };

/** Entries under names that the service gives them: numbers by default. */
export class Shelf {
  readonly #all = new Map<string, Entry>();
  readonly #nameOf: (count: number) => string | number;
  #count = 0;

  constructor(nameOf: (count: number) => string | number = (count) => count) {
    this.#nameOf = nameOf;
  }

  get all(): readonly Entry[] {
    return [...this.#all.values()];
  }

  at(segment: string | undefined): Entry | undefined {
    return this.#all.get(percentDecoded(segment ?? '') ?? '');
  }

  add(members: Entry): Entry {
    this.#count += 1;
    return this.put({ id: this.#nameOf(this.#count), ...members });
  }

  put(entry: Entry): Entry {
    this.#all.set(String(entry['id']), entry);
    return entry;
  }

  take(entry: Entry): void {
    this.#all.delete(String(entry['id']));
  }
}

export function isObject(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for a text of so many characters. */
export function isText(value: unknown, least = 1, most = 80): value is string {
  return typeof value === 'string' && value.length >= least && Array.from(value).length <= most;
}

/** A service that knows one key. `serve`: what it answers to who has it, with the segments of the path behind its base. */
export function behindKey(make: () => (ask: Ask, segments: readonly string[]) => Reply): MakeService {
  return () => {
    const serve = make();
    return (ask) =>
      isKnown(ask)
        ? serve(ask, ask.path.split('/').slice(1))
        : { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
  };
}
