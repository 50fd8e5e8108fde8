import type { OptionRow, OptionRows } from '../../system/option.ts';
import { TEST } from '../options.ts';
import type { NotConfigured } from './config.ts';

const {
  resume: _ofOneRun,
  updateBaseline: _ofOneTime,
  watch: _ofOneSession,
  shard: _ofOnePart,
  targets: _theTable,
  parallel: _ofTheTable,
  config: _itself,
  key: _secret,
  otherKey: _otherSecret,
  auth: _secrets,
  ...rows
} = TEST;

/** The options that a configuration may give, in the order of the help. */
export const CONFIG_ROWS: Omit<typeof TEST, NotConfigured> & OptionRows = rows;

/** The same by name. */
export const ROWS_BY_NAME: ReadonlyMap<string, OptionRow> = new Map(Object.entries(CONFIG_ROWS));
