import type { Operation } from '../../src/interface/model.ts';
import type { Json } from '../../src/json/value.ts';
import { expectation } from '../../src/oracle/expectation.ts';
import { isCertainlyServed, requestSchema, validatorOf } from '../../src/oracle/contract.ts';
import { isOrdinary, isOrdinaryText, isTold, LARGEST_ORDINARY_BODY } from '../../src/oracle/request-facts.ts';
import type { Reading } from '../../src/oracle/reading.ts';
import { packs, unusualTexts } from '../../src/schema/generate/texts.ts';
import { operationsWithAnyBody } from '../../src/session/in-reach.ts';
import { type Particular, type ProbeContext, requestFor, sendFor } from '../../src/session/probe.ts';
import { markedBody } from '../../src/session/requests/marked.ts';
import { keptBody } from '../../src/session/requests/renewed.ts';
import { EVERY_PROFILE, FROM_STANDARD, type Probe, isThorough } from '../../src/session/suite.ts';
import { type FreeText, freeTexts, putText } from '../../src/session/requests/values/free-text.ts';

/** Which members get a text: a refusal for the sake of one would hide how the others are treated. */
type Place = 'all' | 'first' | 'others' | 'repeated' | 'whole';

type Row = { readonly name: string; readonly place: Place };

const LONGEST_ALONE = '20,000 characters';
const SHORT_ALONE = '300 characters';
/** Texts that a standard run sends on their own, the most telling first. */
const STANDARD_ALONE: readonly Row[] = [
  { name: 'NUL inside', place: 'all' },
  { name: LONGEST_ALONE, place: 'all' },
  { name: SHORT_ALONE, place: 'all' },
  { name: 'numerals', place: 'whole' },
  { name: 'empty', place: 'others' },
  { name: 'empty', place: 'first' },
  { name: 'blank', place: 'first' },
  { name: 'taken before', place: 'repeated' },
];
const LONGEST_SENT = 20_000;
/** A name that objects inherit. It is sent twice: a service may refuse names that are taken, but not fail over them. */
const RESERVED = '__proto__';
/** What reads as a number: whoever guesses the types of texts gives one back. A service may refuse the second one, as unusual. */
const DIGITS = '150';
const NUMERAL = '1.50';

/** Puts texts into free texts, one after the other. */
function putAll(body: Json, places: readonly FreeText[], text: string): Json {
  return places.reduce((done: Json, place) => putText(done, place, text), body);
}

/** A body whose free texts hold an unusual text; the first one has it behind a marker, where it may be behind something. */
function unusualBody(
  context: ProbeContext,
  operation: Operation,
  text: string,
  place: Place,
): Json | undefined {
  const schema = requestSchema(operation) ?? true;
  // What else is in it may have to be unique.
  const label = `unusual ${operation.id} ${place} ${text}`;
  const body =
    keptBody(context, operation, label) ?? markedBody(context, operation, { optional: 'all', label });
  const [first, ...others] = freeTexts(schema);
  if (body === undefined || first === undefined) return undefined;
  const next = others.slice(0, 1);
  // What servers refuse for its length tells nothing of the text.
  const most = Math.max(1, Math.floor(LARGEST_ORDINARY_BODY / (text.length + 1)) - 1);
  const made = (): Json | undefined => {
    switch (place) {
      case 'all':
        return putAll(putText(body, first, `${context.marker()} ${text}`), others.slice(0, most - 1), text);
      case 'first':
        return putAll(putText(body, first, text), next, context.marker());
      case 'others':
        return others.length === 0
          ? undefined
          : putAll(putText(body, first, RESERVED), others.slice(0, most), text);
      case 'repeated':
        return putAll(putText(body, first, RESERVED), next, context.marker());
      case 'whole':
        return putAll(putText(body, first, others.length === 0 ? text : DIGITS), next, text);
    }
  };
  const changed = made();
  if (changed === undefined || validatorOf(schema)(changed).length > 0) return undefined;
  const isPlain = isCertainlyServed(context.document, operation) ? isOrdinary : isTold;
  return isPlain(schema, changed) ? undefined : changed;
}

