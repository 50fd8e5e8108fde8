/** A server under load. All of them answer a list and a creation. */
export type Contender = {
  readonly name: string;
  /** Arguments of `node` that start it on a port. */
  readonly command: (port: number) => readonly string[];
  readonly cwd?: string;
  /** Path of the collection, and headers that its requests need. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Path of a POST that takes it back to the start, where there is one: what keeps entries keeps only so many. */
  readonly reset?: string;
};

/** What one burst of requests came to. */
export type Burst = {
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
  /** Answers that are no 2xx. */
  readonly failed: number;
};

export type Act = 'list' | 'create';
