import { refusesFormats } from '../src/checks/formats.ts';
import { UNKNOWN_PARAMETER } from '../src/checks/validation/not-understood.ts';
import { toldTextsOf } from '../src/interface/parameters/told-texts.ts';
import { unknownAre } from '../src/interface/parameters/told-unknown.ts';
import {
  furtherBreakages,
  invalidProbe,
  leastTellingFirst,
  leastTellingLast,
  malformed,
} from './validation/broken-bodies.ts';
import { areMany } from './validation/cases.ts';
import { nearMissesOfParameters, parameterProbe } from './validation/parameters.ts';
import { boundaryBodies } from './validation/bodies.ts';
import { toldAlternatives } from './validation/alternatives.ts';
import { toldOrders } from './validation/told-order.ts';
import { optionalParameters } from './validation/values.ts';
import type { HeaderLine } from '../src/http/exchange.ts';
import { isWritable } from '../src/interface/content/media-kind.ts';
import type { Operation, Representation } from '../src/interface/model.ts';
import { requestRepresentation, saysWhenRefused, validatorOf } from '../src/oracle/contract.ts';
import { harmlessOperations, operationsWithBody } from '../src/session/in-reach.ts';
import { type ProbeContext, requestFor, sendFor, sendSpec } from '../src/session/probe.ts';
import { FROM_STANDARD, type Probe, type Suite } from '../src/session/suite.ts';

const ordinary: Probe = {
  id: 'statuses.success',
  intends: ['ordinary'],
  profiles: FROM_STANDARD,
  creates: false,
  run: async (context) => {
    const collections = new Set(
      context.document.collections.flatMap((c) => [c.create.id, c.list.id, c.read?.id]),
    );
    const operations = harmlessOperations(context).filter((o) => !collections.has(o.id));
    // Of many each was asked once to see whether it is served.
    const isOfMany = areMany(operations);
    for (const operation of operations) {
      if (isOfMany && context.baselines.isServed(operation)) continue;
      await sendFor(context, operation, { probe: `validation/ordinary/${operation.id}`, intent: 'ordinary' });
    }
  },
};

/** The operation as if it took its body in this media type alone. */
function takingOnly(operation: Operation, representation: Representation): Operation {
  const required = operation.requestBody?.required === true;
  return { ...operation, requestBody: { required, representations: [representation] } };
}

const otherMediaTypes: Probe = {
  id: 'statuses.other-media-types',
  intends: ['ordinary'],
  profiles: FROM_STANDARD,
  creates: true,
  run: async (context) => {
    for (const operation of operationsWithBody(context)) {
      const first = requestRepresentation(operation);
      for (const representation of operation.requestBody?.representations ?? []) {
        if (representation === first || !isWritable(representation.mediaType)) continue;
        await sendFor(context, takingOnly(operation, representation), {
          probe: `validation/media-type/${operation.id}-${representation.mediaType.replaceAll('/', '.')}`,
          intent: 'ordinary',
        });
      }
    }
  },
};

/** The media types that the document shows for a success of the operation. */
function answerTypes({ responses }: Operation): readonly string[] {
  const successes = responses.filter(({ status }) => /^(?:2|default$)/i.test(status));
  const types = successes.flatMap(({ representations }) => representations.map(({ mediaType }) => mediaType));
  return [...new Set(types)].filter((mediaType) => !mediaType.includes('*'));
}

const acceptedTypes: Probe = {
  id: 'bodies.accepted-types',
  intends: ['ordinary'],
  profiles: FROM_STANDARD,
  creates: false,
  run: async (context) => {
    for (const operation of harmlessOperations(context).filter(({ method }) => method === 'GET')) {
      const types = answerTypes(operation);
      if (types.length < 2) continue;
      for (const mediaType of types) {
        const probe = `validation/accept/${operation.id}-${mediaType.replaceAll('/', '.')}`;
        const spec = requestFor(context, operation, { probe, intent: 'ordinary' });
        // The others are taken too: what a service can't give does not matter here.
        const accept: HeaderLine = ['Accept', `${mediaType}, */*;q=0.1`];
        const own = spec?.headers.filter(([name]) => name.toLowerCase() !== 'accept') ?? [];
        if (spec !== undefined) await sendSpec(context, { ...spec, headers: [...own, accept] });
      }
    }
  },
};

/** A media type that nothing is in. */
const NO_FORMAT = 'application/vnd.assay.nothing';

