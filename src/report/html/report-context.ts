import type { Interface } from '../../interface/model.ts';
import type { RunRecord } from '../../run/record.ts';
import type { Verdict } from '../verdict.ts';
import type { Markup } from './markup.ts';

/** What every part of the HTML report is a function of. */
export type HtmlContext = {
  readonly record: RunRecord;
  readonly document: Interface | undefined;
  /** Where the record is, for the reader and for `assay replay`. */
  readonly recordFile: string | undefined;
  readonly ruling: Verdict;
};

/** A section of the page: its place, its name in the contents with a figure, and what it holds. */
export type ReportSection = {
  readonly id: string;
  readonly label: string;
  readonly note: string | undefined;
  readonly content: Markup;
};
