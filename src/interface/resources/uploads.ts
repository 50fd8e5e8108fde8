import { schemaMembers } from '../../schema/members.ts';
import { onceFor } from '../../system/once-for.ts';
import { filesInMultipart, type SentFile } from '../content/multipart.ts';
import { givesBytes, takesFile } from '../content/file-operations.ts';
import { mediaKindOf } from '../content/media-kind.ts';
import type { Interface, Operation } from '../model.ts';
import { behindEntry, placeOf } from './places/places.ts';
import { entrySchemaOf, type Resource, resourcesOf } from './resources.ts';
import { fileWordsOf, type ToldOfFile, toldOfFile } from './words/told-files.ts';

/** What a document has of files: which operations take one, which give it back, and what entries tell of theirs. */

/** The one file that a request of this media type sends; `undefined` where it sends none, or several. `contentType`: with parameters. */
export function fileSent(contentType: string, body: Uint8Array): SentFile | undefined {
  const mediaType = contentType.split(';', 1).join('').trim().toLowerCase();
  const kind = mediaType === '' ? 'json' : mediaKindOf(mediaType);
  if (kind === 'binary') return { bytes: body, fileName: undefined, mediaType };
  const files = kind === 'multipart' ? filesInMultipart(body, contentType) : [];
  return files.length === 1 ? files[0] : undefined;
}

/** An operation that gives back a file. */
export type Download = {
  readonly operation: Operation;
  /** Where it was put: at the place itself, or at the entry which that is below. */
  readonly from: 'place' | 'entry';
  /** The document says that what comes is what was sent. */
  readonly isSaid: boolean;
};

/** What makes, replaces or fills an entry with a file. */
function fillersOf(
  document: Interface,
  { create, makeAt, replace, itemPath = '' }: Resource,
): readonly Operation[] {
  const own = [create, makeAt, replace].flatMap((one) => (one !== undefined && takesFile(one) ? [one] : []));
  const below = document.operations.filter(
    (one) => isWrite(one) && takesFile(one) && isRightBehind(behindEntry(itemPath, one.path)),
  );
  // Of several files of an entry nobody knows which one is meant.
  return own.length === 0 && below.length === 1 ? below : own;
}

function isWrite({ method }: Operation): boolean {
  return method === 'PUT' || method === 'POST';
}

/** True for one segment behind an entry. */
function isRightBehind(behind: string | undefined): boolean {
  return behind !== undefined && /^[/:][^/{}]+$/.test(behind);
}

function downloadAt(document: Interface, operation: Operation): Download | undefined {
  if (!givesBytes(operation)) return undefined;
  const { plain, same, content } = fileWordsOf(operation);
  const isShown = operation.responses.some(
    ({ status, representations }) => status.startsWith('2') && representations.length > 0,
  );
  if (!plain || (!isShown && !content)) return undefined;
  const place = placeOf(operation.path);
  if (document.operations.some((one) => isWrite(one) && takesFile(one) && placeOf(one.path) === place))
    return { operation, from: 'place', isSaid: same };
  const isOfEntry = resourcesOf(document).some((resource) => {
    const behind =
      resource.itemPath === undefined ? undefined : behindEntry(resource.itemPath, operation.path);
    const isAt = behind === '' || (isRightBehind(behind) && (content || same));
    return isAt && fillersOf(document, resource).length > 0;
  });
  return isOfEntry ? { operation, from: 'entry', isSaid: same } : undefined;
}

/** The operations of a document that give back what was uploaded. */
export const downloadsOf = onceFor((document: Interface): readonly Download[] =>
  document.operations.flatMap((operation) => downloadAt(document, operation) ?? []),
);

/** The members of entries made of a file that tell of it. */
export const toldOfFiles = onceFor((resource: Resource): ReadonlyMap<string, ToldOfFile> => {
  const { create } = resource;
  const schema = create !== undefined && takesFile(create) ? entrySchemaOf(resource) : undefined;
  if (schema === undefined) return new Map();
  const members = [...schemaMembers(schema).properties];
  return new Map(
    members.flatMap(([name, member]) => {
      const told = toldOfFile(name, member, schema);
      return told === undefined ? [] : [[name, told] as const];
    }),
  );
});
