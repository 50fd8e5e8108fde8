import type { Interface } from '../../../interface/model.ts';
import { entrySchemaOf, type Resource, resourcesOf } from '../../../interface/resources/resources.ts';
import { uniqueAssigned } from '../../../interface/resources/words/members/told-unique.ts';
import { canonicalJson } from '../../../json/canonical.ts';
import { memberOf } from '../../../json/value.ts';
import type { Reading } from '../../../oracle/reading.ts';
import { onceFor } from '../../../system/once-for.ts';
import type { JudgedRun } from '../../check.ts';
import type { Tribunal } from '../../judge-each.ts';
import { excerptJson } from '../../outcome.ts';
import { deedOf, entryIn, isSuccess, pathOfEntry } from '../deeds.ts';
import { sentTo } from '../life/members/entry-state.ts';

/** Values that a service assigns to new entries, and of which the document says that they are unique. */

type Assigned = { readonly resource: Resource; readonly names: readonly string[] };

/** The resources with members that a service assigns, no two alike; what names an entry is judged with its list. */
export const assignedResources = onceFor((document: Interface): readonly Assigned[] =>
  resourcesOf(document).flatMap((resource): readonly Assigned[] => {
    const { kind, create, change, replace, identity } = resource;
    const entry = entrySchemaOf(resource);
    if (kind !== 'collection' || create === undefined || entry === undefined) return [];
    const bodies = [create, change, replace].flatMap((operation) => {
      const sent = operation === undefined ? undefined : sentTo(operation, resource);
      return sent === undefined ? [] : [sent.schema];
    });
    const names = uniqueAssigned(entry, bodies).filter((name) => name !== identity);
    return names.length === 0 ? [] : [{ resource, names }];
  }),
);

/** Judges what the answers to creations show: two entries that are both there do not have one value. */
export function judgeAssigned(run: JudgedRun, tribunal: Tribunal): void {
  const all = assignedResources(run.contract.interface);
  const holders = new Map<string, { readonly path: string; readonly by: Reading }>();
  const broken = new Set<string>();
  const compared = new Set<string>();
  for (const reading of all.length === 0 ? [] : run.readings) {
    const deed = deedOf(run.contract, reading);
    const found = all.find(({ resource }) => resource === deed?.resource);
    if (deed === undefined || found === undefined || !isSuccess(reading)) continue;
    if (deed.part === 'remove')
      for (const [key, { path }] of holders) if (path === deed.path) holders.delete(key);
    const isOwn = reading.exchange.request.credential.kind === 'valid' && reading.answer?.status !== 202;
    const entry = deed.part === 'create' && isOwn ? entryIn(deed.resource, reading) : undefined;
    const path = entry === undefined ? undefined : pathOfEntry(deed.resource, deed.values, entry);
    if (entry === undefined || path === undefined) continue;
    for (const name of found.names) {
      const value = memberOf(entry, name);
      if (value === undefined || value === null || value === '') continue;
      // What is inside of one entry may be numbered anew inside of another.
      const where = `${deed.path} ${name}`;
      const key = `${where} ${canonicalJson(value)}`;
      const first = holders.get(key);
      const operation = reading.expectation.operation?.id;
      if (first === undefined) holders.set(key, { path, by: reading });
      else if (first.path !== path && !broken.has(`${String(operation)} ${name}`)) {
        broken.add(`${String(operation)} ${name}`);
        tribunal.breaks({
          exchanges: [reading.exchange.id, first.by.exchange.id],
          operation,
          expected: `a ${name} of its own: the document says that it is unique`,
          actual: `${name}: ${excerptJson(value)}, which the entry of ${first.by.exchange.id} has, too`,
          deviation: `two entries have the same ${name}`,
        });
      }
      if (first === undefined && compared.has(where)) tribunal.proves(operation);
      compared.add(where);
    }
  }
}
