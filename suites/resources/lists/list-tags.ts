import { COINED_TAG } from '../../../src/checks/resources/validators/validators.ts';
import type { HeaderLine } from '../../../src/http/exchange.ts';
import type { Operation } from '../../../src/interface/model.ts';
import { partOf } from '../../../src/interface/resources/resources.ts';
import { CONDITIONS, saysNotModified } from '../../../src/oracle/conditions.ts';
import { expectation } from '../../../src/oracle/expectation.ts';
import { allowedIn, makeEntry, mayChange, sendToEntry } from '../../../src/session/entries/entry-requests.ts';
import { harmlessOperations } from '../../../src/session/in-reach.ts';
import { type ProbeContext, requestFor, sendSpec } from '../../../src/session/probe.ts';
import { FROM_STANDARD, type Probe } from '../../../src/session/suite.ts';

/** Conditional requests to lists, and to what is always there: before and after an entry is made, and after it is removed. */

/** So many of them are asked. */
const MOST_TAGGED = 6;

/** Asks with this tag, or without one. Returns the tag that came. */
async function ask(
  context: ProbeContext,
  operation: Operation,
  probe: string,
  tag?: string,
): Promise<string | undefined> {
  const { contract } = context.session;
  const spec = requestFor(context, operation, { probe, intent: 'ordinary' });
  if (spec === undefined) return undefined;
  const rest = spec.headers.filter(([name]) => !CONDITIONS.includes(name.toLowerCase()));
  const headers: readonly HeaderLine[] = tag === undefined ? rest : [...rest, ['If-None-Match', tag]];
  const own = { ...spec, headers };
  const said = expectation(contract, { ...own, target: `${contract.basePath}${own.path}` });
  const reading = await sendSpec(context, { ...own, intent: said.situation });
  return reading?.answer?.status === 200 ? reading.answer.header('etag')[0] : undefined;
}

async function sendTags(context: ProbeContext, operation: Operation): Promise<void> {
  const label = `resources/list-tags/${operation.id}`;
  const first = await ask(context, operation, `${label}/first`);
  if (first === undefined) return;
  await ask(context, operation, `${label}/same`, first);
  await ask(context, operation, `${label}/unknown`, COINED_TAG);
  const found = partOf(context.document, operation);
  const isAllowed = allowedIn(context);
  if (found?.part !== 'list' || !mayChange(context) || !isAllowed(found.resource.create)) return;
  const path = await makeEntry(context, found.resource, `${label}/make`);
  if (path === undefined) return;
  const now = await ask(context, operation, `${label}/more`);
  await ask(context, operation, `${label}/old`, first);
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
      const found = partOf(context.document, operation);
      const isEntry = found?.part === 'read' && found.resource.kind === 'collection';
      const isPlain = operation.method === 'GET' && !operation.path.includes('{');
      return isPlain && !isEntry && saysNotModified(operation) && context.baselines.isServed(operation);
    });
    for (const operation of tagged.slice(0, MOST_TAGGED)) await sendTags(context, operation);
  },
};
