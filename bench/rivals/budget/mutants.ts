import { join } from 'node:path';
import { zooDocument } from '../../../test/zoo/assay-over-zoo.ts';
import { REAL_KEY } from '../../../test/limiters/real-key.ts';
import { changedService, mutatedSources } from '../../mutants/bed.ts';
import { harmless } from '../../mutants/harmless.ts';
import { movedClock } from '../../mutants/moved-clock.ts';
import { labelOf, reasonsOf } from '../../mutants/mutants-figures.ts';
import type { Mutant, MutatedSource } from '../../mutants/mutate.ts';
import { ServiceThread } from '../../mutants/service-thread.ts';
import { mutatedServices, type MutatedService } from '../../mutants/services.ts';
import { orderFor, visitMutant } from '../../mutants/visit-mutant.ts';
import { sampleMembers } from '../sample-members.ts';
import { writeDocuments } from '../write-documents.ts';
import { type Kin, keyFlags, type Service } from './service.ts';
import { standBefore } from './stand-before.ts';

/** Mutants of bench/mutants, in services that have so much time between two requests that nobody meets the limit. */

const BETWEEN_REQUESTS_MS = 2_500;
const PROBE_MS = 3_000;
const BASE = '/v1';

async function servesSomebody(origin: string): Promise<boolean> {
  return fetch(`${origin}${BASE}/categories`, {
    headers: { Authorization: `Bearer ${REAL_KEY}` },
    signal: AbortSignal.timeout(PROBE_MS),
  }).then(
    async (answer) => (await answer.text()) !== '' && answer.ok,
    () => false,
  );
}

function serviceOf(
  sources: readonly MutatedSource[],
  document: string,
  service: MutatedService,
  mutant?: Mutant,
): Service {
  return {
    name: mutant === undefined ? service.name : `${service.name}: ${labelOf(mutant)}`,
    isFaulty: mutant !== undefined,
    visit: async (use) => {
      const thread = new ServiceThread();
      try {
        const order = orderFor(changedService(sources, service, mutant));
        const news = await thread.start(order);
        if (news.kind === 'broken') return news.why;
        const origin = `http://127.0.0.1:${String(news.port)}`;
        if (!(await servesSomebody(origin))) return 'it serves nobody';
        const { moveMs } = movedClock(order.moves, order.startedAtMs);
        const counting = await standBefore(origin, () => moveMs(BETWEEN_REQUESTS_MS));
        const { asked, close } = counting;
        try {
          return await use({ url: `${counting.origin}${BASE}`, document, flags: keyFlags(REAL_KEY), asked });
        } finally {
          close();
        }
      } finally {
        await thread.close();
      }
    },
  };
}

type Seat = { readonly family: string; readonly service: MutatedService; readonly mutant: Mutant };

/** Each mutant that is not harmless, in the first service whose standard run reaches it. */
async function seats(sources: readonly MutatedSource[], only: RegExp): Promise<readonly Seat[]> {
  const document = await zooDocument();
  const reasons = reasonsOf(harmless);
  const seated = new Map<Mutant, Seat>();
  const thread = new ServiceThread();
  try {
    for (const service of mutatedServices) {
      const { reached } = await visitMutant(thread, {
        ...changedService(sources, service),
        document,
        seed: 1,
      });
      const own = sources.filter(({ file }) => service.sources.includes(file));
      for (const mutant of own.flatMap(({ mutants }) => mutants)) {
        const isReached = 'source' in mutant.active || reached.has(mutant.active.switch);
        if (isReached && !seated.has(mutant) && !reasons.has(labelOf(mutant)))
          seated.set(mutant, { family: service.name, service, mutant });
      }
    }
  } finally {
    await thread.close();
  }
  return [...seated.values()].filter(({ family, mutant }) => only.test(`${family}: ${labelOf(mutant)}`));
}

/** So many mutants, spread over the services. `folder`: where the document is written that all of them are judged by. */
export async function mutantKin(count: number, only: RegExp, folder: string): Promise<readonly Kin[]> {
  const shipped = join(import.meta.dirname, '../../../spec/pet-catalogue/openapi.yaml');
  const { unlimited } = await writeDocuments(shipped, folder);
  const sources = await mutatedSources();
  const chosen = sampleMembers(await seats(sources, only), count);
  return [...Map.groupBy(chosen, ({ service }) => service)].map(([service, own]) => ({
    honest: serviceOf(sources, unlimited, service),
    faulty: own.map(({ mutant }) => serviceOf(sources, unlimited, service, mutant)),
  }));
}
