import { isReadAgain } from '../../../src/checks/resources/validators/list-tags.ts';
import type { Reading } from '../../../src/oracle/reading.ts';
import { COINED_TAG } from '../../../src/checks/resources/validators/validators.ts';
import type { HeaderLine } from '../../../src/http/exchange.ts';
import type { Operation } from '../../../src/interface/model.ts';
import { partOf } from '../../../src/interface/resources/resources.ts';
import { CONDITIONS, saysNotModified, showsTag } from '../../../src/oracle/conditions.ts';
import { expectation } from '../../../src/oracle/expectation.ts';
import { allowedIn, makeEntry, mayChange, sendToEntry } from '../../../src/session/entries/entry-requests.ts';
import { harmlessOperations } from '../../../src/session/in-reach.ts';
import { type ProbeContext, requestFor, sendSpec } from '../../../src/session/probe.ts';
import { FROM_STANDARD, type Probe } from '../../../src/session/suite.ts';

/**
 * Conditional requests to lists, to what is always there, and to entries that a run can't change: as it is, and where entries can be
 * made, after one is made and removed.
 */

/** So many of them are asked. */
const MOST_TAGGED = 6;

/** Asks on these conditions, or on none. */
async function ask(
  context: ProbeContext,
  operation: Operation,
  probe: string,
  conditions: readonly HeaderLine[] = [],
): Promise<Reading | undefined> {
  const { contract } = context.session;
  const spec = requestFor(context, operation, { probe, intent: 'ordinary' });
  if (spec === undefined) return undefined;
  const rest = spec.headers.filter(([name]) => !CONDITIONS.includes(name.toLowerCase()));
  const own = { ...spec, headers: [...rest, ...conditions] };
  const said = expectation(contract, { ...own, target: `${contract.basePath}${own.path}` });
  return sendSpec(context, { ...own, intent: said.situation });
}

function shownIn(name: string, reading: Reading | undefined): string | undefined {
  return reading?.answer?.status === 200 ? reading.answer.header(name)[0] : undefined;
}

const tagIs = (tag: string): HeaderLine => ['If-None-Match', tag];

const YEAR_MS = 365 * 86_400_000;

/** Asks with a date from long before the one that was shown, and with that beside a tag, of which it says nothing then. */
async function sendDates(
  context: ProbeContext,
  operation: Operation,
  label: string,
  date: string,
): Promise<void> {
  const ms = Date.parse(date);
  if (Number.isNaN(ms)) return;
  const old = new Date(ms - YEAR_MS).toUTCString();
  await ask(context, operation, `${label}/old-date`, [['If-Modified-Since', old]]);
  if (saysNotModified(operation))
    await ask(context, operation, `${label}/date-and-unknown`, [
      tagIs(COINED_TAG),
      ['If-Modified-Since', date],
    ]);
}

async function sendTags(context: ProbeContext, operation: Operation): Promise<void> {
  const label = `resources/list-tags/${operation.id}`;
  const reading = await ask(context, operation, `${label}/first`);
  const [first, date] = [shownIn('etag', reading), shownIn('last-modified', reading)];
  if (date !== undefined) await sendDates(context, operation, label, date);
  if (first === undefined) return;
  await ask(context, operation, `${label}/same`, [tagIs(first)]);
  await ask(context, operation, `${label}/unknown`, [tagIs(COINED_TAG)]);
  const found = partOf(context.document, operation);
  const isAllowed = allowedIn(context);
  if (found?.part !== 'list' || !mayChange(context) || !isAllowed(found.resource.create)) return;
  const path = await makeEntry(context, found.resource, `${label}/make`);
  if (path === undefined) return;
  const now = shownIn('etag', await ask(context, operation, `${label}/more`));
  await ask(context, operation, `${label}/old`, [tagIs(first)]);
  if (now === undefined || !isAllowed(found.resource.remove)) return;
  await sendToEntry(context, found.resource.remove, path, { probe: `${label}/remove`, intent: 'ordinary' });
  await ask(context, operation, `${label}/less`);
  // As many as there were with the first one, and another one: a tag that tells how many there are is the same.
  if ((await makeEntry(context, found.resource, `${label}/make-other`)) === undefined) return;
  await ask(context, operation, `${label}/other`);
}

export const listTags: Probe = {
  id: 'resources.list-tags',
  intends: ['conditional'],
  profiles: FROM_STANDARD,
  creates: true,
  run: async (context) => {
    const tagged = harmlessOperations(context).filter((operation) => {
      const isEntry = partOf(context.document, operation)?.part === 'read';
      const isPlain = !operation.path.includes('{') || isEntry || showsTag(operation);
      const isTold = isReadAgain(context.document, operation);
      return isPlain && isTold && context.baselines.isServed(operation);
    });
    for (const operation of tagged.slice(0, MOST_TAGGED)) await sendTags(context, operation);
  },
};
