const DAY_OR_ITS_MIDNIGHT = /^(\d{4}-\d\d-\d\d)(?:T00:00:00(?:\.0{1,9})?Z)?$/;

/** True for a day in the place of its midnight in UTC, or the other way round: what keeps days alone shows those. */
export function isSameDay(sent: string, got: string): boolean {
  const [own, other] = [sent, got].map((text) => DAY_OR_ITS_MIDNIGHT.exec(text)?.[1]);
  return own !== undefined && own === other;
}
