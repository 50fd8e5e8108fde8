import { BAD_BODIES } from '../../src/checks/check.ts';
import { type Several, severalAtOnce } from '../../src/interface/resources/several-at-once.ts';
import { parseJson } from '../../src/json/lossless.ts';
import { fromPointer, putAt, valueAt } from '../../src/json/pointer.ts';
import { isList, isObject, type Json } from '../../src/json/value.ts';
import { requestSchema, validatorOf } from '../../src/oracle/contract.ts';
import { allowedIn } from '../../src/session/entries/entry-requests.ts';
import { encode, requestFor, sendSpec, type ProbeContext } from '../../src/session/probe.ts';
import { freeTexts } from '../../src/session/requests/values/free-text.ts';
import { sendAs, probeOfLives } from './steps.ts';

/** Creations of several entries at once with one broken entry between others, where the document says that all are made, or none. */

/** Two entries with texts of the run, and a broken one between them; `undefined` where none can be made. */
function brokenBetween(context: ProbeContext, { operation, pointer, item }: Several): Json | undefined {
  const served = context.baselines.servedBody(operation);
  const parsed = served === undefined ? undefined : parseJson(served);
  const whole = parsed?.kind === 'json' ? parsed.value : undefined;
  const place = fromPointer(pointer);
  const items = whole === undefined ? undefined : valueAt(whole, place);
  const [first] = isList(items) ? items : [];
  const [text] = freeTexts(item).filter(({ path }) => path.length === 1);
  const [name] = text?.path ?? [];
  const schema = requestSchema(operation);
  if (whole === undefined || name === undefined || !isObject(first) || schema === undefined) return undefined;
  const { [name]: own, ...rest } = first;
  const entry = (what: string): Json => ({ ...rest, [name]: `${context.marker()} ${what}` });
  const ways: readonly Json[] = [rest, { ...rest, [name]: 17 }, { ...rest, [name]: null }];
  const broken = ways.find((way) => own !== undefined && validatorOf(item)(way).length > 0);
  if (broken === undefined) return undefined;
  const [before, behind] = [entry('Before'), entry('Behind')];
  const isFine = validatorOf(schema)(putAt(whole, place, [before, behind]) ?? null).length === 0;
  return isFine ? putAt(whole, place, [before, broken, behind]) : undefined;
}

async function sendSeveral(context: ProbeContext, several: Several): Promise<void> {
  const { operation, collection } = several;
  const json = brokenBetween(context, several);
  const label = `resources/several-${operation.id}`;
  if (json === undefined) return;
  const spec = requestFor(context, operation, {
    probe: label,
    intent: 'missing-member',
    body: { bytes: encode(json) },
  });
  const sent = spec === undefined ? undefined : await sendAs(context, spec, BAD_BODIES);
  if (sent === undefined || !allowedIn(context)(collection.list)) return;
  const listing = requestFor(context, collection.list, { probe: `${label}-list`, intent: 'ordinary' });
  if (listing !== undefined) await sendSpec(context, listing);
}

export const several = probeOfLives('resources.several', async (context, isAllowed) => {
  for (const each of severalAtOnce(context.document))
    if (isAllowed(each.operation)) await sendSeveral(context, each);
});
