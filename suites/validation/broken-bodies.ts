import { lacksDefaultsAlone } from '../../src/oracle/filled-in.ts';
import { areMany, casesOf, type Chosen, inGrowingTurns, inTurn, spread, type Turns } from './cases.ts';
import { brokenInOrder, brokenInServed } from './broken-in-served.ts';
import { sendToFitting } from './fitting-entries.ts';
import { canonicalJson } from '../../src/json/canonical.ts';
import { fromPointer, valueAt } from '../../src/json/pointer.ts';
import type { Operation } from '../../src/interface/model.ts';
import type { Json } from '../../src/json/value.ts';
import { requestSchema, takesJson, validatorOf } from '../../src/oracle/contract.ts';
import type { Reading } from '../../src/oracle/reading.ts';
import { isDecisivelyMalformed, breaksByNothing } from '../../src/oracle/request-facts.ts';
import { type BreakageKind, breakageOf } from '../../src/schema/breakage.ts';
import { type InvalidCase, isOfType, readAs, tellingValue } from '../../src/schema/generate/invalid.ts';
import { type MalformedBody, malformedBodies } from '../../src/schema/generate/malformed-bodies.ts';
import { operationsWithBody } from '../../src/session/in-reach.ts';
import { type ProbeContext, sendFor } from '../../src/session/probe.ts';
import { mark, markedBody } from '../../src/session/requests/marked.ts';
import { validBodies } from '../../src/session/requests/valid-request.ts';
import { EVERY_PROFILE, FROM_STANDARD, type Probe, isThorough } from '../../src/session/suite.ts';
import { sampleOne } from '../../src/system/seeded.ts';

/** Bodies that break their schemas, are no body of their media type, or are missing. */

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
/** So many of many operations have what tells least before what tells more. */
const MOST_EARLY = 8;

/** The operations whose turn it is. */
type Portion = (operations: readonly Operation[]) => readonly Operation[];

const all: Portion = (operations) => operations;
const early: Portion = (operations) => (areMany(operations) ? operations.slice(0, MOST_EARLY) : operations);
const late: Portion = (operations) => (areMany(operations) ? operations.slice(MOST_EARLY) : []);

type Sending = { readonly quick: boolean; readonly turns: Turns; readonly portion: Portion };

/** True where no documented limit makes a run choose few requests anyway: large bodies would leave nothing to other probes. */
function mayTakeAll({ profile, document }: ProbeContext): boolean {
  return (profile === 'standard' || profile === 'thorough') && document.rateLimits === undefined;
}

/**
 * Sends bodies that are broken in one way. `turns`: those of a run that can't send all of them; any other sends them with the first.
 */
export function invalidProbe(
  id: string,
  kind: BreakageKind,
  { quick = false, turns = 'all', portion = all }: Partial<Sending> = {},
): Probe {
  return {
    id,
    intends: [kind],
    profiles: quick ? EVERY_PROFILE : FROM_STANDARD,
    creates: false,
    run: async (context) => {
      const { budget } = context.session;
      const whole = operationsWithBody(context);
      const operations = portion(whole);
      const isOfMany = areMany(whole);
      const isShared = mayTakeAll(context) && !isOfMany;
      if (turns === 'further' && !isShared) return;
      const kept = isShared ? Math.floor(budget.left('key') * (1 - LARGEST_SHARE)) : 0;
      const chosen = operations.map((operation): Chosen => {
        const own = (): Generator<InvalidCase, undefined> => casesOf(context, operation, kind);
        const cases = (): IteratorObject<InvalidCase, undefined> => {
          if (context.profile === 'quick') return own().take(QUICK_CASES);
          if (isShared) return spread(own(), turns);
          const usual = usualCases(context, operation, kind);
          return isOfMany ? usual.take(1) : usual;
        };
        return { operation, cases };
      });
      context.session.requireTime();
      for (const [operation, one] of isOfMany ? inGrowingTurns(chosen) : inTurn(chosen)) {
        await sendCase(context, operation, one);
        context.session.requireTime();
        if (budget.left('key') < kept) return;
      }
    },
  };
}

