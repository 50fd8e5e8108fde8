import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { hostileBed } from './bed.ts';
import type { HostileService } from './service.ts';

/** What a service of the bed counted. */
type Counted = { readonly insideRetryAfter: number; readonly requests: number };

/** A service in a thread of its own: what another one sends, or what is searched for the key, does not delay its answers. */
export type ServiceApart = {
  readonly port: number;
  readonly counted: () => Promise<Counted>;
  readonly close: () => Promise<void>;
};

/** Starts a service of the bed in a thread. */
export async function startApart(service: HostileService): Promise<ServiceApart> {
  const worker = new Worker(new URL(import.meta.url), { workerData: hostileBed.indexOf(service) });
  const [port]: number[] = await once(worker, 'message');
  if (port === undefined) throw new Error(`the service "${service.name}" does not say where it listens`);
  return {
    port,
    counted: async () => {
      // oxlint-disable-next-line require-post-message-target-origin -- that of windows, this is a thread
      worker.postMessage('count');
      const [counted]: Counted[] = await once(worker, 'message');
      return counted ?? { insideRetryAfter: 0, requests: 0 };
    },
    close: async () => {
      await worker.terminate();
    },
  };
}

const service = isMainThread ? undefined : hostileBed[Number(workerData)];
if (service !== undefined && parentPort !== null) {
  const port = parentPort;
  const running = await service.start();
  // oxlint-disable-next-line require-post-message-target-origin -- that of windows, this is a thread
  port.postMessage(running.port);
  port.on('message', () => {
    const counted: Counted = {
      insideRetryAfter: running.insideRetryAfter(),
      requests: running.requests(),
    };
    // oxlint-disable-next-line require-post-message-target-origin -- that of windows, this is a thread
    port.postMessage(counted);
  });
}
