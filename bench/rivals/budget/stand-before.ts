import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What stands before a service. */
export type Counting = {
  readonly origin: string;
  readonly asked: () => number;
  readonly served: ReadonlySet<string>;
  readonly close: () => void;
};

const SUCCESS = 2;

/** Passes on what a service is asked and answers, as it is, and counts it. `onRequest` is called before each request. */
export async function standBefore(
  origin: string,
  onRequest: () => void = () => undefined,
): Promise<Counting> {
  const { hostname, port } = new URL(origin);
  const agent = new Agent({ keepAlive: true });
  const served = new Set<string>();
  let asked = 0;
  const server = createServer((incoming, outgoing) => {
    asked += 1;
    onRequest();
    const { method = '', url: path = '/', rawHeaders: headers } = incoming;
    const passed = request({ hostname, port, method, path, headers, agent }, (answer) => {
      const { statusCode = 0, statusMessage } = answer;
      if (Math.floor(statusCode / 100) === SUCCESS) served.add(`${method} ${path}`);
      outgoing.writeHead(statusCode, statusMessage, answer.rawHeaders);
      answer.pipe(outgoing);
      answer.once('error', () => outgoing.destroy());
    });
    passed.once('error', () => outgoing.destroy());
    const { 'content-length': length, 'transfer-encoding': coding } = incoming.headers;
    if (length === undefined && coding === undefined) passed.end();
    else incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${String(address.port)}`,
    asked: () => asked,
    served,
    close: () => {
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}
