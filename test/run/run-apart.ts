import { withOwnGate } from '../../src/output/gate.ts';
import { runInProcess } from '../../src/run/run-in-process.ts';

/** A run as a process of its own does it: what it has to keep to itself is forgotten afterwards, and nothing before it is known. */
export const runApart: typeof runInProcess = (...given) => withOwnGate(() => runInProcess(...given));
