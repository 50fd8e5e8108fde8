import type { Interface } from '../../interface/model.ts';
import type { RunRecord } from '../../run/record.ts';
import { clauseStandings, type ClauseStanding } from '../clause-standings.ts';

/** A record, and the document that it was made with where it is at hand. */
export type DiffSide = { readonly record: RunRecord; readonly document: Interface | undefined };

/** A clause that stands otherwise than before. `undefined`: that run knew no such clause. */
export type ClauseChange = {
  readonly id: string;
  /** Its statement, where the document is at hand. */
  readonly text: string | undefined;
  readonly before: ClauseStanding | undefined;
  readonly now: ClauseStanding | undefined;
};

/** What a change means. Each clause that changed is in one list, in the order of the newer document. */
export type ClauseChanges = {
  /** Violated now, and not before. */
  readonly newlyBroken: readonly ClauseChange[];
  /** Warned of now, and neither violated nor warned of before. */
  readonly newlyWarned: readonly ClauseChange[];
  /** Proven before, and now not, or in part only; nothing broke it. */
  readonly noLongerProven: readonly ClauseChange[];
  /** Violated or warned of before, and now neither that nor proven: whether it is still broken is not known. */
  readonly noLongerReached: readonly ClauseChange[];
  /** Violated or warned of before, and proven now; or violated before and only warned of now. */
  readonly fixed: readonly ClauseChange[];
  /** Proven now, and neither proven nor broken before. */
  readonly newlyProven: readonly ClauseChange[];
  /** No clause of the newer document any more. */
  readonly removed: readonly ClauseChange[];
};

type Kind = keyof ClauseChanges;

function isBroken(standing: ClauseStanding | undefined): boolean {
  return standing === 'violated' || standing === 'warned';
}

function kindOf({ before, now }: ClauseChange, sameDocument: boolean): Kind | undefined {
  if (before === now) return undefined;
  switch (now) {
    case 'violated':
      return 'newlyBroken';
    case 'warned':
      return before === 'violated' ? 'fixed' : 'newlyWarned';
    case 'proven':
      return isBroken(before) ? 'fixed' : 'newlyProven';
    case undefined:
    case 'open':
    case 'partly':
      if (now === undefined && !sameDocument) return 'removed';
      if (before === 'proven') return 'noLongerProven';
      return isBroken(before) ? 'noLongerReached' : undefined;
  }
}

/** How the clauses of two runs differ. The texts of clauses are used only where both documents are at hand. */
export function clauseChanges(before: DiffSide, now: DiffSide): ClauseChanges {
  const both = before.document !== undefined && now.document !== undefined;
  const olds = clauseStandings(before.record, both ? before.document : undefined);
  const news = clauseStandings(now.record, both ? now.document : undefined);
  const clauses = [...(before.document?.clauses ?? []), ...(now.document?.clauses ?? [])];
  const texts = new Map(clauses.map(({ id, text }) => [id, text]));
  const sameDocument = before.record.header.interface.digest === now.record.header.interface.digest;
  const changes = [...new Set([...news.keys(), ...olds.keys()])].map((id): ClauseChange => ({
    id,
    text: texts.get(id),
    before: olds.get(id),
    now: news.get(id),
  }));
  const of = (kind: Kind): readonly ClauseChange[] =>
    changes.filter((change) => kindOf(change, sameDocument) === kind);
  return {
    newlyBroken: of('newlyBroken'),
    newlyWarned: of('newlyWarned'),
    noLongerProven: of('noLongerProven'),
    noLongerReached: of('noLongerReached'),
    fixed: of('fixed'),
    newlyProven: of('newlyProven'),
    removed: of('removed'),
  };
}
