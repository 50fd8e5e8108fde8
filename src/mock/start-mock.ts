import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { deliver } from './deliver.ts';
import { createEngine, type Engine } from './engine.ts';
import { type Handlers, openListener } from './listener.ts';
import { malformedRefusal, writeRaw } from './malformed.ts';
import type { Mock, MockOptions } from './mock-options.ts';
import { refusal } from './refusals.ts';

type Exchange = { readonly message: IncomingMessage; readonly response: ServerResponse };

function createHandlers(engine: Engine, { latencyMs = 0, onError }: MockOptions): Handlers {
  /** The newest request of each connection. */
  const newest = new WeakMap<Duplex, Exchange>();

  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const given = await engine.answer(message);
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
      newest.set(message.socket, { message, response });
      void answer(message, response);
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
  const { host = '127.0.0.1', port = 0 } = options;
  const listener = options.listener ?? (await openListener({ host, port }));
  listener.serve(createHandlers(engine, options));
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
