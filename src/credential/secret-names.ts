import type { Interface } from '../interface/model.ts';

/** Whether what stands under a name is a secret: of a header field or a cookie, of a parameter of a query, of a member of a body. */
export type SecretNames = {
  readonly field: (name: string) => boolean;
  readonly query: (name: string) => boolean;
  readonly member: (name: string) => boolean;
};

/** A part of a name, between `-`, `_` or its ends. */
const SECRET_PART =
  /(?:^|[-_.])(?:api[-_]?key|auth|authorization|credentials?|token|secret|passw(?:or)?d|session(?:[-_]?id)?|csrf|xsrf|signature)(?:$|[-_.])|^(?:apikey|jwt|sid|dpop|jsessionid|phpsessid|connect\.sid)$/i;
/** `Ocp-Apim-Subscription-Key`, `X-Functions-Key`. */
const KEY_FIELD = /(?:^|-)key$/i;
/** Fields that end so and are no secrets. */
const PLAIN_KEY_FIELDS: ReadonlySet<string> = new Set([
  'idempotency-key',
  'x-idempotency-key',
  'sec-websocket-key',
  'surrogate-key',
  'cache-key',
  'x-cache-key',
]);
/** Parameters of addresses that are shared or redirected to. What the document says of one that is its own counts more. */
const SECRET_PARAMETER = /^(?:key|sig|hmac|code|otp|pwd|pass|state|ticket|sas)$/i;
const SECRET_MEMBER =
  /^(?:(?:[a-z0-9]+_)*(?:token|password|passwd|secret|api_?key|session(?:_?id)?|jwt)|pwd|pass|passphrase|private_key|client_assertion|otp)$/;
/** Names whose kind is remembered. */
const MOST_NAMES = 1_000;

function remembering(judge: (name: string) => boolean): (name: string) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const secret = judge(name);
    if (known.size < MOST_NAMES) known.set(name, secret);
    return secret;
  };
}

/** `accessToken` as `access_token`. */
function snakeCase(name: string): string {
  return name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .replaceAll('-', '_')
    .toLowerCase();
}

/** True for the name of a field that usually carries a secret, whatever the document says. */
export function isSecretField(name: string): boolean {
  return SECRET_PART.test(name) || (KEY_FIELD.test(name) && !PLAIN_KEY_FIELDS.has(name.toLowerCase()));
}

/** The same for a parameter of an address. */
export function isSecretParameter(name: string): boolean {
  return SECRET_PARAMETER.test(name) || isSecretField(snakeCase(name));
}

/** What is a secret in traffic of a documented interface: its own API keys too, and no ordinary parameter of its own. */
export function secretNames(document: Interface): SecretNames {
  const apiKeys = new Set(
    document.operations.flatMap(({ credential }) =>
      credential?.kind === 'api-key' ? [credential.name.toLowerCase()] : [],
    ),
  );
  const documented = new Set(
    document.operations.flatMap(({ parameters }) =>
      parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name.toLowerCase()),
    ),
  );
  return {
    field: remembering((name) => apiKeys.has(name.toLowerCase()) || isSecretField(name)),
    query: remembering((name) => {
      const lower = name.toLowerCase();
      if (apiKeys.has(lower)) return true;
      return documented.has(lower) ? SECRET_PART.test(name) : isSecretParameter(name);
    }),
    member: remembering((name) => SECRET_MEMBER.test(snakeCase(name))),
  };
}
