import type { Interface } from '../../interface/model.ts';
import { openOwnMock, type OpenTarget } from '../../selftest/own-mock.ts';
import type { CliIo } from '../io.ts';
import type { LoadedDocument } from '../load-document.ts';
import { quoted, UsageFault } from '../usage-fault.ts';
import type { Target } from './resolve-target.ts';

const PRISM_KEY = 'plain-prism-takes-any-key';

async function openMock(document: Interface, plan: string | undefined): Promise<OpenTarget> {
  const mock = await openOwnMock(document, plan);
  if (mock !== undefined) return mock;
  throw new UsageFault(
    `cannot use --plan ${quoted(plan ?? '')}: the mock has no key of that plan; leave it out`,
  );
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
