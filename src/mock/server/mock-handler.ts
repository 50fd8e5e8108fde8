/** A mock without a port: requests and answers of the Fetch standard go by a function call. */
import { setTimeout as delay } from 'node:timers/promises';
import { queryParameters } from '../../http/target.ts';
import type { Interface } from '../../interface/model.ts';
import { OptionFault } from '../../system/option.ts';
import type { Answer, FieldReader, Refusal } from '../answers/stages/stages.ts';
import type { MockHandler, MockHandlerOptions } from '../mock-options.ts';
import { checkOptions } from './check-options.ts';
import { STATUS_CODES } from './listener.ts';
import { openMock } from './open-mock.ts';
import { type Arrival, type BodyBounds, brokenOff, tooLarge, tooSlow } from './read-body.ts';

const NOTHING = new Uint8Array();

/** Reads a stream to its end, or until it is too long. */
async function collect(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  bounds: BodyBounds,
): Promise<Uint8Array | Refusal> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks);
    size += value.length;
    if (size > bounds.maxBytes) return tooLarge(bounds);
    chunks.push(value);
  }
}

async function bodyOf({ body }: Request, bounds: BodyBounds): Promise<Uint8Array | Refusal> {
  if (body === null) return NOTHING;
  const reader = body.getReader();
  const late = Promise.withResolvers<Refusal>();
  const timer = setTimeout(() => late.resolve(tooSlow(bounds)), bounds.timeoutMs);
  const whole = collect(reader, bounds).catch(brokenOff);
  const read = await Promise.race([whole, late.promise]);
  clearTimeout(timer);
  if (!(read instanceof Uint8Array)) reader.cancel().catch(() => undefined);
  return read;
}

/** What the stages see of a request that came by a function call. It names its host in the address, and no peer. */
class WebArrival implements Arrival, FieldReader {
  readonly method: string;
  readonly path: string;
  readonly queryText: string;
  readonly address = '';
  readonly lacksHost = false;
  readonly #request: Request;
  readonly #host: string;

  constructor(request: Request) {
    const { host, pathname, search } = new URL(request.url);
    this.method = request.method;
    this.path = pathname;
    this.queryText = search.slice(1);
    this.#request = request;
    this.#host = request.headers.get('host') ?? host;
  }

  get query(): URLSearchParams {
    return queryParameters(this.queryText);
  }

  get headers(): FieldReader {
    return this;
  }

  get target(): string {
    return this.queryText === '' ? this.path : `${this.path}?${this.queryText}`;
  }

  get rawHeaders(): readonly string[] {
    return [...this.#request.headers].flat();
  }

  get(name: string): string | undefined {
    return name === 'host' ? this.#host : (this.#request.headers.get(name) ?? undefined);
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  readBody(bounds: BodyBounds): Promise<Uint8Array | Refusal> {
    return bodyOf(this.#request, bounds);
  }
}

/** The first half of a body, and then the error that a client sees whose connection broke off. */
function brokenBody(body: Uint8Array): ReadableStream<Uint8Array> {
  let isBegun = false;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (isBegun) controller.error(new TypeError('terminated'));
      else controller.enqueue(body.slice(0, Math.max(1, Math.floor(body.length / 2))));
      isBegun = true;
    },
  });
}

/** Statuses whose answers have no body, by the Fetch standard. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

function responseOf({ status, headers: lines, body, delivery }: Answer, method: string): Response {
  if (delivery === 'none') return Response.error();
  const headers = new Headers();
  for (const [name, value] of lines) headers.append(name, value);
  if (!BODILESS.has(status)) headers.set('Content-Length', String(body?.length ?? 0));
  const sent = BODILESS.has(status) || method === 'HEAD' ? undefined : body;
  const content = sent === undefined ? null : delivery === 'cut' ? brokenBody(sent) : Uint8Array.from(sent);
  return new Response(content, { status, statusText: STATUS_CODES[status] ?? '', headers });
}

function requireDocument(given: unknown): void {
  if (typeof given === 'string' ? given !== '' : typeof given === 'object' && given !== null) return;
  const advice = 'give a loaded interface, or the path of a document or of the folder that holds it';
  throw new OptionFault('document', String(given), advice);
}

/** A mock that is a function, of a document that is being loaded, with options that were looked at. */
export function handlerOf(document: Promise<Interface | string>, options: MockHandlerOptions): MockHandler {
  const opening = document.then((given) =>
    openMock({ ...options, interface: given, control: 'off' }, () => undefined),
  );
  const ready = opening.then(({ controls }) => controls);
  // Each request rejects with it too: nobody has to look at `ready`.
  ready.catch(() => undefined);

  async function answer(request: Request): Promise<Response> {
    if (request.bodyUsed)
      throw new TypeError('cannot answer a request whose body was read already: give it request.clone()');
    const { engine, pause } = await opening;
    const given = await engine.answer(new WebArrival(request));
    const waitMs = given.waitMs ?? pause.drawWaitMs();
    if (waitMs > 0) await delay(waitMs, undefined, { signal: request.signal });
    return responseOf(given, request.method);
  }
  return Object.assign(answer, { ready });
}

/**
 * Makes a mock that is a function, with the engine of `startMock` and no socket: for msw, Hono, Deno, Bun, Playwright's
 * `page.route`, and whatever else has a `Request` and wants a `Response`. The path of the request decides, whatever its host;
 * bodies go out as they are, without a content coding. An answer that is held back on purpose is `Response.error()`, and one
 * that is cut off has a body that breaks. Throws a `OptionFault` for an option that it can't use.
 */
export function mockHandler(document: Interface | string, options: MockHandlerOptions = {}): MockHandler {
  requireDocument(document);
  checkOptions('mockHandler', options);
  return handlerOf(Promise.resolve(document), options);
}
