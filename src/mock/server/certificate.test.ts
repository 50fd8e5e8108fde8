import { createPrivateKey, X509Certificate } from 'node:crypto';
import { connect } from 'node:net';
import { Agent, fetch } from 'undici';
import { expect, test } from 'vitest';
import { certificateNames, makeCertificate } from './certificate.ts';
import { openListener } from './listener.ts';

test('certificateNames() are those of this machine and the host, when that is one', () => {
  expect(certificateNames('0.0.0.0')).toEqual(['localhost', '127.0.0.1', '::1']);
  expect(certificateNames('::1')).toEqual(['localhost', '127.0.0.1', '::1']);
  expect(certificateNames('mock.test')).toEqual(['localhost', '127.0.0.1', '::1', 'mock.test']);
});

test('makeCertificate() makes one that is trusted for its names by who trusts it, and no other', async () => {
  const tls = await makeCertificate(certificateNames('192.0.2.7'));
  const certificate = new X509Certificate(tls.cert);
  expect(certificate.checkPrivateKey(createPrivateKey(tls.key))).toBe(true);
  expect(certificate.checkHost('localhost')).toBe('localhost');
  expect(['127.0.0.1', '::1', '192.0.2.7', '192.0.2.8'].map((ip) => certificate.checkIP(ip))).toEqual([
    '127.0.0.1',
    '::1',
    '192.0.2.7',
    undefined,
  ]);
  const days = (Date.parse(certificate.validTo) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(360);

  const listener = await openListener({ host: '127.0.0.1', port: 0, tls });
  listener.serve({
    request: (_request, response) => response.end('in private'),
    malformed: (_error, socket) => socket.destroy(),
    connect: (socket) => socket.destroy(),
  });
  const trusting = new Agent({ connect: { ca: tls.cert } });
  try {
    expect(listener.origin).toBe(`https://127.0.0.1:${listener.port}`);
    expect(await (await fetch(listener.origin, { dispatcher: trusting })).text()).toBe('in private');
    await expect(fetch(listener.origin)).rejects.toThrow('fetch failed');
    const plain = connect(listener.port, '127.0.0.1', () => plain.write('GET / HTTP/1.1\r\n\r\n'));
    const ended = await new Promise((resolve) => plain.resume().on('error', resolve).on('close', resolve));
    expect(ended).toBeDefined();
  } finally {
    await trusting.close();
    await listener.close();
  }
});
