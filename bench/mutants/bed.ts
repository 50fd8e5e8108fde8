import type { Interface } from '../../src/interface/model.ts';
import { mutate, type Mutant, type MutatedSource } from './mutate.ts';
import { mutatedServices, type MutatedService } from './services.ts';
import { ServiceThread } from './service-thread.ts';
import { visitMutant, type Fate, type Visit } from './visit-mutant.ts';

/** One mutant, and what came of it in the service that showed most of it. */
export type Trial = { readonly mutant: Mutant; readonly service: MutatedService; readonly fate: Fate };

export type BedSettings = {
  readonly document: Interface;
  readonly seed: number;
  /** Services at the same time. */
  readonly together: number;
  /** Which mutants are tried. */
  readonly chosen: (mutant: Mutant) => boolean;
  readonly onTrial: (trial: Trial) => void;
};

/** What a run over the bed saw. `unmutated`: the services as they are, which have to be green. */
export type BedReport = {
  readonly unmutated: readonly { readonly service: MutatedService; readonly fate: Fate }[];
  readonly trials: readonly Trial[];
};

/** All sources of the bed with their mutants. */
export function mutatedSources(): Promise<readonly MutatedSource[]> {
  return mutate([...new Set(mutatedServices.flatMap(({ sources }) => sources))]);
}

/** A service with one mutant, or as it is. */
export function changedService(
  sources: readonly MutatedSource[],
  service: MutatedService,
  mutant?: Mutant,
): Pick<Visit, 'service' | 'sources' | 'active'> {
  const texts = new Map(
    sources
      .filter(({ file }) => service.sources.includes(file))
      .map(({ file, instrumented }) => [file, instrumented]),
  );
  const active = mutant?.active;
  if (mutant !== undefined && active !== undefined && 'source' in active)
    texts.set(mutant.file, active.source);
  return {
    service,
    sources: texts,
    active: active !== undefined && 'switch' in active ? active.switch : undefined,
  };
}

/** Does jobs one after the other, so many at a time, and returns what they returned in their order. */
async function inParallel<Job, Done>(
  jobs: readonly Job[],
  together: number,
  work: (job: Job, thread: ServiceThread) => Promise<Done>,
): Promise<readonly Done[]> {
  const done = new Map<number, Done>();
  const queue = jobs.entries();
  const worker = async (): Promise<void> => {
    const thread = new ServiceThread();
    try {
      for (const [index, job] of queue) done.set(index, await work(job, thread));
    } finally {
      await thread.close();
    }
  };
  await Promise.all(Array.from({ length: together }, worker));
  return [...done].sort(([a], [b]) => a - b).map(([, one]) => one);
}

function isTold({ kind }: Fate): boolean {
  return kind !== 'green';
}

/** Tries every chosen mutant, each in a service of its own. */
export async function tryMutants(
  sources: readonly MutatedSource[],
  { document, seed, together, chosen, onTrial }: BedSettings,
): Promise<BedReport> {
  const visit = (
    thread: ServiceThread,
    service: MutatedService,
    mutant?: Mutant,
  ): ReturnType<typeof visitMutant> => {
    return visitMutant(thread, { ...changedService(sources, service, mutant), document, seed });
  };
  const mutants = sources.flatMap((source) => source.mutants.filter(chosen));
  const files = new Set(mutants.map(({ file }) => file));
  const services = mutatedServices.filter((service) => service.sources.some((file) => files.has(file)));
  const unmutated = await inParallel(services, together, async (service, thread) => ({
    service,
    ...(await visit(thread, service)),
  }));
  const trials = await inParallel(mutants, together, async (mutant, thread): Promise<Trial> => {
    const [first, ...others] = unmutated
      .filter(({ service, reached }) => {
        if (!service.sources.includes(mutant.file)) return false;
        return 'source' in mutant.active || reached.has(mutant.active.switch);
      })
      .map(({ service }) => service);
    const owner = first ?? services.find(({ sources: own }) => own.includes(mutant.file));
    if (owner === undefined) throw new Error(`no service has ${mutant.file}`);
    // What no request reached changes nothing.
    let trial: Trial = { mutant, service: owner, fate: { kind: 'green' } };
    for (const service of first === undefined ? [] : [first, ...others]) {
      if (isTold(trial.fate)) break;
      const { fate } = await visit(thread, service, mutant);
      if (isTold(fate) || service === first) trial = { mutant, service, fate };
    }
    onTrial(trial);
    return trial;
  });
  return { unmutated, trials };
}
