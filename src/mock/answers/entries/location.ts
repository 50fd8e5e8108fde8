import type { HeaderRule } from '../../../interface/model.ts';
import { compileSchema } from '../../../schema/compile.ts';
import { onceFor } from '../../../system/once-for.ts';
import { withOrigin } from '../listing.ts';
import { type Entry, type HeaderLine, type Kept, nameOf, type Visit } from '../stages/stages.ts';

/** The address of what was created, as the document describes it. */

function described({ create, created }: Kept): HeaderRule | undefined {
  const response = create.responses.find(({ status }) => status === created.status);
  return response?.headers.find(({ name }) => /^location$/i.test(name));
}

/** True where the document describes an address with an origin, and no path. */
const isWhole = onceFor(({ schema }: HeaderRule): boolean => {
  const isValid = compileSchema(schema);
  return isValid('/1').length > 0 && isValid('http://localhost/1').length === 0;
});

/** The line of a created entry: none where it has no address, unless the document wants one all the same. */
export function locationOf({ request }: Visit, collection: Kept, entry: Entry): readonly HeaderLine[] {
  const rule = described(collection);
  if (collection.read === undefined && rule?.required !== true) return [];
  const list = request.path.endsWith('/') ? request.path : `${request.path}/`;
  const path = `${list}${encodeURIComponent(nameOf(collection, entry))}`;
  return [['Location', rule !== undefined && isWhole(rule) ? withOrigin(request, path) : path]];
}
