import { mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { certificateNames, makeCertificate } from '../../mock/server/certificate.ts';
import type { Tls } from '../../mock/server/listener.ts';
import type { CliIo } from '../io.ts';
import { writeAtomically } from '../output/files.ts';

/** A certificate that is about to end is made anew. */
const SPARE_MS = 30 * 86_400_000;
const USUAL_HOSTS = ['127.0.0.1', 'localhost', '::1', '0.0.0.0', '::'];

function cacheFolder(env: CliIo['env']): string {
  const { XDG_CACHE_HOME: given, LOCALAPPDATA: local } = env;
  const folder = given ?? local;
  return join(folder === undefined || folder === '' ? join(homedir(), '.cache') : folder, 'assay');
}

/** Where assay keeps the certificate for a mock that listens on `host`: one file for this machine, one for each other name. */
export function ownCertificateFile(host: string, env: CliIo['env']): string {
  const suffix = USUAL_HOSTS.includes(host) ? '' : `-${host.replaceAll(/[^\w.-]/g, '_')}`;
  return join(cacheFolder(env), `mock-certificate${suffix}.pem`);
}

function keyFileOf(certificateFile: string): string {
  return certificateFile.replace(/\.pem$/, '.key');
}

function isUsable({ cert, key }: Tls): boolean {
  const { createPrivateKey, X509Certificate } = process.getBuiltinModule('node:crypto');
  const certificate = new X509Certificate(cert);
  return (
    Date.parse(certificate.validTo) > Date.now() + SPARE_MS &&
    certificate.checkPrivateKey(createPrivateKey(key))
  );
}

function kept(file: string): Tls | undefined {
  try {
    const tls = { cert: readFileSync(file, 'utf8'), key: readFileSync(keyFileOf(file), 'utf8') };
    return isUsable(tls) ? tls : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The certificate that assay made for this user, or makes now, and which is kept so that it needs to be trusted but once. Its
 * key is for this user's eyes. Throws a `UsageFault` when it can't be written.
 */
export async function ownCertificate(host: string, env: CliIo['env']): Promise<Tls> {
  const file = ownCertificateFile(host, env);
  const known = kept(file);
  if (known !== undefined) return known;
  const made = await makeCertificate(certificateNames(host));
  const keyFile = keyFileOf(file);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeAtomically(keyFile, made.key, 'XDG_CACHE_HOME', 0o600);
  writeAtomically(file, made.cert, 'XDG_CACHE_HOME');
  return made;
}
