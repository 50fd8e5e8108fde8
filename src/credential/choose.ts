import type { CredentialUse } from '../http/credential-use.ts';
import type { CredentialScheme, Interface, Operation } from '../interface/model.ts';
import { allOf, namesOf, schemeOfUse } from './key-ring.ts';

/** Which of the credentials that an operation asks for a run uses: what it was given decides. */

/** What was given. `key`: one for whatever has no secret of its own. */
export type Given = { readonly schemes: ReadonlySet<string>; readonly key: boolean };

/** Every alternative of an operation. */
export function alternativesOf({ alternatives, credential }: Operation): readonly CredentialScheme[] {
  return alternatives ?? (credential === undefined ? [] : [credential]);
}

/** The names that the operation's credentials have in a query. */
export function keysInQuery(operation: Operation): readonly string[] {
  return alternativesOf(operation)
    .flatMap(allOf)
    .flatMap((scheme) => (scheme.kind === 'api-key' && scheme.in === 'query' ? [scheme.name] : []));
}

/** The schemes that the operations of a document ask for, each once. */
export function schemesOf({ operations }: Interface): readonly CredentialScheme[] {
  const all = operations.flatMap(alternativesOf).flatMap(allOf);
  return [...new Map(all.map((scheme) => [scheme.id, scheme])).values()];
}

/** True for a scheme whose credential is the whole `Authorization` of a request. */
function takesWholeField(scheme: CredentialScheme): boolean {
  return scheme.kind === 'api-key' && scheme.in === 'header' && scheme.name.toLowerCase() === 'authorization';
}

/** True where the key that is used so, bare or behind `Token`, may be what the scheme asks for. */
function isTakenFrom(use: CredentialUse, scheme: CredentialScheme): boolean {
  if (use.kind === 'no-scheme') return takesWholeField(scheme);
  if (use.kind !== 'other-scheme-name') return false;
  return (
    takesWholeField(scheme) || (scheme.kind === 'http-bearer' && scheme.scheme?.toLowerCase() === 'token')
  );
}

/**
 * True where a request whose credential is used so has what another alternative of the operation asks for: beside that credential, as
 * the bare key, or behind the name of another scheme.
 */
export function carriesAnother(operation: Operation, use: CredentialUse): boolean {
  const { credential } = operation;
  if (credential === undefined) return false;
  const used = schemeOfUse(credential, use);
  const rest = allOf(credential).filter((scheme) => scheme !== used);
  const names = new Set(rest.flatMap(namesOf));
  return alternativesOf(operation).some((alternative) =>
    allOf(alternative).every(
      (scheme) =>
        namesOf(scheme).some((name) => names.has(name)) ||
        (scheme !== credential && isTakenFrom(use, scheme)),
    ),
  );
}

function missing(alternative: CredentialScheme, { schemes }: Given): readonly CredentialScheme[] {
  return allOf(alternative).filter((scheme) => !namesOf(scheme).some((name) => schemes.has(name)));
}

function inWords(schemes: readonly CredentialScheme[]): string {
  return schemes.map(({ id }) => JSON.stringify(id)).join(' and ');
}

function chosen(operation: Operation, given: Given): Operation {
  const alternatives = alternativesOf(operation);
  const [first] = alternatives;
  if (first === undefined || operation.documentation === 'named') return operation;
  // The key is for one place of a request: nobody says that a user's password is also the key of an application.
  const complete = alternatives.find((alternative) => missing(alternative, given).length === 0);
  const withKey = alternatives.filter((alternative) => missing(alternative, given).length === 1);
  const usual = given.key ? (withKey.find(({ beside }) => beside === undefined) ?? withKey[0]) : undefined;
  const credential = complete ?? usual;
  if (credential !== undefined) return { ...operation, credential };
  const wanted = alternatives.map((alternative) => inWords(allOf(alternative))).join(', or ');
  const [needed = first] = missing(first, given);
  return {
    ...operation,
    documentation: 'named',
    credential: undefined,
    outOfReach: `it asks for ${wanted}, and no credential was given for that: --auth ${needed.id}=VALUE gives one`,
  };
}

/** The document with the credential of each operation that can be sent with what was given; as it is where nothing was. */
export function withGiven(document: Interface, given: Given): Interface {
  const isOpen = document.operations.some((one) => one.alternatives !== undefined || one.credential?.beside);
  if ((!given.key && given.schemes.size === 0) || (given.schemes.size === 0 && !isOpen)) return document;
  const operations = new Map(document.operations.map((operation) => [operation, chosen(operation, given)]));
  const of = (operation: Operation): Operation => operations.get(operation) ?? operation;
  const reached = document.collections.filter(({ create, list }) =>
    [create, list].every((operation) => of(operation).outOfReach === undefined),
  );
  return {
    ...document,
    operations: document.operations.map(of),
    collections: reached.map((collection) => {
      const { create, list, read } = collection;
      return {
        ...collection,
        create: of(create),
        list: of(list),
        read: read === undefined ? undefined : of(read),
      };
    }),
  };
}

/** How a scheme is sent, for messages: its name, and where it stands. */
export function schemeInWords(scheme: CredentialScheme): string {
  const name = `scheme ${JSON.stringify(scheme.id)}`;
  switch (scheme.kind) {
    case 'http-bearer':
      return `${name}: the field Authorization, as ${scheme.scheme ?? 'Bearer'}`;
    case 'http-basic':
      return `${name}: the field Authorization, as Basic`;
    case 'api-key':
      return `${name}: the ${scheme.in === 'header' ? 'field' : scheme.in === 'query' ? 'query parameter' : 'cookie'} ${scheme.name}${scheme.prefix === undefined ? '' : `, as ${scheme.prefix}`}`;
  }
}
