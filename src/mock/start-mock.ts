import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { type ControlOptions, createControl, isForControl } from './control.ts';
import { deliver } from './deliver.ts';
import { createEngine, type Engine } from './engine.ts';
import { type Handlers, openListener } from './listener.ts';
import { malformedRefusal, writeRaw } from './malformed.ts';
import { drawLatencyMs, type Latency } from './latency.ts';
import type { Mock, MockOptions } from './mock-options.ts';
import { refusal } from './refusals.ts';

type Exchange = { readonly message: IncomingMessage; readonly response: ServerResponse };

type HandlersOptions = {
  readonly engine: Engine;
  readonly latency: () => Latency;
  /** What answers beside the interface, where something does. */
  readonly control: ((exchange: Exchange) => Promise<void>) | undefined;
  readonly onError: ((error: unknown) => void) | undefined;
};

function createHandlers({ engine, latency, control, onError }: HandlersOptions): Handlers {
  /** The newest request of each connection. */
  const newest = new WeakMap<Duplex, Exchange>();

  async function answer({ message, response }: Exchange): Promise<void> {
    try {
      if (control !== undefined && isForControl(message)) {
        await control({ message, response });
        return;
      }
      const given = await engine.answer(message);
      const latencyMs = drawLatencyMs(latency());
      if (latencyMs > 0) await delay(latencyMs, undefined, { ref: false });
      deliver(message, response, given);
    } catch (error) {
      onError?.(error);
      message.socket.destroy();
    }
  }
  /** Writes once the answers to what came before on the connection are out, or at once when they can't come. */
  function writeInTurn(socket: Duplex, write: () => void): void {
    const exchange = newest.get(socket);
    if (exchange === undefined || exchange.response.writableFinished) write();
    else if (exchange.response.headersSent) socket.destroy();
    else if (exchange.message.complete) exchange.response.once('close', write);
    else write();
  }
  return {
    request(message, response) {
      const exchange = { message, response };
      newest.set(message.socket, exchange);
      void answer(exchange);
    },
    malformed(error, socket) {
      writeInTurn(socket, () => writeRaw(socket, engine.refuse(malformedRefusal(error))));
    },
    connect(socket) {
      const refused = refusal(undefined, [405], 'method_not_allowed', 'This is no proxy.', [
        ['Allow', 'GET'],
      ]);
      writeRaw(socket, engine.refuse(refused));
    },
  };
}

/**
 * Starts a mock of an interface. Several in one process share nothing. Rejects with the system's error when it cannot
 * listen, and when the document holds a schema that cannot be compiled.
 */
export async function startMock(options: MockOptions): Promise<Mock> {
  const engine = createEngine(options);
  const { basePath } = options.interface;
  const { host = '127.0.0.1', port = 0, latencyMs = 0, onError } = options;
  const listener = options.listener ?? (await openListener({ host, port }));
  let inForce: Latency = { minMs: latencyMs, maxMs: latencyMs };
  const latency = (): Latency => inForce;
  const controlOptions: ControlOptions = {
    interface: options.interface,
    engine,
    origin: listener.origin,
    limiter: options.limiter ?? 'fixed',
    limitPer: options.limitPer ?? 'key',
    latency,
    setLatency(chosen) {
      inForce = chosen;
    },
  };
  const control = options.control === 'off' ? undefined : createControl(controlOptions);
  listener.serve(createHandlers({ engine, latency, control, onError }));
  return {
    url: `${listener.origin}${basePath}`,
    origin: listener.origin,
    port: listener.port,
    keys: engine.keys.map(({ key, plan }) => ({ key, plan })),
    clock: engine.clock,
    requests: () => engine.log.newest(),
    reset: engine.reset,
    close: listener.close,
    [Symbol.asyncDispose]: listener.close,
  };
}
