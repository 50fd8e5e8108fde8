import { fileURLToPath } from 'node:url';
import { loadInterface } from '../../src/interface/load-interface.ts';
import type { Interface } from '../../src/interface/model.ts';

/** An interface of `test/specs` or of this folder, by the path of its directory from `test/`. */
export async function loadTestInterface(path: string): Promise<Interface> {
  const loaded = await loadInterface(fileURLToPath(new URL(`../${path}`, import.meta.url)));
  if (loaded.kind === 'broken') throw new Error(`${loaded.problem.file}: ${loaded.problem.problem}`);
  return loaded.interface;
}

/** The interface that tests of the mock use: bearer keys, small quotas, one operation of every kind. */
export function loadLibrary(): Promise<Interface> {
  return loadTestInterface('mock/library');
}
