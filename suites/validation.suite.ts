import { lacksDefaultsAlone } from '../src/oracle/filled-in.ts';
import { refusesFormats } from '../src/checks/formats.ts';
import { UNKNOWN_PARAMETER } from '../src/checks/validation/not-understood.ts';
import { toldTextsOf } from '../src/interface/parameters/told-texts.ts';
import { unknownAre } from '../src/interface/parameters/told-unknown.ts';
import { casesOf, type Chosen, inGrowingTurns, inTurn, spread, type Turns } from './validation/cases.ts';
import { nearMissesOfParameters, parameterProbe } from './validation/parameters.ts';
import { boundaryBodies } from './validation/bodies.ts';
import { brokenInOrder, brokenInServed } from './validation/broken-in-served.ts';
import { toldOrders } from './validation/told-order.ts';
import { sendToFitting } from './validation/fitting-entries.ts';
import { optionalParameters } from './validation/values.ts';
import type { HeaderLine } from '../src/http/exchange.ts';
import { canonicalJson } from '../src/json/canonical.ts';
import { fromPointer, valueAt } from '../src/json/pointer.ts';
import { isWritable } from '../src/interface/content/media-kind.ts';
import type { Operation, Representation } from '../src/interface/model.ts';
import type { Json } from '../src/json/value.ts';
import {
  requestRepresentation,
  requestSchema,
  saysWhenRefused,
  takesJson,
  validatorOf,
} from '../src/oracle/contract.ts';
import type { Reading } from '../src/oracle/reading.ts';
import { isDecisivelyMalformed, breaksByNothing } from '../src/oracle/request-facts.ts';
import { type BreakageKind, breakageOf } from '../src/schema/breakage.ts';
import { type InvalidCase, isOfType, readAs, tellingValue } from '../src/schema/generate/invalid.ts';
import { type MalformedBody, malformedBodies } from '../src/schema/generate/malformed-bodies.ts';
import { harmlessOperations, operationsWithBody } from '../src/session/in-reach.ts';
import { type ProbeContext, requestFor, sendFor, sendSpec } from '../src/session/probe.ts';
import { mark, markedBody } from '../src/session/requests/marked.ts';
import { validBodies } from '../src/session/requests/valid-request.ts';
import { EVERY_PROFILE, FROM_STANDARD, type Probe, type Suite, isThorough } from '../src/session/suite.ts';
import { sampleOne } from '../src/system/seeded.ts';

/** How many cases of one kind and operation a quick run sends. */
const QUICK_CASES = 3;
const STANDARD_MALFORMED = ['truncated', 'plain words'];

/** Top-level member that a case breaks, if any: the marker has to go elsewhere. */
function brokenMember(one: InvalidCase): readonly (readonly string[])[] {
  const place = fromPointer(one.breaks.pointer).slice(0, 1);
  return place.length === 0 ? [] : [place];
}

/** Draws of a body for one with a value at a place. */
const MOST_DRAWS = 5;

function isNothingAt(body: Json, place: readonly string[]): boolean {
  return (valueAt(body, place) ?? null) === null;
}

/** The value that is sent first: what a lax service would let through most easily. */
function exampleOf(
  { seed }: ProbeContext,
  operation: Operation,
  one: InvalidCase,
  label: string,
): Json | undefined {
  const schema = requestSchema(operation);
  const supply = isOfType(one) ? validBodies(operation, 'all') : undefined;
  if (schema === undefined || supply?.kind !== 'values') return undefined;
  const place = fromPointer(one.breaks.pointer);
  const draw = (at: number): Json =>
    sampleOne(supply.arbitrary, seed, `valid ${label}${at === 0 ? '' : ` ${String(at)}`}`);
  let valid = draw(0);
  // What may be nothing is, in some draws: then it tells nothing of how it is read.
  for (let at = 1; at < MOST_DRAWS && isNothingAt(valid, place); at += 1) valid = draw(at);
  return tellingValue(one, schema, sampleOne(one.arbitrary, seed, label), valid);
}

async function sendCase(context: ProbeContext, operation: Operation, one: InvalidCase): Promise<void> {
  const { kind, pointer, detail } = one.breaks;
  const place = pointer === '' ? 'body' : pointer.slice(1).replaceAll('/', '.');
  const label = `validation/${kind}/${operation.id}-${place}-${detail}`;
  const sample = sampleOne(one.arbitrary, context.seed, label);
  // What a default stands for may be taken.
  const schema = requestSchema(operation) ?? true;
  if (breaksByNothing(operation, sample) || lacksDefaultsAlone(schema, sample)) return;
  // What stands in the body that was served is the same for many drawn values.
  const answers = new Map<string, Reading | undefined>();
  await context.counterexamples.check<Json>({
    label,
    arbitrary: one.arbitrary,
    example: exampleOf(context, operation, one, label),
    // Where no limit is documented, other values are drawn when everything was asked once.
    runs: isThorough(context.profile) && context.document.rateLimits !== undefined ? 2 : 1,
    send: async (value) => {
      const marked = mark(context, operation, value, brokenMember(one));
      // A text more may mend it: a body that has to have a member has one then.
      const json = brokenInOrder(operation, validatorOf(schema)(marked).length === 0 ? value : marked);
      const inServed = brokenInServed(context, operation, one, json, label);
      const intent = readAs(one.breaks);
      if (inServed === json)
        return sendToFitting(context, operation, { probe: label, body: { json }, intent });
      const text = canonicalJson(inServed);
      if (!answers.has(text))
        answers.set(
          text,
          await sendToFitting(context, operation, { probe: label, body: { json: inServed }, intent }),
        );
      return answers.get(text);
    },
  });
}

