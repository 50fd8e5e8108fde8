import type { Interface } from '../../interface/model.ts';
import type { MockOptions } from '../../mock/mock-options.ts';
import { KEY_MARKER } from '../../output/find-secrets.ts';
import { gate } from '../../output/gate.ts';
import type { CliIo } from '../io.ts';
import type { LoadedDocument } from '../load-document.ts';
import { quoted, UsageFault } from '../usage-fault.ts';
import type { Target } from './resolve-target.ts';

/** A target that is there: the one that was named, or one that assay started, which `close` ends. */
export type OpenTarget = {
  readonly url: string;
  readonly key: string | undefined;
  readonly plan: string | undefined;
  readonly ownMock: boolean;
  readonly close: () => Promise<void>;
};

const PRISM_KEY = 'plain-prism-takes-any-key';

/** Starts the mock in this process, and takes a key of the plan. Throws a `UsageFault`. */
export async function openMock(
  document: Interface,
  plan: string | undefined,
  { fault, ...options }: Omit<MockOptions, 'interface'> & { readonly fault?: string } = {},
): Promise<OpenTarget> {
  const { startMock } = await import('../../mock/server/start-mock.ts');
  const mock = await startMock({ ...options, interface: document });
  if (fault !== undefined) mock.fault(fault);
  const own = plan === undefined ? mock.keys[0] : mock.keys.find((key) => key.plan === plan);
  if (own === undefined) {
    await mock.close();
    throw new UsageFault(
      `cannot use --plan ${quoted(plan ?? '')}: the mock has no key of that plan; leave it out`,
    );
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

/** Prism leaves the base path of the document away, and takes any key. */
async function openPrism(
  { plan }: Target,
  { directory }: LoadedDocument,
  env: CliIo['env'],
): Promise<OpenTarget> {
  const { openPlainPrism } = await import('../mock/plain-prism.ts');
  const place = { directory, host: '127.0.0.1', port: 0, onLine: () => undefined };
  const { origin, stop } = await openPlainPrism(place, { env });
  return { url: origin, key: PRISM_KEY, plan, ownMock: false, close: stop };
}

/**
 * The named target as it is; without one, starts the mock in this process on a free port, with a key of the plan, or plain
 * Prism in another process.
 */
export async function openTarget(
  target: Target,
  loaded: LoadedDocument,
  env: CliIo['env'],
): Promise<OpenTarget> {
  const { url, key, plan, starts } = target;
  if (url !== undefined) return { url, key, plan, ownMock: false, close: () => Promise.resolve() };
  switch (starts) {
    case 'mock':
      return openMock(loaded.document, plan);
    case 'prism':
      return openPrism(target, loaded, env);
  }
}
