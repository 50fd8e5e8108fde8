import type { MeterFactory, Usage } from './limiters.ts';

export type Header = readonly [name: string, value: string];

export type Operation = 'listCategories' | 'createCategory' | 'getPet' | 'listOrders';
export type Credential = 'valid' | 'missing' | 'invalid';
export type Plan = 'free' | 'pro' | 'business';
export type Member = 'name' | 'description';
export type Stage = 'limit' | 'authenticate' | 'route' | 'read';

/** What a request is to the service; filled in while it is worked on. */
export interface Call {
  readonly method: string;
  /** Path below the base path, without the query; undefined when the request is for somewhere else. */
  readonly path: string | undefined;
  readonly query: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  readonly address: string;
  /** Counts the requests of the service, from 1. */
  readonly number: number;
  /** Counts the requests of the connection, from 1. */
  readonly numberOnConnection: number;
  readonly operation: Operation | undefined;
  credential: Credential;
  usage: Usage | undefined;
  input: NewCategory | undefined;
}

/** Members are unknown because some services store what they should have refused. */
export interface NewCategory {
  readonly name: unknown;
  readonly description?: unknown;
  /** Members that the document doesn't name, where they are kept. */
  readonly others?: Readonly<Record<string, unknown>>;
}

export interface Category extends NewCategory {
  readonly id: unknown;
  readonly createdAtMs: number;
}

export type Content =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'raw'; readonly mediaType: string | undefined; readonly bytes: string | Buffer }
  | { readonly kind: 'none' };

export interface Answer {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly content: Content;
  /** Bytes that nobody asked for, sent behind the answer, whose connection ends then. */
  readonly behind?: string;
  /** The connection breaks before the answer, in the middle of its body, or nothing is ever sent. */
  readonly breaks?: 'before' | 'mid-body' | 'never-answers';
}

export type Verdict =
  | { readonly ok: true; readonly input: NewCategory }
  | { readonly ok: false; readonly detail: string };

export type Reading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly answer: Answer };

export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

export interface Service {
  readonly traits: Traits;
  readonly key: string;
  readonly windowMs: number;
  readonly now: () => number;
  /** Evenly spread in [0, 1). */
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Waits before an answer is sent: nothing happens meanwhile that would need the time really to pass. */
  readonly delay: (ms: number) => Promise<void>;
  readonly categories: Category[];
  /** What a member remembers between requests. */
  readonly memory: Map<string, unknown>;
  /** Adds one to a counter and returns it. */
  tally(name: string): number;
}

type Transport =
  | 'content-length'
  | 'chunked'
  | 'connection-close'
  | 'close-delimited'
  | 'http-1.0'
  | 'http-1.0-close-delimited';

/**
 * Everything in which two implementations may differ. The first part are freedoms: values and small functions that
 * combine with one another. The second part are whole steps; their honest forms consult the freedoms, and faulty
 * members replace them.
 */
export interface Traits {
  /** The plan of the key that the member is started with. */
  readonly plan: Plan;
  // Freedoms: address, order, transport
  readonly basePath: string;
  readonly order: readonly Stage[];
  readonly transport: Transport;
  readonly gzip: boolean;
  readonly reason: (status: number) => string | undefined;
  readonly headerName: (name: string) => string;
  readonly extraHeaders: (call: Call, service: Service) => readonly Header[];
  readonly latencyMs: (call: Call, service: Service) => number;
  readonly clockOffsetMs: (call: Call) => number;
  readonly sendsDate: boolean;
  // Freedoms: routing
  readonly notFound: (call: Call, service: Service) => Answer;
  readonly wrongMethod: (call: Call, service: Service, allowed: string) => Answer;
  readonly namedOperation: (call: Call, service: Service) => Answer;
  readonly head: 'as-get' | 'wrong-method';
  readonly preflight: 'wrong-method' | 'open';
  readonly trailingSlash: 'same' | 'not-found';
  // Freedoms: authentication
  readonly schemeCase: 'any' | 'exact';
  readonly emptyTokenStatus: 400 | 401;
  readonly challenges: (call: Call) => readonly string[];
  // Freedoms: reading and validating
  readonly maxBodyBytes: number;
  readonly tooLargeStatus: 400 | 413;
  readonly wrongMediaType: 'accept' | 400 | 415;
  readonly missingMediaType: 'accept' | 400 | 415;
  readonly unknownMembers: 'ignore' | 'refuse' | 'keep';
  readonly assignedId: 'ignore' | 'refuse';
  readonly repeatedMembers: 'last' | 'refuse';
  readonly uniqueNames: boolean;
  readonly textProblem: (member: Member, text: string) => string | undefined;
  readonly normalise: (member: Member, text: string) => string;
  // Freedoms: representation
  readonly mediaType: string;
  readonly encode: (value: unknown) => string;
  readonly errorCode: (status: number) => string;
  readonly errorMessage: (status: number, detail: string) => string;
  readonly errorExtra: (call: Call) => Readonly<Record<string, unknown>>;
  readonly categoryExtra: (category: Category) => Readonly<Record<string, unknown>>;
  readonly location: boolean;
  // Freedoms: catalogue
  readonly seed: readonly NewCategory[];
  readonly nextId: (service: Service) => bigint;
  readonly arrange: (list: readonly Category[], service: Service) => readonly Category[];
  readonly lagMs: number;
  readonly neighbour: (call: Call, service: Service) => void;
  // Freedoms: limits
  readonly meter: MeterFactory;
  readonly allowanceWithoutKey: number;
  readonly counts: (call: Call) => boolean;
  readonly refunds: (status: number) => boolean;
  readonly resetRounding: 'up' | 'down';
  readonly retryAfter: (waitMs: number, nowMs: number) => string;
  readonly tooManyContent: (call: Call, service: Service) => Content;
  readonly banAfterEarly: number;

  // Steps
  readonly credential: (call: Call, service: Service) => Credential;
  readonly unauthorized: (call: Call, service: Service) => Answer | Promise<Answer>;
  readonly readBody: (call: Call, service: Service) => Reading;
  readonly validate: (value: unknown, call: Call, service: Service) => Verdict;
  readonly invalid: (detail: string, value: unknown, call: Call, service: Service) => Answer;
  readonly keep: (input: NewCategory, service: Service) => NewCategory;
  readonly create: (input: NewCategory, call: Call, service: Service) => Category | Promise<Category>;
  readonly list: (call: Call, service: Service) => readonly Category[];
  readonly describe: (category: Category, where: 'created' | 'listed', service: Service) => unknown;
  readonly tooMany: (usage: Usage, call: Call, service: Service) => Answer | undefined;
  readonly rateHeaders: (usage: Usage, call: Call, answer: Answer, service: Service) => readonly Header[];
  /** Runs before everything else; an answer ends the request. */
  readonly intercept: (call: Call, service: Service) => Answer | undefined | Promise<Answer | undefined>;
  /** Changes the finished answer, before the rate-limit headers are added. */
  readonly alter: (answer: Answer, call: Call, service: Service) => Answer;
}
