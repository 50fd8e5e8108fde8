/** What `assay lint` looks for, each as one row: ids are stable, whoever leaves one out names it by its id. */

/** `error`: the document breaks its own format, or contradicts itself. `warning`: it hides something from tests or clients. `note`: it could be better. */
export type LintLevel = 'error' | 'warning' | 'note';

type Row = {
  readonly level: LintLevel;
  /** What is wrong, in a few words. */
  readonly title: string;
  /** Why that matters. */
  readonly why: string;
  /** What to write. */
  readonly repair: string;
};

const UNTESTABLE = 'Nobody can tell a right answer from a wrong one there.';

export const LINT_RULES = {
  'document.fault': {
    level: 'error',
    title: 'a part of the document can not be used',
    why: 'Every tool reads something else there, or nothing; what assay makes of it is said.',
    repair: 'Correct the place that is named.',
  },
  'document.out-of-reach': {
    level: 'warning',
    title: 'a part of the document is out of the reach of tests',
    why: 'OpenAPI allows it; assay can do nothing with it, and leaves it out.',
    repair: 'Test it by other means, or describe it in another way.',
  },
  'paths.same': {
    level: 'error',
    title: 'two paths are one and the same',
    why: 'Paths that differ in the names of their parameters alone are identical (OpenAPI, "Paths Object").',
    repair: 'Make one path of them.',
  },
  'paths.ambiguous': {
    level: 'warning',
    title: 'an address fits two paths',
    why: 'Routers choose one of them, each in its own way.',
    repair: 'Let one of the paths differ in a segment without a parameter.',
  },
  'paths.trailing-slash': {
    level: 'warning',
    title: 'two paths differ in a slash at the end alone',
    why: 'Many clients and routers take them for one.',
    repair: 'Make one path of them.',
  },
  'operations.id': {
    level: 'note',
    title: 'an operation has no operationId',
    why: 'Reports and generated clients make up a name for it.',
    repair: 'Add an `operationId` of its own.',
  },
  'operations.responses': {
    level: 'error',
    title: 'an operation has no responses',
    why: UNTESTABLE,
    repair: 'Add `responses` with the success and the errors that clients have to know.',
  },
  'operations.success': {
    level: 'warning',
    title: 'an operation has no success',
    why: UNTESTABLE,
    repair: 'Add the response of a request that is served, for example 200.',
  },
  'operations.unauthenticated': {
    level: 'warning',
    title: 'an operation needs a credential and says nothing of an answer without one',
    why: 'Clients can not tell a missing key from other errors, and tests not a closed door from an open one.',
    repair: 'Add a 401 response with its body.',
  },
  'operations.login': {
    level: 'warning',
    title: 'what gives a credential asks for one',
    why: 'Nobody could come in: clients and mocks that do as the document says refuse every first request.',
    repair: 'Write `security: []` at it.',
  },
  'operations.invalid-input': {
    level: 'warning',
    title: 'an operation takes a body and has no answer to an invalid one',
    why: 'Whether invalid requests are refused, and how, is left open.',
    repair: 'Add a 400 or 422 response with its body.',
  },
  'operations.unknown-entry': {
    level: 'note',
    title: 'no value of a path parameter is known that exists',
    why: 'Tests can only make one up, and a service rightly answers 404 then.',
    repair:
      'Give the parameter an `example` of something that is there, or document how it is created or listed.',
  },
  'responses.success-body': {
    level: 'warning',
    title: 'a success has a body without a schema',
    why: UNTESTABLE,
    repair: 'Add `content` with a `schema`, or answer with 204.',
  },
  'responses.error-body': {
    level: 'warning',
    title: 'an error has no documented body',
    why: 'Clients can not read it, and tests not judge it.',
    repair: 'Add `content` with the schema that all errors share, for example application/problem+json.',
  },
  'schemas.type': {
    level: 'warning',
    title: 'a schema has keywords of a type and no type',
    why: 'They say nothing about values of other types: all of those are valid.',
    repair: 'Add `type`.',
  },
  'schemas.keyword': {
    level: 'warning',
    title: 'a name in a schema is no keyword, and near to one',
    why: 'Nothing holds what it says: tools ignore keywords that they do not know.',
    repair: 'Correct its name.',
  },
  'schemas.format': {
    level: 'warning',
    title: 'a format has another name in JSON Schema',
    why: 'Tools take a format that they do not know for a remark: any text is valid.',
    repair: 'Write the name that JSON Schema has for it.',
  },
  'schemas.empty': {
    level: 'note',
    title: 'a schema says nothing about the value',
    why: 'Any value is valid there.',
    repair: 'Say what the value is, at least its `type`.',
  },
  'schemas.items': {
    level: 'warning',
    title: 'an array does not say what is in it',
    why: 'Anything may be in it.',
    repair: 'Add `items`.',
  },
  'schemas.required': {
    level: 'warning',
    title: 'a member is required that no property describes',
    why: 'Often a slip of the pen: the member that was meant is optional then.',
    repair: 'Describe it under `properties`, or correct its name.',
  },
  'schemas.bounds': {
    level: 'error',
    title: 'bounds leave no value',
    why: 'No value can be valid.',
    repair: 'Exchange or correct the bounds.',
  },
  'schemas.enum': {
    level: 'warning',
    title: 'a value of an enum has another type than its schema',
    why: 'It is never valid.',
    repair: 'Correct the value or the `type`.',
  },
  'schemas.siblings': {
    level: 'warning',
    title: 'keywords stand beside a reference',
    why: 'Before OpenAPI 3.1 everything beside `$ref` is ignored.',
    repair: 'Write `allOf` with the reference and the keywords, or move to OpenAPI 3.1.',
  },
  'schemas.pattern': {
    level: 'warning',
    title: 'a pattern is written for another language',
    why: 'JSON Schema has the regular expressions of ECMA-262: other tools refuse it or read it in another way.',
    repair: 'Write it as ECMA-262 has it.',
  },
  'examples.valid': {
    level: 'error',
    title: 'an example breaks its schema',
    why: 'People and tools copy examples; one of the two is wrong.',
    repair: 'Correct the example or the schema.',
  },
  'examples.default': {
    level: 'error',
    title: 'a default breaks its schema',
    why: 'A client that leaves the value out means an invalid one.',
    repair: 'Correct the default or the schema.',
  },
} as const satisfies { readonly [id: string]: Row };

export type LintRule = keyof typeof LINT_RULES;

/** The rules with their ids, in the order of the table. */
export const lintRules: readonly (Row & { readonly id: LintRule })[] = (
  Object.keys(LINT_RULES) as LintRule[]
).map((id) => ({ id, ...LINT_RULES[id] }));

/** Something that a rule finds. */
export type LintFinding = {
  readonly rule: LintRule;
  readonly level: LintLevel;
  readonly message: string;
  readonly repair: string;
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** JSON Pointer (RFC 6901) into the file; the empty string for the file as a whole. */
  readonly pointer: string;
};

/** The formats of what lint found. */
export const LINT_FORMATS = [
  'terminal',
  'json',
  'sarif',
  'github',
  'gitlab',
  'junit',
  'markdown',
  'html',
] as const;

export type LintFormat = (typeof LINT_FORMATS)[number];
