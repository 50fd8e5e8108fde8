import { sentTo } from '../../checks/resources/life/members/entry-state.ts';
import { percentDecoded } from '../../http/target.ts';
import type { Operation } from '../../interface/model.ts';
import { plainName } from '../../interface/names.ts';
import { placeOf, templateOf, withoutEndSlashes } from '../../interface/resources/places/places.ts';
import { wholeNameAt } from '../../interface/resources/names/whole-names.ts';
import { partOf } from '../../interface/resources/resources.ts';
import { numbersIn } from '../../json/lossless.ts';
import { fromPointer, putAt, valueAt } from '../../json/pointer.ts';
import { isObject, type Json, memberOf, type Name } from '../../json/value.ts';
import { schemaMembers } from '../../schema/members.ts';
import { subschema } from '../../schema/resolve.ts';
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

/** The member by which a body alone says which entry it is about. */
function memberNaming({ namedBy }: Operation): string | undefined {
  return namedBy?.in === 'body' ? namedBy.name : undefined;
}

/** True for a value that may stand in that member. */
function isNameFor(operation: Operation, value: Json): boolean {
  const schema = requestSchema(operation) ?? true;
  const member = schemaMembers(schema).properties.get(memberNaming(operation) ?? '') ?? true;
  return validatorOf(subschema(schema, member))(value).length === 0;
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
  const namedBy = memberNaming(operation);
  const [bare = ''] = path.split('?', 1);
  // Nothing else says what it is about.
  if (
    operation.namedBy !== undefined &&
    placeOf(bare).split('/').length !== placeOf(templateOf(operation)).split('/').length
  )
    return [];
  const places =
    namedBy === undefined
      ? [[], wrapped, ...wrapperIn(body)]
          .map((above) => namesIn(valueAt(body, above), identity).map((name) => [...above, name]))
          .find((own) => own.length > 0)
      : [[namedBy]];
  const text = percentDecoded(withoutEndSlashes(bare).split('/').at(-1) ?? '') ?? '';
  const whole = wholeNameAt(resource, bare) ?? [];
  return (places ?? []).flatMap((place) => {
    const value = [whole, numbersIn(text), text]
      .flat()
      .find((one) =>
        namedBy === undefined
          ? validatorOf(schema)(putAt(body, place, one)).length === 0
          : isNameFor(operation, one),
      );
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

/**
 * The same for a body that is meant to be refused, or to have what the document does not: where it alone says which entry it is about, that
 * is the run's own all the same, unless its name is what is wrong with it.
 */
export function aboutOwnStill(
  session: Pick<Sent, 'contract'>,
  operation: Operation,
  path: string,
  body: Json,
): Json {
  const namedBy = memberNaming(operation);
  const schema = requestSchema(operation);
  if (namedBy === undefined || schema === undefined || !isObject(body)) return body;
  const own = memberOf(body, namedBy);
  const isBroken =
    own === undefined ? schemaMembers(schema).required.has(namedBy) : !isNameFor(operation, own);
  const named = namedAsPath(session, operation, path, body);
  if (!isBroken || !isObject(named)) return named;
  const broken = asBroken(memberOf(named, namedBy), own);
  return broken === undefined || isNameFor(operation, broken) ? body : putAt(body, [namedBy], broken);
}

/** The name of an entry in the way in which another value is broken: who reads it leniently reads the run's own. */
function asBroken(name: Json | undefined, broken: Json | undefined): Json | undefined {
  if (typeof name !== 'number') return undefined;
  if (typeof broken === 'string' && numbersIn(broken).length > 0) return String(name);
  return typeof broken === 'number' && !Number.isInteger(broken) ? name + 0.5 : undefined;
}
