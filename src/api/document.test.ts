import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { DocumentFault, documentOf } from './document.ts';

test('documentOf() reads an address, and names it without its password', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/openapi.json')
      response.end('{"openapi":"3.1.1","info":{"title":"T","version":"1"},"paths":{}}');
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  try {
    expect(await documentOf(`http://me:secret@${origin}/openapi.json`)).toMatchObject({
      directory: `http://${origin}/openapi.json`,
      document: { title: 'T', origin: 'address' },
    });
    await expect(documentOf(`http://${origin}/nowhere`)).rejects.toThrow(DocumentFault);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
