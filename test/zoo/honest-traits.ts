import { fixedFromFirstHit, type Usage } from './limiters.ts';
import { jsonText, repeatsMember } from './json-text.ts';
import type {
  Answer,
  Call,
  Category,
  Content,
  Credential,
  Header,
  NewCategory,
  Problem,
  Reading,
  Service,
  Traits,
  Verdict,
} from './traits.ts';

export const jsonContent = (value: unknown): Content => ({ kind: 'json', value });

/** An answer in the documented Error shape. */
export function problem(status: number, detail: string, call: Call, service: Service): Answer {
  const { errorCode, errorMessage, errorExtra } = service.traits;
  const error: Problem = { status, code: errorCode(status), message: errorMessage(status, detail) };
  return { status, headers: [], content: jsonContent({ ...error, ...errorExtra(call) }) };
}

/** The token of a bearer Authorization field; '' when there is none behind the scheme. */
export function bearerToken(call: Call, schemeCase: Traits['schemeCase'] = 'any'): string | undefined {
  const match = /^bearer(?: +(.*))?$/i.exec(call.headers['authorization'] ?? '');
  if (match === null) return undefined;
  if (schemeCase === 'exact' && !match[0].startsWith('Bearer')) return undefined;
  return match[1] ?? '';
}

/** Judges the credential with a comparison of its own, all else as an honest service does. */
export function comparing(accepts: (token: string, key: string) => boolean): Traits['credential'] {
  return (call, service) => {
    const token = bearerToken(call, service.traits.schemeCase);
    if (call.headers['authorization'] === undefined || token === undefined || token === '') return 'missing';
    return accepts(token, service.key) ? 'valid' : 'invalid';
  };
}

export const honestCredential: Traits['credential'] = comparing((token, key) => token === key);

export function honestUnauthorized(call: Call, service: Service): Answer {
  const status = bearerToken(call) === '' ? service.traits.emptyTokenStatus : 401;
  const answer = problem(status, 'Send a valid API key as a bearer token.', call, service);
  const challenges = service.traits.challenges(call).map((line): Header => ['WWW-Authenticate', line]);
  return status === 401 ? { ...answer, headers: challenges } : answer;
}

const refusal = (status: number, detail: string, call: Call, service: Service): Reading => ({
  ok: false,
  answer: problem(status, detail, call, service),
});

function mediaTypeRefusal(call: Call, service: Service): Reading | undefined {
  const { wrongMediaType, missingMediaType } = service.traits;
  const sent = call.headers['content-type'];
  const essence = sent?.split(';')[0]?.trim().toLowerCase();
  if (essence === 'application/json') return undefined;
  const policy = essence === undefined || essence === '' ? missingMediaType : wrongMediaType;
  if (policy === 'accept') return undefined;
  return refusal(policy, 'The body has to be application/json.', call, service);
}

export function honestReadBody(call: Call, service: Service): Reading {
  const { maxBodyBytes, tooLargeStatus, repeatedMembers } = service.traits;
  if (call.body.length > maxBodyBytes) {
    const { answer } = refusal(tooLargeStatus, 'The body is too large.', call, service) as { answer: Answer };
    return { ok: false, answer: { ...answer, headers: [...answer.headers, ['Connection', 'close']] } };
  }
  const wrongType = mediaTypeRefusal(call, service);
  if (wrongType !== undefined) return wrongType;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(call.body);
    const value: unknown = JSON.parse(text);
    if (repeatedMembers === 'refuse' && repeatsMember(text)) {
      return refusal(400, 'A member is named twice.', call, service);
    }
    return { ok: true, value };
  } catch {
    return refusal(400, 'The body is not JSON.', call, service);
  }
}

export const bad = (detail: string): Verdict => ({ ok: false, detail });

const KNOWN: ReadonlySet<string> = new Set(['id', 'name', 'description']);

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function honestValidate(value: unknown, _call: Call, service: Service): Verdict {
  const { unknownMembers, assignedId, uniqueNames, textProblem, normalise } = service.traits;
  if (!isObject(value)) return bad('The body has to be an object.');
  const own = new Map(Object.entries(value));
  for (const member of own.keys()) {
    if (member === 'id' && assignedId === 'refuse') return bad('The service assigns id.');
    if (!KNOWN.has(member) && unknownMembers === 'refuse') {
      return bad(`Unknown member ${member}.`);
    }
  }
  if (!own.has('name')) return bad('name is required.');
  const kept = new Map<string, string>();
  for (const member of ['name', 'description'] as const) {
    if (!own.has(member)) continue;
    const text = own.get(member);
    if (typeof text !== 'string') return bad(`${member} has to be a string.`);
    const detail = textProblem(member, text);
    if (detail !== undefined) return bad(`${member} ${detail}.`);
    kept.set(member, normalise(member, text));
  }
  if (uniqueNames && service.categories.some((category) => category.name === kept.get('name'))) {
    return bad('There is a category of that name.');
  }
  const input = Object.fromEntries(kept) as unknown as NewCategory;
  if (unknownMembers !== 'keep') return { ok: true, input };
  const others = Object.fromEntries([...own].filter(([name]) => !KNOWN.has(name)));
  return { ok: true, input: { ...input, others } };
}

