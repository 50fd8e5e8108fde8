import type { DocumentNote } from '../document/cursor.ts';
import type { Position } from '../document/source.ts';
import type { Json } from '../json/value.ts';
import type { Schema } from '../schema/keywords.ts';
import type { Link } from './links.ts';

/** Methods that an OpenAPI path item can document by themselves, in upper case as on the wire. */
export type NamedMethod =
  | 'GET'
  | 'PUT'
  | 'POST'
  | 'DELETE'
  | 'OPTIONS'
  | 'HEAD'
  | 'PATCH'
  | 'TRACE'
  | 'QUERY';

/** Any method: OpenAPI 3.2 takes others under `additionalOperations`, as they are on the wire. */
export type Method = NamedMethod | (string & Record<never, never>);

/**
 * How a parameter is written (OpenAPI, "Style Values"): arrays and objects have a form of their own in each place, and none of
 * them is JSON text.
 */
export type ParameterStyle = {
  /** `content`: text of a media type, which the document gives the parameter in place of a style. */
  readonly style:
    | 'content'
    | 'simple'
    | 'label'
    | 'matrix'
    | 'form'
    | 'spaceDelimited'
    | 'pipeDelimited'
    | 'deepObject';
  readonly explode: boolean;
};

export type Parameter = {
  readonly name: string;
  /** `querystring` is the query as a whole (OpenAPI 3.2). */
  readonly in: 'path' | 'query' | 'querystring' | 'header' | 'cookie';
  readonly required: boolean;
  readonly schema: Schema;
  /** Values that the document shows, in its order. */
  readonly examples: readonly Json[];
  /** What the document says of it in words. Missing where it says nothing. */
  readonly description?: string;
  /** The value that a caller knows to be right at the service. Missing: any that the document allows. */
  readonly known?: Json;
  /** What `content` says of it. */
  readonly representation?: Representation;
  /** Characters that have a meaning in addresses stand in the query as they are. */
  readonly allowReserved?: true;
} & ParameterStyle;

/** An example of a body. */
export type NamedExample = { readonly name: string; readonly value: Json };

/** How a member of a form or a part of a multipart body is written (OpenAPI, Encoding Object). */
export type PartEncoding = {
  /** The first media type that the document gives the part, in lower case and without parameters. */
  readonly contentType: string | undefined;
  /** Where the document gives one. */
  readonly style: ParameterStyle | undefined;
  readonly headers: readonly HeaderRule[];
};

/** One media type of a request or response body. `mediaType` is in lower case and has no parameters. */
export type Representation = {
  readonly mediaType: string;
  readonly schema: Schema;
  /** Those beside the schema, in the order of the document. */
  readonly examples: readonly NamedExample[];
  /** By the name of the member. Missing where the document says nothing about any. */
  readonly encoding?: ReadonlyMap<string, PartEncoding>;
  /** Describes each value of a sequence (OpenAPI 3.2). */
  readonly itemSchema?: Schema;
  /** The name of the outermost element in XML, where the document has one. */
  readonly rootName?: string;
};

export type RequestBody = {
  readonly required: boolean;
  readonly representations: readonly Representation[];
};

/** A response header that the document names. */
export type HeaderRule = {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  /** What the document says of it; missing where it says nothing. */
  readonly description?: string;
};

/** A documented response. `status` is a code (`201`), a range (`4XX`) or `default`. */
export type DocumentedResponse = {
  readonly status: string;
  readonly description: string;
  readonly representations: readonly Representation[];
  readonly headers: readonly HeaderRule[];
  /**
   * The members of an error body that must equal the HTTP status code: those with the schema extension `x-http-status`, and
   * `status` of problem details (RFC 9457 section 3.1.2) that is described as a whole number. Empty where the document says
   * nothing of the kind.
   */
  readonly statusMembers: readonly string[];
  /** Which of its values name what other operations are about. Missing where the document has none. */
  readonly links?: readonly Link[];
};

/** Where a token is to be had (RFC 6749 sections 4.3 and 4.4), as the document has it: the address may be relative. */
export type TokenFlow = {
  readonly grant: 'client-credentials' | 'password';
  readonly tokenUrl: string;
  readonly scopes: readonly string[];
};

/**
 * How a caller proves who it is. `beside`: the schemes that are asked for at the same time, at other places of the request; what a
 * run alters is the first one alone. `again`: other names of schemes that stand at the same place.
 */
