/** Gathers what comes in one turn of the event loop, and hands it on when the turn ends. */
export function atEndOfTurn<Item>(take: (items: readonly Item[]) => void): (item: Item) => void {
  let gathered: Item[] = [];
  function hand(): void {
    const items = gathered;
    gathered = [];
    take(items);
  }
  return (item) => {
    gathered.push(item);
    if (gathered.length === 1) setImmediate(hand);
  };
}
