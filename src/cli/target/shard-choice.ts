import { memberOf } from '../../json/value.ts';
import type { ShardRequest } from '../../record/setting-row.ts';
import { quoted, UsageFault } from '../usage-fault.ts';
import type { CliIo } from '../io.ts';

/** Where systems that start one job many times say which of them it is: a pair of variables, and from where the index counts. */
type Numbering = { readonly index: string; readonly total: string; readonly from: 0 | 1 };

/** GitLab's `parallel` (and CircleCI's, from 0 with other names); an Indexed Job of Kubernetes, which says no total by itself. */
const NUMBERINGS: readonly Numbering[] = [
  { index: 'CI_NODE_INDEX', total: 'CI_NODE_TOTAL', from: 1 },
  { index: 'JOB_COMPLETION_INDEX', total: 'JOB_COMPLETION_COUNT', from: 0 },
];

const MOST = 999;

function numberIn(env: CliIo['env'], name: string, least: number): number {
  const text = memberOf(env, name) ?? '';
  const number = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= MOST) return number;
  const given = text === '' ? 'is not set' : `is ${quoted(text)}`;
  throw new UsageFault(
    `cannot use --shard auto: ${name} ${given}; set it to a whole number from ${String(least)} to ${String(MOST)}, or give --shard 1/3`,
  );
}

/**
 * The shard that a command line asks for; for `auto` the one that the variables of the environment name. Throws a `UsageFault` where
 * they name none, or several.
 */
export function shardChoice(
  given: ShardRequest | 'auto' | undefined,
  env: CliIo['env'],
): ShardRequest | undefined {
  if (given !== 'auto') return given;
  const set = NUMBERINGS.filter(({ index }) => (memberOf(env, index) ?? '') !== '');
  const [numbering] = set;
  if (numbering === undefined || set.length > 1) {
    const names = NUMBERINGS.map(({ index, total }) => `${index} and ${total}`).join(', or ');
    const why = numbering === undefined ? 'nothing says which shard this is' : 'two sets of variables say it';
    throw new UsageFault(`cannot use --shard auto: ${why}; set either ${names}, or give --shard 1/3`);
  }
  const { index, total, from } = numbering;
  const request = { index: numberIn(env, index, from) + 1 - from, total: numberIn(env, total, 1) };
  if (request.index <= request.total) return request;
  throw new UsageFault(
    `cannot use --shard auto: ${index} is ${String(request.index - 1 + from)} and ${total} is ${String(request.total)}; the index counts from ${String(from)} and has to be one of so many`,
  );
}
