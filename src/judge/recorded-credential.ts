import type { Alteration, CredentialUse } from '../exchange/exchange.ts';
import { objectOf, textOf, type HarObject } from './har-fields.ts';

const ALTERATIONS: readonly Alteration[] = [
  'suffix',
  'prefix',
  'truncated',
  'beheaded',
  'letter-case',
  'second-word',
];

const USES: readonly CredentialUse[] = [
  { kind: 'valid' },
  { kind: 'valid-other-scheme-case' },
  { kind: 'none' },
  { kind: 'other-scheme' },
  { kind: 'other-scheme-name' },
  { kind: 'unknown-scheme' },
  { kind: 'no-scheme' },
  { kind: 'empty-token' },
  { kind: 'unknown' },
  ...ALTERATIONS.map((alteration) => ({ kind: 'altered', alteration }) as const),
];

/** What assay's own HAR says of the credential of an entry; `undefined` for other tools, and where assay did not know. */
export function recordedCredential(entry: HarObject): CredentialUse | undefined {
  const credential = objectOf(objectOf(entry, '_assay'), 'credential');
  const kind = textOf(credential, 'kind');
  const alteration = textOf(credential, 'alteration');
  return USES.find((use) => use.kind === kind && (use.kind !== 'altered' || use.alteration === alteration));
}
