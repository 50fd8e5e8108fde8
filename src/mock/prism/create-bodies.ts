import { ownBodies } from './own-bodies.ts';
import { type BodyMaker, loadPrism } from './prism-engine.ts';
import { validBodies } from './valid-bodies.ts';

const PACKAGES = '@stoplight/prism-http@5.16.0 @stoplight/prism-core@5.16.0';

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
}

function noticeOf(error: unknown): string {
  const why = isMissing(error)
    ? "Prism's engine is not installed"
    : `Prism's engine can't be loaded (${error instanceof Error ? error.message : String(error)})`;
  return `${why}: answers without state are plain samples, the same each time; for more, npm install ${PACKAGES}`;
}

/**
 * Makes documented bodies with Prism's engine, which is loaded for the first one; with samples of the mock's own where it can't
 * be loaded, which `onNotice` is told once.
 */
export function createBodies(
  onNotice: (text: string) => void,
  load: () => Promise<BodyMaker> = loadPrism,
): BodyMaker {
  let loading: Promise<BodyMaker> | undefined;
  async function loaded(): Promise<BodyMaker> {
    try {
      return validBodies(await load());
    } catch (error) {
      onNotice(noticeOf(error));
      return validBodies(ownBodies);
    }
  }
  return async (wanted) => (await (loading ??= loaded()))(wanted);
}
