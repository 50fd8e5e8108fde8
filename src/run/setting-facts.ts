/** What messages and reports say of the settings of a run: derived from their rows. */
import { memberOf } from '../json/value.ts';
import type { SettingRow } from '../record/setting-row.ts';
import { SETTING_ROWS, type SettingName, type Settings } from '../record/settings.ts';
import { flagOf } from '../system/option.ts';

/** A setting with its value in a run. */
type ToldSetting = { readonly setting: SettingName; readonly row: SettingRow; readonly value: unknown };

/** Every setting with its value, in the order of the table. */
export function settingsTold(settings: Settings): readonly ToldSetting[] {
  return SETTING_ROWS.map(([setting, row]) => ({ setting, row, value: memberOf(settings, setting) }));
}

/** How messages and reports call a setting. */
export function nameOfSetting(row: SettingRow): string {
  return row.name ?? flagOf(row);
}

/** A value in a few words. */
export function valueText(value: unknown): string {
  if (value === undefined) return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'all' : value.join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The options that say how a run differs from an ordinary one, as a command line has them: switches and lists. */
export function optionsGiven(settings: Settings, of: 'a run' | 'traffic'): readonly string[] {
  return settingsTold(settings).flatMap(({ row, value }) => {
    const flag = flagOf(row);
    if (Array.isArray(value)) return value.map((item) => `${flag} ${String(item)}`);
    if (typeof value !== 'boolean' || (of === 'traffic' && row.foreign !== undefined)) return [];
    if (value) return [flag];
    return row.refusal === undefined ? [] : [flag.replace('--', '--no-')];
  });
}

/** What every report says of the settings beside the verdict: `profile quick`, `--allow-incomplete`. */
export function headlines(settings: Settings): readonly string[] {
  return settingsTold(settings).flatMap(({ row, value }) => {
    if (row.headline === undefined || value === undefined || value === false) return [];
    return [value === true ? nameOfSetting(row) : `${nameOfSetting(row)} ${valueText(value)}`];
  });
}
