import { packs, unusualTexts } from '../src/generate/unusual-texts.ts';
import { malformedBodies } from '../src/generate/malformed-bodies.ts';
import type { HeaderLine } from '../src/exchange/exchange.ts';
import type { Json, Operation } from '../src/interface/model.ts';
import { requestSchema } from '../src/oracle/contract.ts';
import { bind } from '../src/run/bind.ts';
import {
  encode,
  harmlessOperations,
  markedBody,
  operationsWithBody,
  requestFor,
  sendFor,
  type ProbeContext,
} from '../src/run/probe-context.ts';
import { EVERY_PROFILE, FROM_STANDARD, ONLY_THOROUGH, type Probe, type Suite } from '../src/run/suite.ts';
import { markableMembers } from '../src/run/valid-request.ts';

const TEXT_CHECKS = [
  'validation.unusual-text',
  'collections.text-unchanged',
  'statuses.no-server-error',
  'statuses.answered',
  'observed.text-handling',
];
const SERVER_CHECKS = ['statuses.no-server-error', 'observed.robustness'];
/** Texts that a standard run sends on their own, the most telling first. */
const STANDARD_ALONE = ['NUL inside', '5,000 characters', '300 characters', 'empty'];
/** Texts that only optional members get: a service may well ask for a name that can be read. */
const ONLY_OPTIONAL = ['empty', 'blank', 'outer white space'];

type JsonMembers = { readonly [name: string]: Json };

