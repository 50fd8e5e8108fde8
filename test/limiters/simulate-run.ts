import type { Interface } from '../../src/interface/model.ts';
import { allowanceFor } from '../../src/record/allowance.ts';
import type { CheckResult, Profile, RecordFooter } from '../../src/record/record.ts';
import { runApart } from '../run/run-apart.ts';
import { runRequestFor } from '../run/run-request-for.ts';
import { virtualClock } from './virtual-clock.ts';
import { type ServiceStats, type ServiceTraits, VirtualService } from './virtual-service.ts';

/** How assay is started. `startMs` is this machine's clock at the start. */
export type RunTraits = {
  readonly startMs: number;
  readonly maxDurationS: number;
  readonly planIs: 'declared' | 'undeclared';
  /** Whether the limit may be used up on purpose; it may where this is left out. */
  readonly exhaust?: boolean;
  /** Standard where it is left out. */
  readonly profile?: Profile;
  readonly seed: number;
};

export type SimulatedRun = {
  readonly results: readonly CheckResult[];
  readonly footer: RecordFooter;
  readonly stats: ServiceStats;
  /** The most requests that the plan allows. */
  readonly most: number;
  /** Requests on the key, besides those that use the limit up. */
  readonly probesOnKey: number;
  readonly probesWithoutKey: number;
};

const KEY = 'Simulated-Key-0123456789a';

/** A run of the whole engine against a service in this process. Takes no real time. */
export async function simulateRun(
  document: Interface,
  traits: ServiceTraits,
  { startMs, maxDurationS, planIs, seed, exhaust = true, profile = 'standard' }: RunTraits,
): Promise<SimulatedRun> {
  const clock = virtualClock(startMs);
  const service = new VirtualService(traits, clock);
  const plan = planIs === 'declared' ? traits.plan : undefined;
  const { total: most } = allowanceFor(profile, document.rateLimits, plan);
  const settings = {
    plan,
    profile,
    seed,
    maxRequests: most,
    maxDurationS,
    exhaust,
  } as const;
  const request = runRequestFor({
    url: 'http://service.example/v1',
    key: KEY,
    recordFile: undefined,
    settings,
  });
  const world = { clock, client: service, runId: 'abc123' };
  const hooks = { onEvent: () => undefined, signal: new AbortController().signal };
  const { results, footer, exchanges } = await runApart(request, document, hooks, world);
  const probes = [...exchanges.values()].filter(({ probe }) => !probe.startsWith('rate-limit-enforcement/'));
  const onKey = probes.filter(({ request: sent }) => sent.credential.kind.startsWith('valid'));
  return {
    results,
    footer,
    stats: service.stats,
    most,
    probesOnKey: onKey.length,
    probesWithoutKey: probes.length - onKey.length,
  };
}
