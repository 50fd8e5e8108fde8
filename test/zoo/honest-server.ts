import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { jsonContent } from './honest-traits.ts';
import type { Meter, Usage } from './limiters.ts';
import type { Answer, Call, Header, Operation, Plan, Service, Stage, Traits } from './traits.ts';

const requestsPerMinute: { readonly [plan in Plan]: number } = { free: 60, pro: 300, business: 1000 };
const banMs = 600_000;
const neverMs = 600_000;
const absoluteBodyCap = 8 * 1_048_576;

/** What the service saw, for judging how a client behaves. */
export interface Stats {
  readonly requests: number;
  readonly withKey: number;
  readonly withoutKey: number;
  /** Requests on a credential between a 429 and the end of its Retry-After. */
  readonly earlyRequests: number;
  readonly bans: number;
}

interface Caller {
  restUntilMs: number;
  bannedUntilMs: number;
  early: number;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= absoluteBodyCap) chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function operationOf(method: string, path: string | undefined, traits: Traits): Operation | undefined {
  const reads = method === 'GET' || (method === 'HEAD' && traits.head === 'as-get');
  if (path === '/categories')
    return reads ? 'listCategories' : method === 'POST' ? 'createCategory' : undefined;
  if (path === '/store/orders' && reads) return 'listOrders';
  if (path !== undefined && /^\/pets\/[^/]+$/.test(path) && reads) return 'getPet';
  return undefined;
}

function route(call: Call, service: Service): Answer | undefined {
  if (call.operation !== undefined) return undefined;
  if (call.path === '/categories') return service.traits.wrongMethod(call, service, 'GET, HEAD, POST');
  if (call.path === '/store/orders' || (call.path ?? '').startsWith('/pets/')) {
    return service.traits.wrongMethod(call, service, 'GET, HEAD');
  }
  return service.traits.notFound(call, service);
}

function read(call: Call, service: Service): Answer | undefined {
  if (call.operation !== 'createCategory') return undefined;
  const reading = service.traits.readBody(call, service);
  if (!reading.ok) return reading.answer;
  const verdict = service.traits.validate(reading.value, call, service);
  if (!verdict.ok) return service.traits.invalid(verdict.detail, reading.value, call, service);
  call.input = verdict.input;
  return undefined;
}

async function perform(call: Call, service: Service): Promise<Answer> {
  const { traits } = service;
  switch (call.operation) {
    case undefined:
      return traits.notFound(call, service);
    case 'getPet':
    case 'listOrders':
      return traits.namedOperation(call, service);
    case 'listCategories': {
      const list = traits.list(call, service).map((category) => traits.describe(category, 'listed', service));
      return { status: 200, headers: [], content: jsonContent(list) };
    }
    case 'createCategory': {
      const input = traits.keep(call.input ?? { name: undefined }, service);
      const category = await traits.create(input, call, service);
      const place: Header = ['Location', `${traits.basePath}/categories/${String(category.id)}`];
      return {
        status: 201,
        headers: traits.location ? [place] : [],
        content: jsonContent(traits.describe(category, 'created', service)),
      };
    }
  }
}

/** When the wait that an answer asks for is over, on the service's own clock; undefined when it asks for none. */
function restUntil(answer: Answer, call: Call, service: Service): number | undefined {
  const value = answer.headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1];
  if (answer.status !== 429 || value === undefined) return undefined;
  if (/^\d+$/.test(value)) return service.now() + Number(value) * 1000;
  if (!/^[A-Z][a-z]{2}, .* GMT$/.test(value)) return undefined;
  const at = Date.parse(value) - service.traits.clockOffsetMs(call);
  return Number.isNaN(at) ? undefined : at;
}

/** One service on node:http: a fixed way through replaceable steps. */
export class HonestServer {
  readonly server: Server;
  readonly #service: Service;
  readonly #meters = new Map<string, Meter>();
  readonly #callers = new Map<string, Caller>();
  readonly #requestsOf = new WeakMap<Socket, number>();
  readonly #stats = { requests: 0, withKey: 0, withoutKey: 0, earlyRequests: 0, bans: 0 };

