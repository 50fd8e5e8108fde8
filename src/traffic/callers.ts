import { hostname } from 'node:os';
import { fieldValues } from '../http/fields.ts';
import type { RequestHead } from '../http/message-head.ts';
import { isLoopback } from '../http/target.ts';

/** Why a request is not relayed, and with which status it is refused. */
type Refusal = { readonly status: '403 Forbidden' | '421 Misdirected Request'; readonly text: string };

/** Judges by its head who sent a request; `undefined` for those that may. */
export type Callers = (head: RequestHead) => Refusal | undefined;

const EVERY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '[::]']);

/** Host name of an authority or an address of http; `undefined` for what is none. */
function hostOf(text: string): string | undefined {
  const url = URL.parse(/^[a-z][a-z0-9+.-]{0,20}:\/\//i.test(text) ? text : `http://${text}`);
  return url === null || url.hostname === '' ? undefined : url.hostname.toLowerCase();
}

function isAddress(host: string): boolean {
  return host.startsWith('[') || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host);
}

/**
 * Who may send through a proxy that listens on `host`: clients that call it by a name of this machine, `host`, or the
 * target's, and pages of those and of the `origins`. So neither a page of a stranger, nor a name that was bound to this
 * machine's address (DNS rebinding), reads a service that only this machine can reach. A request in absolute form comes
 * from a client that was told to use a proxy: it passes.
 */
export function callersOf(options: {
  readonly host: string;
  readonly target: URL;
  readonly origins: readonly string[];
}): Callers {
  const listening = hostOf(
    options.host.includes(':') ? `[${options.host.replaceAll(/[[\]]/g, '')}]` : options.host,
  );
  const anyAddress = listening !== undefined && EVERY_ADDRESS.has(listening);
  const own = new Set([listening, options.target.hostname.toLowerCase()]);
  if (anyAddress) own.add(hostname().toLowerCase());
  const origins = new Set(options.origins.map((origin) => URL.parse(origin)?.origin));
  const isOwn = (host: string | undefined): boolean =>
    host !== undefined && (own.has(host) || isLoopback(`http://${host}`) || (anyAddress && isAddress(host)));
  return ({ target, headers }) => {
    if (/^https?:\/\//i.test(target)) return undefined;
    if (fieldValues(headers, 'host').some((host) => !isOwn(hostOf(host))))
      return {
        status: '421 Misdirected Request',
        text: 'it answers to names of this machine and to the address of --host alone',
      };
    const foreign = fieldValues(headers, 'origin').some(
      (origin) => !origins.has(origin.toLowerCase()) && !isOwn(hostOf(origin)),
    );
    if (!foreign) return undefined;
    return {
      status: '403 Forbidden',
      text: 'a page of another origin may not read through it; --origin names those that may',
    };
  };
}
