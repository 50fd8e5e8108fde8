import { getCACertificates } from 'node:tls';

/** How to trust a target over TLS. `ca`: certificates in PEM that count besides the usual ones. */
export type Trust = { readonly insecure: boolean; readonly ca: string | undefined };

/** The options of `tls.connect` that say the same. */
export function trustOptions(trust: Trust): { readonly rejectUnauthorized: boolean; readonly ca?: string[] } {
  return {
    rejectUnauthorized: !trust.insecure,
    ...(trust.ca === undefined ? {} : { ca: [...getCACertificates('default'), trust.ca] }),
  };
}
