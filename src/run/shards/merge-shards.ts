import { checks } from '../../checks/catalogue.ts';
import { isBroken, type Outcome, type Violation } from '../../checks/outcome.ts';
import type { Exchange } from '../../http/exchange.ts';
import { basePathOf } from '../../http/target.ts';
import type { Interface } from '../../interface/model.ts';
import { readExchange } from '../../oracle/reading.ts';
import type { CheckResult, Coverage, Damage, RecordFooter, RunRecord, Stop } from '../../record/record.ts';
import {
  capabilitiesOf,
  combineOutcomes,
  judgedParts,
  judgedRun,
  outcomeOverParts,
  readingsByPart,
} from '../../session/judge-run.ts';
import { coverageOf, NOT_SELECTED } from '../operation-standings.ts';
import { type NamedRecord, type NamedShard, shardsOfOneRun } from './shards.ts';

/** The record of the whole run, or one line of text that says which shard is wrong and what would be right. */
export type MergedShards =
  | { readonly kind: 'merged'; readonly record: RunRecord }
  | { readonly kind: 'not-one-run'; readonly problem: string };

/** The worst of the ends that shards came to is the end of the run. */
const STOPS: readonly Stop['kind'][] = [
  'interrupted',
  'unusable-target',
  'harness-error',
  'budget',
  'completed',
];

/** A shard as part of the whole: every exchange has an id that no other shard has, and times since the first start. */
type Part = NamedShard & { readonly renamed: (id: string) => string; readonly laterMs: number };

function partsOf(shards: readonly NamedShard[]): readonly Part[] {
  const starts = shards.map(({ record }) => Date.parse(record.header.startedAt));
  const first = Math.min(...starts);
  return shards.map((each, at) => {
    const laterMs = (starts[at] ?? first) - first;
    return {
      ...each,
      renamed: (id) => `s${String(each.shard.index)}-${id}`,
      laterMs: Number.isFinite(laterMs) ? laterMs : 0,
    };
  });
}

function exchangesOf({ record, renamed, laterMs }: Part): readonly Exchange[] {
  return [...record.exchanges.values()].map((exchange) => ({
    ...exchange,
    id: renamed(exchange.id),
    startMs: exchange.startMs + laterMs,
    firstByteMs: exchange.firstByteMs + laterMs,
    endMs: exchange.endMs + laterMs,
    repeats: exchange.repeats === undefined ? undefined : renamed(exchange.repeats),
  }));
}

function renamedOutcome({ renamed }: Part, outcome: Outcome): Outcome {
  const rename = <Named extends { readonly exchanges: readonly string[] }>(named: Named): Named => ({
    ...named,
    exchanges: named.exchanges.map((id) => renamed(id)),
  });
  const renameBoth = (violation: Violation): Violation => {
    const sequence = violation.sequence?.map((id) => renamed(id));
    return sequence === undefined ? rename(violation) : { ...rename(violation), sequence };
  };
  if (isBroken(outcome)) return { ...outcome, violations: outcome.violations.map(renameBoth) };
  if (outcome.kind !== 'observed') return outcome;
  return { ...outcome, observations: outcome.observations.map(rename) };
}

/** What the exchanges of a shard say about the checks of the others. */
type Witness = { readonly part: Part; readonly outcomeOf: (id: string) => Outcome | undefined };

function witnessOf(part: Part, document: Interface): Witness {
  const { settings } = part.record.header;
  const basePath = basePathOf(settings.url);
  const contract = { interface: document, basePath };
  const readings = exchangesOf(part).map((exchange) => readExchange(contract, exchange));
  const resumes = part.record.header.resumes?.map(({ runId, lastExchange }) => ({
    runId,
    lastExchange: part.renamed(lastExchange),
  }));
  const runs = judgedParts(contract, capabilitiesOf(settings, document), readingsByPart(readings, resumes));
  const usable = part.record.footer?.stop.kind !== 'unusable-target';
  return {
    part,
    outcomeOf: (id) => {
      const check = usable ? checks.find((candidate) => candidate.id === id) : undefined;
      return check === undefined ? undefined : outcomeOverParts(runs, check);
    },
  };
}

