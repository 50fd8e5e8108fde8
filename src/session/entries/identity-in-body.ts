import { sentTo } from '../../checks/resources/life/members/entry-state.ts';
import { percentDecoded } from '../../http/target.ts';
import type { Operation } from '../../interface/model.ts';
import { plainName } from '../../interface/names.ts';
import { withoutEndSlashes } from '../../interface/resources/places/places.ts';
import { wholeNameAt } from '../../interface/resources/names/whole-names.ts';
import { partOf } from '../../interface/resources/resources.ts';
import { numbersIn } from '../../json/lossless.ts';
import { fromPointer, putAt, valueAt } from '../../json/pointer.ts';
import { isObject, type Json, type Name } from '../../json/value.ts';
import { requestSchema, validatorOf } from '../../oracle/contract.ts';
import type { Sent } from './own-things.ts';

/** The identity of an entry in a body. */
type IdentityInBody = { readonly place: readonly string[]; readonly value: Name };

/** The one object inside of a body that is nothing but its cover: answers that say nothing of their members do not tell of it. */
function wrapperIn(body: Json): readonly (readonly string[])[] {
  const [[name, inner] = [], ...others] = isObject(body) ? Object.entries(body) : [];
  return name !== undefined && isObject(inner) && others.length === 0 ? [[name]] : [];
}

/** The members by which a body names an entry: its identity, and the one that gives it another (`new_name`). */
function namesIn(body: Json | undefined, identity: string): readonly string[] {
  if (!isObject(body)) return [];
  const plain = plainName(identity);
  return Object.keys(body).filter((name) => name === identity || plainName(name) === `new${plain}`);
}

/**
 * The members of a body, or of the entry that the body wraps, that have to be the identity of the path, where a valid body has them:
 * services refuse another one, or move the entry to another place.
 */
export function identitiesAt(
  session: Pick<Sent, 'contract'>,
  operation: Operation,
  path: string,
  body: Json,
): readonly IdentityInBody[] {
  const found = partOf(session.contract.interface, operation);
  const schema = requestSchema(operation);
  if (found === undefined || (found.part !== 'replace' && found.part !== 'change')) return [];
  const { resource } = found;
  if (schema === undefined) return [];
  const identity = resource.identity ?? (resource.parameter === undefined ? undefined : 'id');
  if (identity === undefined) return [];
  const wrapped = fromPointer(sentTo(operation, resource)?.pointer ?? '');
  const places = [[], wrapped, ...wrapperIn(body)]
    .map((above) => namesIn(valueAt(body, above), identity).map((name) => [...above, name]))
    .find((own) => own.length > 0);
  const [bare = ''] = path.split('?', 1);
  const text = percentDecoded(withoutEndSlashes(bare).split('/').at(-1) ?? '') ?? '';
  const whole = wholeNameAt(resource, bare) ?? [];
  return (places ?? []).flatMap((place) => {
    const value = [whole, numbersIn(text), text]
      .flat()
      .find((one) => validatorOf(schema)(putAt(body, place, one)).length === 0);
    return value === undefined ? [] : [{ place, value }];
  });
}

/** A body with the identity that the path has: services refuse one that names another entry, and no document says so. */
export function namedAsPath(
  session: Pick<Sent, 'contract'>,
  operation: Operation,
  path: string,
  body: Json,
): Json {
  return identitiesAt(session, operation, path, body).reduce<Json>(
    (named, { place, value }) => putAt(named, place, value),
    body,
  );
}