export type CredentialScheme = (
  | {
      readonly kind: 'http-bearer';
      readonly id: string;
      readonly flows?: readonly TokenFlow[];
      /** The name of the HTTP scheme, where a token comes by another one than `Bearer` (`Token`). */
      readonly scheme?: string;
    }
  | { readonly kind: 'http-basic'; readonly id: string }
  | {
      readonly kind: 'api-key';
      readonly id: string;
      readonly in: 'header' | 'query' | 'cookie';
      readonly name: string;
      /** The word that by the document stands before the key in its field: `Bearer`, `Token`. */
      readonly prefix?: string;
    }
) & {
  readonly beside?: readonly CredentialScheme[];
  readonly again?: readonly string[];
};

/**
 * One operation. `documentation` is `full` where the document shows responses, and `named` where it only names
 * the operation: then nothing about its answers is documented besides authentication.
 */
export type Operation = {
  readonly id: string;
  readonly method: Method;
  /** Path template relative to the base address, for example `/things/{thingId}`. */
  readonly path: string;
  /** The template of the place that it is about, where its path says the deed of its method beside that (`PUT /things/update/{id}`). */
  readonly place?: string;
  /** Its path is read as routers write one (`/things/:id`), and nothing describes the parameter: it may as well be meant as it stands. */
  readonly isPathGuessed?: boolean;
  /**
   * What names the entry that it is about, where its path names none: a member of its body (`PUT /things` of `{id, …}`), or a parameter of
   * its query (`DELETE /things?id=7`).
   */
  readonly namedBy?: { readonly in: 'body' | 'query'; readonly name: string };
  readonly documentation: 'full' | 'named';
  /**
   * Why assay asks for it in no way, where the document is broken there or wants what assay can't do, with file and line. It is
   * `named` then: the document has it, and nothing more is known of it.
   */
  readonly outOfReach?: string;
  readonly deprecated: boolean;
  /** What the document says of it in words: its summary and its description. Missing where it says nothing. */
  readonly description?: string;
  readonly tags: readonly string[];
  /** Whether users share what it is about, where the document says so (`x-assay-shared`, `x-assay-private`). */
  readonly sharing?: 'shared' | 'private';
  /** `undefined` when the operation needs no credential. Of several alternatives the one that a run uses. */
  readonly credential: CredentialScheme | undefined;
  /** All alternatives that assay can send, where there are several. */
  readonly alternatives?: readonly CredentialScheme[];
  readonly parameters: readonly Parameter[];
  readonly requestBody: RequestBody | undefined;
  readonly responses: readonly DocumentedResponse[];
  readonly position: Position;
};

/**
 * A collection: `create` (POST) makes an entry that `list` (GET on the same path) shows.
 * `assigned` are the members that the service sets and that clients do not send; `identity` is the one that names an entry.
 */
export type Collection = {
  readonly path: string;
  readonly create: Operation;
  readonly list: Operation;
  /** The GET operation on `path/{parameter}` where one is documented in full. */
  readonly read: Operation | undefined;
  /** What the creation answers with. `schema` is that of the entry, `pointer` where the body holds it: mostly the body itself. */
  readonly created: { readonly status: string; readonly schema: Schema; readonly pointer: string };
  /** What the creation asks for, and where the body holds it: mostly the body itself. */
  readonly sent: { readonly schema: Schema; readonly pointer: string };
  /** JSON Pointer to the array inside the list's 200 body; the empty string where the body is the array. */
  readonly entriesPointer: string;
  readonly entrySchema: Schema;
  /** `''` where nothing names an entry (`isUnnamed`). */
  readonly identity: string;
  readonly assigned: readonly string[];
};

/** True for a collection whose entries nothing names: their list alone shows them. */
export function isUnnamed({ identity }: Partial<Pick<Collection, 'identity'>>): boolean {
  return identity === '';
}

/** What `x-pages` says of one list: how its pages are named, by which parameters, and where an answer tells of the next one. */
export type PagesHint = {
  /** Id of the operation. */
  readonly list: string;
  readonly by: 'offset' | 'page' | 'cursor' | 'link' | 'none' | undefined;
  /** Names of query parameters. */
  readonly position: string | undefined;
  readonly size: string | undefined;
  /** The number of the first page, or the least offset. */
  readonly first: number | undefined;
  /** JSON Pointer into the answer. */
  readonly next: string | undefined;
};

