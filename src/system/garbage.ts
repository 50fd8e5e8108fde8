import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { bound } from './bounds.ts';

let collect: (() => void) | undefined;
/** Of what was left behind since the last look, and what was held after the last collection. */
let garbageBytes = 0;
let neededBytes = 0;
let expectsMuch = false;
let isOwnProcess = false;

/** Says that this process is assay's own, whose memory is promised. In that of somebody else it neither collects nor sets flags. */
export function keepProcessSmall(): void {
  isOwnProcess = true;
}

/**
 * From now on old objects are looked through when they are a fifth more than were needed the last time, and what is done often
 * is compiled, where `bin/assay.js` has put that off.
 */
function expectMuch(): void {
  if (expectsMuch) return;
  expectsMuch = true;
  setFlagsFromString('--opt');
  setFlagsFromString('--heap-growing-percent=20');
}

/** The collector of the engine, which does not offer it by itself. */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  const found: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return typeof found === 'function'
    ? (): void => void Reflect.apply(found, undefined, [])
    : (): void => undefined;
}

function heldBytes(): number {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
  return heap + external;
}

/**
 * Tells that about so many bytes were used and are free again. Left alone the engine lets hundreds of megabytes of them come
 * together before it looks: it knows the machine's memory and nothing of the bound that is promised. A process that never meets
 * a long body pays nothing for it, and one whose garbage the engine has found by itself hardly anything.
 */
export function leaveBehind(bytes: number): void {
  if (!isOwnProcess) return;
  expectMuch();
  garbageBytes += bytes;
  if (garbageBytes < bound('garbageBytes')) return;
  garbageBytes = Math.max(0, heldBytes() - neededBytes);
  if (garbageBytes < bound('garbageBytes')) return;
  garbageBytes = 0;
  collect ??= collector();
  collect();
  neededBytes = heldBytes();
}
