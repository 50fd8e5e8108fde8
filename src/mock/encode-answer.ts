import type { Answer, HeaderLine } from './stages.ts';

/** Shorter bodies fit into one packet as they are. */
const WORTH_ENCODING_BYTES = 1024;

const VARY: HeaderLine = ['Vary', 'Accept-Encoding'];

/** The weight that a request gives to a coding: 0 to 1, `undefined` where it doesn't name it. */
function weightOf(codings: ReadonlyMap<string, number>, names: readonly string[]): number | undefined {
  const named = names.map((name) => codings.get(name)).find((weight) => weight !== undefined);
  return named ?? codings.get('*');
}

/** Whether gzip is acceptable and no less welcome than the bytes as they are (RFC 9110 section 12.5.3). */
export function prefersGzip(acceptEncoding: string | undefined): boolean {
  if (acceptEncoding === undefined || acceptEncoding === '') return false;
  const codings = new Map<string, number>();
  for (const item of acceptEncoding.split(',').slice(0, 50)) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const value = weight === undefined ? 1 : Number(weight);
    codings.set(name, Number.isNaN(value) ? 0 : value);
  }
  const weight = weightOf(codings, ['gzip', 'x-gzip']) ?? 0;
  return weight > 0 && weight >= (codings.get('identity') ?? 0);
}

/** A body that is shown again is not packed again. */
const packed = new WeakMap<Uint8Array, Promise<Uint8Array>>();

function pack(body: Uint8Array): Promise<Uint8Array> {
  const known = packed.get(body);
  if (known !== undefined) return known;
  const packing = new Promise<Uint8Array>((resolve, reject) => {
    process
      .getBuiltinModule('node:zlib')
      .gzip(body, (error, bytes) => (error === null ? resolve(bytes) : reject(error)));
  });
  packed.set(body, packing);
  return packing;
}

async function inGzip(answer: Answer, body: Uint8Array): Promise<Answer> {
  return {
    ...answer,
    headers: [...answer.headers, VARY, ['Content-Encoding', 'gzip']],
    body: await pack(body),
  };
}

/** The answer as the client wants it: long bodies in gzip where `Accept-Encoding` prefers that. */
export function encodeAnswer(answer: Answer, acceptEncoding: string | undefined): Answer | Promise<Answer> {
  const { body } = answer;
  if (body === undefined || body.length < WORTH_ENCODING_BYTES || answer.delivery !== 'whole') return answer;
  if (answer.headers.some(([name]) => name.toLowerCase() === 'content-encoding')) return answer;
  return prefersGzip(acceptEncoding)
    ? inGzip(answer, body)
    : { ...answer, headers: [...answer.headers, VARY] };
}
