import type { Clock } from './clock.ts';
import { isPreflight, preflightReply } from './cors.ts';
import { isObject, type JsonValue, parseJson } from './json.ts';
import { refusal } from './refusals.ts';
import { isRefusal, type InboundRequest, type Refusal, type Reply } from './stages.ts';

/** Where the control endpoint lives, outside of any interface. */
export const CONTROL_PREFIX = '/__assay/';

export type Controls = {
  readonly clock: Clock;
  readonly state: () => JsonValue;
  readonly reset: () => void;
};

const LOOPBACK_ADDRESS = /^(127(\.\d{1,3}){3}|::1)$/;
const LOOPBACK_NAME = /^(localhost|([a-z0-9-]+\.)+localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

function hostName(authority: string): string {
  return authority.replace(/:\d*$/, '');
}

function originIsLocal(origin: string | undefined): boolean {
  if (origin === undefined) return true;
  const match = /^https?:\/\/([^/]+)$/i.exec(origin);
  return LOOPBACK_NAME.test(hostName(match?.[1] ?? ''));
}

/** Peers on this machine, who name it so: a page of another site, or a name that was bound to 127.0.0.1, gets nothing. */
function isLocal({ address, headers }: InboundRequest): boolean {
  return (
    LOOPBACK_ADDRESS.test(address) &&
    LOOPBACK_NAME.test(hostName(headers.get('host') ?? '')) &&
    originIsLocal(headers.get('origin'))
  );
}

function json(value: JsonValue): Reply {
  return { status: 200, headers: [], body: { kind: 'json', mediaType: 'application/json', value } };
}

function moveClock(bytes: Uint8Array, clock: Clock): Reply | Refusal {
  const parsed = parseJson(Buffer.from(bytes).toString('utf8'));
  const wanted = 'Send {"advanceMs": n} with a whole number of ms, not negative.';
  if (parsed.kind === 'broken' || !isObject(parsed.value))
    return refusal(undefined, [400], 'invalid_body', wanted);
  const { advanceMs } = parsed.value;
  if (typeof advanceMs !== 'number') return refusal(undefined, [400], 'invalid_body', wanted);
  try {
    clock.advance(advanceMs);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return refusal(undefined, [400], 'invalid_body', wanted);
  }
  return json({ now: new Date(clock.now()).toISOString(), advancedMs: clock.advancedMs() });
}

/**
 * Answers requests below `/__assay/`: `POST clock {"advanceMs": n}`, `GET state`, `POST reset`. Only for loopback peers with a
 * loopback `Host` and no `Origin` of another site, so that neither the network nor a web page can move the clock.
 */
export async function controlReply(
  request: InboundRequest,
  read: () => Promise<Uint8Array | Refusal>,
  { clock, state, reset }: Controls,
): Promise<Reply | Refusal> {
  if (!isLocal(request))
    return refusal(undefined, [403], 'forbidden', 'The control endpoint answers this machine alone.');
  const methods = new Map([
    ['clock', 'POST'],
    ['state', 'GET'],
    ['reset', 'POST'],
  ]);
  const name = request.path.slice(CONTROL_PREFIX.length);
  const method = methods.get(name);
  if (method === undefined)
    return refusal(undefined, [404], 'not_found', `Use one of ${[...methods.keys()].join(', ')}.`);
  if (isPreflight(request)) return preflightReply(request, [method]);
  if (request.method !== method)
    return refusal(undefined, [405], 'method_not_allowed', `Use ${method}.`, [['Allow', method]]);
  switch (name) {
    case 'clock': {
      const bytes = await read();
      return isRefusal(bytes) ? bytes : moveClock(bytes, clock);
    }
    case 'reset':
      reset();
      return json({ reset: true });
    default:
      return json(state());
  }
}
