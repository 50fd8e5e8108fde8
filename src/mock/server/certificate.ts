import { isIP } from 'node:net';
import type { generate } from 'selfsigned';
import { errnoOf } from '../../system/errno.ts';
import type { Tls } from './listener.ts';

const PACKAGE = 'selfsigned@5.5.0';
const DAY_MS = 86_400_000;
/** Apple's systems trust no server certificate of more than 825 days. */
const VALID_DAYS = 365;

/** Why there is no certificate, and what to do. */
export class CertificateFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CertificateFault';
  }
}

async function loadGenerate(): Promise<typeof generate> {
  try {
    return (await import('selfsigned')).generate;
  } catch (error) {
    if (errnoOf(error) !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new CertificateFault(
      `cannot make a certificate: the optional package is not installed; npm install ${PACKAGE}, or give your own with --tls-cert and --tls-key`,
    );
  }
}

/** The names that a certificate for a listener on `host` has to hold: those of this machine, and the host. */
export function certificateNames(host: string): readonly string[] {
  const anywhere = ['0.0.0.0', '::'];
  return [...new Set(['localhost', '127.0.0.1', '::1', ...(anywhere.includes(host) ? [] : [host])])];
}

/** Makes a certificate that signs itself, for these names and addresses. Rejects with a `CertificateFault` without the package. */
export async function makeCertificate(names: readonly string[], now: number = Date.now()): Promise<Tls> {
  const make = await loadGenerate();
  const made = await make([{ name: 'commonName', value: 'assay mock' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(now - DAY_MS),
    notAfterDate: new Date(now + VALID_DAYS * DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: names.map((name) =>
          isIP(name) === 0 ? { type: 2 as const, value: name } : { type: 7 as const, ip: name },
        ),
      },
    ],
  });
  return { cert: made.cert, key: made.private };
}
