import type { Played } from './play-script.ts';

/**
 * What the document forbids in the answers of a scripted run: a second, simple reading of it that guards the
 * conforming members against slips. It knows nothing of the suites that the zoo measures.
 */
export function complaints(played: readonly Played[]): readonly string[] {
  const ids = new Set<string>();
  const found: string[] = [];
  let restUntilMs = 0;
  for (const one of played) {
    const { request } = one;
    const early = one.nowMs < restUntilMs && request?.headers['authorization'] !== undefined;
    if (request === undefined) {
      if (/^(?!200|201|429)\d/m.test(one.body.split('\n\n')[0] ?? ''))
        found.push(`${one.step}: ${one.body.slice(0, 40)}`);
      continue;
    }
    const say = (text: string): number => found.push(`${one.step}: ${text}`);
    const field = (name: string): readonly string[] =>
      one.headers
        .filter((line) => line.toLowerCase().startsWith(`${name}: `))
        .map((line) => line.slice(name.length + 2));
    if (one.status === 429) {
      const wait = waitMs(field('retry-after'), field('date'), one.nowMs);
      if (wait === undefined) say(`Retry-After ${field('retry-after').join()}`);
      else if (request.headers['authorization'] !== undefined)
        restUntilMs = Math.max(restUntilMs, one.nowMs + wait);
    } else if (one.status === undefined || !request.allowed.includes(one.status)) {
      if (!early) say(`status ${one.status}`);
    }
    if (!isElsewhere(one, field))
      found.push(...rateComplaints(field, one).map((text) => `${one.step}: ${text}`));
    if (request.method === 'HEAD') continue;
    if (one.status === 201) found.push(...createdComplaints(one, ids).map((text) => `${one.step}: ${text}`));
    if (one.status === 400 || one.status === 401) {
      if (!isError(one)) say(`no Error: ${one.body.slice(0, 80)}`);
    }
    if (one.status === 200 && request.path === '/categories' && request.method === 'GET') {
      if (field('content-encoding').length === 0 && !Array.isArray(parsed(one.body))) say('no list');
    }
  }
  return found;
}

function parsed(latin1: string): unknown {
  try {
    return JSON.parse(Buffer.from(latin1, 'latin1').toString());
  } catch {
    return undefined;
  }
}

function waitMs(values: readonly string[], dates: readonly string[], nowMs: number): number | undefined {
  const [value] = values;
  if (value === undefined || values.length > 1) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(dates[0] ?? '') || nowMs;
  return /^[A-Z][a-z]{2}, \d{2} .* GMT$/.test(value) ? Date.parse(value) - date : undefined;
}

/** A service may not have the operations that are only named: then a server in front of it answers. */
function isElsewhere(one: Played, field: (name: string) => readonly string[]): boolean {
  const isNamed = /^\/(pets\/|store\/orders)/.test(one.request?.path ?? '');
  const has = ['limit', 'remaining', 'reset'].some((name) => field(`x-ratelimit-${name}`).length > 0);
  return isNamed && one.status === 404 && !has;
}

const dayMs = 86_400_000;

function rateComplaints(field: (name: string) => readonly string[], one: Played): readonly string[] {
  const values = ['limit', 'remaining', 'reset'].map((name) => field(`x-ratelimit-${name}`));
  if (values.some(([value, ...more]) => value === undefined || more.length > 0 || !/^\d+$/.test(value))) {
    return [`rate-limit headers ${JSON.stringify(values)}`];
  }
  const [limit = 0, remaining = 0, reset = 0] = values.map(([value]) => Number(value));
  const date = field('date')[0] === undefined ? one.nowMs : Date.parse(field('date')[0] ?? '');
  const ahead = reset * 1000 - date;
  return [
    ...(limit > 0 ? [] : [`Limit ${limit}`]),
    ...(remaining <= limit ? [] : [`Remaining ${remaining} of ${limit}`]),
    ...(ahead >= -2000 && ahead <= dayMs + 2000 ? [] : [`Reset ${ahead} ms after Date`]),
  ];
}

function isError(one: Played): boolean {
  const value = parsed(one.body);
  if (typeof value !== 'object' || value === null) return false;
  const { code, message, status } = value as Record<string, unknown>;
  return typeof code === 'string' && typeof message === 'string' && status === one.status;
}

function createdComplaints(one: Played, ids: Set<string>): readonly string[] {
  const value = parsed(one.body) as Record<string, unknown> | undefined;
  const id = /"id":\s*(-?\d+)/.exec(one.body)?.[1];
  if (id === undefined || value === undefined) return [`no id in ${one.body.slice(0, 80)}`];
  if (ids.has(id)) return [`id ${id} given twice`];
  ids.add(id);
  const { sent } = one.request ?? {};
  if (sent === undefined) return [];
  const same = (member: 'name' | 'description'): boolean =>
    sent[member] === undefined || value[member] === sent[member] || value[member] === sent[member].trim();
  return (['name', 'description'] as const)
    .filter((member) => !same(member))
    .map((member) => `${member} changed`);
}
