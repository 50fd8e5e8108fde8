/** A part of a run: which one of how many, counted from 1, and the ids of the checks that it judges. */
export type Shard = { readonly index: number; readonly total: number; readonly checks: readonly string[] };
