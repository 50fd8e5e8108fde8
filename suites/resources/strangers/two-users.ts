import { otherUse } from '../../../src/checks/check.ts';
import { entryIn } from '../../../src/checks/resources/deeds.ts';
import type { Operation } from '../../../src/interface/model.ts';
import type { Reading } from '../../../src/oracle/reading.ts';
import { withFreshTag } from '../../../src/session/entries/fresh-tags.ts';
import { type Particular, requestFor, sendSpec } from '../../../src/session/probe.ts';
import { type Living } from '../bodies.ts';

/** What two users ask for of one entry: the one who made it, and another. */

export const FIRST = { kind: 'valid' } as const;
export const OTHER = { kind: 'other-key' } as const;

export async function ask(
  { context, path, label }: Living,
  operation: Operation,
  who: typeof FIRST | typeof OTHER,
  particular: Pick<Particular, 'probe' | 'body' | 'path' | 'parts'>,
): Promise<Reading | undefined> {
  const probe = `${label}/${particular.probe}`;
  const spec = requestFor(context, operation, { ...particular, probe, intent: 'ordinary' });
  if (spec === undefined) return undefined;
  const headers = withFreshTag(context.session, operation, particular.path ?? path, spec.headers);
  const intent = who === OTHER ? ('other-user' as const) : ('ordinary' as const);
  const credential = who === OTHER ? otherUse(context.capabilities) : who;
  return sendSpec(context, { ...spec, headers, credential, intent });
}

export async function look(living: Living, when: string): Promise<Reading | undefined> {
  const { resource, path } = living;
  if (resource.read === undefined) return undefined;
  const reading = await ask(living, resource.read, FIRST, { probe: `read-${when}`, path });
  if (reading?.answer !== undefined && reading.answer.status < 300) living.shown = entryIn(resource, reading);
  return reading;
}

export type MayAsk = (operation: Operation | undefined) => operation is Operation;
export type Look = (living: Living, when: string) => Promise<unknown>;
