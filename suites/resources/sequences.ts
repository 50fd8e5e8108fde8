import fc from 'fast-check';
import type { Operation } from '../../src/interface/model.ts';
import { type Resource, resourcesOf } from '../../src/interface/resources/resources.ts';
import type { Json } from '../../src/json/value.ts';
import {
  allowedIn,
  isChangedByList,
  makeEntry,
  memberToChange,
  sendToEntry,
} from '../../src/session/entries/entry-requests.ts';
import { livingOf, ownershipOf } from '../../src/session/entries/own-things.ts';
import { placeInside } from '../../src/session/entries/places/place-inside.ts';
import { type ProbeContext } from '../../src/session/probe.ts';
import { FROM_THOROUGH, type Probe } from '../../src/session/suite.ts';
import { shortestQuota } from '../../src/session/pace/budget.ts';
import { sampleOne } from '../../src/system/seeded.ts';
import { changeOfOne, type Living, otherBody } from './bodies.ts';
import { changeable } from './changeable.ts';
import { list, livingResources, look } from './steps.ts';

/**
 * Sequences of requests that are drawn over a model of what there is: some entries of a resource and what is inside of them, each
 * there or removed. The model only says which request makes sense next; what answers have to be is judged as for any other request.
 */

const MOST_COMMANDS = 12;
/** Commands that are drawn: many make no sense where they stand. */
const MOST_DRAWN = 60;
const MOST_ENTRIES = 3;
/** Of the requests that a run has left, this part is for sequences: other suites follow. */
const SHARE = 0.3;
/** The same where more of them are drawn when everything else was asked. */
const SHARE_BEFORE_DRAWN = 0.15;
/** Where requests are limited, this part of a window. */
const SHARE_OF_WINDOW = 0.25;
/** What a sequence may cost at most: its commands, the last look at everything, and taking it away. */
const MOST_REQUESTS = MOST_COMMANDS + 4 * MOST_ENTRIES + 2;

/** One entry of a sequence as the model has it, and as it is. */
type Place = { isThere: boolean; readonly living: Living; readonly inside: string[] };
type Model = { readonly places: Place[]; isLost: boolean; steps: number };
type Real = {
  readonly context: ProbeContext;
  readonly resource: Resource;
  readonly child: Resource | undefined;
  readonly label: string;
};
type Command = fc.AsyncCommand<Model, Real, boolean>;

/** A command of the model: when it makes sense, and what it sends. */
function command(
  name: string,
  makesSense: (model: Model) => boolean,
  run: (model: Model, real: Real, label: string) => Promise<void>,
): Command {
  return {
    check: (model) => !model.isLost && model.steps < MOST_COMMANDS && makesSense(model),
    run: (model, real) => {
      model.steps += 1;
      return run(model, real, `${real.label}/${String(model.steps)}-${name}`);
    },
    toString: () => name,
  };
}

/** A command for one of the entries that are there, or of those that were removed. */
function forPlace(
  name: string,
  isThere: boolean,
  run: (place: Place, real: Real, label: string) => Promise<void>,
): fc.Arbitrary<Command> {
  const places = (model: Model): readonly Place[] =>
    model.places.filter((place) => place.isThere === isThere);
  return fc.nat({ max: MOST_ENTRIES - 1 }).map((at) =>
    command(
      name,
      (model) => places(model).length > 0,
      async (model, real, label) => {
        const some = places(model);
        const place = some[at % some.length];
        if (place !== undefined) await run(place, real, label);
      },
    ),
  );
}

async function lookAt({ living }: Place, label: string): Promise<void> {
  const looked = { ...living, label };
  await look(looked, 'drawn');
  living.shown = looked.shown;
}

async function send(place: Place, operation: Operation, label: string, body?: Json): Promise<void> {
  const { context, path } = place.living;
  const particular = {
    probe: label,
    intent: 'ordinary',
    ...(body === undefined ? {} : { body: { json: body } }),
  } as const;
  await sendToEntry(context, operation, path, particular);
}

const making = command(
  'make',
  ({ places }) => places.length < MOST_ENTRIES,
  async (model, { context, resource }, label) => {
    const path = await makeEntry(context, resource, label);
    if (path === undefined) model.isLost = true;
    else
      model.places.push({
        isThere: true,
        living: { context, resource, path, label, shown: undefined },
        inside: [],
      });
  },
);

const listing = command(
  'list',
  ({ places }) => places.length > 0,
  async ({ places }, _real, label) => {
    const [place] = places;
    if (place !== undefined) await list({ ...place.living, label }, 'drawn');
  },
);

function changing(change: Operation, isThere: boolean): fc.Arbitrary<Command> {
  return fc.nat({ max: 11 }).chain((which) =>
    forPlace('change', isThere, async (place, { resource }, label) => {
      const living = { ...place.living, label };
      const names = isChangedByList(change) ? [memberToChange(resource)] : changeable(living, change);
      const name = names[which % Math.max(1, names.length)];
      const body = name === undefined ? undefined : changeOfOne(living, change, name, 'drawn');
      if (body !== undefined) await send(place, change, label, body);
    }),
  );
}

