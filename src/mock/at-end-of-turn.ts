/**
 * Takes steps that are left over, and takes them one right after the other when everything that came in this turn of the event
 * loop is worked out. Whoever waits for answers on many connections is woken once for all of them then: waking it for each
 * costs more than working one out. `onError` hears of steps that throw.
 */
export function atEndOfTurn<Step>(
  take: (step: Step) => void,
  onError: (error: unknown, step: Step) => void,
): (step: Step) => void {
  let left: Step[] = [];
  function takeAll(): void {
    const steps = left;
    left = [];
    for (const step of steps)
      try {
        take(step);
      } catch (error) {
        onError(error, step);
      }
  }
  return (step) => {
    left.push(step);
    if (left.length === 1) setImmediate(takeAll);
  };
}