/** Of what is left to a run one way of breaking bodies takes this part at most, where there is more to send than that. */
const LARGEST_SHARE = 0.4;
/** Operations whose broken bodies are kept until each place had its turn: of more, that is memory without a bound. */
const MOST_SPREAD = 60;

/** True where no documented limit makes a run choose few requests anyway: large bodies would leave nothing to other probes. */
function mayTakeAll({ profile, document }: ProbeContext): boolean {
  return (profile === 'standard' || profile === 'thorough') && document.rateLimits === undefined;
}

/**
 * Sends bodies that are broken in one way. `turns`: those of a run that can't send all of them; any other sends them with the first.
 */
function invalidProbe(
  id: string,
  kind: BreakageKind,
  { quick = false, turns = 'all' }: { readonly quick?: boolean; readonly turns?: Turns } = {},
): Probe {
  return {
    id,
    intends: [kind],
    profiles: quick ? EVERY_PROFILE : FROM_STANDARD,
    creates: false,
    run: async (context) => {
      const { budget } = context.session;
      const operations = operationsWithBody(context);
      const areMany = operations.length > MOST_SPREAD;
      const isShared = mayTakeAll(context) && !areMany;
      if (turns === 'further' && !isShared) return;
      const kept = isShared ? Math.floor(budget.left('key') * (1 - LARGEST_SHARE)) : 0;
      const isWhole = isThorough(context.profile);
      const chosen = operations.map((operation): Chosen => {
        const all = (): Generator<InvalidCase, undefined> => casesOf(context, operation, kind);
        const cases = (): IteratorObject<InvalidCase, undefined> => {
          if (context.profile === 'quick') return all().take(QUICK_CASES);
          return isShared
            ? spread(all(), turns)
            : all().filter(({ isVariant }) => isWhole || isVariant !== true);
        };
        return { operation, cases };
      });
      context.session.requireTime();
      for (const [operation, one] of areMany ? inGrowingTurns(chosen) : inTurn(chosen)) {
        await sendCase(context, operation, one);
        context.session.requireTime();
        if (budget.left('key') < kept) return;
      }
    },
  };
}

const emptyObject: Probe = {
  id: 'validation.empty-object',
  intends: ['missing-member'],
  profiles: FROM_STANDARD,
  creates: false,
  run: async (context) => {
    for (const operation of operationsWithBody(context)) {
      context.session.requireTime();
      const schema = requestSchema(operation) ?? true;
      const errors = validatorOf(schema)({});
      const isMissing = errors.length > 0 && breakageOf(errors) === 'missing-member';
      if (!isMissing || lacksDefaultsAlone(schema, {})) continue;
      await sendFor(context, operation, {
        probe: `validation/missing-member/${operation.id}-all`,
        body: { json: {} },
        intent: 'missing-member',
      });
    }
  },
};

/** Bodies that no parser of the media type takes. */
function surelyMalformed(operation: Operation, valid: Json): readonly MalformedBody[] {
  if (takesJson(operation)) return malformedBodies(valid).filter(({ bytes }) => isDecisivelyMalformed(bytes));
  return [{ name: 'plain words', bytes: new TextEncoder().encode('these are plain words'), decisive: true }];
}

const malformed: Probe = {
  id: 'validation.malformed-json',
  intends: ['malformed-json'],
  profiles: EVERY_PROFILE,
  creates: false,
  run: async (context) => {
    for (const operation of operationsWithBody(context)) {
      const valid = markedBody(context, operation, { optional: 'all', label: `malformed ${operation.id}` });
      const rows = valid === undefined ? [] : surelyMalformed(operation, valid);
      const chosen = isThorough(context.profile)
        ? rows
        : rows.filter(({ name }) => STANDARD_MALFORMED.includes(name));
      for (const { name, bytes } of chosen.slice(0, context.profile === 'quick' ? 1 : undefined)) {
        await sendFor(context, operation, {
          probe: `validation/malformed-json/${operation.id}-${name.replaceAll(' ', '-')}`,
          body: { bytes },
          intent: 'malformed-json',
        });
      }
    }
  },
};

function absentBody(
  check: string,
  intent: 'empty-body' | 'no-body',
  body: 'none' | { bytes: Uint8Array },
): Probe {
  return {
    id: check,
    intends: [intent],
    profiles: FROM_STANDARD,
    creates: false,
    run: async (context) => {
      for (const operation of operationsWithBody(context).filter((o) => o.requestBody?.required === true)) {
        await sendFor(context, operation, {
          probe: `${check.replace('.', '/')}/${operation.id}`,
          body,
          intent,
        });
      }
    },
  };
}

const ordinary: Probe = {
  id: 'statuses.success',
  intends: ['ordinary'],
  profiles: FROM_STANDARD,
  creates: false,
  run: async (context) => {
    const collections = new Set(
      context.document.collections.flatMap((c) => [c.create.id, c.list.id, c.read?.id]),
    );
    for (const operation of harmlessOperations(context).filter((o) => !collections.has(o.id))) {
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
    malformed,
    invalidProbe('validation.root-type', 'root-type'),
    emptyObject,
    absentBody('validation.empty-body', 'empty-body', { bytes: new Uint8Array() }),
    absentBody('validation.no-body', 'no-body', 'none'),
    parameterProbe('validation.parameter', 'invalid-parameter'),
    parameterProbe('validation.parameter-format', 'format'),
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
    otherMediaTypes,
  ],
};
