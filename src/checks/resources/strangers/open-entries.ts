import { isOpenToAll } from '../../../interface/open-to-all.ts';
import type { Reading } from '../../../oracle/reading.ts';
import { type Deed, entryIn, isSuccess, pathOfEntry } from '../deeds.ts';
import type { Ownership } from '../ownership/ownership.ts';

/** Entries of the run that everybody may see by their own word (`visibility: public`), with what is inside of them. */
export class OpenEntries {
  readonly #ownership: Ownership;
  readonly #paths = new Set<string>();
  #isMet = false;

  constructor(ownership: Ownership) {
    this.#ownership = ownership;
  }

  /** True once one was asked for. */
  get isMet(): boolean {
    return this.#isMet;
  }

  /** Takes note of what an entry tells to the user who made it; the last answer counts. */
  note({ part, path, resource, values }: Deed, reading: Reading): void {
    const shown = isSuccess(reading) && part !== 'list' ? entryIn(resource, reading) : undefined;
    const own = shown !== undefined && part === 'create' ? pathOfEntry(resource, values, shown) : path;
    if (shown === undefined || own === undefined || this.#ownership.at(own) === undefined) return;
    if (isOpenToAll(shown)) this.#paths.add(own);
    else this.#paths.delete(own);
  }

  /** True for a path of one, or inside of one. */
  has(path: string): boolean {
    const own = this.#ownership.at(path);
    const isOpen = [...this.#paths].some(
      (open) =>
        `${path}/`.startsWith(`${open}/`) || (own !== undefined && this.#ownership.isInside(own, open)),
    );
    this.#isMet ||= isOpen;
    return isOpen;
  }
}
