import { operationsAt, splitTarget } from '../../interface/path-matching.ts';
import { canonicalPath, resourcesOf } from '../../interface/resources.ts';
import { onceFor } from '../../system/once-for.ts';
import type { JudgedRun } from '../check.ts';
import type { Creation } from './creations.ts';
import { deedOf, locationOf, pathOfEntry } from './ownership.ts';

/**
 * When a run first sent something to an entry that may have changed or removed it, with whatever key. What a creation gave holds
 * until then; after it the model of states speaks (`lives.ts`).
 */

const LOOKS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);

type Touch = { readonly path: string; readonly startMs: number };

const touchesIn = onceFor((run: JudgedRun): readonly Touch[] => {
  const { interface: document, basePath } = run.contract;
  const creates = new Set(resourcesOf(document).flatMap(({ create }) => create?.id ?? []));
  return [...run.superseded, ...run.readings].flatMap(({ exchange, expectation }): readonly Touch[] => {
    const { method, target } = exchange.request;
    if (LOOKS.has(method) || creates.has(expectation.operation?.id ?? '')) return [];
    const { path } = splitTarget(basePath, target);
    if (path === undefined || operationsAt(document, path).length === 0) return [];
    return [{ path: canonicalPath(path), startMs: exchange.startMs }];
  });
});

/** Monotonic time in ms from which a created entry may have other values, or be gone; infinite where nothing was sent to it. */
export function touchedFrom(run: JudgedRun, { reading, returned }: Creation): number {
  const touches = touchesIn(run);
  const deed = touches.length === 0 ? undefined : deedOf(run.contract, reading);
  if (deed === undefined) return Number.POSITIVE_INFINITY;
  const paths = [
    pathOfEntry(deed.resource, deed.values, returned),
    locationOf(run.contract, deed.resource, reading),
  ];
  const own = touches.filter(({ path }) =>
    paths.some(
      (entry) =>
        entry !== undefined &&
        (path === entry || path.startsWith(`${entry}/`) || entry.startsWith(`${path}/`)),
    ),
  );
  return Math.min(...own.map(({ startMs }) => startMs));
}
