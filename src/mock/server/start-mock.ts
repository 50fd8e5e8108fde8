import type { Mock, MockOptions } from '../mock-options.ts';
import { answerRequests } from './answer-requests.ts';
import { checkOptions } from './check-options.ts';
import { createControl } from './control.ts';
import { type Listener, openListener, type Tls } from './listener.ts';
import { openMock } from './open-mock.ts';

async function tlsOf(tls: MockOptions['tls'], host: string): Promise<Tls | undefined> {
  if (tls !== 'self-made') return tls;
  const { certificateNames, makeCertificate } = await import('./certificate.ts');
  return makeCertificate(certificateNames(host));
}

async function listen({ listener, host = '127.0.0.1', port = 0, tls }: MockOptions): Promise<Listener> {
  if (listener !== undefined) return listener;
  const certificate = await tlsOf(tls, host);
  return openListener({ host, port, ...(certificate === undefined ? {} : { tls: certificate }) });
}

/**
 * Starts a mock of an interface. Several in one process share nothing. Rejects with a `OptionFault` for an option that it
 * can't use, with the system's error when it cannot listen, with one that says what to do when a file or store can't be used,
 * and when the document holds a schema that cannot be compiled.
 */
export async function startMock(options: MockOptions): Promise<Mock> {
  checkOptions('startMock', options);
  const { engine, pause, controls } = await openMock(options, () => beginControl());
  let listener: Listener | undefined;
  let control: ReturnType<typeof createControl> | undefined;
  function beginControl(): void {
    control?.end();
    control = undefined;
    if (options.control === 'off' || listener === undefined) return;
    control = createControl({
      interface: engine.interface(),
      complete: options.complete,
      engine,
      origin: listener.origin,
      limiter: options.limiter ?? 'fixed',
      limitPer: options.limitPer ?? 'key',
      latency: pause.latency,
      setLatency: pause.setLatency,
    });
  }
  /** A mock that can't listen leaves nothing behind. */
  async function listenOrClose(): Promise<Listener> {
    try {
      return await listen(options);
    } catch (error) {
      await controls.close();
      throw error;
    }
  }
  const listening = await listenOrClose();
  listener = listening;
  beginControl();
  listening.serve(
    answerRequests({
      engine,
      drawWaitMs: pause.drawWaitMs,
      control: () => control,
      onError: options.onError,
    }),
  );
  async function close(): Promise<void> {
    await listening.close();
    await controls.close();
  }
  return {
    get url() {
      return `${listening.origin}${engine.interface().basePath}`;
    },
    get keys() {
      return controls.keys;
    },
    origin: listening.origin,
    port: listening.port,
    certificate: listening.certificate,
    clock: controls.clock,
    requests: controls.requests,
    fault: controls.fault,
    latency: controls.latency,
    reset: controls.reset,
    close,
    [Symbol.asyncDispose]: close,
  };
}
