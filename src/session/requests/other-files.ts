import { FILE_KINDS, type FileKind } from '../../interface/content/files.ts';
import { itemPlace, memberNames, memberPlace } from '../../interface/content/fields.ts';
import { mediaKindOf } from '../../interface/content/media-kind.ts';
import { isFile } from '../../interface/content/multipart.ts';
import { type PlaceSchema, typesOf } from '../../interface/content/texts.ts';
import type { Operation, Representation } from '../../interface/model.ts';
import { isList, isObject, type Json, memberOf } from '../../json/value.ts';
import { requestRepresentation, validatorOf } from '../../oracle/contract.ts';
import { onceFor } from '../../system/once-for.ts';
import type { ProbeContext } from '../probe.ts';
import { sampleOne } from '../../system/seeded.ts';
import { validBodies } from './valid-request.ts';

/**
 * Bodies with files of the kinds that services look for, where one of any bytes was not taken: the most likely kinds first, by the media
 * types and the words of the document.
 */

/** So many kinds are tried. */
const MOST_KINDS = 3;

function wordsOf(...texts: readonly unknown[]): string {
  const said = texts.filter((text) => typeof text === 'string').join(' ');
  return said
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z]+/g, ' ')
    .toLowerCase();
}

function partsOf(representation: Representation): readonly (readonly [name: string, place: PlaceSchema])[] {
  const { schema, mediaType } = representation;
  if (mediaKindOf(mediaType) !== 'multipart') return [];
  const whole = { schema, root: schema };
  return [...memberNames(whole)].flatMap((name) => {
    const place = memberPlace(whole, name);
    const holdsFiles = typesOf(place).has('array') && isFile(itemPlace(place));
    return isFile(place) || holdsFiles ? [[name, place] as const] : [];
  });
}

/** The kinds to try for the files of an operation; none where it takes no files. */
const kindsFor = onceFor((operation: Operation): readonly FileKind[] => {
  const representation = requestRepresentation(operation);
  if (representation === undefined) return [];
  const { mediaType, encoding } = representation;
  const parts = partsOf(representation);
  if (parts.length === 0 && mediaKindOf(mediaType) !== 'binary') return [];
  const types = [mediaType, ...parts.map(([name]) => encoding?.get(name)?.contentType)];
  const about = parts.flatMap(([name, { schema }]) =>
    isObject(schema) ? [name, memberOf(schema, 'title'), memberOf(schema, 'description')] : [name],
  );
  const near = wordsOf(...about, operation.id, operation.path);
  const far = wordsOf(operation.description);
  const rank = ({ mediaType: own, words }: FileKind): number => {
    if (types.includes(own)) return 0;
    if (words.test(near)) return 1;
    return words.test(far) ? 2 : 3;
  };
  return FILE_KINDS.toSorted((one, other) => rank(one) - rank(other)).slice(0, MOST_KINDS);
});

/** The body with files of a kind in place of those that it has. */
function withFiles(representation: Representation, body: Json, { content }: FileKind): Json {
  if (!isObject(body)) return typeof body === 'string' ? content : body;
  const parts = new Map(partsOf(representation));
  return Object.fromEntries(
    Object.entries(body).map(([name, value]): [string, Json] => {
      if (!parts.has(name)) return [name, value];
      return [name, isList(value) ? value.map(() => content) : content];
    }),
  );
}

/** Valid bodies with files, for an operation that takes some; the first one is the most likely to be taken. */
export function otherFiles({ seed }: ProbeContext, operation: Operation): readonly Json[] {
  const representation = requestRepresentation(operation);
  const kinds = kindsFor(operation);
  if (representation === undefined || kinds.length === 0) return [];
  return kinds.flatMap((kind, at) => {
    // A service may do with little of what it does not do with all.
    const supply = validBodies(operation, at === 0 ? 'all' : 'none');
    if (supply?.kind !== 'values') return [];
    const body = sampleOne(supply.arbitrary, seed, `files of ${operation.id} ${String(at)}`);
    const filed = withFiles(representation, body, kind);
    return validatorOf(representation.schema)(filed).length === 0 ? [filed] : [];
  });
}
