import { createServer, type AddressInfo, type Server } from 'node:net';
import { RelayConnection, type RelayOptions } from './relay-connection.ts';

/** A relay that listens. */
export type Relay = {
  /** Its address, for example `http://127.0.0.1:4020`. */
  readonly origin: string;
  /** Stops listening and breaks off what is open. */
  readonly close: () => Promise<void>;
};

async function listening(server: Server, port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(address);
      else reject(new Error('the relay has no address'));
    });
  });
}

/** Listens on the host and port (0: a free one) and relays every connection. Rejects when it cannot listen. */
export async function startRelay(
  options: RelayOptions & { readonly host: string; readonly port: number },
): Promise<Relay> {
  const connections = new Set<RelayConnection>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const connection = new RelayConnection(socket, options);
    connections.add(connection);
    socket.once('close', () => connections.delete(connection));
  });
  const { port, address, family } = await listening(server, options.port, options.host);
  return {
    origin: `http://${family === 'IPv6' ? `[${address}]` : address}:${String(port)}`,
    close: async () => {
      const closed = new Promise((resolve) => {
        server.close(resolve);
      });
      for (const connection of connections) connection.close();
      await closed;
    },
  };
}
