import type fc from 'fast-check';
import type { Schema } from '../schema/schema.ts';
import type { Supply } from './supply.ts';

/** How values are built. */
export type BuildOptions = {
  /** Texts for members that ask for nothing particular. */
  readonly text: fc.Arbitrary<string> | undefined;
  /** Which optional members are there. */
  readonly optional: 'all' | 'none' | 'mixed';
  /** References that may be followed one inside the other. */
  readonly depth: number;
  /** Names and indexes on the way to a place that has to be there. */
  readonly through: readonly string[];
};

/** Builds values for a part of the schema, within `depth` more references, on the way `through` to a place. */
export type Build = (schema: Schema, depth: number, through: readonly string[]) => Supply;

/** What is left of the way to a place, past one member or item; nothing when that leads elsewhere. */
export function pastSegment(through: readonly string[], segment: string): readonly string[] {
  return through[0] === segment ? through.slice(1) : [];
}
