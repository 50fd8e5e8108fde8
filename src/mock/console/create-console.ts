import { printHttpDate } from '../../http/date.ts';
import {
  type HeaderLine,
  type InboundRequest,
  isRefusal,
  refusal,
  type Refusal,
} from '../answers/stages/stages.ts';
import type { Engine } from '../engine.ts';
import { faultsOf } from '../faults/faults.ts';
import type { Json } from '../../json/value.ts';
import { printJson } from '../../json/lossless.ts';
import { SharedStoreFault } from '../replicas/shared-store-fault.ts';
import {
  type Control,
  CONTROL_PREFIX,
  type ControlOptions,
  type Exchange,
  WITHOUT_SLASH,
} from '../server/control.ts';
import { deliver } from '../server/deliver.ts';
import { inboundRequest, readBody } from '../server/read-body.ts';
import { type Act, createActs } from './acts.ts';
import { consolePage, consolePolicy } from './console-page.ts';
import { createLiveFeed } from './live-feed.ts';
import { createRequestViews } from './request-view.ts';
import { createMask } from './mask.ts';
import { createEntriesView, createMockState, offerOf } from './state.ts';

const LOOPBACK_ADDRESS = /^(127(\.\d{1,3}){3}|::1)$/;
const LOOPBACK_NAME = /^(localhost|([a-z0-9-]+\.)+localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

function hostName(authority: string): string {
  return authority.replace(/:\d*$/, '');
}

/** Browsers name the origin of every request that changes something or whose answer a script of another origin could read. */
function comesFromHere({ headers }: InboundRequest): boolean {
  const origin = headers.get('origin');
  if (origin !== undefined)
    return origin.toLowerCase().replace(/^https?:\/\//, '') === headers.get('host')?.toLowerCase();
  const site = headers.get('sec-fetch-site') ?? 'none';
  return site === 'none' || site === 'same-origin' || headers.get('sec-fetch-mode') === 'navigate';
}

/**
 * Whether a request comes from this machine and its own pages: a loopback peer that names a loopback `Host` and no other
 * origin. Neither the network, nor a page elsewhere, nor a name that was bound to 127.0.0.1 (DNS rebinding) passes.
 */
function isLocal(request: InboundRequest): boolean {
  return (
    LOOPBACK_ADDRESS.test(request.address) &&
    LOOPBACK_NAME.test(hostName(request.headers.get('host') ?? '')) &&
    comesFromHere(request)
  );
}

type Content = {
  readonly status?: number;
  readonly headers?: readonly HeaderLine[];
  readonly type: string;
  readonly text: string;
};

const BODY_BOUNDS = { maxBytes: 2 ** 16, timeoutMs: 10_000 };
const REQUEST_PATH = /^requests\/(\d{1,15})$/;

/** No answer is kept, framed, or taken for another type than it has. */
function guarding(): readonly HeaderLine[] {
  return [
    ['Date', printHttpDate(Date.now())],
    ['Cache-Control', 'no-store'],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', 'no-referrer'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
  ];
}

function json(value: Json): Content {
  return { type: 'application/json', text: printJson(value) };
}

function answerWith({ message, response }: Exchange, content: Content | Refusal): void {
  const { status, headers, type, text } = isRefusal(content)
    ? { ...json({ code: content.code, message: content.message, status: content.status }), ...content }
    : { status: 200, headers: [], ...content };
  deliver(message, response, {
    status,
    headers: [['Content-Type', type], ...guarding(), ...headers],
    body: Buffer.from(text),
    delivery: 'whole',
  });
}

async function actOn({ message }: Exchange, act: Act, { settle }: Engine): Promise<Content | Refusal> {
  const bytes = await readBody(message, BODY_BOUNDS);
  if (isRefusal(bytes)) return bytes;
  try {
    const done = await act(bytes);
    await settle();
    return isRefusal(done) ? done : json(done);
  } catch (error) {
    if (!(error instanceof SharedStoreFault)) throw error;
    return refusal(undefined, [503], 'shared_store_lost', error.message);
  }
}

/**
 * Answers what is below `/__assay/`: the console page and its event stream, `GET state`, and `POST clock`, `latency`,
 * `faults` and `reset`. Only for loopback peers with a loopback `Host` and no other `Origin`. Rejects with faults of the
 * mock itself.
 */
export function createConsole(options: ControlOptions): Control {
  const { interface: document, engine, origin } = options;
  const state = createMockState(options);
  const entries = createEntriesView(document, engine);
  const mask = createMask(document, engine.keys);
  const views = createRequestViews({
    interface: document,
    keys: engine.keys,
    now: engine.clock.now,
    mask,
    origin,
  });
  const feed = createLiveFeed({ details: engine.details, row: views.row, state, entries });
  const acts = createActs({ ...options, feed });

  function stream(exchange: Exchange): Content | Refusal | undefined {
    const opened = feed.open(exchange.response, guarding());
    return opened
      ? undefined
      : refusal(undefined, [503], 'too_many_pages', 'Too many pages show this mock already; close one.');
  }
  const reading: ReadonlyMap<string, (exchange: Exchange) => Content | Refusal | undefined> = new Map([
    [
      '',
      () => ({
        type: 'text/html; charset=utf-8',
        headers: [['Content-Security-Policy', consolePolicy()] as const],
        text: consolePage(document, state()),
      }),
    ],
    ['state', () => json(state())],
    ['offer', () => json(offerOf(document, engine, faultsOf(document)))],
    ['events', stream],
  ]);

  function detail(number: number): Content | Refusal {
    const found = engine.details.find(number);
    if (found !== undefined) return json(views.full(found));
    return refusal(undefined, [404], 'not_found', `Request ${number} is not kept any more.`);
  }
  async function respond(exchange: Exchange): Promise<Content | Refusal | undefined> {
    const request = inboundRequest(exchange.message);
    if (!isLocal(request))
      return refusal(
        undefined,
        [403],
        'forbidden',
        'The console answers this machine and its own page alone.',
      );
    if (request.path === WITHOUT_SLASH)
      return { status: 308, headers: [['Location', CONTROL_PREFIX]], type: 'text/plain', text: '' };
    await engine.settle().catch(() => undefined);
    const name = request.path.slice(CONTROL_PREFIX.length);
    const number = REQUEST_PATH.exec(name)?.[1];
    const read = number === undefined ? reading.get(name) : () => detail(Number(number));
    const posted = acts.get(name);
    const method = read === undefined ? 'POST' : 'GET';
    if (read === undefined && posted === undefined) {
      const names = [...reading.keys(), ...acts.keys()].filter((each) => each !== '');
      return refusal(undefined, [404], 'not_found', `Use one of ${names.join(', ')}.`);
    }
    if (request.method !== method)
      return refusal(undefined, [405], 'method_not_allowed', `Use ${method}.`, [['Allow', method]]);
    return posted === undefined ? read?.(exchange) : actOn(exchange, posted, engine);
  }
  return {
    async answer(exchange) {
      const content = await respond(exchange);
      if (content !== undefined) answerWith(exchange, content);
    },
    end: feed.end,
  };
}
