import { isJsonMediaType } from '../../../http/media-type.ts';
import { responseFor } from '../../../interface/documented-answers.ts';
import type { Interface } from '../../../interface/model.ts';
import type { Reply, ReplyBody } from '../../answers/stages/stages.ts';
import { printJson } from '../../../json/lossless.ts';
import type { Fault } from '../fault.ts';
import { atResponse, type ResponsePlace, responsePlaces } from './at-response.ts';
import { derivedName } from './derived-name.ts';

const OTHER_SUCCESSES = [202, 203, 206, 200];
const OTHER_REFUSALS = [403, 409, 418, 406];

/** A status of the same class that the document gives the operation no answer for; none where a range covers them all. */
function otherStatus({ operation, response }: ResponsePlace): number | undefined {
  const others = new Map([
    ['2', OTHER_SUCCESSES],
    ['4', OTHER_REFUSALS],
  ]);
  return others
    .get(response.status.charAt(0))
    ?.find((status) => responseFor(operation, status) === undefined);
}

function statusFaults(place: ResponsePlace): readonly Fault[] {
  const { operation, response } = place;
  const status = otherStatus(place);
  if (status === undefined || !/^\d{3}$/.test(response.status)) return [];
  return [
    {
      name: derivedName(operation, response.status, `status-${status}`),
      family: 'statuses',
      title: `${operation.id} answers ${status} where ${response.status} is documented`,
      breaks: breaksStatus(place),
      apply: (stages) => atResponse(stages, place, (reply) => ({ ...reply, status })),
    },
  ];
}

function breaksStatus({ operation, response }: ResponsePlace): readonly string[] {
  const at = (check: string): string => `${check}@${operation.id}`;
  if (response.status.startsWith('2')) return [at('statuses.success')];
  switch (response.status) {
    case '401':
    case '403':
      return [at('authentication.missing-credential'), at('authentication.unknown-key')];
    case '400':
    case '422':
      return ['validation.missing-member', 'validation.wrong-type', 'validation.parameter'].map(at);
    default:
      return [];
  }
}

type BodyFault = {
  readonly name: string;
  readonly title: string;
  /** What it breaks on a success, and on an error. */
  readonly checks: readonly [success: string, error: string];
  readonly change: (body: Exclude<ReplyBody, { readonly kind: 'none' }>) => ReplyBody;
};

function textOf(body: Exclude<ReplyBody, { readonly kind: 'none' }>): string {
  switch (body.kind) {
    case 'json':
      return printJson(body.value);
    case 'text':
      return body.text;
    case 'bytes':
      return Buffer.from(body.bytes).toString();
  }
}

const BODY_FAULTS: readonly BodyFault[] = [
  {
    name: 'media-type-text',
    title: 'comes as text/plain',
    checks: ['bodies.media-type', 'bodies.media-type'],
    change: (body) => ({ kind: 'text', mediaType: 'text/plain', text: textOf(body) }),
  },
  {
    name: 'body-missing',
    title: 'has no body',
    checks: ['bodies.json', 'errors.shape'],
    change: () => ({ kind: 'none' }),
  },
  {
    name: 'body-broken',
    title: 'has a body that ends too early',
    checks: ['bodies.json', 'errors.shape'],
    change: (body) => ({ kind: 'text', mediaType: body.mediaType, text: textOf(body).slice(0, -1) }),
  },
];

function rebodied(reply: Reply, change: BodyFault['change']): Reply {
  return reply.body.kind === 'none' ? reply : { ...reply, body: change(reply.body) };
}

function bodyFaults(place: ResponsePlace): readonly Fault[] {
  const { operation, response } = place;
  const mediaTypes = response.representations.map(({ mediaType }) => mediaType);
  if (!mediaTypes.some(isJsonMediaType) || mediaTypes.includes('text/plain')) return [];
  return BODY_FAULTS.map(({ name, title, checks: [success, error], change }) => ({
    name: derivedName(operation, response.status, name),
    family: response.status.startsWith('2') ? 'bodies' : 'errors',
    title: `${response.status} of ${operation.id} ${title}`,
    breaks: [`${response.status.startsWith('2') ? success : error}@${operation.id}`],
    apply: (stages) => atResponse(stages, place, (reply) => rebodied(reply, change)),
  }));
}

/** For each documented response: another status, and a body that is missing, cut short, or of another media type. */
export function responseFaults(document: Interface): readonly Fault[] {
  return responsePlaces(document).flatMap((place) => [...statusFaults(place), ...bodyFaults(place)]);
}
