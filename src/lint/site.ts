/** What rules stand on: the document, and where findings go. */
import {
  attempt,
  childOf,
  type Cursor,
  type InterfaceFault,
  itemsOf,
  membersOf,
  pointerOf,
  positionOf,
} from '../document/cursor.ts';
import { followed, keyOf, type Library } from '../document/library.ts';
import { isList, isObject } from '../json/value.ts';
import { LINT_RULES, type LintFinding, type LintRule } from './rules.ts';

/** A document that is looked through. What its library loses on the way is found too. */
export type Site = {
  readonly library: Library;
  /** Each place is found once by a rule, however many lead there. */
  readonly find: (rule: LintRule, at: Cursor, message: string, repair?: string) => void;
};

/** More than these are counted and not kept. */
const MOST_FINDINGS = 20_000;

/** Collects findings; `list` gives them by file and line. */
export class Findings {
  readonly #known = new Set<string>();
  readonly #found: LintFinding[] = [];
  #more = 0;

  add(finding: LintFinding): void {
    const { rule, file, pointer, line, message } = finding;
    const key =
      pointer === '' ? `${rule} ${file} ${String(line)} ${message}` : `${rule} ${file} ${pointer} ${message}`;
    if (this.#known.has(key)) return;
    if (this.#found.length >= MOST_FINDINGS) {
      this.#more += 1;
      return;
    }
    this.#known.add(key);
    this.#found.push(finding);
  }

  readonly find: Site['find'] = (rule, at, message, repair) => {
    const { level, repair: usual } = LINT_RULES[rule];
    this.add({ rule, level, message, repair: repair ?? usual, ...positionOf(at), pointer: pointerOf(at) });
  };

  /** What loading the document lost. */
  readonly lose = ({ problem, kind, pointer = '' }: InterfaceFault, consequence: string): void => {
    const rule = kind === 'fault' ? 'document.fault' : 'document.out-of-reach';
    const { file, line, advice } = problem;
    const message = `${problem.problem}: ${consequence}`;
    this.add({ rule, level: LINT_RULES[rule].level, message, repair: advice, file, line, pointer });
  };

  list(): { readonly findings: readonly LintFinding[]; readonly more: number } {
    const findings = this.#found.toSorted(
      (a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) || a.line - b.line,
    );
    return { findings, more: this.#more };
  }
}

/** Where a value is in the end; `undefined` where references lead nowhere, which loading the document told. */
export function reached(library: Library, cursor: Cursor | undefined): Cursor | undefined {
  if (cursor === undefined) return undefined;
  const read = attempt(() => followed(library, cursor));
  return 'value' in read ? read.value : undefined;
}

/** The members of a mapping; none of anything else. */
export function membersIn(
  cursor: Cursor | undefined,
): readonly { readonly name: string; readonly cursor: Cursor }[] {
  return cursor !== undefined && isObject(cursor.value) ? membersOf(cursor) : [];
}

/** The items of a list; none of anything else. */
export function itemsIn(cursor: Cursor | undefined): readonly Cursor[] {
  return cursor !== undefined && isList(cursor.value) ? itemsOf(cursor) : [];
}

/** The members of the member of that name, references followed. */
export function entriesOf(
  library: Library,
  owner: Cursor,
  name: string,
): readonly { readonly name: string; readonly cursor: Cursor }[] {
  return membersIn(childOf(owner, name)).flatMap((entry) => {
    const cursor = reached(library, entry.cursor);
    return cursor === undefined ? [] : [{ name: entry.name, cursor }];
  });
}

/** True the first time that a place is asked for. */
export function createOnce(): (cursor: Cursor) => boolean {
  const seen = new Set<string>();
  return (cursor) => {
    const key = keyOf(cursor);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
}
