import {
  attempt,
  childOf,
  type Cursor,
  faultAt,
  itemsOf,
  limitAt,
  membersOf,
  nameOf,
  requiredChild,
  rootOf,
  textOf,
} from '../document/cursor.ts';
import { followed, type Library } from '../document/library.ts';
import { nearestName } from '../system/nearest-name.ts';
import type { CredentialScheme } from './model.ts';

function readHttpScheme(id: string, cursor: Cursor): CredentialScheme | undefined {
  const scheme = textOf(requiredChild(cursor, 'scheme')).toLowerCase();
  if (scheme === 'bearer') return { kind: 'http-bearer', id };
  return scheme === 'basic' ? { kind: 'http-basic', id } : undefined;
}

function readApiKey(id: string, cursor: Cursor): CredentialScheme {
  const place = requiredChild(cursor, 'in');
  const name = textOf(requiredChild(cursor, 'name'));
  const where = textOf(place);
  if (where !== 'header' && where !== 'query' && where !== 'cookie') {
    throw faultAt(
      place,
      `${nameOf(place)} is "${where}"`,
      'An API key goes in `header`, `query` or `cookie`.',
    );
  }
  return { kind: 'api-key', id, in: where, name };
}

/** The scheme of that name, or `undefined` for one that assay can't send (`mutualTLS`, `digest`, …). */
function readScheme(library: Library, id: string, use: Cursor): CredentialScheme | undefined {
  const components = childOf(rootOf(library.root), 'components');
  const schemes = components === undefined ? undefined : childOf(components, 'securitySchemes');
  const found = schemes === undefined ? undefined : childOf(schemes, id);
  if (found === undefined) {
    const near = nearestName(id, schemes === undefined ? [] : membersOf(schemes).map(({ name }) => name));
    throw faultAt(
      use,
      `there is no security scheme "${id}"`,
      near === undefined ? 'Describe it under `components.securitySchemes`.' : `Did you mean "${near}"?`,
    );
  }
  const cursor = followed(library, found);
  const type = requiredChild(cursor, 'type');
  switch (textOf(type)) {
    case 'http':
      return readHttpScheme(id, cursor);
    case 'apiKey':
      return readApiKey(id, cursor);
    case 'oauth2':
    case 'openIdConnect':
      return { kind: 'http-bearer', id };
    case 'mutualTLS':
      return undefined;
    default:
      throw faultAt(
        type,
        `${nameOf(type)} is "${textOf(type)}"`,
        'The types are `http`, `apiKey`, `oauth2`, `openIdConnect` and `mutualTLS`.',
      );
  }
}

/** True for schemes that stand at the same place of a request: one credential is all of them at once. */
function standTogether(a: CredentialScheme, b: CredentialScheme): boolean {
  if (a.kind !== 'api-key' || b.kind !== 'api-key') return a.kind === b.kind;
  return a.in === b.in && a.name.toLowerCase() === b.name.toLowerCase();
}

type Alternative = ReturnType<typeof membersOf>;

/** The one scheme that an alternative comes to. Throws for one that nobody describes, and for what assay can't send. */
function schemeOf(library: Library, alternative: Alternative, security: Cursor): CredentialScheme {
  const names = alternative.map(({ name }) => `"${name}"`).join(' and ');
  const schemes = alternative.map(({ name, cursor }) => readScheme(library, name, cursor));
  const [first] = schemes;
  if (first === undefined || schemes.includes(undefined))
    throw limitAt(
      security,
      `assay can send none of the security schemes asked for: ${names}`,
      'Offer an alternative with one scheme: `http` with `bearer` or `basic`, `apiKey`, `oauth2` or `openIdConnect`.',
    );
  if (schemes.every((scheme) => scheme !== undefined && standTogether(first, scheme))) return first;
  throw limitAt(
    security,
    `the security asks for several schemes at once, ${names}, and assay has one credential`,
    'Offer an alternative with one scheme.',
  );
}

/**
 * The credential that an operation asks for: the first alternative of its `security`, or of the document's, that one credential
 * serves. `undefined` when one of the alternatives is to send none. Schemes asked for at once count as one where all of them
 * stand at the same place of a request. OAuth 2 and OpenID Connect count as bearer tokens (RFC 6750). Throws when no alternative
 * can be served; a fault in one that is not needed is noted.
 */
export function readCredential(library: Library, operation: Cursor): CredentialScheme | undefined {
  const security = childOf(operation, 'security') ?? childOf(rootOf(library.root), 'security');
  if (security === undefined) return undefined;
  const alternatives = itemsOf(security).map((alternative) => membersOf(alternative));
  if (alternatives.length === 0 || alternatives.some((schemes) => schemes.length === 0)) return undefined;
  const read = alternatives.map((alternative) => attempt(() => schemeOf(library, alternative, security)));
  const faults = read.flatMap((each) => ('fault' in each ? [each.fault] : []));
  const found = read.find((each) => 'value' in each);
  const [first] = faults;
  if (found === undefined && first !== undefined) throw first;
  for (const fault of faults)
    if (fault.kind === 'fault') library.lose(fault, 'that alternative of the security is never used');
  return found === undefined || !('value' in found) ? undefined : found.value;
}
