import { documentedJson } from '../../http/media-type.ts';
import { sample } from '../sample.ts';
import type { BodyMaker } from './prism-engine.ts';

/** Makes bodies without Prism: the example of the name, the first one, or a sample of the schema, always the same. */
export const ownBodies: BodyMaker = ({ representations, example, way }) => {
  const representation = documentedJson(representations) ?? representations[0];
  if (representation === undefined)
    return Promise.resolve({ kind: 'made', mediaType: undefined, value: undefined });
  const { mediaType, schema, examples } = representation;
  const usual = way.kind === 'dynamic' ? undefined : examples[0];
  const shown = example === undefined ? usual : examples.find(({ name }) => name === example);
  return Promise.resolve({
    kind: 'made',
    mediaType,
    value: shown === undefined ? sample(schema) : shown.value,
  });
};
