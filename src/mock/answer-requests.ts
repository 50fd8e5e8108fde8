import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { type Control, isForControl } from './control.ts';
import { deliver } from './deliver.ts';
import { encodeAnswer } from './encode-answer.ts';
import type { Engine } from './engine.ts';
import type { Handlers } from './listener.ts';
import { malformedRefusal, writeRaw } from './malformed.ts';
import { refusal } from './refusals.ts';

type Exchange = { readonly message: IncomingMessage; readonly response: ServerResponse };

export type AnswerRequestsOptions = {
  readonly engine: Engine;
  /** Draws the wait of one answer, in ms. */
  readonly drawWaitMs: () => number;
  /** What answers beside the interface, where something does. */
  readonly control: () => Control | undefined;
  readonly onError: ((error: unknown) => void) | undefined;
};

/** Handlers that let an engine answer, each answer in its turn. */
export function answerRequests({ engine, drawWaitMs, control, onError }: AnswerRequestsOptions): Handlers {
  /** The newest request of each connection. */
  const newest = new WeakMap<Duplex, Exchange>();

  async function answer({ message, response }: Exchange): Promise<void> {
    try {
      const beside = control();
      if (beside !== undefined && isForControl(message)) {
        await beside.answer({ message, response });
        return;
      }
      const given = await engine.answer(message);
      const waitMs = given.waitMs ?? drawWaitMs();
      if (waitMs > 0) await delay(waitMs, undefined, { ref: false });
      const encoded = encodeAnswer(given, message.headers['accept-encoding']);
      deliver(message, response, encoded instanceof Promise ? await encoded : encoded);
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
