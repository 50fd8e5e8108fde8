import { isPrivateHost } from '../../client/fetch-document.ts';
import { isSameOrigin } from '../../document/address.ts';
import type { Interface } from '../../interface/model.ts';
import { quoted, UsageFault } from '../usage-fault.ts';

function hostOf(address: string): string {
  return URL.parse(address)?.hostname ?? '';
}

/**
 * The base address that a fetched document names for its service, for a caller who names none: a server on the document's own
 * origin, else the first one. Throws a `UsageFault` where the caller has to confirm it: a key goes to no other origin, and nothing
 * to a private network, because a document says so. `undefined` for a document that was not fetched.
 */
export function serverOf(
  { origin, files, servers = [] }: Interface,
  isKeyGiven: boolean,
): string | undefined {
  if (origin !== 'address') return undefined;
  const [address = ''] = files;
  const own = servers.find((server) => isSameOrigin(server, address));
  if (own !== undefined) return own;
  const [first] = servers;
  if (first === undefined)
    throw new UsageFault('cannot tell from the document where the service is: give its address with --url');
  const leadsInside = isPrivateHost(hostOf(first)) && !isPrivateHost(hostOf(address));
  if (!isKeyGiven && !leadsInside) return first;
  throw new UsageFault(
    `cannot send ${isKeyGiven ? 'the key' : 'requests'} to ${quoted(first)} because a document from ${quoted(hostOf(address))} says so: if that is the service, name it with --url ${quoted(first)}`,
  );
}