function isMembers(value: Json | undefined): value is JsonMembers {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A body whose free texts hold an unusual text, the first one behind a marker. */
function unusualBody(
  context: ProbeContext,
  operation: Operation,
  name: string,
  text: string,
): Json | undefined {
  const body = markedBody(context, operation, { optional: 'all', label: `unusual ${operation.id}` });
  const members = markableMembers(requestSchema(operation) ?? true);
  if (!isMembers(body) || members.length === 0) return undefined;
  const onlyOptional = ONLY_OPTIONAL.includes(name);
  if (onlyOptional && members.length < 2) return undefined;
  const changed: Record<string, Json> = { ...body };
  for (const [index, member] of members.entries()) {
    if (index > 0) changed[member] = text;
    else if (!onlyOptional) changed[member] = `${context.marker()} ${text}`;
  }
  return changed;
}

async function sendText(context: ProbeContext, name: string, text: string): Promise<void> {
  for (const operation of operationsWithBody(context)) {
    const json = unusualBody(context, operation, name, text);
    if (json === undefined) continue;
    const probe = `robustness/unusual-text/${operation.id}/${name.replaceAll(' ', '-')}`;
    await sendFor(context, operation, { probe, body: { json }, intent: 'unusual-text' });
  }
}

const packed: Probe = {
  id: 'robustness.packed-texts',
  feeds: TEXT_CHECKS,
  profiles: EVERY_PROFILE,
  creates: true,
  run: async (context) => {
    for (const { name, text } of packs()) await sendText(context, `pack ${name}`, text);
  },
};

const alone: Probe = {
  id: 'robustness.single-texts',
  feeds: TEXT_CHECKS,
  profiles: FROM_STANDARD,
  creates: true,
  run: async (context) => {
    const chosen =
      context.profile === 'thorough'
        ? unusualTexts.filter((row) => row.text.length <= 20_000)
        : STANDARD_ALONE.flatMap((name) => unusualTexts.filter((row) => row.name === name));
    for (const { name, text } of chosen) await sendText(context, name, text);
  },
};

function bodyProbe(
  id: string,
  feeds: readonly string[],
  name: string,
  intent: 'unknown-members' | 'assigned-member' | 'media-type-variant' | 'doubtful',
  change: (
    body: JsonMembers,
    context: ProbeContext,
    operation: Operation,
  ) => { bytes: Uint8Array; headers?: readonly HeaderLine[] } | undefined,
): Probe {
  return {
    id,
    feeds,
    profiles: FROM_STANDARD,
    creates: true,
    run: async (context) => {
      for (const operation of operationsWithBody(context)) {
        const body = markedBody(context, operation, { optional: 'mixed', label: `${name} ${operation.id}` });
        const changed = isMembers(body) ? change(body, context, operation) : undefined;
        if (changed === undefined) continue;
        const { bytes, headers } = changed;
        const particular = { probe: name.replace('OP', operation.id), body: { bytes }, intent };
        await sendFor(context, operation, headers === undefined ? particular : { ...particular, headers });
      }
    },
  };
}

const unknownMembers = bodyProbe(
  'robustness.unknown-members',
  ['observed.unknown-members', 'statuses.no-server-error'],
  'robustness/unknown-members/OP',
  'unknown-members',
  (body, _context, operation) => {
    const schema = requestSchema(operation);
    if (typeof schema === 'object' && schema.additionalProperties === false) return undefined;
    const text = new TextDecoder().decode(encode(body));
    const extra = '"__proto__":{"assay":true},"constructor":"assay","assayExtra":[1,{"deep":null}]';
    return { bytes: new TextEncoder().encode(`${text.slice(0, -1)},${extra}}`) };
  },
);

const assignedMember = bodyProbe(
  'collections.assigned-members',
  ['collections.assigned-members', 'observed.unknown-members'],
  'collections/assigned-member/OP',
  'assigned-member',
  (body, context, operation) => {
    const collection = context.document.collections.find((c) => c.create.id === operation.id);
    const schema = requestSchema(operation);
    if (collection === undefined || (typeof schema === 'object' && schema.additionalProperties === false))
      return undefined;
    const value = context.identityOfClient(collection);
    return value === undefined ? undefined : { bytes: encode({ ...body, [collection.identity]: value }) };
  },
);

const variant = bodyProbe(
  'validation.media-type-variant',
  ['validation.media-type-variant'],
  'robustness/media-type/documented-type-in-other-letters-OP',
  'media-type-variant',
  (body) => ({
    bytes: encode(body),
    headers: [['Content-Type', 'Application/JSON; charset=utf-8']],
  }),
);

const wrongType = bodyProbe(
  'robustness.wrong-media-type',
  ['observed.media-types', 'statuses.no-server-error'],
  'robustness/media-type/text-plain',
  'doubtful',
  (body) => ({
    bytes: encode(body),
    headers: [['Content-Type', 'text/plain']],
  }),
);

const noType = bodyProbe(
  'robustness.no-media-type',
  ['observed.media-types', 'statuses.no-server-error'],
  'robustness/media-type/no-content-type',
  'doubtful',
  (body) => ({
    bytes: encode(body),
    headers: [],
  }),
);

const repeatedNames = bodyProbe(
  'robustness.repeated-names',
  SERVER_CHECKS,
  'robustness/limits/repeated-member-names',
  'doubtful',
  (body) => {
    const text = new TextDecoder().decode(encode(body));
    return { bytes: new TextEncoder().encode(`${text.slice(0, -1)},${text.slice(1)}`) };
  },
);

const largeBody = bodyProbe(
  'robustness.large-body',
  SERVER_CHECKS,
  'robustness/limits/body-of-two-megabytes',
  'doubtful',
  (body, _context, operation) => {
    const [name] = markableMembers(requestSchema(operation) ?? true).slice(-1);
    return name === undefined
      ? undefined
      : { bytes: encode({ ...body, [name]: 'a'.repeat(2 * 1024 * 1024) }) };
  },
);

const doubtfulJson: Probe = {
  id: 'robustness.doubtful-json',
  feeds: SERVER_CHECKS,
  profiles: FROM_STANDARD,
  creates: true,
  run: async (context) => {
    for (const operation of operationsWithBody(context)) {
      const body = markedBody(context, operation, { optional: 'all', label: `doubtful ${operation.id}` });
      const rows = body === undefined ? [] : malformedBodies(body).filter((row) => !row.decisive);
      const chosen = context.profile === 'thorough' ? rows : rows.filter((row) => row.name.includes('UTF-8'));
      for (const { name, bytes } of chosen) {
        await sendFor(context, operation, {
          probe: `robustness/limits/${name.replaceAll(' ', '-')}`,
          body: { bytes },
          intent: 'doubtful',
        });
      }
    }
  },
};

function readProbe(
  id: string,
  feeds: readonly string[],
  options: {
    readonly name: string;
    readonly profiles: Probe['profiles'];
    readonly method?: string;
    readonly headers?: readonly HeaderLine[];
    readonly suffix?: string;
    readonly intent: 'doubtful' | 'undocumented' | 'ordinary';
  },
): Probe {
  return {
    id,
    feeds,
    profiles: options.profiles,
    creates: false,
    run: async (context) => {
      const [operation] = harmlessOperations(context).filter(
        (o) => o.method === 'GET' && !o.path.includes('{'),
      );
      const spec =
        operation === undefined
          ? undefined
          : requestFor(context, operation, { probe: options.name, intent: options.intent });
      if (spec === undefined) return;
      const method = options.method ?? spec.method;
      if (
        method !== 'GET' &&
        context.document.operations.some((o) => o.method === method && o.path === operation?.path)
      )
        return;
      const suffix = options.suffix ?? '';
      const path =
        suffix.startsWith('?') && spec.path.includes('?')
          ? `${spec.path}&${suffix.slice(1)}`
          : `${spec.path}${suffix}`;
      await context.session.send({
        ...spec,
        method,
        path,
        headers: [...spec.headers, ...(options.headers ?? [])],
      });
    },
  };
}

/** What services stumble over. The document is silent on most of it: then only a 5xx is a fault. */
export const robustness: Suite = bind({
  name: 'robustness',
  title: 'Robustness',
  probes: [
    packed,
    alone,
    assignedMember,
    unknownMembers,
    variant,
    wrongType,
    noType,
    readProbe('robustness.head', ['observed.other-requests'], {
      name: 'robustness/other/head',
      profiles: FROM_STANDARD,
      method: 'HEAD',
      intent: 'undocumented',
    }),
    readProbe('robustness.options', ['observed.other-requests'], {
      name: 'robustness/other/options',
      profiles: ONLY_THOROUGH,
      method: 'OPTIONS',
      intent: 'undocumented',
    }),
    readProbe('robustness.unknown-path', ['observed.other-requests'], {
      name: 'robustness/other/unknown-path',
      profiles: FROM_STANDARD,
      suffix: '/assay/unknown',
      intent: 'undocumented',
    }),
    readProbe('robustness.unknown-query', SERVER_CHECKS, {
      name: 'robustness/limits/unknown-query',
      profiles: FROM_STANDARD,
      suffix: '?assay=%27%22%3C%25',
      intent: 'doubtful',
    }),
    repeatedNames,
    doubtfulJson,
    largeBody,
    readProbe('robustness.large-header', SERVER_CHECKS, {
      name: 'robustness/limits/header-of-twelve-kilobytes',
      profiles: FROM_STANDARD,
      headers: [['X-Assay-Filler', 'a'.repeat(12_000)]],
      intent: 'doubtful',
    }),
    readProbe('robustness.accept', ['observed.media-types'], {
      name: 'robustness/media-type/accept-text-html',
      profiles: ONLY_THOROUGH,
      headers: [['Accept', 'text/html']],
      intent: 'ordinary',
    }),
  ],
});
