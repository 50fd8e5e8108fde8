import {
  LEAST_NAMED,
  onlyReadResources,
  readsOfListed,
} from '../../../src/checks/resources/lists/read-as-named.ts';
import { allowedIn, sendToEntry } from '../../../src/session/entries/entry-requests.ts';
import { FROM_STANDARD, type Probe } from '../../../src/session/suite.ts';

/** Entries that a list shows and nobody makes: some of them are read. */

/** So many resources are looked into. */
const MOST_READ = 12;

export const listedEntries: Probe = {
  id: 'resources.listed-entries',
  intends: ['ordinary'],
  profiles: FROM_STANDARD,
  creates: false,
  run: async (context) => {
    const { session, document, baselines } = context;
    for (const resource of onlyReadResources(document).slice(0, MOST_READ)) {
      const { read } = resource;
      if (!allowedIn(context)(read) || !baselines.isServed(read)) continue;
      const { listed, reads } = readsOfListed(session, resource);
      const known = new Set(reads.map(({ asked }) => asked));
      const others = [...listed].filter((path) => !known.has(path)).reverse();
      if (known.size + others.length < LEAST_NAMED) continue;
      for (const path of others.slice(0, Math.max(0, LEAST_NAMED - known.size)))
        await sendToEntry(context, read, path, {
          probe: `resources/listed/${read.id}`,
          intent: 'ordinary',
        });
    }
  },
};