function textOf(name: string): string | undefined {
  const text = unusualTexts.find((row) => row.name === name)?.text;
  return text !== undefined && text.length <= LONGEST_SENT && !isOrdinaryText(text) ? text : undefined;
}

function textIn({ name, place }: Row): string | undefined {
  if (place === 'repeated') return RESERVED;
  return place === 'whole' ? NUMERAL : textOf(name);
}

/** True where all that held the text names the entry of the path: it stays called as that. */
function isNamedAnew(context: ProbeContext, operation: Operation, particular: Particular): boolean {
  const spec = operation.path.includes('{') ? requestFor(context, operation, particular) : undefined;
  const { contract } = context.session;
  if (spec === undefined) return false;
  return (
    expectation(contract, { ...spec, target: `${contract.basePath}${spec.path}` }).situation === 'ordinary'
  );
}

async function sendText(context: ProbeContext, { name, place }: Row, text: string): Promise<void> {
  for (const operation of operationsWithAnyBody(context)) {
    const json = unusualBody(context, operation, text, place);
    if (json === undefined) continue;
    const probe = `robustness/unusual-text/${operation.id}/${name.replaceAll(' ', '-')}-in-${place}`;
    const particular = { probe, body: { json }, intent: 'unusual-text' } as const;
    if (!isNamedAnew(context, operation, particular)) await sendFor(context, operation, particular);
  }
}

function packName(name: string): string {
  return `pack-${name}`;
}

/** Many unusual texts in few requests. */
export const packedTexts: Probe = {
  id: 'robustness.packed-texts',
  intends: ['unusual-text'],
  profiles: EVERY_PROFILE,
  creates: true,
  run: async (context) => {
    for (const { name, text } of packs())
      await sendText(context, { name: packName(name), place: 'all' }, text);
  },
};

/** What came of a text that was put into all members. */
function answersTo({ session }: ProbeContext, name: string): readonly Reading[] {
  const ending = `/${name.replaceAll(' ', '-')}-in-all`;
  return session.readings.filter(({ exchange }) => exchange.probe.endsWith(ending));
}

/** True when every operation that was sent a text took it. */
function isTaken(context: ProbeContext, name: string): boolean {
  const answers = answersTo(context, name);
  return answers.length > 0 && answers.every(({ answer }) => answer !== undefined && answer.status < 300);
}

/** Texts that tell nothing more: those that were taken in a pack with others, and long ones where longer ones were. */
function toldAlready(context: ProbeContext): ReadonlySet<string> {
  const packed = packs().filter(({ name }) => isTaken(context, packName(name)));
  const shorter = isTaken(context, LONGEST_ALONE) ? ['5,000 characters'] : [];
  return new Set([...packed.flatMap(({ rows }) => rows), ...shorter]);
}

/** A standard run has room for one of the two: where the longest text was taken, a shorter one tells nothing more. */
function isLeftOut(context: ProbeContext, { name, place }: Row): boolean {
  if (name === SHORT_ALONE) return isTaken(context, LONGEST_ALONE);
  return place === 'whole' && answersTo(context, SHORT_ALONE).length > 0;
}

/** Unusual texts on their own. */
export const singleTexts: Probe = {
  id: 'robustness.single-texts',
  intends: ['unusual-text'],
  profiles: FROM_STANDARD,
  creates: true,
  run: async (context) => {
    const sent = new Set(STANDARD_ALONE.filter(({ place }) => place === 'all').map(({ name }) => name));
    const others = unusualTexts.filter(({ name }) => !sent.has(name));
    const more = others.map(({ name }): Row => ({ name, place: 'all' }));
    const rows = isThorough(context.profile) ? [...STANDARD_ALONE, ...more] : STANDARD_ALONE;
    for (const row of rows) {
      if (!STANDARD_ALONE.includes(row) && toldAlready(context).has(row.name)) continue;
      if (!isThorough(context.profile) && isLeftOut(context, row)) continue;
      const text = textIn(row);
      if (text !== undefined) await sendText(context, row, text);
    }
  },
};
