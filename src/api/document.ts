/** What a program may give for a document: its path or address, or the interface that was loaded from it. */
import { resolve } from 'node:path';
import { loadChecked, withClauses } from '../checks/checked-document.ts';
import { type Fetch, isAddress, plainAddress } from '../document/address.ts';
import type { Interface } from '../interface/model.ts';
import { withoutSecretParameters } from '../output/mask.ts';
import { suggestion } from '../system/nearest-name.ts';
import { OptionFault } from '../system/option.ts';
import { packageManifest } from '../system/package.ts';

/** A document can't be used. The message names the file and the line, and says what would be right. */
export class DocumentFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DocumentFault';
  }
}

const EXAMPLE =
  'give the path or address of a document, the folder that holds it, or what loadInterface gave';

function isInterface(given: unknown): given is Interface {
  return typeof given === 'object' && given !== null && 'operations' in given && 'files' in given;
}

/** A document and what it was read from. */
export type GivenDocument = { readonly directory: string; readonly document: Interface };

/** The document as the command line has it, and where it came from. Rejects with a `DocumentFault` or an `OptionFault`. */
export async function documentOf(given: unknown): Promise<GivenDocument> {
  if (isInterface(given)) return { document: await withClauses(given), directory: given.files[0] ?? '' };
  if (typeof given !== 'string' || given === '') throw new OptionFault('document', undefined, EXAMPLE);
  const directory = isAddress(given) ? given : resolve(given);
  const loaded = await loadChecked(directory, isAddress(given) ? { fetch: await plainFetch() } : {});
  if (loaded.kind === 'broken') throw new DocumentFault(loaded.problem);
  return { directory: withoutSecretParameters(plainAddress(directory)), document: loaded.document };
}

/** Fetches as the command line does without options. */
async function plainFetch(): Promise<Fetch> {
  const { createFetch } = await import('../client/fetch-document.ts');
  return createFetch({
    userAgent: `assay/${packageManifest().version}`,
    trust: { insecure: false, ca: undefined },
    environment: process.env,
    headers: [],
  });
}

/** Throws an `OptionFault` for the first option that there is not: a slip of the pen would be the default in silence. */
export function requireKnown(what: string, given: object, known: { readonly [option: string]: true }): void {
  const names = Object.keys(known);
  for (const name of Object.keys(given))
    if (!names.includes(name))
      throw new OptionFault(name, undefined, `${what} has no such option; ${suggestion(name, names)}`);
}
