import type { Json } from '../../../../json/value.ts';
import { memberOf } from '../../../../json/value.ts';
import { excerptJson } from '../../../outcome.ts';
import { promisedBetween } from '../members/entry-state.ts';
import { isHidden, type Life, type LifeCourt } from '../life.ts';

/**
 * Days and moments that new entries show by one and the same step away from what was sent: a zone that was applied to a day, or counted
 * twice. A service with a rule (the next working day, not later than in a year) comes to other steps with other values.
 */

const DAY = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(?:Z|[+-]\d\d:\d\d)$/i;

/** Steps below may be a precision of the service's own. */
const LEAST_STEP_MS = 60_000;
const SECOND_MS = 1_000;

type Step = {
  readonly life: Life;
  readonly name: string;
  readonly sent: string;
  readonly got: string;
  readonly ms: number;
};

function stepOf(life: Life, [name, sent]: readonly [string, Json], got: Json | undefined): readonly Step[] {
  if (typeof sent !== 'string' || typeof got !== 'string') return [];
  if (![DAY, MOMENT].some((form) => form.test(sent) && form.test(got))) return [];
  const ms = Math.round((Date.parse(got) - Date.parse(sent)) / SECOND_MS) * SECOND_MS;
  return Number.isNaN(ms) ? [] : [{ life, name, sent, got, ms }];
}

/** What a creation sent of days and moments that no other check holds to the letter, and its answer shows. */
function stepsIn(life: Life): readonly Step[] {
  const { making, resource } = life;
  const shown = making?.shown;
  if (making === undefined || shown === undefined) return [];
  const promised = promisedBetween(making.operation, resource);
  return [...making.values].flatMap(([name, value]) => {
    const promise = promised.get(name);
    const isHeld = promise === undefined || (promise.isEchoed && making.operation === resource.create);
    return isHeld || isHidden(name) ? [] : stepOf(life, [name, value], memberOf(shown, name));
  });
}

/** Judges that days and moments are not moved: only where each creation moves them, all by the same step. */
export function judgeShifts(court: LifeCourt, lives: readonly Life[]): void {
  const all = lives.flatMap(stepsIn);
  const byMember = Map.groupBy(all, ({ life, name }) => `${life.making?.operation.id ?? ''} ${name}`);
  for (const same of byMember.values()) {
    const [first] = same;
    const last = same.findLast(({ sent }) => sent !== first?.sent);
    if (first === undefined || last === undefined) continue;
    const isMoved = Math.abs(first.ms) >= LEAST_STEP_MS && same.every(({ ms }) => ms === first.ms);
    if (!isMoved) continue;
    court.breaks(
      'made-as-asked',
      last.life,
      { telling: last.life.madeBy, others: [first.life.madeBy] },
      {
        expected: `${last.name}: ${excerptJson(last.sent)}, or the same in another zone`,
        actual: `${last.name}: ${excerptJson(last.got)}, as far from it as each of ${String(same.length)} times`,
        deviation: 'a creation moves a day or a moment',
      },
    );
  }
}
