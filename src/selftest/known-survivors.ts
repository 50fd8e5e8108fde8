/** Why faults survive although the document seems to rule them out: each is within what it leaves open after all. */
const KNOWN: ReadonlyMap<string, string> = new Map([
  [
    'retry-after-in-milliseconds',
    'a wait of hours may be that of a longer window: the run ends with what was proven, and does not blame',
  ],
]);

/** The reason why a fault is known to survive; `undefined` where none is known. */
export function whyItSurvives(fault: string): string | undefined {
  return KNOWN.get(fault);
}
