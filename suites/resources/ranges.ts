import { COINED_TAG } from '../../src/checks/resources/validators/validators.ts';
import type { HeaderLine } from '../../src/http/exchange.ts';
import type { Operation } from '../../src/interface/model.ts';
import { CONDITIONS, servesParts, takesRangeCondition } from '../../src/oracle/conditions.ts';
import { expectation } from '../../src/oracle/expectation.ts';
import type { Reading } from '../../src/oracle/reading.ts';
import { harmlessOperations } from '../../src/session/in-reach.ts';
import { type ProbeContext, requestFor, sendSpec } from '../../src/session/probe.ts';
import { FROM_STANDARD, type Probe } from '../../src/session/suite.ts';

/** Parts of what an operation reads, beside the whole. */

/** So many operations are asked. */
const MOST_ASKED = 6;
/** A part in the middle of what is longer than that. */
const PART = [2, 5] as const;

const OWN: readonly string[] = [...CONDITIONS, 'range', 'if-range'];

async function ask(
  context: ProbeContext,
  operation: Operation,
  probe: string,
  conditions: readonly HeaderLine[],
): Promise<Reading | undefined> {
  const { contract } = context.session;
  const spec = requestFor(context, operation, { probe, intent: 'ordinary' });
  if (spec === undefined) return undefined;
  const rest = spec.headers.filter(([name]) => !OWN.includes(name.toLowerCase()));
  const own = { ...spec, headers: [...rest, ...conditions] };
  const said = expectation(contract, { ...own, target: `${contract.basePath}${own.path}` });
  return sendSpec(context, { ...own, intent: said.situation });
}

async function sendRanges(context: ProbeContext, operation: Operation): Promise<void> {
  const label = `resources/ranges/${operation.id}`;
  const whole = await ask(context, operation, `${label}/whole`, []);
  const { status, answer } = whole?.answer ?? {};
  if (status !== 200 || answer === undefined || answer.truncated) return;
  const [first, last] = PART;
  const { length } = answer.body;
  if (length <= last + 1) return;
  const middle: HeaderLine = ['Range', `bytes=${String(first)}-${String(last)}`];
  await ask(context, operation, `${label}/middle`, [middle]);
  await ask(context, operation, `${label}/end`, [['Range', 'bytes=-3']]);
  await ask(context, operation, `${label}/rest`, [['Range', `bytes=${String(length - 2)}-`]]);
  await ask(context, operation, `${label}/behind`, [['Range', `bytes=${String(length)}-`]]);
  if (takesRangeCondition(operation))
    await ask(context, operation, `${label}/other-version`, [middle, ['If-Range', COINED_TAG]]);
}

export const ranges: Probe = {
  id: 'resources.ranges',
  intends: ['conditional'],
  profiles: FROM_STANDARD,
  creates: false,
  run: async (context) => {
    const served = harmlessOperations(context).filter(
      (operation) => servesParts(operation) && context.baselines.isServed(operation),
    );
    for (const operation of served.slice(0, MOST_ASKED)) await sendRanges(context, operation);
  },
};