/** Each documented format alone, and one that there is not, where the document has 406. */
const strictTypes: Probe = {
  id: 'bodies.strict-types',
  intends: ['ordinary'],
  profiles: FROM_STANDARD,
  creates: false,
  run: async (context) => {
    if (saysWhenRefused(context.document)) return;
    for (const operation of harmlessOperations(context).filter((one) =>
      refusesFormats(context.document, one),
    )) {
      if (!context.baselines.isServed(operation)) continue;
      for (const mediaType of [...answerTypes(operation), NO_FORMAT]) {
        const probe = `validation/format/${operation.id}-${mediaType.replaceAll('/', '.')}`;
        const spec = requestFor(context, operation, { probe, intent: 'ordinary' });
        const own = spec?.headers.filter(([name]) => name.toLowerCase() !== 'accept') ?? [];
        if (spec !== undefined)
          await sendSpec(context, { ...spec, headers: [...own, ['Accept', mediaType]] });
      }
    }
  },
};

/** So many operations are asked for what nobody understands. */
const MOST_UNKNOWN = 6;

/** What is not understood in the query of an operation, as it is sent, where the document says what becomes of it. */
function notUnderstood(
  { document }: ProbeContext,
  operation: Operation,
): readonly (readonly [string, string])[] {
  const unknown = unknownAre(document, operation) === undefined ? [] : [[UNKNOWN_PARAMETER, '1'] as const];
  return [
    ...unknown,
    ...toldTextsOf(document, operation)
      .filter(({ parameter, wrong }) => validatorOf(parameter.schema)(wrong).length === 0)
      .map(({ parameter, wrong }) => [parameter.name, wrong] as const),
  ];
}

/** A query parameter that nobody documents, or a text that is none of those that are meant, where the document says what becomes of it. */
const unknownParameters: Probe = {
  id: 'validation.unknown-parameters',
  intends: ['ordinary', 'doubtful'],
  profiles: FROM_STANDARD,
  creates: false,
  run: async (context) => {
    const told = harmlessOperations(context).filter(
      (operation) =>
        operation.method === 'GET' &&
        notUnderstood(context, operation).length > 0 &&
        context.baselines.isServed(operation),
    );
    for (const operation of told.slice(0, MOST_UNKNOWN)) {
      const probe = `validation/unknown-parameter/${operation.id}`;
      const spec = requestFor(context, operation, { probe, intent: 'ordinary' });
      if (spec === undefined) continue;
      const sign = spec.path.includes('?') ? '&' : '?';
      for (const [name, value] of notUnderstood(context, operation)) {
        await sendSpec(context, spec);
        // A text is one for the schema, whatever it says.
        const intent = name === UNKNOWN_PARAMETER ? 'doubtful' : 'ordinary';
        const path = `${spec.path}${sign}${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
        await sendSpec(context, { ...spec, probe: `${probe}-${name}`, path, intent }, {}, 'nothing');
      }
      await sendSpec(context, { ...spec, probe: `${probe}-after` });
    }
  },
};

export const validation: Suite = {
  name: 'validation',
  title: 'Request validation',
  probes: [
    ordinary,
    invalidProbe('validation.missing-member', 'missing-member', { quick: true }),
    // Few places have a format, and many a type: they would come to nothing after those.
    invalidProbe('validation.format', 'format'),
    invalidProbe('validation.wrong-type', 'wrong-type', { quick: true, turns: 'first' }),
    parameterProbe('validation.first-parameter', 'invalid-parameter', 'first-of-many'),
    malformed,
    ...leastTellingFirst,
    parameterProbe('validation.parameter', 'invalid-parameter', 'of-few'),
    parameterProbe('validation.parameter-format', 'format', 'of-few'),
    parameterProbe('validation.first-parameter-format', 'format', 'first-of-many'),
    invalidProbe('validation.constraint', 'constraint'),
    // One wrong type tells of most others: each bound of each member has its turn before.
    invalidProbe('validation.further-types', 'wrong-type', { turns: 'further' }),
    nearMissesOfParameters,
    optionalParameters,
    boundaryBodies,
    acceptedTypes,
    strictTypes,
    unknownParameters,
    toldOrders,
    toldAlternatives,
    parameterProbe('validation.further-parameters', 'invalid-parameter', 'further-of-many'),
    ...leastTellingLast,
    furtherBreakages,
    otherMediaTypes,
  ],
};
