/** Services for the tools to be compared with, from the zoo, the mutants and the strangers alike. */

/** A service that was started for one tool, and waits for it. */
export type Waiting = {
  /** The base address. */
  readonly url: string;
  /** Address or file of the document. */
  readonly document: string;
  /** What each tool is told of the credential. */
  readonly flags: { readonly assay: readonly string[]; readonly schemathesis: readonly string[] };
  /** Requests so far. */
  readonly asked: () => number;
  /** What answered with 2xx so far: methods with paths as they were sent. */
  readonly served?: ReadonlySet<string>;
};

/** A service of a bed. */
export type Service = {
  readonly name: string;
  readonly isFaulty: boolean;
  /** Starts a new one for `use`, and ends it. A text says why there is none. */
  readonly visit: <Result>(use: (waiting: Waiting) => Promise<Result>) => Promise<Result | string>;
};

/** Services with a fault, beside one that has none and the same document. */
export type Kin = { readonly honest: Service; readonly faulty: readonly Service[] };

/** How the tools are told of a key that stands in this field, behind these words. */
export function keyFlags(key: string, field = 'Authorization', before = 'Bearer '): Waiting['flags'] {
  return { assay: ['--key', key], schemathesis: [`--header=${field}: ${before}${key}`] };
}
