import { createServer } from 'node:http';

/** A server with one page, on a port of its own. */
export type ServedPage = AsyncDisposable & { readonly origin: string };

/** Serves a page at every path of a free port of this machine. */
export async function servePage(html: string): Promise<ServedPage> {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(html);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