/** The cases of one kind, without further ways to break what was broken already, but in a run that has the time. */
function usualCases(
  context: ProbeContext,
  operation: Operation,
  kind: BreakageKind,
): IteratorObject<InvalidCase, undefined> {
  const isWhole = isThorough(context.profile);
  return casesOf(context, operation, kind).filter(({ isVariant }) => isWhole || isVariant !== true);
}

/** What breaks bodies in more ways than one. */
const FURTHER_KINDS: readonly BreakageKind[] = [
  'missing-member',
  'constraint',
  'wrong-type',
  'format',
  'root-type',
];

/** Of many operations each had one broken body of a kind so far: two more of each, then four, and so on. */
export const furtherBreakages: Probe = {
  id: 'validation.further-breakages',
  intends: FURTHER_KINDS,
  profiles: FROM_STANDARD,
  creates: false,
  run: async (context) => {
    const operations = operationsWithBody(context);
    if (!areMany(operations)) return;
    const chosen = FURTHER_KINDS.flatMap((kind) =>
      operations.map((operation): Chosen => {
        return { operation, cases: () => usualCases(context, operation, kind).drop(1) };
      }),
    );
    for (const [operation, one] of inGrowingTurns(chosen)) {
      await sendCase(context, operation, one);
      context.session.requireTime();
    }
  },
};

const emptyObject = (portion: Portion): Probe => ({
  id: 'validation.empty-object',
  intends: ['missing-member'],
  profiles: FROM_STANDARD,
  creates: false,
  run: async (context) => {
    for (const operation of portion(operationsWithBody(context))) {
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
});

/** Bodies that no parser of the media type takes. */
function surelyMalformed(operation: Operation, valid: Json): readonly MalformedBody[] {
  if (takesJson(operation)) return malformedBodies(valid).filter(({ bytes }) => isDecisivelyMalformed(bytes));
  return [{ name: 'plain words', bytes: new TextEncoder().encode('these are plain words'), decisive: true }];
}

export const malformed: Probe = {
  id: 'validation.malformed-json',
  intends: ['malformed-json'],
  profiles: EVERY_PROFILE,
  creates: false,
  run: async (context) => {
    const operations = operationsWithBody(context);
    const most = context.profile === 'quick' || areMany(operations) ? 1 : undefined;
    for (const operation of operations) {
      const valid = markedBody(context, operation, { optional: 'all', label: `malformed ${operation.id}` });
      const rows = valid === undefined ? [] : surelyMalformed(operation, valid);
      const chosen = isThorough(context.profile)
        ? rows
        : rows.filter(({ name }) => STANDARD_MALFORMED.includes(name));
      for (const { name, bytes } of chosen.slice(0, most)) {
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
  portion: Portion,
): Probe {
  return {
    id: check,
    intends: [intent],
    profiles: FROM_STANDARD,
    creates: false,
    run: async (context) => {
      for (const operation of portion(operationsWithBody(context))) {
        if (operation.requestBody?.required !== true) continue;
        await sendFor(context, operation, {
          probe: `${check.replace('.', '/')}/${operation.id}`,
          body,
          intent,
        });
      }
    },
  };
}

function leastTelling(portion: Portion): readonly Probe[] {
  return [
    invalidProbe('validation.root-type', 'root-type', { portion }),
    emptyObject(portion),
    absentBody('validation.empty-body', 'empty-body', { bytes: new Uint8Array() }, portion),
    absentBody('validation.no-body', 'no-body', 'none', portion),
  ];
}

/** What tells least of an operation: of many the first have it. */
export const leastTellingFirst: readonly Probe[] = leastTelling(early);

/** The same of the others of many, when what tells more was sent. */
export const leastTellingLast: readonly Probe[] = leastTelling(late).map((probe) => ({
  ...probe,
  id: `${probe.id}-of-many`,
}));
