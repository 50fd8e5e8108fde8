/** The key of the services that are built with packages of others. */
export const REAL_KEY = 'Real-Limiter-Key-4711-abcXYZ';

/** Whether a field value presents the key: the name of a scheme has no letter case (RFC 9110 section 11.1). */
export function isValid(authorization: string | undefined): boolean {
  const [scheme = '', ...rest] = (authorization ?? '').split(' ');
  return scheme.toLowerCase() === 'bearer' && rest.join(' ').trim() === REAL_KEY;
}

/** Who a limiter counts for: the key, or all who have none. */
export const callerOf = (authorization: string | undefined): string =>
  isValid(authorization) ? 'key' : 'no key';
