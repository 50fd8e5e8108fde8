import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FaultyMember } from './member.ts';

const folder = join(import.meta.dirname, '../../src/checks');

/** What a file of test data exports as `…Mutants`. */
async function mutantsIn(file: string): Promise<readonly FaultyMember[]> {
  const exported = (await import(/* @vite-ignore */ pathToFileURL(join(folder, file)).href)) as {
    readonly [name: string]: unknown;
  };
  return Object.entries(exported)
    .filter(([name]) => name.endsWith('Mutants'))
    .flatMap(([, mutants]) => mutants as readonly FaultyMember[]);
}

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test-data.ts'))
  .toSorted();

/** The services with a fault that stand beside the checks that have to find them: nothing else has to name them. */
export const mutantsBesideChecks: readonly FaultyMember[] = (await Promise.all(files.map(mutantsIn))).flat();
