import type { HeaderLine } from '../../src/http/exchange.ts';
import type { Operation } from '../../src/interface/model.ts';
import { isObject, type Json } from '../../src/json/value.ts';
import { requestMediaType, requestSchema, takesJson } from '../../src/oracle/contract.ts';
import { malformedBodies } from '../../src/schema/generate/malformed-bodies.ts';
import type { Schema } from '../../src/schema/keywords.ts';
import { documentedMembers, schemaMembers } from '../../src/schema/members.ts';
import { operationsWithAnyBody, operationsWithJson } from '../../src/session/in-reach.ts';
import { removeSince } from '../../src/session/entries/clean-up.ts';
import { ofOwnNamed } from '../../src/session/entries/named-in-bodies.ts';
import { ofEntryAt } from '../../src/session/entries/of-entry-at.ts';
import { knownPath, ownershipOf, placeNamed } from '../../src/session/entries/own-things.ts';
import { encode, type ProbeContext, sendFor } from '../../src/session/probe.ts';
import { markedBody } from '../../src/session/requests/marked.ts';
import { keptBody } from '../../src/session/requests/renewed.ts';
import { FROM_STANDARD, type Probe, isThorough } from '../../src/session/suite.ts';

type JsonMembers = { readonly [name: string]: Json };

function bodyProbe(
  id: string,
  intends: Probe['intends'],
  name: string,
  intent: 'unknown-members' | 'assigned-member' | 'media-type-variant' | 'doubtful',
  change: (
    body: JsonMembers,
    context: ProbeContext,
    operation: Operation,
  ) => { bytes: Uint8Array; headers?: readonly HeaderLine[] } | undefined,
  weight: 'light' | 'heavy' = 'light',
): Probe {
  return {
    id,
    intends,
    profiles: FROM_STANDARD,
    creates: true,
    run: async (context) => {
      for (const operation of operationsWithJson(context)) {
        const label = `${name} ${operation.id}`;
        const drawn =
          keptBody(context, operation, label) ?? markedBody(context, operation, { optional: 'all', label });
        const path =
          operation.namedBy?.in !== 'body'
            ? knownPath(context.session, operation)
            : placeNamed(context.session, operation);
        const own =
          drawn === undefined || path === undefined
            ? drawn
            : ofEntryAt(context.session, operation, path, drawn);
        const body = own === undefined ? undefined : ofOwnNamed(context.session, operation, own);
        const changed = isObject(body) ? change(body, context, operation) : undefined;
        if (changed === undefined) continue;
        const { bytes, headers } = changed;
        const particular = { probe: name.replace('OP', operation.id), body: { bytes }, intent };
        const known = new Set<object>(ownershipOf(context.session).entries);
        const reading = await sendFor(
          context,
          operation,
          headers === undefined ? particular : { ...particular, headers },
        );
        const status = reading?.answer?.status ?? 0;
        if (weight === 'heavy' && status >= 200 && status < 300) {
          // A service that keeps it would show it in every list from now on.
          await removeSince(context, known);
          const again = { probe: `${particular.probe}-lightened`, body: { bytes: encode(body ?? null) } };
          if (operation.method !== 'POST')
            await sendFor(context, operation, { ...again, intent: 'ordinary' });
        }
        if (intent !== 'media-type-variant' || status < 400 || status >= 500 || status === 415) continue;
        // It may be the body that is refused.
        await sendFor(context, operation, {
          probe: `${particular.probe}-as-documented`,
          body: { bytes },
          intent: 'ordinary',
        });
      }
    },
  };
}

/** Members that no interface is likely to know, as JSON text; those that it does know are left out. */
const UNKNOWN = [
  ['__proto__', '{"assay":true}'],
  ['constructor', '"assay"'],
  ['extra', '[1,{"deep":null}]'],
  ['unknown', '"assay"'],
  ['x-assay', '"assay"'],
] as const;

/** True for a schema that allows no further members. */
function isClosed(schema: Schema): boolean {
  return typeof schema === 'object' && schema.additionalProperties === false;
}

const unknownMembers = bodyProbe(
  'robustness.unknown-members',
  ['unknown-members'],
  'robustness/unknown-members/OP',
  'unknown-members',
  (body, context, operation) => {
    const schema = requestSchema(operation) ?? true;
    // Where no member is described, each is as known as any other.
    if (isClosed(schema) || documentedMembers(schema).size === 0) return undefined;
    const { properties } = schemaMembers(schema);
    const collection = context.document.collections.find(({ create }) => create.id === operation.id);
    const known = new Set([...Object.keys(body), ...properties.keys(), ...(collection?.assigned ?? [])]);
    const extra = UNKNOWN.filter(([name]) => !known.has(name)).map(
      ([name, value]) => `${JSON.stringify(name)}:${value}`,
    );
    const own = new TextDecoder().decode(encode(body)).slice(1, -1);
    const members = own === '' ? extra : [own, ...extra];
    return { bytes: new TextEncoder().encode(`{${members.join(',')}}`) };
  },
);

