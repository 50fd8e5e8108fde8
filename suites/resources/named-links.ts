import { type NamedLink, namedLinksOf } from '../../src/interface/resources/named-links.ts';
import type { Operation } from '../../src/interface/model.ts';
import { templateOf } from '../../src/interface/resources/places/places.ts';
import { makeEntry, sendToEntry } from '../../src/session/entries/entry-requests.ts';
import type { ProbeContext } from '../../src/session/probe.ts';
import type { Living } from './bodies.ts';
import { look, probeOfLives } from './steps.ts';

/** Puts entries into another one by their names, and takes them out again. */

async function link(context: ProbeContext, one: NamedLink): Promise<void> {
  const { holder: resource, target, put, takeOut } = one;
  const label = `resources/by-name-${put.id}`;
  const path = await makeEntry(context, resource, `${label}/make`);
  const first = path === undefined ? undefined : await makeEntry(context, target, `${label}/make-one`);
  const second = first === undefined ? undefined : await makeEntry(context, target, `${label}/make-other`);
  if (path === undefined || first === undefined) return;
  const [word = ''] = templateOf(put).split('/').slice(-2);
  const living: Living = { context, resource, path, label, shown: undefined };
  await look(living, 'before');
  const step = async (
    operation: Operation | undefined,
    entry: string | undefined,
    name: string,
  ): Promise<void> => {
    if (operation === undefined || entry === undefined) return;
    const place = `${path}/${word}/${entry.slice(entry.lastIndexOf('/') + 1)}`;
    await sendToEntry(context, operation, place, { probe: `${label}/${name}`, intent: 'ordinary' });
    await look(living, `after-${name}`);
  };
  await step(put, first, 'put');
  await step(put, second, 'put-other');
  await step(put, first, 'put-again');
  await step(takeOut, first, 'take-out');
}

export const namedLinks = probeOfLives('resources.named-links', async (context, isAllowed) => {
  for (const one of namedLinksOf(context.document)) {
    const { holder, target, put } = one;
    if ([holder.create, holder.read, target.create, put].every(isAllowed)) await link(context, one);
  }
});