export function honestCreate(input: NewCategory, _call: Call, service: Service): Category {
  const category = { id: service.traits.nextId(service), ...input, createdAtMs: service.now() };
  service.categories.push(category);
  return category;
}

export function honestList(_call: Call, service: Service): readonly Category[] {
  const { lagMs, arrange } = service.traits;
  const newest = service.now() - lagMs;
  return arrange(
    service.categories.filter((category) => category.createdAtMs <= newest),
    service,
  );
}

export function honestDescribe(
  category: Category,
  _where: unknown,
  service: Service,
): Record<string, unknown> {
  const { id, name, description, others } = category;
  return {
    ...others,
    id,
    name,
    ...(description === undefined ? {} : { description }),
    ...service.traits.categoryExtra(category),
  };
}

export function honestTooMany(usage: Usage, call: Call, service: Service): Answer {
  const nowMs = service.now() + service.traits.clockOffsetMs(call);
  return {
    status: 429,
    headers: [['Retry-After', service.traits.retryAfter(usage.waitMs, nowMs)]],
    content: service.traits.tooManyContent(call, service),
  };
}

export function honestRateHeaders(
  usage: Usage,
  call: Call,
  _answer: Answer,
  service: Service,
): readonly Header[] {
  const { clockOffsetMs, resetRounding } = service.traits;
  const round = resetRounding === 'up' ? Math.ceil : Math.floor;
  const reset = round((usage.resetAtMs + clockOffsetMs(call)) / 1000);
  return [
    ['X-RateLimit-Limit', String(usage.limit)],
    ['X-RateLimit-Remaining', String(usage.remaining)],
    ['X-RateLimit-Reset', String(reset)],
  ];
}

const honestCodes: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
};

const seedOfThree: readonly NewCategory[] = [
  { name: 'dog', description: 'Dogs of all kinds' },
  { name: 'cat' },
  { name: 'rabbit', description: 'Rabbits and hares' },
];

/** The form that every member starts from. */
export const honestTraits: Traits = {
  plan: 'free',
  basePath: '/v1',
  order: ['limit', 'authenticate', 'route', 'read'],
  transport: 'content-length',
  gzip: false,
  reason: () => undefined,
  headerName: (name) => name,
  extraHeaders: () => [],
  latencyMs: () => 0,
  clockOffsetMs: () => 0,
  sendsDate: true,
  notFound: (call, service) => problem(404, 'There is no such operation.', call, service),
  wrongMethod: (call, service, allowed) => ({
    ...problem(405, 'There is no such operation.', call, service),
    headers: [['Allow', allowed]],
  }),
  namedOperation: (call, service) => problem(404, 'There is no such operation.', call, service),
  head: 'as-get',
  preflight: 'wrong-method',
  trailingSlash: 'not-found',
  schemeCase: 'any',
  emptyTokenStatus: 401,
  challenges: () => ['Bearer realm="pet-catalogue"'],
  maxBodyBytes: 1_048_576,
  tooLargeStatus: 413,
  wrongMediaType: 415,
  missingMediaType: 'accept',
  unknownMembers: 'ignore',
  assignedId: 'ignore',
  repeatedMembers: 'last',
  uniqueNames: false,
  textProblem: () => undefined,
  normalise: (_member, text) => text,
  mediaType: 'application/json',
  encode: (value) => jsonText(value),
  errorCode: (status) => honestCodes[status] ?? 'error',
  errorMessage: (_status, detail) => detail,
  errorExtra: () => ({}),
  categoryExtra: () => ({}),
  location: false,
  seed: seedOfThree,
  nextId: (service) => BigInt(service.tally('id')),
  arrange: (list) => list,
  lagMs: 0,
  neighbour: () => {},
  meter: fixedFromFirstHit,
  allowanceWithoutKey: 60,
  counts: () => true,
  refunds: () => false,
  resetRounding: 'up',
  retryAfter: (waitMs) => String(Math.max(1, Math.ceil(waitMs / 1000))),
  tooManyContent: (call, service) => problem(429, 'Too many requests.', call, service).content,
  banAfterEarly: 3,
  credential: (call, service): Credential => honestCredential(call, service),
  unauthorized: honestUnauthorized,
  readBody: honestReadBody,
  validate: honestValidate,
  invalid: (detail, _value, call, service) => problem(400, detail, call, service),
  keep: (input) => input,
  create: honestCreate,
  list: honestList,
  describe: honestDescribe,
  tooMany: honestTooMany,
  rateHeaders: honestRateHeaders,
  intercept: () => undefined,
  alter: (answer) => answer,
};
