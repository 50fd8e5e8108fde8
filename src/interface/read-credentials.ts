import {
  childOf,
  type Cursor,
  faultAt,
  itemsOf,
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

/**
 * The credential that an operation asks for: the first alternative of its `security`, or of the document's, that needs
 * exactly one scheme that assay can send. `undefined` when one of the alternatives is to send none.
 * OAuth 2 and OpenID Connect count as bearer tokens (RFC 6750). Throws when every alternative needs more than that.
 */
export function readCredential(library: Library, operation: Cursor): CredentialScheme | undefined {
  const security = childOf(operation, 'security') ?? childOf(rootOf(library.root), 'security');
  if (security === undefined) return undefined;
  const alternatives = itemsOf(security).map((alternative) => membersOf(alternative));
  if (alternatives.length === 0 || alternatives.some((schemes) => schemes.length === 0)) return undefined;
  for (const [first, ...others] of alternatives) {
    if (first === undefined || others.length > 0) continue;
    const scheme = readScheme(library, first.name, first.cursor);
    if (scheme !== undefined) return scheme;
  }
  const several = alternatives.every((schemes) => schemes.length > 1);
  throw faultAt(
    security,
    several
      ? 'the security asks for several schemes at once, which assay does not support'
      : 'assay can send none of the security schemes asked for',
    'Offer an alternative with one scheme: `http` with `bearer` or `basic`, `apiKey`, `oauth2` or `openIdConnect`.',
  );
}
