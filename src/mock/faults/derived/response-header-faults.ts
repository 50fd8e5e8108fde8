import type { HeaderRule, Interface, RateLimits } from '../../../interface/model.ts';
import { compileSchema } from '../../../schema/compile.ts';
import { mergedKeywords } from '../../../schema/merge.ts';
import type { HeaderLine, Reply, Stages } from '../../answers/stages/stages.ts';
import type { Fault } from '../fault.ts';
import { atResponse, type ResponsePlace, responsePlaces } from './at-response.ts';
import { derivedName } from './derived-name.ts';

type HeaderChange = {
  readonly name: string;
  readonly title: string;
  readonly change: (line: HeaderLine) => readonly HeaderLine[];
};

const MISSING: HeaderChange = { name: 'missing', title: 'is missing', change: () => [] };
const REPEATED: HeaderChange = {
  name: 'repeated',
  title: 'stands on two lines',
  change: (line) => [line, line],
};

function replaced(name: string, value: string): HeaderChange {
  return { name, title: `is ${JSON.stringify(value)}`, change: ([field]) => [[field, value]] };
}

function changeHeader(reply: Reply, field: string, { change }: HeaderChange): Reply {
  const headers = reply.headers.flatMap((line) =>
    line[0].toLowerCase() === field.toLowerCase() ? change(line) : [line],
  );
  return { ...reply, headers };
}

type Role = 'limit' | 'remaining' | 'reset';

/** A negative number is none of the three; what is no number either. Other values have faults of the whole interface. */
const QUOTA_CHANGES: readonly HeaderChange[] = [
  MISSING,
  REPEATED,
  replaced('negative', '-1'),
  replaced('malformed', 'soon'),
];

function breaksQuota(role: Role, change: HeaderChange): string {
  switch (change) {
    case MISSING:
      return 'rate-limit-headers.present';
    case REPEATED:
      return 'rate-limit-headers.single';
    default:
      return `rate-limit-headers.${role}`;
  }
}

const ROLES: readonly Role[] = ['limit', 'remaining', 'reset'];

function quotaFaults(place: ResponsePlace, limits: RateLimits): readonly Fault[] {
  const { operation, response } = place;
  return ROLES.flatMap((role) => {
    const field = limits.headers[role];
    if (field === undefined || limits.headersOn !== 'always') return [];
    return QUOTA_CHANGES.map((change) => ({
      name: derivedName(operation, response.status, field, change.name),
      family: 'rate-limit-headers',
      title: `on ${response.status} of ${operation.id}, ${field} ${change.title}`,
      breaks: [`${breaksQuota(role, change)}@${operation.id}`],
      apply: (stages) => atResponse(stages, place, (reply) => changeHeader(reply, field, change)),
    }));
  });
}

function readings(text: string): readonly unknown[] {
  return /^-?\d+$/.test(text) ? [text, Number(text)] : [text];
}

/** A text that the schema of a field rules out, read as text or as the number that it stands for. */
function ruledOutText({ schema }: HeaderRule): string | undefined {
  const { type } = mergedKeywords(schema);
  if (type === 'array' || type === 'object') return undefined;
  const validate = compileSchema(schema);
  return ['', 'soon', '-1'].find((text) => readings(text).every((value) => validate(value).length > 0));
}

function ruleFaults(place: ResponsePlace, rule: HeaderRule): readonly Fault[] {
  const { operation, response } = place;
  const text = ruledOutText(rule);
  const changes = text === undefined ? [MISSING] : [MISSING, replaced('malformed', text)];
  return changes.map((change) => ({
    name: derivedName(operation, response.status, rule.name, change.name),
    family: 'bodies',
    title: `on ${response.status} of ${operation.id}, ${rule.name} ${change.title}`,
    breaks: [`headers.documented@${operation.id}`],
    apply: (stages) => atResponse(stages, place, (reply) => changeHeader(reply, rule.name, change)),
  }));
}

function requiredRules({ response }: ResponsePlace, limits: RateLimits | undefined): readonly HeaderRule[] {
  const quota = Object.values(limits?.headers ?? {}).map((name) => name?.toLowerCase());
  return response.headers.filter(({ name, required }) => required && !quota.includes(name.toLowerCase()));
}

function atRefusal(stages: Stages, change: (reply: Reply) => Reply): Stages {
  return {
    ...stages,
    decorate(reply, charge, visit) {
      const decorated = stages.decorate(reply, charge, visit);
      return charge.kind === 'refused' ? change(decorated) : decorated;
    },
  };
}

/** What is wrong with the fields of the refusal over the limit. */
function refusalFaults(limits: RateLimits): readonly Fault[] {
  const { retryAfter, ...quota } = limits.headers;
  const fault = (field: string, change: HeaderChange, check: string): Fault => ({
    name: `rate-limit.${limits.status}.${field}.${change.name}`,
    family: 'rate-limit-enforcement',
    title: `on the refusal over the limit, ${field} ${change.title}`,
    breaks: [check],
    apply: (stages) => atRefusal(stages, (reply) => changeHeader(reply, field, change)),
  });
  return [
    ...Object.values(quota).flatMap((field) =>
      field === undefined ? [] : [fault(field, MISSING, 'rate-limit-enforcement.refusal-headers')],
    ),
    ...(retryAfter === undefined
      ? []
      : [REPEATED, replaced('negative', '-1'), replaced('malformed', 'soon')].map((change) =>
          fault(retryAfter, change, 'rate-limit-enforcement.retry-after'),
        )),
  ];
}

/**
 * For each documented response: every field of the rate limit and every other required one is missing, malformed or
 * repeated; and the same of the refusal over the limit.
 */
export function responseHeaderFaults(document: Interface): readonly Fault[] {
  const { rateLimits } = document;
  const ofResponses = responsePlaces(document).flatMap((place) => [
    ...(rateLimits === undefined ? [] : quotaFaults(place, rateLimits)),
    ...requiredRules(place, rateLimits).flatMap((rule) => ruleFaults(place, rule)),
  ]);
  return rateLimits === undefined ? ofResponses : [...ofResponses, ...refusalFaults(rateLimits)];
}
