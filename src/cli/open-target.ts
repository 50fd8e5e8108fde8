import type { Interface } from '../interface/model.ts';
import type { Target } from './resolve-target.ts';
import { quoted } from './quoted.ts';
import { UsageFault } from './usage-fault.ts';

/** A target that is there: the one that was named, or assay's own mock, which `close` ends. */
export type OpenTarget = {
  readonly url: string;
  readonly key: string | undefined;
  readonly plan: string | undefined;
  readonly ownMock: boolean;
  readonly close: () => Promise<void>;
};

async function openMock(document: Interface, plan: string | undefined): Promise<OpenTarget> {
  const { startMock } = await import('../mock/start-mock.ts');
  const mock = await startMock({ interface: document });
  const own = plan === undefined ? mock.keys[0] : mock.keys.find((key) => key.plan === plan);
  if (own === undefined) {
    await mock.close();
    throw new UsageFault(
      `cannot use --plan ${quoted(plan ?? '')}: the mock has no key of that plan; leave it out`,
    );
  }
  const plans = document.rateLimits?.plans ?? [];
  return {
    url: mock.url,
    key: own.key,
    plan: plans.some(({ id }) => id === own.plan) ? own.plan : undefined,
    ownMock: true,
    close: mock.close,
  };
}

/** The named target as it is; without one, starts the mock in this process on a free port, with a key of the plan. */
export async function openTarget(target: Target, document: Interface): Promise<OpenTarget> {
  if (target.url === undefined) return openMock(document, target.plan);
  const { url, key, plan } = target;
  return { url, key, plan, ownMock: false, close: () => Promise.resolve() };
}
