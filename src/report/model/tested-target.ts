/** What came of one service among many that were tested side by side. */
import type { Verdict } from './verdict.ts';

/** An earlier run of it, or this one. */
export type PastRun = Pick<Verdict, 'kind' | 'proven' | 'provable' | 'violations'> & {
  /** ISO 8601. */
  readonly startedAt: string;
};

export type TestedTarget = {
  readonly name: string;
  /** `undefined` where its row could not be read. */
  readonly url: string | undefined;
  /** What its run alone would have exited with. */
  readonly code: number;
  /** Missing where there was no run. */
  readonly ran?: {
    readonly ruling: Verdict;
    /** Requests. */
    readonly all: number;
    readonly seconds: number;
    /** Title and version of its document. */
    readonly tested: string;
  };
  /** Why there was no run, or what went wrong beside it. */
  readonly problem?: string;
  /** Names of its folder, of that of the run in it, and of the run's page there; missing where none was kept. */
  readonly kept?: { readonly folder: string; readonly run: string; readonly page: string | undefined };
  /** Runs that were kept, this one among them, the newest last. */
  readonly history: readonly PastRun[];
};

const INTERRUPTED = 130;
/** The worst first. What was found to be broken stays so, whatever else could not be told. */
const WORST_FIRST: readonly number[] = [INTERRUPTED, 1, 2, 0];
const COULD_NOT = 2;

/** What many exit with: with the worst of them. */
export function worstCode(tested: readonly Pick<TestedTarget, 'code'>[]): number {
  const codes = new Set(tested.map(({ code }) => code));
  return WORST_FIRST.find((code) => codes.has(code)) ?? COULD_NOT;
}

/** How many there are of each verdict in a few words, without what there is none of. */
export function targetsText(tested: readonly TestedTarget[]): string {
  const codes = tested.map(({ code }) => code);
  const parts: readonly (readonly [number, string])[] = [
    [1, 'not conforming'],
    [COULD_NOT, 'could not tell'],
    [INTERRUPTED, 'interrupted'],
    [0, 'conforming'],
  ];
  const told = parts.flatMap(([code, words]) => {
    const count = codes.filter((each) => each === code).length;
    return count === 0 ? [] : [`${String(count)} ${words}`];
  });
  return `${String(tested.length)} ${tested.length === 1 ? 'service' : 'services'}: ${told.join(', ')}`;
}

/** The verdict of one in words, and why where there is none. */
export function targetWords({ ran, problem }: TestedTarget): string {
  return [ran?.ruling.text, problem].filter((text) => text !== undefined).join('; ');
}
