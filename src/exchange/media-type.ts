export type MediaType = {
  /** `type/subtype` in lower case. */
  readonly essence: string;
  /** Names in lower case; the first of several with one name counts. */
  readonly parameters: ReadonlyMap<string, string>;
};

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const ESSENCE = new RegExp(`^${TOKEN}/${TOKEN}`);
const PARAMETER = new RegExp(
  `[ \\t]*;[ \\t]*(?:(${TOKEN})=(?:(${TOKEN})|"((?:[\\t \\x21\\x23-\\x5B\\x5D-\\x7E\\x80-\\xFF]|\\\\[\\t\\x20-\\xFF])*)"))?`,
  'y',
);

/** Parses the value of `Content-Type` (RFC 9110 section 8.3.1); `undefined` when it breaks the grammar. */
export function parseMediaType(value: string): MediaType | undefined {
  const essence = ESSENCE.exec(value)?.[0];
  if (essence === undefined) return undefined;
  const parameters = new Map<string, string>();
  PARAMETER.lastIndex = essence.length;
  while (PARAMETER.lastIndex < value.length) {
    const match = PARAMETER.exec(value);
    if (match === null) return undefined;
    const [, name, token, quoted = ''] = match;
    const key = name?.toLowerCase();
    if (key !== undefined && !parameters.has(key))
      parameters.set(key, token ?? quoted.replaceAll(/\\(.)/gs, '$1'));
  }
  return { essence: essence.toLowerCase(), parameters };
}
