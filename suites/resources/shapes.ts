import { type ShapeAsk, shapeAsksOf } from '../../src/interface/parameters/shape-asks.ts';
import type { Operation } from '../../src/interface/model.ts';
import { takesList } from '../../src/interface/resources/lists/list-orders.ts';
import { harmlessOperations } from '../../src/session/in-reach.ts';
import { type ProbeContext, requestFor, sendSpec } from '../../src/session/probe.ts';
import { withParameter } from '../../src/session/requests/valid-request.ts';
import { FROM_STANDARD, type Probe } from '../../src/session/suite.ts';

/** Entries of which some members alone are asked for, or objects in place of identities. */

/** So many operations are asked, each for so many values. */
const MOST_ASKED = 8;
const MOST_VALUES = 2;

async function askFor(context: ProbeContext, operation: Operation, ask: ShapeAsk): Promise<void> {
  const { parameter, members, kept } = ask;
  const values = [...members.keys()].filter((value) => !kept.has(value));
  for (const value of values.slice(0, ask.kind === 'fields' ? 1 : MOST_VALUES)) {
    const probe = `resources/shapes/${operation.id}-${value}`;
    const spec = requestFor(context, operation, { probe, intent: 'ordinary' });
    if (spec === undefined) return;
    const parts = withParameter(spec, parameter, takesList(parameter) ? [value] : value);
    await sendSpec(context, { ...spec, ...parts });
  }
}

export const shapes: Probe = {
  id: 'resources.shapes',
  intends: ['ordinary'],
  profiles: FROM_STANDARD,
  creates: false,
  run: async (context) => {
    const asked = harmlessOperations(context).filter(
      (operation) => shapeAsksOf(operation).length > 0 && context.baselines.isServed(operation),
    );
    for (const operation of asked.slice(0, MOST_ASKED))
      for (const ask of shapeAsksOf(operation)) await askFor(context, operation, ask);
  },
};
