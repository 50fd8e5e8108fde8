import { BodyBuffer } from '../http/content-coding.ts';
import type { Answer, Exchange } from '../http/exchange.ts';
import { fieldValues } from '../http/fields.ts';
import { answerFraming, requestFraming } from '../http/framing.ts';
import { type Head, parseHead, parseRequestHead, type RequestHead } from '../http/message-head.ts';
import { type MessagePart, MessageStream } from '../http/message-stream.ts';

/** An exchange that passed, without an id. */
export type PassedExchange = Omit<Exchange, 'id'>;

export type ObserverOptions = {
  /** The target's authority: what its requests have as Host. */
  readonly authority: string;
  readonly maxHeaderBytes: number;
  /** Of a longer body this much is kept. */
  readonly maxBodyBytes: number;
  readonly now: () => number;
  readonly monotonicMs: () => number;
  readonly onExchange: (exchange: PassedExchange) => void;
  /** A request whose exchange will not be seen as a whole, and why. */
  readonly onLost: (reason: string) => void;
};

type Pending = {
  readonly head: RequestHead;
  readonly body: BodyBuffer;
  readonly sentAt: number;
  readonly startMs: number;
  complete: boolean;
};

type Answering = { readonly head: Head; readonly body: BodyBuffer; readonly firstByteMs: number };

const UNREADABLE = 'its connection could not be read as HTTP any more';
const BROKEN_OFF = 'it was broken off before its answer was whole';

function originForm(target: string): string {
  const path = /^https?:\/\/[^/?#]*(.*)$/i.exec(target)?.[1];
  if (path === undefined) return target;
  return path.startsWith('/') ? path : `/${path}`;
}

/** Watches one connection: pairs its requests with their answers. Alters nothing. */
export class Observer {
  readonly #options: ObserverOptions;
  readonly requests: MessageStream<RequestHead>;
  readonly #answers: MessageStream<Head>;
  readonly #pending: Pending[] = [];
  #current: Pending | undefined;
  #answering: Answering | undefined;
  #blind = false;
  #served = 0;
  #tunnelled = false;

  constructor(options: ObserverOptions) {
    this.#options = options;
    const { maxHeaderBytes } = options;
    this.requests = new MessageStream({ parse: parseRequestHead, framing: requestFraming, maxHeaderBytes });
    this.#answers = new MessageStream<Head>({
      parse: (text) => {
        const head = parseHead(text);
        return typeof head === 'string' ? undefined : head;
      },
      framing: (head) => answerFraming(this.#pending[0]?.head.method ?? '', head),
      maxHeaderBytes,
    });
  }

  /** Requests that wait for their answers. */
  get open(): number {
    return this.#pending.length;
  }

  /** The client sent this. */
  request(part: MessagePart<RequestHead>): void {
    if (this.#blind) return;
    const { now, monotonicMs, maxBodyBytes } = this.#options;
    switch (part.kind) {
      case 'head':
        this.#current = {
          head: part.head,
          body: new BodyBuffer(maxBodyBytes),
          sentAt: now(),
          startMs: monotonicMs(),
          complete: false,
        };
        this.#pending.push(this.#current);
        return;
      case 'body':
        for (const content of part.content) this.#current?.body.push(content);
        return;
      case 'end':
        if (this.#current !== undefined) this.#current.complete = true;
        return;
      case 'opaque':
        this.#lose(part.why === 'tunnel' ? undefined : UNREADABLE);
    }
  }

  /** The target sent these bytes. */
  answer(chunk: Buffer): void {
    if (this.#blind) return;
    for (const part of this.#answers.push(chunk)) {
      this.#answerPart(part);
      if (this.#blind) return;
    }
  }

  #answerPart(part: MessagePart<Head>): void {
    switch (part.kind) {
      case 'head':
        if (this.#pending.length === 0) this.#lose(UNREADABLE);
        else if (part.head.status === 101) this.#upgrade();
        else if (part.head.status >= 200)
          this.#answering = {
            head: part.head,
            body: new BodyBuffer(this.#options.maxBodyBytes),
            firstByteMs: this.#options.monotonicMs(),
          };
        return;
      case 'body':
        for (const content of part.content) this.#answering?.body.push(content);
        return;
      case 'end':
        if (this.#answering !== undefined) this.#finish(this.#answering, part.trailers);
        return;
      case 'opaque':
        this.#lose(part.why === 'tunnel' ? undefined : UNREADABLE);
    }
  }

  /** The target has sent everything. */
  answersEnded(): void {
    if (this.#blind) return;
    if (this.#answers.untilClose && this.#answering !== undefined) this.#finish(this.#answering, []);
    this.#lose(BROKEN_OFF);
  }

  /** The connection is gone. */
  closed(): void {
    if (!this.#blind) this.#lose(BROKEN_OFF);
  }

  #upgrade(): void {
    this.#pending.shift();
    this.#tunnelled = true;
    this.#options.onLost('it was upgraded to another protocol');
    this.#lose(undefined);
  }

  #lose(reason: string | undefined): void {
    this.#blind = true;
    const open = this.#pending.splice(0);
    if (reason !== undefined) for (const _ of open) this.#options.onLost(reason);
  }

  /** True when the target has begun to answer the oldest request that is still open. */
  get answered(): boolean {
    return this.#answering !== undefined || this.#answers.holding;
  }

  /** How many requests were answered. */
  get served(): number {
    return this.#served;
  }

  /** True when both sides went over to another protocol. */
  get tunnelled(): boolean {
    return this.#tunnelled;
  }

  /** True when nothing of the connection is read any more. */
  get blind(): boolean {
    return this.#blind;
  }

  #finish({ head, body, firstByteMs }: Answering, trailers: Answer['trailers']): void {
    const request = this.#pending.shift();
    this.#answering = undefined;
    this.#served += 1;
    if (request === undefined) return;
    const bytes = request.body.bytes();
    const hasBody = bytes.length > 0 || fieldValues(request.head.headers, 'content-length').length > 0;
    const coded = fieldValues(request.head.headers, 'content-encoding').length > 0;
    const bodyUnknown = !request.complete || request.body.truncated || (coded && hasBody);
    this.#options.onExchange({
      probe: 'proxy',
      request: {
        method: request.head.method,
        target: originForm(request.head.target),
        headers: request.head.headers.map(([name, value]) =>
          name.toLowerCase() === 'host' ? [name, this.#options.authority] : [name, value],
        ),
        body: hasBody ? bytes : undefined,
        ...(bodyUnknown ? { bodyUnknown } : {}),
        credential: { kind: 'undetermined' },
      },
      result: {
        kind: 'answer',
        answer: { ...head, trailers, body: body.bytes(), truncated: body.truncated },
      },
      sentAt: request.sentAt,
      startMs: request.startMs,
      firstByteMs,
      endMs: this.#options.monotonicMs(),
      repeats: undefined,
    });
  }
}