function resultsOf(parts: readonly Part[], document: Interface): readonly CheckResult[] {
  const witnesses = parts.map((part) => witnessOf(part, document));
  const order = new Map(checks.map(({ id }, at) => [id, at]));
  const results = parts.flatMap((part) =>
    part.record.results.map((result): CheckResult => {
      const others = witnesses.filter((witness) => witness.part !== part);
      const said = others.flatMap((witness) => witness.outcomeOf(result.id) ?? []);
      return {
        ...result,
        outcome: combineOutcomes(renamedOutcome(part, result.outcome), said),
        counterexamples: result.counterexamples.map((each) => ({
          ...each,
          exchange: part.renamed(each.exchange),
        })),
      };
    }),
  );
  return results.toSorted((a, b) => (order.get(a.id) ?? checks.length) - (order.get(b.id) ?? checks.length));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Where the operations stand after all shards: what one of them did not ask, another may have. */
function coverageIn(parts: readonly Part[], document: Interface): Coverage | undefined {
  const known = parts.flatMap(({ record }) => record.footer?.coverage ?? []);
  const [first] = parts;
  if (known.length < parts.length || first === undefined) return undefined;
  const { shard: _shard, ...told } = first.record.header.settings;
  const contract = { interface: document, basePath: basePathOf(told.url) };
  const all = parts.flatMap((part) => exchangesOf(part)).map((exchange) => readExchange(contract, exchange));
  const unmade = known.flatMap(({ operations }) =>
    operations.flatMap(({ id, outOfReach }) =>
      outOfReach === undefined || outOfReach === NOT_SELECTED ? [] : [[id, outOfReach] as const],
    ),
  );
  const { readings } = judgedRun(contract, capabilitiesOf(told, document), all);
  return coverageOf({ contract, told, unmade: new Map(unmade) }, readings);
}

/** What the shards drew together, each cases of its own. */
function drawnIn(footers: readonly RecordFooter[]): Pick<RecordFooter, 'drawn'> {
  const all = footers.flatMap(({ drawn }) => drawn ?? []);
  if (all.length === 0) return {};
  return {
    drawn: {
      cases: sum(all.map(({ cases }) => cases)),
      rounds: sum(all.map(({ rounds }) => rounds)),
      kinds: Math.max(...all.map(({ kinds }) => kinds)),
      forgotten: sum(all.map(({ forgotten }) => forgotten)),
    },
  };
}

/** What the shards sent first, each the cases of its checks. */
function replayedIn(footers: readonly RecordFooter[]): Pick<RecordFooter, 'replayed'> {
  const all = footers.flatMap(({ replayed }) => replayed ?? []);
  if (all.length === 0) return {};
  return {
    replayed: {
      cases: sum(all.map(({ cases }) => cases)),
      again: sum(all.map(({ again }) => again)),
      gone: all.flatMap(({ gone }) => gone),
      unsent: all.flatMap(({ unsent }) => unsent),
    },
  };
}

/** `undefined` where a shard has no end, or lines that cannot be read: the whole is then partial too. */
function footerOf(parts: readonly Part[], document: Interface): RecordFooter | undefined {
  const ended = parts.flatMap(({ record, laterMs }) =>
    record.footer === undefined || record.partial ? [] : [{ footer: record.footer, laterMs }],
  );
  if (ended.length < parts.length) return undefined;
  const footers = ended.map(({ footer }) => footer);
  const stop = STOPS.flatMap((kind) => footers.filter((footer) => footer.stop.kind === kind))[0]?.stop;
  const leftOut = footers.flatMap((footer) => footer.leftOut);
  const faults = footers.flatMap((footer) => footer.faults ?? []);
  const coverage = coverageIn(parts, document);
  return {
    type: 'footer',
    stop: stop ?? { kind: 'completed' },
    endedAt:
      footers
        .map(({ endedAt }) => endedAt)
        .toSorted()
        .at(-1) ?? '',
    durationMs: Math.max(...ended.map(({ footer, laterMs }) => footer.durationMs + laterMs)),
    requests: {
      withKey: sum(footers.map(({ requests }) => requests.withKey)),
      withoutKey: sum(footers.map(({ requests }) => requests.withoutKey)),
    },
    leftovers: footers.flatMap(({ leftovers }) => leftovers),
    leftOut: [...new Map(leftOut.map((left) => [`${left.probe} ${left.reason}`, left])).values()],
    ...(faults.length === 0 ? {} : { faults }),
    ...drawnIn(footers),
    ...replayedIn(footers),
    ...(coverage === undefined ? {} : { coverage }),
    peakMemoryBytes: Math.max(...footers.map(({ peakMemoryBytes }) => peakMemoryBytes)),
  };
}

/** The lines of each shard are counted for themselves. */
function damageOf(parts: readonly Part[]): Damage | undefined {
  const all = parts.flatMap(({ record }) => record.damage ?? []);
  const lines = sum(all.map((damage) => damage.lines));
  return lines === 0 ? undefined : { lines, first: all.flatMap(({ first }) => first) };
}

/**
 * Makes one record of the shards of a run, in whatever order they come. Each check keeps the outcome of its shard; what
 * the exchanges of the others show of it is added, as one run would have seen them all.
 */
export function mergeShards(records: readonly NamedRecord[], document: Interface): MergedShards {
  const shards = shardsOfOneRun(records);
  if (typeof shards === 'string') return { kind: 'not-one-run', problem: shards };
  const parts = partsOf(shards);
  const headers = parts.map(({ record }) => record.header);
  const [first] = headers;
  if (first === undefined) return { kind: 'not-one-run', problem: 'there is no record to merge' };
  const { shard: _shard, ...settings } = first.settings;
  const { resumes: _resumes, ...about } = first;
  const footer = footerOf(parts, document);
  return {
    kind: 'merged',
    record: {
      header: {
        ...about,
        settings,
        runId: headers.map(({ runId }) => runId).join('+'),
        startedAt: headers.map(({ startedAt }) => startedAt).toSorted()[0] ?? first.startedAt,
      },
      exchanges: new Map(
        parts.flatMap((part) => exchangesOf(part).map((exchange) => [exchange.id, exchange] as const)),
      ),
      results: resultsOf(parts, document),
      footer,
      partial: footer === undefined,
      damage: damageOf(parts),
    },
  };
}
