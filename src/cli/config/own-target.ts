import { flagOf, rowsGiven } from '../../system/option.ts';
import { SETTINGS } from '../../record/settings.ts';
import { OWN_TARGETS, TEST } from '../options.ts';
import { quoted, UsageFault } from '../usage-fault.ts';

/** Options that say where a service is and as whom to ask it: what assay starts itself has an address and keys of its own. */
export const OF_SERVICES = [
  'url',
  'key',
  'keyEnv',
  'otherKey',
  'otherKeyEnv',
  'oauthClientEnv',
  'tokenCommand',
] as const;

/** Whether `--target` names what assay starts itself. */
export function isOwnTarget(name: unknown): boolean {
  return OWN_TARGETS.some((own) => own === name);
}

/** Throws a `UsageFault` for a profile that is none of assay's, where no configuration has others. */
export function requireOwnProfile(flags: object): void {
  const said = new Map<string, unknown>(Object.entries(flags)).get('profile');
  if (said === undefined) return;
  const read = SETTINGS.profile.values.check(said);
  if (read.kind === 'value') return;
  const shown = read.shown === undefined ? '' : ` ${quoted(read.shown)}`;
  throw new UsageFault(`cannot use ${flagOf(TEST.profile)}${shown}: ${read.advice}`);
}

/** Throws a `UsageFault` where a command line names a service beside what assay is to start. */
export function requireTargetApart(flags: object): void {
  const said = new Map<string, unknown>(Object.entries(flags));
  if (!isOwnTarget(said.get('target'))) return;
  const { url, key, keyEnv, otherKey, otherKeyEnv } = TEST;
  const [beside] = rowsGiven({ url, key, keyEnv, otherKey, otherKeyEnv }, flags);
  if (beside !== undefined)
    throw new UsageFault(
      `option '${flagOf(TEST.target)}' cannot be used with option '${flagOf(beside)}'; see "assay test --help"`,
    );
}
