import { randomInt } from 'node:crypto';
import { namingCreations, type Naming } from '../../src/checks/resources/named-is-there.ts';
import { pathOfEntry } from '../../src/checks/resources/deeds.ts';
import { sentTo } from '../../src/checks/resources/life/entry-state.ts';
import type { ToldName } from '../../src/interface/resources/words/told-names.ts';
import { numbersIn, parseJson } from '../../src/json/lossless.ts';
import { fromPointer, putAt, toPointer } from '../../src/json/pointer.ts';
import type { Json } from '../../src/json/value.ts';
import { requestSchema, validatorOf } from '../../src/oracle/contract.ts';
import { farNumber } from '../../src/session/entries/coined-places.ts';
import { allowedIn, makeEntry, mayChange, sendToEntry } from '../../src/session/entries/entry-requests.ts';
import { identityIn } from '../../src/session/entries/named-in-bodies.ts';
import { livingOf } from '../../src/session/entries/own-things.ts';
import { encode, makeWhatIsNamed, type ProbeContext, requestFor, sendSpec } from '../../src/session/probe.ts';
import { FROM_STANDARD, type Probe } from '../../src/session/suite.ts';

/** Creations that name something of the form of what is there, and that nothing has, where the document says that it has to be there. */

const SIGNS: readonly string[] = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Another sign of the same kind. */
function otherSign(sign: string, isHex: boolean): string {
  const kind = SIGNS.find((one) => one.includes(sign)) ?? sign;
  const signs = isHex ? kind.slice(0, kind.length === 26 ? 6 : 10) : kind;
  return signs.charAt(randomInt(signs.length));
}

/** A number from here on is longer than what services count to. */
const LONG_NUMBER = 10;

/** A name of the same form: its last signs are others, so that it begins and is divided as the one that is there. */
function nameLike(name: string): string {
  if (/^\d+$/.test(name) && name.length < LONG_NUMBER) return farNumber();
  const isHex = /^[\da-f-]+$/i.test(name);
  const kept = Math.max(0, name.length - Math.max(6, Math.ceil(name.length / 3)));
  // The sign in front of a bar says of what kind a thing is.
  const begin = Math.max(kept, name.lastIndexOf('_') + 1);
  return name.slice(0, begin) + Array.from(name.slice(begin), (sign) => otherSign(sign, isHex)).join('');
}

/** A value for a member that names what is not there, once a read got 404 for it. */
async function absentValue(
  context: ProbeContext,
  { create, resource }: Naming,
  { member, named }: ToldName,
  label: string,
): Promise<Json | undefined> {
  const there =
    livingOf(context.session, named).at(-1)?.path ?? (await makeEntry(context, named, `${label}/make`));
  const schema = requestSchema(create);
  if (there === undefined || schema === undefined || named.read === undefined) return undefined;
  const text = nameLike(identityIn(there));
  const path = pathOfEntry(named, [], { [named.identity ?? '']: text });
  if (path === undefined || text === identityIn(there)) return undefined;
  const look = { probe: `${label}/absent`, intent: 'ordinary' } as const;
  const found = await sendToEntry(context, named.read, path, look);
  const place = [...fromPointer(sentTo(create, resource)?.pointer ?? ''), member];
  const isTaken = (value: Json): boolean =>
    validatorOf(schema)(putAt({}, place, value) ?? null).every(({ pointer }) => pointer !== toPointer(place));
  return found?.answer?.status === 404 ? [...numbersIn(text), text].find(isTaken) : undefined;
}

async function nameAbsent(context: ProbeContext, naming: Naming, told: ToldName): Promise<void> {
  const { create, resource } = naming;
  const label = `resources/absent-${create.id}-${told.member}`;
  const value = await absentValue(context, naming, told, label);
  if (value === undefined) return;
  const particular = { probe: label, intent: 'ordinary' } as const;
  await makeWhatIsNamed(context, create, particular);
  const spec = requestFor(context, create, particular);
  const sent = spec?.body === undefined ? undefined : parseJson(spec.body);
  if (spec === undefined || sent?.kind !== 'json') return;
  const place = [...fromPointer(sentTo(create, resource)?.pointer ?? ''), told.member];
  const json = putAt(sent.value, place, value);
  if (json === undefined || validatorOf(requestSchema(create) ?? false)(json).length > 0) return;
  await sendSpec(context, { ...spec, body: encode(json) }, {}, 'nothing');
}

export const absentNames: Probe = {
  id: 'resources.absent-names',
  intends: ['life'],
  profiles: FROM_STANDARD,
  creates: true,
  run: async (context) => {
    if (!mayChange(context)) return;
    const isAllowed = allowedIn(context);
    for (const naming of namingCreations(context.document)) {
      if (!isAllowed(naming.create) || !context.baselines.isServed(naming.create)) continue;
      for (const told of naming.names)
        if (isAllowed(told.named.read)) await nameAbsent(context, naming, told);
    }
  },
};
