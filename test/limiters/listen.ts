import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a server saw of a client: requests after a refusal and before the end of its Retry-After, and refusals. */
export type Manners = { requests: number; early: number; refusals: number };

export type LimitedServer = {
  /** Base address, without a slash at the end. */
  readonly url: string;
  readonly manners: Manners;
  readonly close: () => Promise<void>;
};

/** Seconds that a server asked to wait for, also where it forgot to round them. */
function waitMs(response: ServerResponse): number {
  const seconds = Number(response.getHeader('retry-after'));
  return response.statusCode === 429 && seconds > 0 ? seconds * 1000 : 0;
}

function watch(server: Server, nowMs: () => number): Manners {
  const manners = { requests: 0, early: 0, refusals: 0 };
  const restUntilMs = new Map<string, number>();
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const caller = request.headers.authorization ?? '';
    manners.requests += 1;
    if (nowMs() < (restUntilMs.get(caller) ?? 0)) manners.early += 1;
    response.once('finish', () => {
      if (response.statusCode === 429) manners.refusals += 1;
      const wait = waitMs(response);
      if (wait > 0) restUntilMs.set(caller, nowMs() + wait);
    });
  });
  return manners;
}

/**
 * Lets a server listen on a free port of the loopback address, and counts how its clients behave. `nowMs`: a monotonic
 * clock, that of the machine when left out.
 */
export async function listen(
  server: Server,
  nowMs: () => number = () => performance.now(),
): Promise<LimitedServer> {
  const manners = watch(server, nowMs);
  if (!server.listening) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    manners,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
