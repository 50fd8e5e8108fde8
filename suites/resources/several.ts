import { TELLING_LAG_MS } from '../../src/checks/resources/judges.ts';
import { leavesOut } from '../../src/checks/resources/creations/made-at-once.ts';
import { isIncomplete } from '../../src/session/judge-run.ts';
import { BAD_BODIES } from '../../src/checks/check.ts';
import { type Several, severalAtOnce } from '../../src/interface/resources/several-at-once.ts';
import { parseJson } from '../../src/json/lossless.ts';
import { fromPointer, putAt, valueAt } from '../../src/json/pointer.ts';
import { isList, isObject, type Json, type JsonObject } from '../../src/json/value.ts';
import { requestSchema, validatorOf } from '../../src/oracle/contract.ts';
import { allowedIn } from '../../src/session/entries/entry-requests.ts';
import { encode, requestFor, sendSpec, type ProbeContext } from '../../src/session/probe.ts';
import { markedBody } from '../../src/session/requests/marked.ts';
import { keptBody } from '../../src/session/requests/renewed.ts';
import { freeTexts } from '../../src/session/requests/values/free-text.ts';
import { longQuery, probeOfLives, sendAs } from './steps.ts';

/** Creations of several entries at once, and with one broken entry between others, where the document says that all are made, or none. */

/** What is sent of several entries, and a way to make further ones with texts of the run. */
type Batch = {
  readonly several: Several;
  /** What was served before, and where it has its entries. */
  readonly whole: Json;
  readonly first: JsonObject;
  /** The member that has the text. */
  readonly name: string;
};

function batchOf(context: ProbeContext, several: Several): Batch | undefined {
  const served = context.baselines.servedBody(several.operation);
  const parsed = served === undefined ? undefined : parseJson(served);
  const whole = parsed?.kind === 'json' ? parsed.value : undefined;
  const items = whole === undefined ? undefined : valueAt(whole, fromPointer(several.pointer));
  const [first] = isList(items) ? items : [];
  const [text] = freeTexts(several.item).filter(({ path }) => path.length === 1);
  const [name] = text?.path ?? [];
  return whole === undefined || name === undefined || !isObject(first)
    ? undefined
    : { several, whole, first, name };
}

/** A further entry: as one that is made alone, where that may be asked for here, with what has to be its own. */
function entryOf(context: ProbeContext, { several, first, name }: Batch, what: string): JsonObject {
  const { collection, operation, item } = several;
  const label = `resources/several-${operation.id}/${what}`;
  const { create, sent } = collection;
  const whole = keptBody(context, create, label) ?? markedBody(context, create, { optional: 'all', label });
  const single = whole === undefined ? undefined : valueAt(whole, fromPointer(sent.pointer));
  const isFine = isObject(single) && validatorOf(item)(single).length === 0;
  return { ...(isFine ? single : first), [name]: `${context.marker()} ${what}` };
}

/** A body with these entries; `undefined` where the document takes none such. */
function bodyOf({ several, whole }: Batch, entries: readonly Json[]): Json | undefined {
  const schema = requestSchema(several.operation);
  const body = putAt(whole, fromPointer(several.pointer), entries);
  const isFine = schema !== undefined && body !== undefined && validatorOf(schema)(body).length === 0;
  return isFine ? body : undefined;
}

/** Two entries with texts of the run, and a broken one between them; `undefined` where none can be made. */
function brokenBetween(context: ProbeContext, batch: Batch): Json | undefined {
  const { several, whole, first, name } = batch;
  const { [name]: own, ...rest } = first;
  const ways: readonly Json[] = [rest, { ...rest, [name]: 17 }, { ...rest, [name]: null }];
  const broken = ways.find((way) => own !== undefined && validatorOf(several.item)(way).length > 0);
  const [before, behind] = [entryOf(context, batch, 'Before'), entryOf(context, batch, 'Behind')];
  return broken === undefined || bodyOf(batch, [before, behind]) === undefined
    ? undefined
    : putAt(whole, fromPointer(several.pointer), [before, broken, behind]);
}

async function lookInList(context: ProbeContext, { collection }: Several, probe: string): Promise<void> {
  if (!allowedIn(context)(collection.list)) return;
  const { list } = collection;
  const path = `${list.path}${longQuery(context, list)}`;
  const listing = requestFor(context, list, { probe, intent: 'ordinary', path });
  if (listing !== undefined) await sendSpec(context, listing);
}

async function sendBroken(context: ProbeContext, batch: Batch, label: string): Promise<void> {
  const json = brokenBetween(context, batch);
  if (json === undefined) return;
  const spec = requestFor(context, batch.several.operation, {
    probe: label,
    intent: 'missing-member',
    body: { bytes: encode(json) },
  });
  const sent = spec === undefined ? undefined : await sendAs(context, spec, BAD_BODIES);
  if (sent !== undefined) await lookInList(context, batch.several, `${label}-list`);
}

/** Asks for three entries at once, and for the list of them: once more where it may be late. */
async function sendValid(context: ProbeContext, batch: Batch, label: string): Promise<void> {
  const { operation, collection } = batch.several;
  const json = bodyOf(
    batch,
    ['Middle', 'Last', 'First'].map((what) => entryOf(context, batch, what)),
  );
  const spec =
    json === undefined
      ? undefined
      : requestFor(context, operation, { probe: label, intent: 'ordinary', body: { json } });
  const sent = spec === undefined ? undefined : await sendAs(context, spec, ['ordinary']);
  if (sent === undefined) return;
  await lookInList(context, batch.several, `${label}-list`);
  if (!isIncomplete(context, collection) && !leavesOut(batch.several, sent)) return;
  await context.session.clock.sleep(TELLING_LAG_MS + 100, context.signal);
  await lookInList(context, batch.several, `${label}-list-again`);
}

export const several = probeOfLives('resources.several', async (context, isAllowed) => {
  for (const each of severalAtOnce(context.document).filter(({ operation }) => isAllowed(operation))) {
    const label = `resources/several-${each.operation.id}`;
    const batch = batchOf(context, each);
    if (batch === undefined) continue;
    await sendValid(context, batch, `${label}-valid`);
    if (each.isAllOrNone) await sendBroken(context, batch, label);
  }
});
