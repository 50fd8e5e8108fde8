/** Where shared state is kept. Credentials are in `url` alone. */
export type StoreAddress = {
  /** For the client of Redis. */
  readonly url: string;
  /** For people: without credentials. */
  readonly shown: string;
  /** What the names of all keys begin with, where the address says so. */
  readonly prefix: string | undefined;
};

export type ParsedAddress =
  | { readonly kind: 'address'; readonly address: StoreAddress }
  /** Quotes nothing: an address that can't be read may hold a password anywhere. */
  | { readonly kind: 'broken'; readonly problem: string };

const FORM = 'redis://host:port/0, rediss:// for TLS, with ?prefix=name for keys of another name';
const PREFIX = /^[\w.:-]{1,100}$/;

/** Reads `redis://[user:password@]host[:port][/database][?prefix=name]`, or `rediss://…` for TLS. Never throws. */
export function parseStoreAddress(text: string): ParsedAddress {
  const url = URL.parse(text);
  if (url === null || !/^rediss?:$/.test(url.protocol) || url.hostname === '')
    return { kind: 'broken', problem: `it has to have the form ${FORM}` };
  if (!/^\/?\d{0,4}$/.test(url.pathname))
    return { kind: 'broken', problem: `after the host comes the number of a database: ${FORM}` };
  const unknown = [...url.searchParams.keys()].some((name) => name !== 'prefix');
  const prefix = url.searchParams.get('prefix') ?? undefined;
  if (unknown || (prefix !== undefined && !PREFIX.test(prefix)))
    return {
      kind: 'broken',
      problem: 'its query may only be prefix=, with at most 100 letters, digits and . _ : -',
    };
  const place = `${url.host}${url.pathname === '/' ? '' : url.pathname}`;
  url.search = '';
  url.hash = '';
  return { kind: 'address', address: { url: url.href, shown: `${url.protocol}//${place}`, prefix } };
}
