import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { ServiceNews, ServiceOrder, ServiceTask } from './service-worker.ts';

const START_TIMEOUT_MS = 20_000;
const END_TIMEOUT_MS = 1_000;

/** Services with mutants, one at a time, in a thread that is replaced when one of them spoiled it. */
export class ServiceThread {
  #worker: Worker | undefined;

  /** Starts a service and returns where it listens, or why it does not. */
  async start(order: ServiceOrder): Promise<Exclude<ServiceNews, { kind: 'ended' }>> {
    const news = await this.#ask(order, START_TIMEOUT_MS);
    if (news.kind === 'listening') return news;
    await this.close();
    return { kind: 'broken', why: news.kind === 'broken' ? news.why : news.kind };
  }

  /** Ends the service and returns the mutants that it reached. */
  async end(): Promise<ReadonlySet<string>> {
    const news = await this.#ask('end', END_TIMEOUT_MS);
    if (news.kind === 'ended') return new Set(news.reached);
    await this.close();
    return new Set();
  }

  /** Ends the thread, whatever it does. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #thread(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(new URL('./service-worker.ts', import.meta.url), {
      stdout: true,
      stderr: true,
    });
    // A service may die of its mutant, at any time: then nobody answers on its port.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    this.#worker = worker;
    return worker;
  }

  async #ask(task: ServiceTask, timeoutMs: number): Promise<ServiceNews> {
    if (task === 'end' && this.#worker === undefined) return { kind: 'broken', why: 'it died' };
    const worker = this.#thread();
    const over = new AbortController();
    const { signal } = over;
    // oxlint-disable-next-line require-post-message-target-origin -- that of windows, this is a thread
    worker.postMessage(task);
    try {
      return await Promise.race([
        once(worker, 'message', { signal }).then(([news]) => news as ServiceNews),
        once(worker, 'exit', { signal }).then((): ServiceNews => ({ kind: 'broken', why: 'it died' })),
        setTimeout(timeoutMs, { kind: 'broken', why: 'no sign of life' } as const, { signal }),
      ]);
    } catch (error) {
      return { kind: 'broken', why: String(error) };
    } finally {
      over.abort();
    }
  }
}