  constructor(service: Service) {
    this.#service = service;
    this.server = createServer({ requireHostHeader: false, maxHeaderSize: 65_536, keepAliveTimeout: 15_000 });
    this.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.#handle(request, response).catch(() => request.socket.destroy());
    });
  }

  stats(): Stats {
    return { ...this.#stats };
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { traits, key } = this.#service;
    const call = this.#call(request, await bodyOf(request));
    traits.neighbour(call, this.#service);
    const withKey =
      new RegExp(`^bearer +${key}$`, 'i').test(call.headers['authorization'] ?? '') &&
      (call.headers['authorization'] ?? '').endsWith(key);
    const caller = this.#caller(withKey ? 'key' : `address ${call.address}`);
    this.#count(withKey, caller);
    const answer = this.#withHeaders(await this.#answer(call, caller), call);
    // Who hears nothing is not told to wait.
    const rest = answer.breaks === undefined ? restUntil(answer, call, this.#service) : undefined;
    if (rest !== undefined) caller.restUntilMs = Math.max(caller.restUntilMs, rest);
    const latency = traits.latencyMs(call, this.#service);
    if (latency > 0) await this.#service.delay(latency);
    send(answer, request, response, this.#service);
  }

  #call(request: IncomingMessage, body: Buffer): Call {
    const { traits } = this.#service;
    const [target = '/', query = ''] = (request.url ?? '/').split('?', 2);
    const inside = target === traits.basePath || target.startsWith(`${traits.basePath}/`);
    const below = inside ? target.slice(traits.basePath.length) : undefined;
    const path = traits.trailingSlash === 'same' ? below?.replace(/(.)\/$/, '$1') : below;
    const method = request.method ?? 'GET';
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(', ') : value,
      ]),
    );
    const onConnection = (this.#requestsOf.get(request.socket) ?? 0) + 1;
    this.#requestsOf.set(request.socket, onConnection);
    this.#stats.requests += 1;
    const call: Call = {
      method,
      path,
      query,
      headers,
      body,
      address: request.socket.remoteAddress ?? '',
      number: this.#stats.requests,
      numberOnConnection: onConnection,
      operation: operationOf(method, path, traits),
      credential: 'missing',
      usage: undefined,
      input: undefined,
    };
    call.credential = traits.credential(call, this.#service);
    return call;
  }

  #caller(id: string): Caller {
    const known = this.#callers.get(id);
    if (known !== undefined) return known;
    const caller = { restUntilMs: 0, bannedUntilMs: 0, early: 0 };
    this.#callers.set(id, caller);
    return caller;
  }

  #count(withKey: boolean, caller: Caller): void {
    const nowMs = this.#service.now();
    this.#stats[withKey ? 'withKey' : 'withoutKey'] += 1;
    if (nowMs >= caller.restUntilMs || nowMs < caller.bannedUntilMs) return;
    this.#stats.earlyRequests += 1;
    caller.early += 1;
    if (!withKey || caller.early < this.#service.traits.banAfterEarly) return;
    caller.early = 0;
    caller.bannedUntilMs = nowMs + banMs;
    this.#stats.bans += 1;
  }

  #meter(call: Call): Meter {
    const { traits, windowMs } = this.#service;
    const owner = call.credential === 'valid' ? 'key' : 'address';
    const id = owner === 'key' ? 'key' : `address ${call.address}`;
    const known = this.#meters.get(id);
    if (known !== undefined) return known;
    const limit = owner === 'key' ? requestsPerMinute[traits.plan] : traits.allowanceWithoutKey;
    const meter = traits.meter({ caller: owner, limit, windowMs });
    this.#meters.set(id, meter);
    return meter;
  }

  async #answer(call: Call, caller: Caller): Promise<Answer> {
    const service = this.#service;
    const { traits } = service;
    const nowMs = service.now();
    if (nowMs < caller.bannedUntilMs) {
      const waitMs = caller.bannedUntilMs - nowMs;
      call.usage = {
        ...this.#meter(call).peek(nowMs),
        allowed: false,
        remaining: 0,
        resetAtMs: caller.bannedUntilMs,
        waitMs,
      };
      const refused = traits.tooMany(call.usage, call, service);
      if (refused !== undefined) return refused;
    }
    if (call.method === 'OPTIONS' && traits.preflight === 'open') {
      return {
        status: 204,
        headers: [
          ['Access-Control-Allow-Origin', '*'],
          ['Access-Control-Allow-Methods', 'GET, HEAD, POST'],
          ['Access-Control-Allow-Headers', 'Authorization, Content-Type'],
        ],
        content: { kind: 'none' },
      };
    }
    const early = await traits.intercept(call, service);
    const answer = early ?? (await this.#throughStages(call));
    return traits.alter(answer, call, service);
  }

  async #throughStages(call: Call): Promise<Answer> {
    for (const stage of this.#service.traits.order) {
      const refused = await this.#stage(stage, call);
      if (refused !== undefined) return refused;
    }
    return perform(call, this.#service);
  }

  #stage(stage: Stage, call: Call): Answer | undefined | Promise<Answer | undefined> {
    const service = this.#service;
    switch (stage) {
      case 'limit':
        return this.#limit(call);
      case 'authenticate':
        return call.credential === 'valid' ? undefined : service.traits.unauthorized(call, service);
      case 'route':
        return route(call, service);
      case 'read':
        return read(call, service);
    }
  }

  #limit(call: Call): Answer | undefined {
    const service = this.#service;
    const meter = this.#meter(call);
    if (!service.traits.counts(call)) {
      call.usage = meter.peek(service.now());
      return undefined;
    }
    const usage: Usage = meter.take(service.now());
    call.usage = usage;
    return usage.allowed ? undefined : service.traits.tooMany(usage, call, service);
  }

  #withHeaders(answer: Answer, call: Call): Answer {
    const service = this.#service;
    const { traits } = service;
    if (call.usage?.allowed === true && traits.refunds(answer.status)) {
      this.#meter(call).giveBack(service.now());
      call.usage = this.#meter(call).peek(service.now());
    }
    const usage = call.usage ?? this.#meter(call).peek(service.now());
    const date: readonly Header[] = traits.sendsDate
      ? [['Date', new Date(service.now() + traits.clockOffsetMs(call)).toUTCString()]]
      : [];
    const headers = [
      ...date,
      ...answer.headers,
      ...traits.rateHeaders(usage, call, answer, service),
      ...traits.extraHeaders(call, service),
    ];
    return { ...answer, headers };
  }
}