function replacing(replace: Operation, isThere: boolean): fc.Arbitrary<Command> {
  return fc.constantFrom('all' as const, 'none' as const).chain((optional) =>
    forPlace('replace', isThere, async (place, _real, label) => {
      const body = otherBody({ ...place.living, label }, replace, { optional, label });
      if (body === undefined) return;
      await send(place, replace, label, body);
      // A PUT may make what is gone.
      if (!isThere) await lookAt(place, label);
    }),
  );
}

function removing(remove: Operation): readonly fc.Arbitrary<Command>[] {
  return [
    forPlace('remove', true, async (place, _real, label) => {
      await send(place, remove, label);
      place.isThere = false;
    }),
    forPlace('remove-again', false, (place, _real, label) => send(place, remove, label)),
  ];
}

/** Makes something inside of an entry. */
const filling = forPlace('fill', true, async (place, { context, child }, label) => {
  const { path } = place.living;
  if (child?.create === undefined || place.inside.length > 1) return;
  await sendToEntry(context, child.create, placeInside(context.session, path, child.create), {
    probe: label,
    intent: 'ordinary',
  });
  const known = new Set(place.inside);
  const made = livingOf(context.session, child).find(
    (one) => ownershipOf(context.session).isInside(one, path) && !known.has(one.path),
  );
  if (made !== undefined) place.inside.push(made.path);
});

function reading(isThere: boolean): fc.Arbitrary<Command> {
  return forPlace('read', isThere, (place, _real, label) => lookAt(place, label));
}

/** The commands that a document has for a resource. */
function commandsFor(
  context: ProbeContext,
  resource: Resource,
  child: Resource | undefined,
): fc.Arbitrary<Command>[] {
  const isAllowed = allowedIn(context);
  const { change, replace, remove, read, list: lists } = resource;
  return [
    fc.constant(making),
    ...(isAllowed(read) ? [reading(true), reading(false)] : []),
    ...(isAllowed(lists) ? [fc.constant(listing)] : []),
    ...(isAllowed(change) ? [changing(change, true), changing(change, true), changing(change, false)] : []),
    ...(isAllowed(replace) ? [replacing(replace, true), replacing(replace, false)] : []),
    ...(isAllowed(remove) ? removing(remove) : []),
    ...(child === undefined ? [] : [filling]),
  ];
}

/** The last look at everything, and taking it away: what is there shows what became of all requests. */
async function conclude({ places }: Model, { context, resource, child, label }: Real): Promise<void> {
  const isAllowed = allowedIn(context);
  for (const place of places) await lookAt(place, `${label}/last`);
  const [first] = places;
  if (first !== undefined) await list({ ...first.living, label: `${label}/last` }, 'drawn');
  for (const place of places) {
    if (place.isThere && isAllowed(resource.remove)) await send(place, resource.remove, `${label}/take-away`);
    for (const path of place.inside)
      if (child?.read !== undefined)
        await sendToEntry(context, child.read, path, { probe: `${label}/last-inside`, intent: 'ordinary' });
  }
}

/** A larger budget than this is for what is drawn afterwards: what is planned stays the same. */
const MOST_SHARED = 800;

/** The requests that sequences may take of what a run has left. */
function shareOf({ session, document, capabilities }: ProbeContext): number {
  const share = document.rateLimits === undefined ? SHARE_BEFORE_DRAWN : SHARE;
  const left = Math.min(MOST_SHARED, session.budget.left('key')) * share;
  const quota = shortestQuota(document.rateLimits, capabilities.plan?.id);
  return Math.floor(quota === undefined ? left : Math.min(left, quota.limit * SHARE_OF_WINDOW));
}

/** Plays one drawn sequence over a resource; the label and the seed of the run fix it. */
export async function play(context: ProbeContext, resource: Resource, label: string): Promise<void> {
  const isAllowed = allowedIn(context);
  const child = resourcesOf(context.document).find(
    ({ parent, create, read }) => parent === resource.path && isAllowed(create) && isAllowed(read),
  );
  const drawn = fc.commands(commandsFor(context, resource, child), {
    maxCommands: MOST_DRAWN,
    size: 'max',
    disableReplayLog: true,
  });
  const commands = sampleOne(drawn, context.seed, label);
  const model: Model = { places: [], isLost: false, steps: 0 };
  const real: Real = { context, resource, child, label };
  await making.run(model, real);
  await fc.asyncModelRun(() => ({ model, real }), commands);
  await conclude(model, real);
}

/** Sequences over each resource in turn, as many as the share of the budget lets. */
export const sequences: Probe = {
  id: 'resources.sequences',
  intends: ['life'],
  profiles: FROM_THOROUGH,
  creates: true,
  run: async (context) => {
    const resources = livingResources(context);
    const { budget } = context.session;
    const most = budget.left('key') - shareOf(context);
    for (let round = 1; ; round += 1) {
      const before = context.session.readings.length;
      for (const [at, resource] of resources.entries()) {
        context.session.requireTime();
        if (budget.left('key') - MOST_REQUESTS < most) return;
        await play(context, resource, `resources/sequence-${String(at + 1)}-${String(round)}`);
      }
      // Where no entry can be made nothing is sent, however often it is tried.
      if (context.session.readings.length === before) return;
    }
  },
};
