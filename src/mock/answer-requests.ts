import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { after, type Eventual } from './after.ts';
import { atEndOfTurn } from './at-end-of-turn.ts';
import { type Control, isForControl } from './control.ts';
import { deliver } from './deliver.ts';
import { encodeAnswer } from './encode-answer.ts';
import type { Engine } from './engine.ts';
import { fieldOf } from './inbound-request.ts';
import type { Handlers } from './listener.ts';
import { malformedRefusal, writeRaw } from './malformed.ts';
import { refusal } from './refusals.ts';
import type { Answer } from './stages.ts';

type Exchange = { readonly message: IncomingMessage; readonly response: ServerResponse };

/** An answer that can go out. */
type Ready = { readonly exchange: Exchange; readonly answer: Answer };

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

  function giveUp(error: unknown, { message }: Exchange): void {
    onError?.(error);
    message.socket.destroy();
  }
  const deliverAtEnd = atEndOfTurn<Ready>(
    ({ exchange, answer: ready }) => deliver(exchange.message, exchange.response, ready),
    (error, { exchange }) => giveUp(error, exchange),
  );
  function send(exchange: Exchange, given: Answer): Eventual<void> {
    const encoded = encodeAnswer(given, fieldOf(exchange.message, 'accept-encoding'));
    return after(encoded, (ready) => deliverAtEnd({ exchange, answer: ready }));
  }
  function answerHere(exchange: Exchange): Eventual<void> {
    return after(engine.answer(exchange.message), (given) => {
      const waitMs = given.waitMs ?? drawWaitMs();
      if (waitMs <= 0) return send(exchange, given);
      return delay(waitMs, undefined, { ref: false }).then(() => send(exchange, given));
    });
  }
  async function answer(exchange: Exchange): Promise<void> {
    try {
      // Node takes in what came in one packet with the header section before it goes on here.
      await Promise.resolve();
      const beside = control();
      const isBeside = beside !== undefined && isForControl(exchange.message);
      const answering = isBeside ? beside.answer(exchange) : answerHere(exchange);
      if (answering instanceof Promise) await answering;
    } catch (error) {
      giveUp(error, exchange);
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
