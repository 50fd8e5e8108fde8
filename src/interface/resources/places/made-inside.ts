import { schemaMembers } from '../../../schema/members.ts';
import { givesBytes, takesFile } from '../../content/file-operations.ts';
import { plainName } from '../../names.ts';
import { parameterNames } from '../../path-matching.ts';
import { depthOf } from './places.ts';
import type { Resource } from '../resources.ts';
import { memberNames, roleFinding, shownBy } from '../shown-entries.ts';

/** Entries that are made inside of something, and are read, changed and removed at a path of their own. */

/** A resource with its place. `made`: where its entries are made, if that is elsewhere. `also`: a place that leads to its entries, too. */
export type Found = {
  readonly place: string;
  readonly resource: Omit<Resource, 'parent'>;
  readonly made?: string;
  readonly also?: string;
};

/** True for what is made and listed inside of something, and is asked for nowhere there. */
function isMadeAlone({ kind, create, itemPath, actions }: Omit<Resource, 'parent'>): boolean {
  return kind === 'collection' && create !== undefined && itemPath === undefined && actions.length === 0;
}

/** True for two places with the same last name, one of which has nothing that makes what is there. */
function isOfSameName(made: Found, { place, resource }: Found): boolean {
  const { kind, create, itemPath } = resource;
  if (kind !== 'collection' || create !== undefined || itemPath === undefined) return false;
  const [own, inside] = [place, made.place].map((one) => plainName(one.slice(one.lastIndexOf('/') + 1)));
  return own === inside && made.place !== place && depthOf(itemPath) - 1 <= depthOf(made.resource.path);
}

/**
 * Where what is made inside of something is only changed or removed at a path of its own (`POST /tasks/{}/notes`, `DELETE /notes/{noteId}`),
 * or is a file that is read there as bytes: the one thing in that path is what the answer to the creation names by its `id`.
 */
function isWrittenAt(made: Found, own: Found): boolean {
  const { list, read, replace, change, remove, itemPath = '' } = own.resource;
  const { create } = made.resource;
  const isFile = create !== undefined && takesFile(create) && read !== undefined && givesBytes(read);
  if (list !== undefined || (read !== undefined && !isFile) || !isOfSameName(made, own)) return false;
  const names = parameterNames(itemPath).map(plainName);
  const isNamed = names.length === 1 && names.every((name) => name.endsWith('id'));
  const isAsked = isFile || [replace, change, remove].some((one) => one !== undefined);
  return isNamed && isAsked && plainName(made.resource.identity ?? '') === 'id';
}

/**
 * Where what is made inside of something is read, changed and removed at a path of its own (`POST /wards/{}/visits`, `/visits/{}`): the last
 * name of both is the same, and what is made there is shown with the same members as what is read here.
 */
function isReadOf(made: Found, own: Found): boolean {
  const { parameter, read, identity } = own.resource;
  if (read === undefined || identity === undefined || !isOfSameName(made, own)) return false;
  const [shown, answered] = [read, made.resource.create].map((one) => shownBy(one, { parameter }));
  if (shown === undefined || answered === undefined) return false;
  return schemaMembers(shown).properties.size > 1 && memberNames(shown) === memberNames(answered);
}

/** Entries that are made inside of something, with what is done to them at a path of their own, as one. */
function joined(made: Omit<Resource, 'parent'>, own: Omit<Resource, 'parent'>): Omit<Resource, 'parent'> {
  const words = 'entries that are made inside of something, at a path of their own';
  return {
    ...own,
    path: made.path,
    list: made.list,
    create: made.create,
    entries: made.entries,
    identity: own.identity ?? made.identity,
    findings: [
      ...made.findings.filter(({ part }) => own.identity === undefined || !part.startsWith('identity ')),
      ...own.findings.map((finding) => (finding.ground === 'paths' ? { ...finding, words } : finding)),
    ],
  };
}

/**
 * The same, with what belongs together in one: where a list of all stands at the path of the entries, what makes them goes there;
 * otherwise the entries go to where they are made.
 */
export function joinedAll(found: readonly Found[]): readonly Found[] {
  const pairs = found.flatMap((made) => {
    const isOwn = (one: Found): boolean => isReadOf(made, one) || isWrittenAt(made, one);
    const owns = isMadeAlone(made.resource) ? found.filter(isOwn) : [];
    const [own] = owns;
    return own === undefined || owns.length > 1 ? [] : [{ made, own }];
  });
  const single = pairs.filter(({ own }) => pairs.filter((pair) => pair.own === own).length === 1);
  return found.flatMap((one): readonly Found[] => {
    const { place, resource } = one;
    const pair = single.find(({ made, own }) => made === one || own === one);
    if (pair === undefined) return [one];
    const { made, own } = pair;
    if (own.resource.list === undefined) {
      const both = { place, resource: joined(made.resource, own.resource), also: own.place };
      return own === one ? [] : [both];
    }
    if (made === one) return [{ place, resource: { ...resource, create: undefined } }];
    const { create } = made.resource;
    const findings = roleFinding(
      'create',
      create,
      'a POST inside of something, and what it makes is shown here',
    );
    const whole = { ...resource, create, findings: [...resource.findings, ...findings] };
    return [{ place, resource: whole, made: made.place }];
  });
}
