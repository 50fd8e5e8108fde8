import {
  childOf,
  countOf,
  type Cursor,
  faultAt,
  flagOf,
  itemsOf,
  nameOf,
  positionOf,
  requiredChild,
  requireNames,
  rootOf,
  textOf,
} from '../../document/cursor.ts';
import type { SourceDocument } from '../../document/source.ts';
import { TOO_MANY_REQUESTS } from '../documented-answers.ts';
import type { Plan, Quota, RateLimits } from '../model.ts';

const WINDOWS_S: ReadonlyMap<string, number> = new Map([
  ['second', 1],
  ['minute', 60],
  ['hour', 3600],
  ['day', 86_400],
]);

function readChoice<T extends string>(cursor: Cursor, name: string, choices: readonly T[], otherwise: T): T {
  const chosen = childOf(cursor, name);
  if (chosen === undefined) return otherwise;
  const text = textOf(chosen);
  const choice = choices.find((candidate) => candidate === text);
  if (choice === undefined)
    throw faultAt(
      chosen,
      `${nameOf(chosen)} is "${text}"`,
      `Write ${choices.map((each) => `\`${each}\``).join(' or ')}.`,
    );
  return choice;
}

function readPlan(cursor: Cursor): Plan {
  requireNames(cursor, ['id', 'title', 'custom', ...WINDOWS_S.keys()]);
  const id = textOf(requiredChild(cursor, 'id'));
  const given = childOf(cursor, 'title');
  const title = given === undefined ? id : textOf(given);
  const quotas = [...WINDOWS_S].flatMap(([window, windowS]): readonly Quota[] => {
    const limit = childOf(cursor, window);
    return limit === undefined ? [] : [{ window, windowS, limit: countOf(limit) }];
  });
  const custom = childOf(cursor, 'custom');
  if (custom !== undefined && flagOf(custom)) {
    if (quotas.length === 0) return { kind: 'custom', id, title };
    throw faultAt(cursor, `the plan "${id}" is custom and has numbers`, 'Remove `custom`, or the numbers.');
  }
  if (quotas.length === 0)
    throw faultAt(
      cursor,
      `the plan "${id}" has no numbers`,
      'Add `second`, `minute`, `hour` or `day`, or write `custom: true`.',
    );
  return { kind: 'fixed', id, title, quotas };
}

function readPlans(cursor: Cursor): readonly Plan[] {
  const plans: Plan[] = [];
  for (const item of itemsOf(cursor)) {
    const plan = readPlan(item);
    if (plans.some(({ id }) => id === plan.id))
      throw faultAt(item, `the plan "${plan.id}" is there twice`, 'Give each plan an id of its own.');
    plans.push(plan);
  }
  return plans;
}

/** The rate limits under `x-rate-limits`; `undefined` when the document has none. */
export function readRateLimits(document: SourceDocument): RateLimits | undefined {
  const cursor = childOf(rootOf(document), 'x-rate-limits');
  if (cursor === undefined) return undefined;
  requireNames(cursor, ['status', 'headers', 'headersOn', 'resetForm', 'plans']);
  const status = childOf(cursor, 'status');
  if (status !== undefined && (countOf(status) < 400 || countOf(status) > 599)) {
    throw faultAt(
      status,
      `${nameOf(status)} is not the status of a refusal`,
      'Write `429`, or another code from 400 to 599.',
    );
  }
  const headers = childOf(cursor, 'headers');
  if (headers !== undefined) requireNames(headers, ['limit', 'remaining', 'reset', 'retryAfter']);
  const headerName = (role: string): string | undefined => {
    const name = headers === undefined ? undefined : childOf(headers, role);
    return name === undefined ? undefined : textOf(name);
  };
  const plans = childOf(cursor, 'plans');
  return {
    status: status === undefined ? TOO_MANY_REQUESTS : countOf(status),
    headers: {
      limit: headerName('limit'),
      remaining: headerName('remaining'),
      reset: headerName('reset'),
      retryAfter: headerName('retryAfter'),
    },
    headersOn: readChoice(cursor, 'headersOn', ['always', 'limited'], 'always'),
    resetForm: readChoice(cursor, 'resetForm', ['unix-seconds', 'delta-seconds'], 'unix-seconds'),
    plans: plans === undefined ? [] : readPlans(plans),
    position: positionOf(cursor),
  };
}
