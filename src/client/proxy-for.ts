import { memberOf } from '../json/value.ts';

/** Environment variables, as in `process.env`. */
export type Environment = { readonly [name: string]: string | undefined };

type Exception = { readonly hostname: string; readonly port: number; readonly subdomainsOnly: boolean };

const DEFAULT_PORTS: { readonly [protocol: string]: number } = { 'http:': 80, 'https:': 443 };

function bareHost(hostname: string): string {
  return hostname
    .replace(/^\[(.+)\]$/, '$1')
    .replace(/^(.+)\.$/, '$1')
    .toLowerCase();
}

function exception(entry: string): Exception {
  const withPort = /^\[(.+)\]:(\d+)$/.exec(entry) ?? /^([^:]+):(\d+)$/.exec(entry);
  const [hostname, port] = withPort === null ? [entry, '0'] : [withPort[1] ?? '', withPort[2] ?? '0'];
  return {
    hostname: bareHost(hostname).replace(/^\*?\./, ''),
    port: Number(port),
    subdomainsOnly: hostname.startsWith('*.'),
  };
}

function excepts(entry: Exception, hostname: string, port: number): boolean {
  if (entry.port !== 0 && entry.port !== port) return false;
  if (entry.hostname === '*') return true;
  return (!entry.subdomainsOnly && hostname === entry.hostname) || hostname.endsWith(`.${entry.hostname}`);
}

/** The lower-case variable wins, as everywhere else. */
function variable(environment: Environment, name: string): string {
  return memberOf(environment, name.toLowerCase()) ?? memberOf(environment, name) ?? '';
}

/**
 * The proxy for a target, or `undefined` for a direct connection. The rules are those of undici's `EnvHttpProxyAgent`:
 * `HTTPS_PROXY` (else `HTTP_PROXY`) for https, `HTTP_PROXY` for http, `NO_PROXY` lists hosts, `.suffixes`,
 * `*.suffixes`, `host:port` and `*`. Loopback addresses are no exception: they go through the proxy unless `NO_PROXY`
 * names them. Throws `TypeError` when the variable holds no http(s) address.
 */
export function proxyFor(target: URL, environment: Environment): URL | undefined {
  const http = variable(environment, 'HTTP_PROXY');
  const secure = target.protocol === 'https:';
  const address = (secure ? variable(environment, 'HTTPS_PROXY') : '') || http;
  if (address === '') return undefined;
  const hostname = bareHost(target.hostname);
  const port = Number(target.port) || (DEFAULT_PORTS[target.protocol] ?? 0);
  const exceptions = variable(environment, 'NO_PROXY')
    .split(/[,\s]+/)
    .filter((entry) => entry !== '');
  if (exceptions.some((entry) => excepts(exception(entry), hostname, port))) return undefined;
  const proxy = URL.parse(address);
  if (proxy !== null && (proxy.protocol === 'http:' || proxy.protocol === 'https:')) return proxy;
  throw new TypeError(
    `cannot use the proxy of ${secure ? 'HTTPS_PROXY or HTTP_PROXY' : 'HTTP_PROXY'}: an address such as http://proxy.example:3128 is needed`,
  );
}
