import { placeInside } from '../../src/session/entries/places/place-inside.ts';
import { tellingLinkages } from '../../src/checks/resources/linkages/linkages.ts';
import type { Operation } from '../../src/interface/model.ts';
import { plainName, singularOf } from '../../src/interface/names.ts';
import type { Linkage } from '../../src/interface/resources/linkages.ts';
import { resourcesOf } from '../../src/interface/resources/resources.ts';
import { percentDecoded } from '../../src/http/target.ts';
import { isList, isObject, type Json, memberOf } from '../../src/json/value.ts';
import { requestSchema, validatorOf } from '../../src/oracle/contract.ts';
import { allowedIn, makeEntry, sendToEntry } from '../../src/session/entries/entry-requests.ts';
import { thingAt } from '../../src/interface/resources/names/called.ts';
import { encode, type ProbeContext } from '../../src/session/probe.ts';
import { namedBody } from '../../src/session/requests/other-bodies.ts';
import { holderOf, probeOfLives } from './steps.ts';

/** Linkages of JSON:API: what they name is put there, added to, taken out, and looked at after each. */

/** The type of what a linkage names, by a body that the run would send. */
function typeIn(body: Json | undefined): string | undefined {
  const data = isObject(body) ? memberOf(body, 'data') : undefined;
  const first = isList(data) ? data[0] : data;
  const type = isObject(first) ? memberOf(first, 'type') : undefined;
  return typeof type === 'string' ? type : undefined;
}

/** Makes two things that a linkage may name. */
async function makeTwo(context: ProbeContext, type: string, label: string): Promise<readonly Json[]> {
  const resource = resourcesOf(context.document).find(
    ({ path, kind }) => kind === 'collection' && thingAt(path) === singularOf(plainName(type)),
  );
  if (resource === undefined) return [];
  const paths = [
    await makeEntry(context, resource, `${label}/make-one`),
    await makeEntry(context, resource, `${label}/make-other`),
  ];
  return paths.flatMap((path): Json[] => {
    const id = path === undefined ? undefined : percentDecoded(path.slice(path.lastIndexOf('/') + 1));
    return id === undefined ? [] : [{ type, id }];
  });
}

type Step = readonly [operation: Operation | undefined, data: Json, name: string];

function stepsOf({ isMany, replace, add, remove }: Linkage, one: Json, other: Json): readonly Step[] {
  if (!isMany)
    return [
      [replace, one, 'one'],
      [replace, other, 'other'],
      [replace, null, 'none'],
    ];
  return [
    [replace ?? add, [one], 'one'],
    [add, [other], 'add'],
    [add, [other], 'add-again'],
    [remove, [one], 'remove'],
    [replace, [one], 'replace'],
    [replace, [], 'none'],
  ];
}

async function walk(context: ProbeContext, linkage: Linkage, at: number): Promise<void> {
  const label = `resources/linkage-${String(at + 1)}`;
  const isAllowed = allowedIn(context);
  const { read, replace, add, remove } = linkage;
  const [writer] = [replace, add, remove].filter(isAllowed);
  const holder = holderOf(context, read);
  const type = linkage.type ?? (writer === undefined ? undefined : typeIn(namedBody(context, writer)));
  if (holder === undefined || type === undefined || !isAllowed(read)) return;
  const [one, other] = await makeTwo(context, type, label);
  const entry = await makeEntry(context, holder, `${label}/make`);
  if (one === undefined || other === undefined || entry === undefined) return;
  const path = placeInside(context.session, entry, read);
  await sendToEntry(context, read, path, { probe: `${label}/first`, intent: 'ordinary' });
  for (const [operation, data, name] of stepsOf(linkage, one, other)) {
    const schema = operation === undefined ? undefined : requestSchema(operation);
    if (!isAllowed(operation) || schema === undefined) continue;
    if (validatorOf(schema)({ data }).length > 0) continue;
    const body = { bytes: encode({ data }) };
    await sendToEntry(context, operation, path, { probe: `${label}/${name}`, intent: 'ordinary', body });
    await sendToEntry(context, read, path, { probe: `${label}/after-${name}`, intent: 'ordinary' });
  }
}

export const linkages = probeOfLives('resources.linkages', async (context) => {
  for (const [at, linkage] of tellingLinkages(context.document).entries()) await walk(context, linkage, at);
});
