import { errnoOf } from '../../system/errno.ts';
import { documentedJson } from '../../http/media-type.ts';
import { mediaKindOf } from '../../interface/content/media-kind.ts';
import type { Representation } from '../../interface/model.ts';
import { compileSchema, type SchemaValidator } from '../../schema/compile.ts';
import { withoutHidden } from '../../schema/hidden-places.ts';
import { validSample, withoutBrokenParts } from '../../schema/generate/valid-sample.ts';
import { type BodyMaker, loadPrism, type Made, type Wanted } from './prism-engine.ts';

/** Makes bodies without Prism: the example of the name, the first one, or a sample of the schema, always the same. */
const ownBodies: BodyMaker = ({ representations, example, way }) => {
  const representation = documentedJson(representations) ?? representations[0];
  if (representation === undefined)
    return Promise.resolve({ kind: 'made', mediaType: undefined, value: undefined });
  const { mediaType, schema, examples } = representation;
  const usual = way.kind === 'dynamic' ? undefined : examples[0];
  const shown = example === undefined ? usual : examples.find(({ name }) => name === example);
  return Promise.resolve({
    kind: 'made',
    mediaType,
    value: shown === undefined ? validSample(schema) : shown.value,
  });
};

/** Generated bodies miss a schema now and then; with another seed they may not. */
const MORE_SEEDS = ['1', '2', '3'];

/** A representation with those of its examples that satisfy its schema. */
type Checked = { readonly validate: SchemaValidator; readonly sound: Representation };

function check(representation: Representation): Checked {
  const kind = mediaKindOf(representation.mediaType);
  const isValue = kind === 'json' || kind === 'text';
  const compiled = compileSchema(representation.schema);
  // A text is taken for what is to be seen there, written out; anything else is what is written.
  const validate: SchemaValidator = (value) => (isValue || typeof value !== 'string' ? compiled(value) : []);
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
function validBodies(make: BodyMaker): BodyMaker {
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
    /** What is right about a body: all of it that answers show, or what is left without the parts that are not. */
    const soundPart = (made: Made): Made | undefined => {
      if (made.kind !== 'made') return made.kind === 'failed' ? undefined : made;
      const found = checked.find(({ sound }) => sound.mediaType === made.mediaType);
      if (found === undefined || made.value === undefined) return made;
      const value = withoutBrokenParts(withoutHidden(found.sound.schema, made.value), found.validate);
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

const PACKAGES = '@stoplight/prism-http@5.16.0 @stoplight/prism-core@5.16.0';

function isMissing(error: unknown): boolean {
  return errnoOf(error) === 'ERR_MODULE_NOT_FOUND';
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
