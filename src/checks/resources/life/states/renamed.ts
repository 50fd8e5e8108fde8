import type { Contract } from '../../../../oracle/contract.ts';
import type { Reading } from '../../../../oracle/reading.ts';
import { entryIn, placeAfterChange } from '../../deeds.ts';
import type { Ownership } from '../../ownership/ownership.ts';
import { begun, forget, type Life } from '../life.ts';
import { giveMembers } from '../members/life-members.ts';

/**
 * Takes note of a change whose answer shows its entry under another name: it may have gone to another place, with what is inside of it.
 * What is still at the old one is judged as ever. Returns the life that goes on there, where the request gave that name.
 */
export function renamed(
  contract: Contract,
  lives: ReadonlyMap<string, Life>,
  ownership: Ownership,
  {
    life,
    part,
    reading,
  }: { readonly life: Life; readonly part: 'change' | 'replace'; readonly reading: Reading },
): Life | undefined {
  const now = placeAfterChange(contract, reading);
  if (now === undefined) return undefined;
  life.mayBeElsewhere = true;
  for (const inner of lives.values()) if (ownership.isInside(inner, life.path)) inner.mayBeElsewhere = true;
  const there = lives.get(now.path);
  if (there !== undefined) forget(there, 'unknown');
  if (there !== undefined || !now.isGiven) return undefined;
  const { resource, place, madeBy } = life;
  const shown = entryIn(resource, reading);
  const moved = begun({ resource, path: now.path, place, making: undefined, shown }, madeBy);
  moved.changedMs = reading.exchange.endMs;
  giveMembers(moved, part, reading);
  return moved;
}
