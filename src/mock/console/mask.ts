import type { CredentialScheme, Interface } from '../../interface/model.ts';
import type { MockKey } from '../keys.ts';
import type { RequestDetail } from '../request-details.ts';

/** Hides keys in what is shown. */
export type Mask = {
  /** A text with a marker, `***` by default, in the place of every key of the mock and of what the request sent as its key. */
  readonly text: (text: string, detail: RequestDetail, marker?: string) => string;
  /** The value of a header field; of one that carries a credential nothing is left but the name of its scheme. */
  readonly field: (name: string, value: string, detail: RequestDetail, marker?: string) => string;
  /** A request target with `marker` in the place of a key in its query. */
  readonly target: (target: string, marker: string) => string;
};

const SECRET_FIELDS = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie'];
const SHORTEST_SECRET = 6;
const HIDDEN = '***';

function namesIn(document: Interface, place: 'header' | 'query'): ReadonlySet<string> {
  const schemes = document.operations.flatMap(({ credential }): readonly CredentialScheme[] =>
    credential === undefined ? [] : [credential],
  );
  return new Set(
    schemes.flatMap((scheme) =>
      scheme.kind === 'api-key' && scheme.in === place ? [scheme.name.toLowerCase()] : [],
    ),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** Where a field names a scheme, only what follows it is secret. */
function hiddenCredential(value: string, marker: string): string {
  const scheme = /^([A-Za-z][\w-]{0,30}) +\S/.exec(value)?.[1];
  return scheme === undefined ? marker : `${scheme} ${marker}`;
}

/** Hides the keys of one mock, and whatever a request sends in the place of a key. */
export function createMask(document: Interface, keys: readonly MockKey[]): Mask {
  const secretFields = new Set([...SECRET_FIELDS, ...namesIn(document, 'header')]);
  const secretParameters = namesIn(document, 'query');
  const known = keys.map(({ key }) => key);

  /** The credentials of a request by its header fields: `Bearer x` is `x`. */
  function sentSecrets({ rawHeaders }: RequestDetail): readonly string[] {
    return rawHeaders.flatMap((name, index) => {
      if (index % 2 === 1 || !secretFields.has(name.toLowerCase())) return [];
      const value = rawHeaders[index + 1] ?? '';
      return [value, value.slice(value.indexOf(' ') + 1)].map((secret) => secret.trim());
    });
  }
  function text(shown: string, detail: RequestDetail, marker: string = HIDDEN): string {
    const secrets = [...known, ...sentSecrets(detail)].filter(({ length }) => length >= SHORTEST_SECRET);
    return secrets
      .sort((a, b) => b.length - a.length)
      .reduce((masked, secret) => masked.replaceAll(secret, marker), shown);
  }
  return {
    text,
    field: (name, value, detail, marker = HIDDEN) =>
      secretFields.has(name.toLowerCase()) ? hiddenCredential(value, marker) : text(value, detail, marker),
    target(target, marker) {
      const mark = target.indexOf('?');
      if (mark < 0 || secretParameters.size === 0) return target;
      const pairs = target
        .slice(mark + 1)
        .split('&')
        .map((pair) => {
          const name = pair.split('=', 1)[0] ?? '';
          return secretParameters.has(decoded(name).toLowerCase()) ? `${name}=${marker}` : pair;
        });
      return `${target.slice(0, mark)}?${pairs.join('&')}`;
    },
  };
}
