import type { InboundRequest } from './stages.ts';

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
export function isLocal(request: InboundRequest): boolean {
  return (
    LOOPBACK_ADDRESS.test(request.address) &&
    LOOPBACK_NAME.test(hostName(request.headers.get('host') ?? '')) &&
    comesFromHere(request)
  );
}
