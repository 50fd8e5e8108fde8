import { type Resource, resourcesOf } from '../../../interface/resources/resources.ts';
import type { Interface } from '../../../interface/model.ts';
import { onceFor } from '../../../system/once-for.ts';
import type { Check, JudgedRun } from '../../check.ts';
import { openTribunal, saysNothing } from '../../judge-each.ts';
import { excerpt, type Outcome } from '../../outcome.ts';
import { deedOf, entriesIn, entryIn, isSuccess, pathOfEntry } from '../deeds.ts';

/**
 * Whether entries that a list shows are read as what they are, where the run can make none of its own: a service that gives the first one to
 * whoever asks for any other. One that has two names (`US/Pacific`) may come under either, so that three have to come as one and the same.
 */

/** So many listed entries are asked for before anyone is blamed. */
export const LEAST_NAMED = 3;

/** Resources with a list whose entries are read one by one, and which a run does not make. */
export const onlyReadResources = onceFor((document: Interface): readonly Resource[] =>
  resourcesOf(document).filter(
    ({ kind, create, makeAt, list, read, identity, itemPath }) =>
      kind === 'collection' &&
      create === undefined &&
      makeAt === undefined &&
      list?.method === 'GET' &&
      read?.method === 'GET' &&
      identity !== undefined &&
      itemPath !== undefined,
  ),
);

/** What came for one that a list had shown before. `named`: where what came has its place. */
type Read = { readonly asked: string; readonly named: string; readonly exchange: string };

/** The paths of the entries of a resource that lists have shown so far, and what came for them. */
export function readsOfListed(
  { contract, readings }: Pick<JudgedRun, 'contract' | 'readings'>,
  { list, read }: Resource,
): { readonly listed: ReadonlySet<string>; readonly reads: readonly Read[] } {
  const listed = new Set<string>();
  const reads: Read[] = [];
  for (const reading of readings) {
    const id = reading.expectation.operation?.id;
    const deed = id === list?.id || id === read?.id ? deedOf(contract, reading) : undefined;
    if (deed === undefined || !isSuccess(reading)) continue;
    const { resource, values, path: asked } = deed;
    if (id === list?.id)
      for (const entry of entriesIn(resource, reading) ?? []) {
        const path = pathOfEntry(resource, values, entry);
        if (path !== undefined) listed.add(path);
      }
    const entry = id === read?.id && listed.has(asked) ? entryIn(resource, reading) : undefined;
    const named = entry === undefined ? undefined : pathOfEntry(resource, values, entry);
    if (named !== undefined) reads.push({ asked, named, exchange: reading.exchange.id });
  }
  return { listed, reads };
}

function judge(run: JudgedRun): Outcome {
  const tribunal = openTribunal('must');
  for (const resource of onlyReadResources(run.contract.interface)) {
    const { listed, reads } = readsOfListed(run, resource);
    const asked = new Map(reads.map((one) => [one.asked, one]));
    if (asked.size < LEAST_NAMED) continue;
    const [only, ...others] = new Set(reads.map(({ named }) => named));
    const strays = [...asked.values()].filter((one) => one.asked !== one.named);
    if (strays.length === 0) tribunal.proves(resource.read?.id);
    const [stray] = strays;
    if (only === undefined || stray === undefined || others.length > 0 || !listed.has(only)) continue;
    tribunal.breaks({
      exchanges: strays.map(({ exchange }) => exchange),
      operation: resource.read?.id,
      expected: `the entry at ${excerpt(stray.asked)}, which the list shows`,
      actual: `the one at ${excerpt(only)}, as for ${String(asked.size - 1)} others that the list shows`,
      deviation: 'every entry is one and the same',
    });
  }
  return tribunal.outcome();
}

/** The check of entries that are only read. */
export const readAsNamedChecks: readonly Check[] = [
  {
    id: 'resources.read-as-named',
    suite: 'resources',
    level: 'must',
    needs: ['ordinary'],
    title: 'an entry that is read is the one that was asked for',
    explanation:
      'Reads three of the entries that a list shows and that a run cannot make: they are not one and the same. An entry may have two names, and come under either.',
    notApplicable: (document) =>
      onlyReadResources(document).length > 0
        ? undefined
        : 'the document has no list of entries that are only read',
    judge,
    foreign: saysNothing('entries may have come and gone between requests that are not part of this traffic'),
    // How many entries a list shows is the service's.
    sharpens: true,
  },
];
