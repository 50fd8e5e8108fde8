import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CertificateFault } from '../../mock/server/certificate.ts';
import type { Tls } from '../../mock/server/listener.ts';
import { errnoText } from '../../system/errno.ts';
import type { CliIo } from '../io.ts';
import { quoted, UsageFault } from '../usage-fault.ts';
import type { MockFlags } from './options.ts';
import { ownCertificate } from './own-certificate.ts';

type OwnFile = { readonly option: '--tls-cert' | '--tls-key'; readonly path: string };

function unusable({ option, path }: OwnFile, problem: string): UsageFault {
  return new UsageFault(`cannot use ${option} ${quoted(path)}: ${problem}`);
}

function textOf(file: OwnFile, cwd: string): string {
  try {
    return readFileSync(resolve(cwd, file.path), 'utf8');
  } catch (error) {
    const code = errnoText(error);
    throw unusable(file, `it can't be read (${code}); give the path of a PEM file`);
  }
}

function certificateIn(file: OwnFile, text: string): X509Certificate {
  try {
    return new X509Certificate(text);
  } catch {
    throw unusable(
      file,
      'it holds no certificate; give one as PEM, which begins with -----BEGIN CERTIFICATE-----',
    );
  }
}

function keyIn(file: OwnFile, text: string): KeyObject {
  try {
    return createPrivateKey(text);
  } catch {
    const problem = text.includes('ENCRYPTED')
      ? 'it is encrypted; take the password off with openssl pkey -in FILE -out PLAIN'
      : 'it holds no private key; give one as PEM';
    throw unusable(file, problem);
  }
}

function givenFiles(certificate: OwnFile, key: OwnFile, cwd: string): Tls {
  const tls = { cert: textOf(certificate, cwd), key: textOf(key, cwd) };
  const parsed = certificateIn(certificate, tls.cert);
  if (!parsed.checkPrivateKey(keyIn(key, tls.key)))
    throw unusable(key, `it is not the key of ${quoted(certificate.path)}; give both of one pair`);
  if (Date.parse(parsed.validTo) < Date.now())
    throw unusable(
      certificate,
      `it ended on ${new Date(parsed.validTo).toISOString().slice(0, 10)}; renew it`,
    );
  return tls;
}

/** The certificate that `--tls`, or `--tls-cert` with `--tls-key`, asks for. Throws a `UsageFault` that says what to do. */
export async function mockTls(
  { tlsCert: cert, tlsKey: key }: MockFlags,
  host: string,
  io: CliIo,
): Promise<Tls> {
  if (cert !== undefined && key !== undefined)
    return givenFiles({ option: '--tls-cert', path: cert }, { option: '--tls-key', path: key }, io.cwd);
  if (cert !== undefined)
    throw new UsageFault('--tls-cert needs --tls-key: give the key of the certificate too');
  if (key !== undefined)
    throw new UsageFault('--tls-key needs --tls-cert: give the certificate of the key too');
  try {
    return await ownCertificate(host, io.env);
  } catch (error) {
    if (error instanceof CertificateFault) throw new UsageFault(error.message);
    throw error;
  }
}