const assignedMember = bodyProbe(
  'collections.assigned-members',
  ['assigned-member'],
  'collections/assigned-member/OP',
  'assigned-member',
  (body, context, operation) => {
    const collection = context.document.collections.find((c) => c.create.id === operation.id);
    if (collection === undefined || isClosed(collection.sent.schema)) return undefined;
    // What wraps an entry may have rules of its own for the names that clients give (JSON:API).
    if (collection.sent.pointer !== '') return undefined;
    const value = context.identityOfClient(collection);
    return value === undefined ? undefined : { bytes: encode({ ...body, [collection.identity]: value }) };
  },
);

const variant = bodyProbe(
  'validation.media-type-variant',
  ['media-type-variant'],
  'robustness/media-type/documented-type-in-other-letters-OP',
  'media-type-variant',
  (body, _context, operation) => {
    const [type = '', ...subtype] = requestMediaType(operation).split('/');
    const other = `${type.slice(0, 1).toUpperCase()}${type.slice(1)}/${subtype.join('/').toUpperCase()}`;
    return { bytes: encode(body), headers: [['Content-Type', `${other}; charset=utf-8`]] };
  },
);

const wrongType = bodyProbe(
  'robustness.wrong-media-type',
  ['other-media-type'],
  'robustness/media-type/text-plain',
  'doubtful',
  (body, _context, { requestBody }) => {
    const documented = requestBody?.representations ?? [];
    // A text that is documented beside JSON is another body of it.
    if (documented.some(({ mediaType }) => /^text\//i.test(mediaType))) return undefined;
    return { bytes: encode(body), headers: [['Content-Type', 'text/plain']] };
  },
);

const noType = bodyProbe(
  'robustness.no-media-type',
  ['other-media-type'],
  'robustness/media-type/no-content-type',
  'doubtful',
  (body) => ({
    bytes: encode(body),
    headers: [],
  }),
);

const repeatedNames = bodyProbe(
  'robustness.repeated-names',
  ['doubtful'],
  'robustness/limits/repeated-member-names',
  'doubtful',
  (body) => {
    const text = new TextDecoder().decode(encode(body));
    return { bytes: new TextEncoder().encode(`${text.slice(0, -1)},${text.slice(1)}`) };
  },
);

/** Servers and proxies commonly take up to 1 MiB. */
const ABOVE_COMMON_LIMITS = 1_100_000;

const largeBody = bodyProbe(
  'robustness.large-body',
  ['doubtful'],
  'robustness/limits/body-above-one-mebibyte',
  'doubtful',
  (body) => ({ bytes: encode({ ...body, assayFiller: '.'.repeat(ABOVE_COMMON_LIMITS) }) }),
  'heavy',
);

const doubtfulJson: Probe = {
  id: 'robustness.doubtful-json',
  intends: ['doubtful'],
  profiles: FROM_STANDARD,
  creates: true,
  run: async (context) => {
    for (const operation of operationsWithAnyBody(context).filter(takesJson)) {
      const body = markedBody(context, operation, { optional: 'all', label: `doubtful ${operation.id}` });
      const rows = body === undefined ? [] : malformedBodies(body).filter((row) => !row.decisive);
      const chosen = isThorough(context.profile) ? rows : rows.filter((row) => row.name.includes('UTF-8'));
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

const UNKNOWN_MEMBER = 'assayDeep';

const deepBody = bodyProbe(
  'robustness.deep-body',
  ['doubtful'],
  'robustness/limits/body-nested-ten-thousand-deep',
  'doubtful',
  (body, _context, operation) => {
    // Nobody stores it, so that no later list is too deep to be read: what is required is missing, or a documented member is no list.
    const { required } = schemaMembers(requestSchema(operation) ?? true);
    const [[documented] = [UNKNOWN_MEMBER]] = Object.entries(body);
    const name = required.size > 0 ? UNKNOWN_MEMBER : documented;
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    return { bytes: new TextEncoder().encode(`{${JSON.stringify(name)}:${deep}}`) };
  },
  'heavy',
);

/** Bodies that the document says little about, the most telling first. */
export const bodyProbes: readonly Probe[] = [
  assignedMember,
  unknownMembers,
  variant,
  wrongType,
  noType,
  repeatedNames,
  deepBody,
  largeBody,
];

/** Bodies that parsers may read in different ways: a thorough run has many of them. */
export const doubtfulBodies: readonly Probe[] = [doubtfulJson];
