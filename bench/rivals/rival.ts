/** What a tool says of a service. `none`: it could not tell, or took too long. */
export type Verdict = 'faulty' | 'conforming' | 'none';

/** The service that a tool is to judge. */
type Target = { readonly url: string; readonly key: string; readonly plan: string };

/** One process to run. It sees the environment of this one and `env`. */
export type Command = {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};

/** How a process ended. `code` is undefined when it was ended from outside or never started. */
export type Ending = { readonly code: number | undefined; readonly output: string; readonly seconds: number };

/** One way to use a tool. */
export type SetUp = {
  /** Unique; names the row of the table. */
  readonly name: string;
  readonly version: string;
  /** The command as a person would type it, with $URL and $KEY. */
  readonly shown: string;
  readonly command: (target: Target) => Command;
  readonly verdict: (ending: Ending) => Verdict;
};

/** The ways to use a tool with each of the two keys. */
export type Rival = {
  /** With a key whose quota no tool uses up. */
  readonly ampleQuota: readonly SetUp[];
  /** With a key of 60 requests a minute. */
  readonly smallQuota: readonly SetUp[];
};

/** Whether a tool could be installed here. */
export type Readiness =
  | { readonly kind: 'ready'; readonly rival: Rival }
  | { readonly kind: 'skipped'; readonly tool: string; readonly reason: string };

/** Files with the document, in forms that differ only where a tool cannot read it otherwise. */
export type Documents = {
  /** As it is, but with a `default` response where it documents none. */
  readonly plain: string;
  /** Like `plain`, without limits of requests: a client that heeds them waits for minutes. */
  readonly unlimited: string;
  /** As OpenAPI 3.0, without what is only named. */
  readonly openapi30: string;
  /** Like `plain`, with headers where they are used and without examples. */
  readonly inlined: string;
};

/** Where tools are installed, and what they are to read. */
export type Place = { readonly cacheFolder: string; readonly documents: Documents };
