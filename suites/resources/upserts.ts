import { tellsOfMaking } from '../../src/checks/resources/life/made/made-place.ts';
import { resourcesOf } from '../../src/interface/resources/resources.ts';
import { makeInPlace, sendToEntry } from '../../src/session/entries/entry-requests.ts';
import { allowedTypes } from '../../src/schema/keywords.ts';
import { mergedKeywords } from '../../src/schema/merge.ts';
import { probeOfLives } from './steps.ts';

/**
 * What a PUT makes where nothing is, of entries that a POST makes as well. Numbers are left to the service: it counts on from the largest
 * one.
 */
export const upserts = probeOfLives('resources.upserts', async (context, isAllowed) => {
  for (const [at, resource] of resourcesOf(context.document).entries()) {
    const { kind, create, replace, read, parameter } = resource;
    if (kind !== 'collection' || create === undefined || !isAllowed(replace) || !isAllowed(read)) continue;
    const named = replace.parameters.find(({ name, in: place }) => place === 'path' && name === parameter);
    const isText = named !== undefined && allowedTypes(mergedKeywords(named.schema)).has('string');
    if (!isText || !tellsOfMaking(replace)) continue;
    const label = `resources/upsert-${String(at + 1)}`;
    const path = await makeInPlace(context, resource, replace, `${label}/put`);
    if (path !== undefined)
      await sendToEntry(context, read, path, { probe: `${label}/read`, intent: 'ordinary' });
  }
});
