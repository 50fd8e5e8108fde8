/** What the console shows of requests holds no key: the masks of the ground floor, with the keys of one mock. */
import { schemesOf } from '../../credential/choose.ts';
import { curlLine } from '../../credential/curl-line.ts';
import { recordedKey } from '../../credential/place.ts';
import type { HeaderLine } from '../../http/exchange.ts';
import { cookiePairs, linesOf } from '../../http/fields.ts';
import type { CredentialScheme, Interface } from '../../interface/model.ts';
import { createGate, type Gate } from '../../output/gate.ts';
import { KEY_MARKER } from '../../output/find-secrets.ts';
import { SECRET_MARKER } from '../../output/mask-text.ts';
import { maskedLine, maskedTarget, secretNames, secretsOfRequest } from '../../output/mask.ts';
import type { MockKey } from '../state/keys.ts';
import type { RequestDetail } from './requests.ts';

/** Hides the keys of one mock, and whatever a request sends in the place of a key. */
export type Mask = {
  /** A text with `***` in the place of every key of the mock and of what the request sent as its key. */
  readonly text: (text: string, detail: RequestDetail) => string;
  /** The value of a header field; of one that carries a credential nothing is left but the name of its scheme. */
  readonly field: (name: string, value: string, detail: RequestDetail) => string;
  /** A request target, with `***` for a key in its query too. */
  readonly target: (target: string, detail: RequestDetail) => string;
  /**
   * A command for a POSIX shell that sends the request again, with `$ASSAY_KEY` for its key. A body of which only the beginning
   * is kept has to be in a file named `body.bin`; the certificate of a mock with HTTPS is trusted.
   */
  readonly curlLine: (detail: RequestDetail, origin: string) => string;
};

/** What curl or the connection sets by itself, and what only a browser means. */
const LEFT_OUT =
  /^(host|connection|keep-alive|content-length|transfer-encoding|accept-encoding|accept-language|user-agent|origin|referer|cache-control|pragma|priority|expect|te|dnt|upgrade-insecure-requests|sec-.*)$/;

type ApiKey = Extract<CredentialScheme, { readonly kind: 'api-key' }>;

/** The API keys of a document in one of their places, by name. Names of fields and, for a mask, of parameters know no letter case. */
function apiKeysIn(document: Interface, place: ApiKey['in']): ReadonlyMap<string, ApiKey> {
  const found = schemesOf(document).flatMap((scheme): readonly ApiKey[] =>
    scheme.kind === 'api-key' && scheme.in === place ? [scheme] : [],
  );
  return new Map(found.map((scheme) => [scheme.name.toLowerCase(), scheme]));
}

/** The gate of every key of a mock; another one for what a request sends that is no such key. */
function createGates(
  document: Interface,
  keys: readonly MockKey[],
): (text: string, detail: RequestDetail) => string {
  const names = secretNames(document);
  const known = createGate();
  for (const { key } of keys) known.add(key, KEY_MARKER);
  const isKnown = new Set(keys.map(({ key }) => key));
  const own = new WeakMap<RequestDetail, Gate>();

  function gateOf(detail: RequestDetail): Gate {
    const before = own.get(detail);
    if (before !== undefined) return before;
    const made = createGate();
    const sent = { target: detail.target, headers: linesOf(detail.rawHeaders), body: undefined };
    for (const secret of secretsOfRequest(sent, names))
      if (!isKnown.has(secret)) made.add(secret, KEY_MARKER);
    own.set(detail, made);
    return made;
  }
  return (text, detail) => gateOf(detail).text(known.text(text));
}

function shown(text: string): string {
  return text.replaceAll(KEY_MARKER, () => SECRET_MARKER);
}

/** The masks of one mock. */
export function createMask(document: Interface, keys: readonly MockKey[]): Mask {
  const names = secretNames(document);
  const masked = createGates(document, keys);
  const [fieldKeys, parameterKeys, cookieKeys] = [
    apiKeysIn(document, 'header'),
    apiKeysIn(document, 'query'),
    apiKeysIn(document, 'cookie'),
  ];
  const basic = schemesOf(document).find(({ kind }) => kind === 'http-basic');

  /** What a shell expands to the key in the field that carries it. */
  function fieldKey(name: string, value: string): string {
    const isBasic = basic !== undefined && /^basic /i.test(value);
    if (name.toLowerCase() === 'authorization') return isBasic ? recordedKey(basic, value) : KEY_MARKER;
    return fieldKeys.has(name.toLowerCase()) ? KEY_MARKER : SECRET_MARKER;
  }
  function lineAgain([name, value]: HeaderLine, detail: RequestDetail): readonly HeaderLine[] {
    const lower = name.toLowerCase();
    if (LEFT_OUT.test(lower) || (lower === 'accept' && value === '*/*')) return [];
    if (lower === 'cookie') {
      const sent = cookiePairs(value).filter(([cookie]) => cookieKeys.has(cookie.toLowerCase()));
      return sent.length === 0 ? [] : [[name, sent.map(([cookie]) => `${cookie}=${KEY_MARKER}`).join('; ')]];
    }
    const [, hidden] = maskedLine(names, [name, value], () => fieldKey(name, value));
    return [[name, masked(hidden, detail)]];
  }
  function targetAgain(detail: RequestDetail): string {
    const target = maskedTarget(detail.target, names, (value, name) => {
      const scheme = parameterKeys.get(name.toLowerCase());
      return scheme === undefined ? SECRET_MARKER : recordedKey(scheme, value);
    });
    return masked(target, detail);
  }
  function bodyAgain(detail: RequestDetail): Uint8Array | undefined {
    if (detail.body === undefined) return undefined;
    const text = Buffer.from(detail.body.bytes).toString('utf8');
    const hidden = masked(text, detail);
    return hidden === text ? detail.body.bytes : Buffer.from(hidden);
  }
  return {
    text: (text, detail) => shown(masked(text, detail)),
    field(name, value, detail) {
      const [, hidden] = maskedLine(names, [name, value], () => SECRET_MARKER);
      // Of cookies the names are left: where a value was they have an ellipsis, before which a gate looks for beginnings.
      return /cookie$/i.test(name) ? hidden : shown(masked(hidden, detail));
    },
    target: (target, detail) =>
      shown(
        masked(
          maskedTarget(target, names, () => SECRET_MARKER),
          detail,
        ),
      ),
    curlLine(detail, origin) {
      const { logged, body } = detail;
      const isCut = body !== undefined && body.bytes.length < body.size;
      const request = {
        method: logged.method,
        target: targetAgain(detail),
        headers: linesOf(detail.rawHeaders).flatMap((line) => lineAgain(line, detail)),
        body: bodyAgain(detail),
        credential: { kind: 'undetermined' } as const,
      };
      return curlLine(origin, request, {
        brief: true,
        trusting: origin.startsWith('https:'),
        ...(isCut ? { bodyBytes: body.size } : {}),
      });
    },
  };
}
