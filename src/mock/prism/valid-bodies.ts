import { compileSchema, type SchemaValidator } from '../../interface/compile-schema.ts';
import { isJsonMediaType } from '../../http/media-type.ts';
import type { Representation } from '../../interface/model.ts';
import { ownBodies } from './own-bodies.ts';
import type { BodyMaker, Made, Wanted } from './prism-engine.ts';
import { withoutBrokenParts } from './without-broken-parts.ts';

/** Generated bodies miss a schema now and then; with another seed they may not. */
const MORE_SEEDS = ['1', '2', '3'];

/** A representation with those of its examples that satisfy its schema. */
type Checked = { readonly validate: SchemaValidator; readonly sound: Representation };

function check(representation: Representation): Checked {
  if (!isJsonMediaType(representation.mediaType)) return { validate: () => [], sound: representation };
  const validate = compileSchema(representation.schema);
  const examples = representation.examples.filter(({ value }) => validate(value).length === 0);
  return { validate, sound: { ...representation, examples } };
}

function dynamic(wanted: Wanted, seed: string | undefined): Wanted {
  return { ...wanted, way: { kind: 'dynamic', seed } };
}

/** A body that breaks its own schema is worse than one of another kind: these are tried one after the other. */
function attempts(wanted: Wanted, make: BodyMaker): readonly (() => Promise<Made>)[] {
  const own = (): Promise<Made> => ownBodies(wanted);
  switch (wanted.way.kind) {
    case 'static':
      return [() => make(wanted), own, ...MORE_SEEDS.map((seed) => () => make(dynamic(wanted, seed)))];
    case 'dynamic': {
      const { seed } = wanted.way;
      const seeds = MORE_SEEDS.map((more) => (seed === undefined ? undefined : `${seed}.${more}`));
      return [() => make(wanted), ...seeds.map((other) => () => make(dynamic(wanted, other))), own];
    }
  }
}

/**
 * Makes bodies that satisfy their schemas wherever one can be had, also from documents with examples that don't. What is asked
 * for by name is given as it stands in the document.
 */
export function validBodies(make: BodyMaker): BodyMaker {
  const known = new WeakMap<Representation, Checked>();
  const checkedOf = (representation: Representation): Checked => {
    const checked = known.get(representation) ?? check(representation);
    known.set(representation, checked);
    return checked;
  };
  return async (wanted) => {
    if (wanted.example !== undefined) {
      const named = await make(wanted);
      return named.kind === 'failed' ? ownBodies(wanted) : named;
    }
    const checked = wanted.representations.map(checkedOf);
    /** What is right about a body: all of it, or what is left without the parts that are not. */
    const soundPart = (made: Made): Made | undefined => {
      if (made.kind !== 'made') return made.kind === 'failed' ? undefined : made;
      const found = checked.find(({ sound }) => sound.mediaType === made.mediaType);
      if (found === undefined || made.value === undefined) return made;
      const value = withoutBrokenParts(made.value, found.validate);
      return value === undefined ? undefined : { ...made, value };
    };
    let last: Made = { kind: 'failed', problem: 'nothing was made' };
    for (const attempt of attempts({ ...wanted, representations: checked.map(({ sound }) => sound) }, make)) {
      const made = await attempt();
      const sound = soundPart(made);
      if (sound !== undefined) return sound;
      if (made.kind !== 'failed' || last.kind === 'failed') last = made;
    }
    return last;
  };
}
