import type { Interface } from '../interface/model.ts';
import type { MockOptions } from '../mock/mock-options.ts';
import { KEY_MARKER } from '../output/find-secrets.ts';
import { gate } from '../output/gate.ts';

/** A target that is there: the one that was named, or one that assay started, which `close` ends. */
export type OpenTarget = {
  readonly url: string;
  readonly key: string | undefined;
  readonly plan: string | undefined;
  readonly ownMock: boolean;
  readonly close: () => Promise<void>;
};

/**
 * Starts a mock in this process as the target of a run, and takes a key of the plan, which is in no output. `undefined` where the
 * mock has no key of that plan.
 */
export async function openOwnMock(
  document: Interface,
  plan: string | undefined,
  { fault, ...options }: Omit<MockOptions, 'interface'> & { readonly fault?: string } = {},
): Promise<OpenTarget | undefined> {
  const { startMock } = await import('../mock/server/start-mock.ts');
  const mock = await startMock({ ...options, interface: document });
  if (fault !== undefined) mock.fault(fault);
  const own = plan === undefined ? mock.keys[0] : mock.keys.find((key) => key.plan === plan);
  if (own === undefined) {
    await mock.close();
    return undefined;
  }
  gate().add(own.key, KEY_MARKER);
  const plans = document.rateLimits?.plans ?? [];
  return {
    url: mock.url,
    key: own.key,
    plan: plans.some(({ id }) => id === own.plan) ? own.plan : undefined,
    ownMock: true,
    close: mock.close,
  };
}