interface Body {
  readonly mediaType: string | undefined;
  readonly bytes: Buffer | undefined;
}

function bodyBytes(answer: Answer, traits: Traits): Body {
  const { content } = answer;
  switch (content.kind) {
    case 'json':
      return { mediaType: traits.mediaType, bytes: Buffer.from(traits.encode(content.value)) };
    case 'raw':
      return { mediaType: content.mediaType, bytes: Buffer.from(content.bytes as Buffer) };
    case 'none':
      return { mediaType: undefined, bytes: undefined };
  }
}

function send(answer: Answer, request: IncomingMessage, response: ServerResponse, service: Service): void {
  const { traits } = service;
  if (answer.breaks === 'never-answers') {
    void service.sleep(neverMs).then(() => request.socket.destroy());
    return;
  }
  if (answer.breaks === 'before') {
    request.socket.destroy();
    return;
  }
  const { mediaType, bytes } = bodyBytes(answer, traits);
  const zip = traits.gzip && bytes !== undefined && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  const payload = zip && bytes !== undefined ? gzipSync(bytes) : bytes;
  const headers: Header[] = [...answer.headers];
  if (mediaType !== undefined) headers.push(['Content-Type', mediaType]);
  if (zip) headers.push(['Content-Encoding', 'gzip'], ['Vary', 'Accept-Encoding']);
  const flush = (delimiting: readonly Header[]): string[] =>
    [...headers, ...delimiting].flatMap(([name, value]) => [traits.headerName(name), value]);
  const reason = traits.reason(answer.status) ?? STATUS_CODES[answer.status] ?? '';
  const length: Header = ['Content-Length', String(payload?.length ?? 0)];
  const lengths = answer.status === 204 || answer.status === 304 ? [] : [length];
  response.sendDate = false;

  if (answer.breaks === 'mid-body') {
    response.writeHead(answer.status, reason, flush(lengths));
    const half = payload?.subarray(0, Math.floor(payload.length / 2)) ?? Buffer.alloc(0);
    response.write(half, () => request.socket.destroySoon());
    return;
  }
  const raw = (version: string, delimiting: readonly Header[], behind = ''): void => {
    const lines = flush([...delimiting, ['Connection', 'close']]);
    const fields = lines.flatMap((name, index) =>
      index % 2 === 0 ? [`${name}: ${lines[index + 1] ?? ''}`] : [],
    );
    const head = [`HTTP/${version} ${answer.status} ${reason}`, ...fields, '', ''].join('\r\n');
    const content = request.method === 'HEAD' ? Buffer.alloc(0) : (payload ?? Buffer.alloc(0));
    request.socket.end(Buffer.concat([Buffer.from(head, 'latin1'), content, Buffer.from(behind)]));
  };
  if (answer.behind !== undefined) {
    raw('1.1', lengths, answer.behind);
    return;
  }
  switch (traits.transport) {
    case 'content-length':
      response.writeHead(answer.status, reason, flush(lengths));
      response.end(payload);
      return;
    case 'connection-close':
      response.writeHead(answer.status, reason, flush([...lengths, ['Connection', 'close']]));
      response.end(payload);
      return;
    case 'chunked': {
      const chunked: Header[] = payload === undefined ? lengths : [['Transfer-Encoding', 'chunked']];
      response.writeHead(answer.status, reason, flush(chunked));
      const middle = Math.floor((payload?.length ?? 0) / 2);
      if (payload !== undefined && middle > 0) response.write(payload.subarray(0, middle));
      response.end(payload?.subarray(middle));
      return;
    }
    case 'close-delimited':
      raw('1.1', []);
      return;
    case 'http-1.0':
      raw('1.0', lengths);
      return;
    case 'http-1.0-close-delimited':
      raw('1.0', []);
      return;
  }
}
