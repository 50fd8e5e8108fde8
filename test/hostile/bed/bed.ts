import { hostileBodies } from './bodies.ts';
import { hostileConnections } from './connections.ts';
import { hostileHeads } from './heads.ts';
import { hostileJson } from './json.ts';
import { hostileLimits } from './limits.ts';
import { spoiled, wire, type HostileService } from './service.ts';

/** Nothing is wrong with it: a bed that fails everything would prove nothing. */
const honest: HostileService = {
  kind: 'honest',
  name: 'nothing is wrong',
  exits: [0],
  start: spoiled((_call, answer) => wire(answer)),
};

/** Every service of the bed. */
export const hostileBed: readonly HostileService[] = [
  honest,
  ...hostileHeads,
  ...hostileBodies,
  ...hostileJson,
  ...hostileConnections,
  ...hostileLimits,
];
