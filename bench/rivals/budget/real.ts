import { writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { realServices } from '../../real/services.ts';
import { credentialFlags, install, withService } from '../../real/with-service.ts';
import type { Kin } from './service.ts';
import { standBefore } from './stand-before.ts';

/** Services of bench/real as they are: what is wrong with them nobody planted, so that no finding is counted as true. */

/** Those that are installed in a minute, and answer at once. */
const CHOSEN = /^(?:Kinto|LoopBack todo)$/;
const cache = join(homedir(), '.cache/assay-real');

/** The document as a file, which it may be already. */
async function fileOf(document: string, folder: string): Promise<string> {
  if (!document.startsWith('http')) return document;
  const file = join(folder, 'served-openapi.json');
  await writeFile(file, await (await fetch(document)).text());
  return file;
}

/** Installs them unless they are; what can't be is left out, with the reason. */
export async function realKin(only: RegExp): Promise<readonly Kin[]> {
  const kin: Kin[] = [];
  for (const service of realServices.filter(({ name }) => CHOSEN.test(name) && only.test(name))) {
    const problem = await install(service, cache);
    if (problem !== undefined) {
      process.stderr.write(`no ${service.name}: ${problem}\n`);
      continue;
    }
    const honest: Kin['honest'] = {
      name: `${service.name} ${service.version}`,
      isFaulty: false,
      visit: (use) =>
        withService(service, cache, async (room) => {
          const counting = await standBefore(room.url);
          const { asked, served, close } = counting;
          try {
            const manner = service.manner(room);
            const url = manner.base.replace(room.url, counting.origin);
            const document = await fileOf(manner.document, room.state);
            return await use({ url, document, flags: credentialFlags(manner), asked, served });
          } finally {
            close();
          }
        }),
    };
    kin.push({ honest, faulty: [] });
  }
  return kin;
}
