import type { Collection, Interface } from '../../interface/model.ts';
import type { Entry } from '../answers/stages/stages.ts';
import { isObject } from '../../json/value.ts';
import { parseExactJson, printJson } from '../../json/lossless.ts';
import type { Store } from '../state/store.ts';
import type { Told } from './step.ts';

/** This mock's copy of the entries that several share. */
export type SharedCopy = {
  /** What is known on a connection of this number: nothing on a new one, since the server may have lost something. */
  readonly known: (connection: number) => { readonly epoch: string; readonly since: number };
  /** Takes in what a step told that was sent on this connection. */
  readonly adopt: (told: Told, connection: number) => void;
  /** The next step brings everything again. */
  readonly forget: () => void;
};

export type SharedCopyOptions = {
  /** The document in force. */
  readonly interface: () => Interface;
  readonly store: Store;
  /** Called when the state has begun anew. */
  readonly onAnew: () => void;
};

/** The text of an entry in the shared list. */
export function entryText({ path }: Pick<Collection, 'path'>, entry: Entry): string {
  return printJson({ path, entry });
}

export function createSharedCopy({ interface: document, store, onAnew }: SharedCopyOptions): SharedCopy {
  let epoch = '';
  let count = 0;
  let newest = 0;

  /** Entries of a collection that this interface doesn't have stay where they are. */
  function insert(text: string): void {
    const parsed = parseExactJson(text);
    if (parsed.kind === 'invalid' || !isObject(parsed.value)) return;
    const { path, entry } = parsed.value;
    const collection = document().collections.find((each) => each.path === path);
    if (collection !== undefined && isObject(entry)) store.insert(collection, entry);
  }
  return {
    known: (connection) => (connection === newest ? { epoch, since: count } : { epoch: '', since: 0 }),
    adopt(told, connection) {
      const anew = told.epoch !== epoch;
      if (anew || connection !== newest) {
        store.clear();
        count = 0;
      }
      for (const text of told.entries.slice(Math.max(0, count - told.from))) insert(text);
      count = Math.max(count, told.from + told.entries.length);
      newest = connection;
      const changed = anew && epoch !== '';
      epoch = told.epoch;
      if (changed) onAnew();
    },
    forget() {
      newest = 0;
    },
  };
}
