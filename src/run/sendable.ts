import { credentialUses } from '../exchange/credential-uses.ts';
import type { CredentialUse } from '../exchange/exchange.ts';
import type { CredentialScheme } from '../interface/model.ts';

/** False where a use of the credential makes no sense for a scheme and a key. */
export function sendable(
  scheme: CredentialScheme | undefined,
  key: string | undefined,
  use: CredentialUse,
): boolean {
  if (scheme === undefined) return false;
  return credentialUses(scheme, key).some((row) => {
    if (row.use.kind !== use.kind || row.reason !== undefined) return false;
    return row.use.kind !== 'altered' || use.kind !== 'altered' || row.use.alteration === use.alteration;
  });
}
