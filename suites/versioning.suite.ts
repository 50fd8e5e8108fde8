import { allowedOperations } from '../src/session/in-reach.ts';
import { sendFor } from '../src/session/probe.ts';
import { FROM_STANDARD, type Probe, type Suite } from '../src/session/suite.ts';

const lifecycle: Probe = {
  id: 'versioning.lifecycle',
  intends: ['named'],
  profiles: FROM_STANDARD,
  creates: false,
  run: async (context) => {
    const named = allowedOperations(context).filter(
      (o) => o.documentation === 'named' && o.method === 'GET' && o.outOfReach === undefined,
    );
    for (const operation of named) {
      await sendFor(context, operation, { probe: `versioning/lifecycle/${operation.id}`, intent: 'named' });
    }
  },
};

/** Operations that are only named or deprecated: what they answer is recorded. */
export const versioning: Suite = {
  name: 'versioning',
  title: 'Versioning and deprecation',
  probes: [lifecycle],
};
