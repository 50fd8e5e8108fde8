import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, refusal, type Refusal } from '../answers/stages/stages.ts';
import type { Engine } from '../engine.ts';
import { type Control, isForControl } from './control.ts';
import { deliver, encodeAnswer } from './deliver.ts';
import { fieldOf, type Handlers, STATUS_CODES } from './listener.ts';
import { after, type Eventual, inboundRequest } from './read-body.ts';

/** Gathers what comes in one turn of the event loop, and hands it on when the turn ends. */
export function atEndOfTurn<Item>(take: (items: readonly Item[]) => void): (item: Item) => void {
  let gathered: Item[] = [];
  function hand(): void {
    const items = gathered;
    gathered = [];
    take(items);
  }
  return (item) => {
    gathered.push(item);
    if (gathered.length === 1) setImmediate(hand);
  };
}

const CLOSE_AFTER_MS = 2000;

/** What a client hears whose bytes Node's HTTP parser gave up on. */
function malformedRefusal(error: NodeJS.ErrnoException): Refusal {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return refusal(undefined, [431], 'header_too_large', 'The header section is too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return refusal(undefined, [408], 'request_timeout', 'The request did not come in time.');
    case undefined:
    default:
      return refusal(undefined, [400], 'malformed_request', 'The request is not HTTP.');
  }
}

/** Writes an answer to a socket that has no request, and ends the connection. */
function writeRaw(socket: Duplex, { status, headers, body }: Answer): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${body?.length ?? 0}`,
    'Connection: close',
  ];
  const timer = setTimeout(() => socket.destroy(), CLOSE_AFTER_MS).unref();
  socket.once('close', () => clearTimeout(timer));
  socket.on('error', () => undefined).resume();
  socket.end(
    Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body ?? Buffer.alloc(0)]),
  );
}

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
  function send(exchange: Exchange, answer: Answer): void {
    try {
      deliver(exchange.message, exchange.response, answer);
    } catch (error) {
      giveUp(error, exchange);
    }
  }
  function answerHere({ message }: Exchange): Eventual<Answer> {
    return after(engine.answer(inboundRequest(message)), (given) => {
      const encode = (): Eventual<Answer> => encodeAnswer(given, fieldOf(message, 'accept-encoding'));
      const waitMs = given.waitMs ?? drawWaitMs();
      return waitMs > 0 ? delay(waitMs, undefined, { ref: false }).then(encode) : encode();
    });
  }
  /** What answers beside the interface sends its answers by itself. */
  function answerTo(exchange: Exchange): Eventual<Answer | void> {
    const beside = control();
    const isBeside = beside !== undefined && isForControl(exchange.message);
    return isBeside ? beside.answer(exchange) : answerHere(exchange);
  }
  /** The answer where there is one at once; one that has to be waited for goes out when it is there. */
  function answerNow(exchange: Exchange): Answer | void {
    try {
      const answer = answerTo(exchange);
      if (!(answer instanceof Promise)) return answer;
      answer.then(
        (late) => (late === undefined ? undefined : send(exchange, late)),
        (error: unknown) => giveUp(error, exchange),
      );
    } catch (error) {
      giveUp(error, exchange);
    }
  }
  /**
   * Works all answers out before the first of them goes out. Whoever waits for them on many connections is woken once for all
   * then: to wake it for each costs more than to work one out.
   */
  function answerTogether(exchanges: readonly Exchange[]): void {
    const ready: Ready[] = [];
    for (const exchange of exchanges) {
      const answer = answerNow(exchange);
      if (answer !== undefined) ready.push({ exchange, answer });
    }
    for (const { exchange, answer } of ready) send(exchange, answer);
  }
  // Meanwhile Node takes in what came in one packet with the header section.
  const answerAtEnd = atEndOfTurn(answerTogether);
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
      answerAtEnd(exchange);
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