/** A quota. `custom` plans have no numbers in the document. */
export type Plan =
  | { readonly kind: 'fixed'; readonly id: string; readonly title: string; readonly quotas: readonly Quota[] }
  | { readonly kind: 'custom'; readonly id: string; readonly title: string };

/** `limit` requests within a window of `windowS` seconds; `window` is its name in the document (`minute`, `day`). */
export type Quota = { readonly window: string; readonly windowS: number; readonly limit: number };

/** The rate limit as documented under `x-rate-limits`. Header names are as in the document. */
export type RateLimits = {
  readonly status: number;
  readonly headers: {
    readonly limit: string | undefined;
    readonly remaining: string | undefined;
    readonly reset: string | undefined;
    readonly retryAfter: string | undefined;
  };
  /** `always`: every answer carries the three headers; `limited`: only the refusal does. */
  readonly headersOn: 'always' | 'limited';
  readonly resetForm: 'unix-seconds' | 'delta-seconds';
  readonly plans: readonly Plan[];
  readonly position: Position;
};

/** How much a clause weighs: what the document demands, what only a standard does, what is advice, what nobody promised. */
export const LEVELS = ['must', 'http', 'should', 'observe'] as const;

export type Level = (typeof LEVELS)[number];

/** A reference from a clause to a check, optionally narrowed to one operation: `bodies.schema@listThings`. */
export type CheckReference = { readonly check: string; readonly operation: string | undefined };

/** One statement of the document. `checks` is empty only when `reason` says why nothing can prove it. */
export type Clause = {
  readonly id: string;
  /** Section number in the document, for example `4.1`. */
  readonly section: string;
  readonly text: string;
  readonly level: Level;
  readonly checks: readonly CheckReference[];
  /** Why no check can prove the clause. */
  readonly reason: string | undefined;
  /** For clauses that the document leaves open: what a run records instead. */
  readonly records: string | undefined;
  readonly position: Position;
  /** A row of a report, in a document without statements of its own: the document says it, in no words. */
  readonly isDerived?: true;
  /** What in the document a derived row is about; missing in one for a check that is about no single part of it. */
  readonly about?: Subject;
  /** JSON Pointer (RFC 6901) to what a derived row is about, in the file of its position. */
  readonly pointer?: string;
};

/**
 * What a document says of an operation without a word: an answer, its body or a field of it, who may ask, what may be
 * sent, and that other bodies and parameters are refused.
 */
export type Subject = { readonly operation: string } & (
  | { readonly kind: 'security' | 'body' | 'refused-body' | 'refused-parameters' }
  | { readonly kind: 'response' | 'answer-body'; readonly status: string }
  | { readonly kind: 'header'; readonly status: string; readonly name: string; readonly required: boolean }
  | { readonly kind: 'parameter'; readonly in: Parameter['in']; readonly name: string }
);

export type Section = { readonly number: string; readonly title: string };

export type Interface = {
  /** Folder name of the document, for example `my-service`. */
  readonly id: string;
  readonly title: string;
  readonly version: string;
  /** What the document says of the whole in words. Missing where it says nothing. */
  readonly about?: string;
  /** SHA-256 over the document files, in hex. */
  readonly digest: string;
  /** Where the document came from: a file, an address, or a text that was at hand. Missing in one that code made: as `text`. */
  readonly origin?: 'file' | 'address' | 'text';
  /**
   * Absolute paths of these files, the document first; where `clauses.yaml` is missing, the place where it would be. Addresses
   * for what was fetched.
   */
  readonly files: readonly string[];
  /** Path of the first server's address without a trailing slash; the empty string when there is none. */
  readonly basePath: string;
  /** Base addresses of the service, in the order of the document, where that was fetched: relative ones are against its address. */
  readonly servers?: readonly string[];
  readonly operations: readonly Operation[];
  readonly collections: readonly Collection[];
  /** From `x-pages`. Missing where the document has nothing of the kind. */
  readonly pageHints?: readonly PagesHint[];
  readonly rateLimits: RateLimits | undefined;
  readonly sections: readonly Section[];
  /** Statements from `clauses.yaml`; where the folder has none nothing, or rows that are derived from the document. */
  readonly clauses: readonly Clause[];
  /** What in the document costs a part of it, in the order in which it was read. Missing where there is nothing. */
  readonly notes?: readonly DocumentNote[];
};
