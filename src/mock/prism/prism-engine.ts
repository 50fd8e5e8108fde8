import { AsyncLocalStorage } from 'node:async_hooks';
import type { createInstance, IHttpOperationConfig, PrismHttpInstance } from '@stoplight/prism-http';
import type { Operation, Representation } from '../../interface/model.ts';
import { isList, isObject, type Json, listOf } from '../../json/value.ts';
import { isSchema, type Schema } from '../../schema/keywords.ts';

const BOUNDS = ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum', 'multipleOf'];
const MAX_DEPTH = 100;

/** Keywords that hold values, not schemas: what stands there must stay as it is. */
const VALUES = new Set(['const', 'default', 'enum', 'example', 'examples', 'required']);

function isInteger({ type }: { readonly [keyword: string]: Json }): boolean {
  return type === 'integer' || listOf(type).includes('integer');
}

function sensible(value: Json, depth: number): Json {
  if (depth > MAX_DEPTH) return value;
  if (isList(value)) return value.map((item) => sensible(item, depth + 1));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([keyword, held]): [string, Json] => [
    keyword,
    VALUES.has(keyword) ? held : sensible(held, depth + 1),
  ]);
  const unbound = isInteger(value) && !BOUNDS.some((bound) => Object.hasOwn(value, bound));
  return Object.fromEntries(unbound ? [...entries, ['minimum', 1]] : entries);
}

/**
 * The schema for a generator: integers that the document leaves without bounds start at 1, since people expect an
 * identifier or a count to look like one, and generators take 0, or anything down to -2^53.
 */
export function sensibleSchema(schema: Schema): { readonly [keyword: string]: Json } {
  const result = sensible(schema, 0);
  return isSchema(result) && typeof result === 'object' ? result : {};
}

type PrismOperation = Parameters<PrismHttpInstance['request']>[1][number];
type PrismConfig = NonNullable<Parameters<PrismHttpInstance['request']>[2]>;
type PrismContent = NonNullable<PrismOperation['responses'][number]['contents']>[number];

/** One body to be made: of the operation's documented representations, for this status. */
export type Wanted = {
  readonly operation: Operation;
  readonly status: number;
  readonly representations: readonly Representation[];
  /** Media ranges of the request in the form of `Accept`; `undefined` where there is nothing to choose. */
  readonly mediaRanges: readonly string[] | undefined;
  readonly example: string | undefined;
  readonly way: { readonly kind: 'static' } | { readonly kind: 'dynamic'; readonly seed: string | undefined };
};

/** `value` is `undefined` where there is no body. */
export type Made =
  | { readonly kind: 'made'; readonly mediaType: string | undefined; readonly value: Json | undefined }
  | { readonly kind: 'not-acceptable' }
  | { readonly kind: 'failed'; readonly problem: string };

/** What makes documented bodies: Prism, or what stands in for it. Never rejects. */
export type BodyMaker = (wanted: Wanted) => Promise<Made>;

const NOT_ACCEPTABLE = 406;

function configOf(mock: IHttpOperationConfig): PrismConfig {
  return {
    isProxy: false,
    checkSecurity: false,
    validateRequest: false,
    validateResponse: false,
    errors: false,
    upstreamProxy: undefined,
    mock,
  };
}

function contentOf({ mediaType, schema, examples }: Representation): PrismContent {
  return {
    id: mediaType,
    mediaType,
    schema: sensibleSchema(schema),
    examples: examples.map(({ name, value }) => ({ id: name, key: name, value })),
  };
}

type Contents = (representation: Representation) => PrismContent;

function rememberedContents(): Contents {
  const known = new WeakMap<Representation, PrismContent>();
  return (representation) => {
    const content = known.get(representation) ?? contentOf(representation);
    known.set(representation, content);
    return content;
  };
}

/** Prism's view of an operation with one response alone: then it can't take another status than the one that is wanted. */
function prismOperation(
  { operation, status, representations }: Wanted,
  contentsOf: Contents,
): PrismOperation {
  const contents = representations.map(contentsOf);
  const definitions = contents.map(
    ({ schema }) => (schema as { readonly $defs?: object } | undefined)?.$defs,
  );
  return {
    id: operation.id,
    iid: operation.id,
    method: operation.method.toLowerCase(),
    path: operation.path,
    responses: [{ id: String(status), code: String(status), contents }],
    $defs: Object.assign({}, ...definitions) as object,
  } as PrismOperation;
}

/** Prism seeds its one generator for good: unless every body brings a seed, those after a seeded one are no longer random. */
function mockConfig({ mediaRanges, example, way }: Wanted): IHttpOperationConfig {
  return {
    dynamic: way.kind === 'dynamic',
    ...(way.kind === 'dynamic'
      ? { seed: way.seed ?? process.getBuiltinModule('node:crypto').randomUUID() }
      : {}),
    ...(example === undefined ? {} : { exampleKey: example }),
    ...(mediaRanges === undefined ? {} : { mediaTypes: [...mediaRanges] }),
  };
}

function problemOf(error: unknown): Made {
  if (error instanceof Error && 'status' in error && error.status === NOT_ACCEPTABLE)
    return { kind: 'not-acceptable' };
  return { kind: 'failed', problem: error instanceof Error ? error.message : String(error) };
}

/** Drops what Prism's sampler warns of meanwhile, for each schema that it can't merge; the warnings of others stay. */
class Silence {
  readonly #inside = new AsyncLocalStorage<true>();
  #acts = 0;
  #warn = console.warn;

  async during<T>(act: () => Promise<T>): Promise<T> {
    if (this.#acts === 0) {
      const heard = console.warn;
      this.#warn = heard;
      console.warn = (...words) => {
        if (this.#inside.getStore() === undefined) heard(...words);
      };
    }
    this.#acts += 1;
    try {
      return await this.#inside.run(true, act);
    } finally {
      this.#acts -= 1;
      if (this.#acts === 0) console.warn = this.#warn;
    }
  }
}

/**
 * Loads Prism's engine. Of Prism it takes the choice of a representation and an example, and the making of bodies; routes,
 * keys, validation and the answer itself stay the mock's. Rejects when the packages are not there.
 */
export async function loadPrism(): Promise<BodyMaker> {
  const [http, core] = await Promise.all([import('@stoplight/prism-http'), import('@stoplight/prism-core')]);
  const create: typeof createInstance = http.createInstance;
  const prism = create(configOf({ dynamic: false }), {
    logger: core.createLogger('assay', { level: 'silent' }),
    route: ({ resources: [resource] }) =>
      resource === undefined
        ? { _tag: 'Left', left: new Error('no operation was given') }
        : { _tag: 'Right', right: resource },
  });
  const contentsOf = rememberedContents();
  const silence = new Silence();
  return async (wanted) => {
    const operation = prismOperation(wanted, contentsOf);
    const method = operation.method as Parameters<PrismHttpInstance['request']>[0]['method'];
    const input = { method, url: { path: operation.path } };
    try {
      const result = await silence.during(prism.request(input, [operation], configOf(mockConfig(wanted))));
      if ('left' in result) return problemOf(result.left);
      const { body, headers = {} } = result.right.output;
      const mediaType = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
      return { kind: 'made', mediaType, value: structuredClone(body) as Json | undefined };
    } catch (error) {
      return problemOf(error);
    }
  };
}
