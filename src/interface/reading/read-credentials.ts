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
} from '../../document/cursor.ts';
import { followed, type Library } from '../../document/library.ts';
import { isObject } from '../../json/value.ts';
import { nearestName } from '../../system/nearest-name.ts';
import type { CredentialScheme, Operation, TokenFlow } from '../model.ts';
import { listedParameters } from '../parameters/read-parameters.ts';

/** Schemes of HTTP authentication that take more than a token behind their name: registered ones (RFC 9110 section 16.4.1), and signatures. */
const MORE_THAN_A_TOKEN: ReadonlySet<string> = new Set(
  `concealed digest dpop gnap hoba mutual negotiate ntlm oauth privatetoken scram-sha-1 scram-sha-256 vapid hawk hmac signature
 aws4-hmac-sha256 custom`.split(/\s+/),
);

/** A scheme of HTTP authentication. One that nobody registered (`Token`, `ApiKey`) has its token behind its name, as Bearer has. */
function readHttpScheme(id: string, cursor: Cursor): CredentialScheme | undefined {
  const said = childOf(cursor, 'scheme');
  const isBearer = said === undefined && childOf(cursor, 'bearerFormat') !== undefined;
  const written = isBearer ? 'bearer' : textOf(requiredChild(cursor, 'scheme')).trim();
  const scheme = written.toLowerCase();
  if (scheme === 'bearer') return { kind: 'http-bearer', id };
  if (scheme === 'basic') return { kind: 'http-basic', id };
  const isName = /^[a-z][\w.~+-]*$/.test(scheme);
  return isName && !MORE_THAN_A_TOKEN.has(scheme) ? { kind: 'http-bearer', id, scheme: written } : undefined;
}

const REQUIRED_PREFIX = /\b(?:required )?prefix\W{1,4}([A-Za-z]{2,20})\b/;
const BEARER = /\bBearer\b/i;
const WITHOUT = /\b(?:no|not|never|without|omit)\b[^.]{0,40}\b(?:Bearer|prefix)\b/i;

/** The word before a key in Authorization, as the words about it tell: that field always names a scheme (RFC 9110 section 11.6.2). */
function prefixTold(cursor: Cursor, name: string): string | undefined {
  const told = childOf(cursor, 'description')?.value;
  if (name.toLowerCase() !== 'authorization' || typeof told !== 'string' || WITHOUT.test(told))
    return undefined;
  return BEARER.test(told) ? 'Bearer' : REQUIRED_PREFIX.exec(told)?.[1];
}

function readApiKey(id: string, cursor: Cursor): CredentialScheme {
  const place = requiredChild(cursor, 'in');
  const name = textOf(requiredChild(cursor, 'name'));
  const where = textOf(place).toLowerCase().replace(/s$/, '');
  if (where !== 'header' && where !== 'query' && where !== 'cookie') {
    throw faultAt(
      place,
      `${nameOf(place)} is "${textOf(place)}"`,
      'An API key goes in `header`, `query` or `cookie`.',
    );
  }
  const prefix = where === 'header' ? prefixTold(cursor, name) : undefined;
  return { kind: 'api-key', id, in: where, name, ...(prefix === undefined ? {} : { prefix }) };
}

const GRANTS = [
  ['clientCredentials', 'client-credentials'],
  ['password', 'password'],
] as const;

/** The flows that need no browser. What is wrong with one costs that flow alone: a token may come from elsewhere. */
function readFlows(scheme: Cursor): readonly TokenFlow[] {
  const flows = childOf(scheme, 'flows');
  if (flows === undefined || !isObject(flows.value)) return [];
  return GRANTS.flatMap(([name, grant]): readonly TokenFlow[] => {
    const flow = childOf(flows, name);
    if (flow === undefined || !isObject(flow.value)) return [];
    const { tokenUrl, scopes } = flow.value;
    if (typeof tokenUrl !== 'string') return [];
    return [{ grant, tokenUrl, scopes: isObject(scopes) ? Object.keys(scopes) : [] }];
  });
}

/** Other words for the types of schemes, in small letters and without what joins their words. */
const MEANT: ReadonlyMap<string, string> = new Map([
  ['http', 'http'],
  ['apikey', 'apiKey'],
  ['oauth2', 'oauth2'],
  ['oauth', 'oauth2'],
  ['openidconnect', 'openIdConnect'],
  ['oidc', 'openIdConnect'],
  ['mutualtls', 'mutualTLS'],
  ['mtls', 'mutualTLS'],
  ['bearer', 'bearer'],
  ['httpbearer', 'bearer'],
  ['jwt', 'bearer'],
  ['basic', 'basic'],
  ['httpbasic', 'basic'],
]);

/** What those that are no types themselves are told as. */
const READ_AS: ReadonlyMap<string, string> = new Map([
  ['bearer', 'http with the scheme bearer'],
  ['basic', 'http with the scheme basic'],
]);

/** The type that a scheme is meant to have: by its words, else by what stands beside it, a place and a name. */
function typeMeant(cursor: Cursor, said: string): string {
  const meant = MEANT.get(said.toLowerCase().replaceAll(/[-_ ]/g, ''));
  if (meant !== undefined) return meant;
  const [place, name] = [childOf(cursor, 'in'), childOf(cursor, 'name')];
  const where = typeof place?.value === 'string' ? place.value : '';
  const isKey = typeof name?.value === 'string' && /^(?:header|query|cookie)s?$/i.test(where);
  return isKey ? 'apiKey' : said;
}

/** The schemes under `components`. */
function describedSchemes(library: Library): ReturnType<typeof membersOf> {
  const components = childOf(rootOf(library.root), 'components');
  const schemes = components === undefined ? undefined : childOf(components, 'securitySchemes');
  return schemes === undefined || !isObject(schemes.value) ? [] : membersOf(schemes);
}

/** Those of them that assay can send. */
function readableSchemes(library: Library): readonly CredentialScheme[] {
  return describedSchemes(library).flatMap(({ name, cursor }) => {
    const read = attempt(() => readScheme(library, name, cursor));
    return 'value' in read && read.value !== undefined ? [read.value] : [];
  });
}

const WORDS_OF_TOKENS: ReadonlySet<string> = new Set(
  'access api auth authentication authorization authorisation basic bearer http json jwt scheme security token user web'.split(
    ' ',
  ),
);

/** The words of a name, in small letters: `JWT Token`, `bearerAuth`, `access-token`. */
function wordsOf(id: string): readonly string[] {
  return id
    .slice(0, 100)
    .replaceAll(/([a-z])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}

/**
 * What a name that nothing describes can only mean: `bearerAuth` and `JWT Token` are bearer tokens, `basicAuth` is a password; the described scheme of
 * that kind where there is one. `access-token` is the only scheme of a document, where that is a bearer token.
 */
function schemeByName(library: Library, id: string): CredentialScheme | undefined {
  const words = wordsOf(id);
  if (words.length === 0 || !words.every((word) => WORDS_OF_TOKENS.has(word))) return undefined;
  const described = readableSchemes(library);
  const isBasic = words.includes('basic');
  const isBearer = words.includes('bearer') || words.includes('jwt');
  if (isBasic && isBearer) return undefined;
  const kind = isBasic ? 'http-basic' : 'http-bearer';
  const [same, ...others] = described.filter((scheme) => scheme.kind === kind);
  if (isBasic || isBearer) return same ?? { kind, id };
  return others.length === 0 && described.length === 1 ? same : undefined;
}

/** What stands for a scheme that nothing describes. Throws where its name does not tell. */
function undescribedScheme(library: Library, id: string, use: Cursor): CredentialScheme {
  const near = nearestName(
    id,
    describedSchemes(library).map(({ name }) => name),
  );
  const fault = faultAt(
    use,
    `there is no security scheme "${id}"`,
    near === undefined ? 'Describe it under `components.securitySchemes`.' : `Did you mean "${near}"?`,
  );
  const meant = schemeByName(library, id);
  if (meant === undefined) throw fault;
  const as = meant.kind === 'http-basic' ? READ_AS.get('basic') : READ_AS.get('bearer');
  library.lose(fault, `by its name it is read as ${meant.id === id ? as : `"${meant.id}"`}`);
  return meant;
}

/** The scheme of that name, or `undefined` for one that assay can't send (`mutualTLS`, `digest`, …). */
function readScheme(library: Library, id: string, use: Cursor): CredentialScheme | undefined {
  const found = describedSchemes(library).find(({ name }) => name === id)?.cursor;
  if (found === undefined) return undescribedScheme(library, id, use);
  const cursor = followed(library, found);
  const type = requiredChild(cursor, 'type');
  const said = textOf(type);
  const meant = typeMeant(cursor, said);
  const fault = faultAt(
    type,
    `${nameOf(type)} is "${said}"`,
    'The types are `http`, `apiKey`, `oauth2`, `openIdConnect` and `mutualTLS`.',
  );
  if (meant !== said || READ_AS.has(meant))
    library.lose(fault, `it is read as ${READ_AS.get(meant) ?? meant}`);
  switch (meant) {
    case 'bearer':
      return { kind: 'http-bearer', id };
    case 'basic':
      return { kind: 'http-basic', id };
    case 'http':
      return readHttpScheme(id, cursor);
    case 'apiKey':
      return readApiKey(id, cursor);
    case 'oauth2': {
      const flows = readFlows(cursor);
      return { kind: 'http-bearer', id, ...(flows.length === 0 ? {} : { flows }) };
    }
    case 'openIdConnect':
      return { kind: 'http-bearer', id };
    case 'mutualTLS':
      return undefined;
    default:
      throw fault;
  }
}

/** True for schemes that stand at the same place of a request: one credential is all of them at once. */
function standTogether(a: CredentialScheme, b: CredentialScheme): boolean {
  if (a.kind !== 'api-key' || b.kind !== 'api-key') return a.kind === b.kind;
  return a.in === b.in && a.name.toLowerCase() === b.name.toLowerCase();
}

type Alternative = ReturnType<typeof membersOf>;

/** Where a scheme has its credential: a request has one `Authorization` (RFC 9110 section 11.6.2), whatever stands in it. */
function placeOf(scheme: CredentialScheme): string {
  return scheme.kind === 'api-key' ? `${scheme.in} ${scheme.name.toLowerCase()}` : 'header authorization';
}

/** The schemes without those that stand where the given one stands and are of another kind: no request can carry both. */
function without(schemes: readonly CredentialScheme[], kept: CredentialScheme): readonly CredentialScheme[] {
  return schemes.filter((other) => standTogether(other, kept) || placeOf(other) !== placeOf(kept));
}

/**
 * What can be sent of schemes that are asked for at once. Where two of different kinds want the same place of a request, the document
 * can only mean either: one choice for each of them.
 */
function choicesOf(schemes: readonly CredentialScheme[]): readonly (readonly CredentialScheme[])[] {
  const torn = schemes.find((scheme) => without(schemes, scheme).length < schemes.length);
  if (torn === undefined) return [schemes];
  const rivals = schemes.filter((scheme) => placeOf(scheme) === placeOf(torn));
  const kinds = rivals.filter((scheme, at) => rivals.findIndex((one) => standTogether(one, scheme)) === at);
  return kinds.flatMap((kept) => choicesOf(without(schemes, kept)));
}

/** What an alternative comes to. Throws for a scheme that nobody describes, and for what assay can't send. */
function schemesOf(
  library: Library,
  alternative: Alternative,
  security: Cursor,
): readonly CredentialScheme[] {
  const names = alternative.map(({ name }) => `"${name}"`).join(' and ');
  const schemes = alternative.flatMap(({ name, cursor }) => readScheme(library, name, cursor) ?? []);
  if (schemes.length < alternative.length)
    throw limitAt(
      security,
      `assay can send none of the security schemes asked for: ${names}`,
      'Offer an alternative of other schemes: `http` with `bearer` or `basic`, `apiKey`, `oauth2` or `openIdConnect`.',
    );
  return choicesOf(schemes).flatMap((choice) => joined(choice));
}

/** Schemes that are sent at once as one: the first, with those that stand beside it. */
function joined([first, ...others]: readonly CredentialScheme[]): readonly CredentialScheme[] {
  if (first === undefined) return [];
  const beside: CredentialScheme[] = [];
  const again: string[] = [];
  for (const other of others) {
    if (standTogether(first, other)) again.push(other.id);
    else if (!beside.some((known) => standTogether(known, other))) beside.push(other);
  }
  return [
    {
      ...first,
      ...(beside.length === 0 ? {} : { beside }),
      ...(again.length === 0 ? {} : { again }),
    },
  ];
}

/** What an operation asks for: the alternative to begin with, and all of them where there are several. */
export type Security = Pick<Operation, 'credential' | 'alternatives'>;

const OPEN: Security = { credential: undefined };

const REFUSES: readonly string[] = ['401', '4XX'];

/** The header parameter `Authorization` of an operation, that OpenAPI says to ignore. */
function authorizationOf(library: Library, owners: readonly Cursor[]): Cursor | undefined {
  return listedParameters(library, owners).find(({ value }) => {
    const { in: where, name } = isObject(value) ? value : {};
    return where === 'header' && typeof name === 'string' && name.toLowerCase() === 'authorization';
  });
}

/** The only described scheme whose credential stands in `Authorization`. */
function schemeInAuthorization(library: Library): CredentialScheme | undefined {
  const [only, ...others] = readableSchemes(library).filter(
    (scheme) => placeOf(scheme) === 'header authorization',
  );
  return others.length === 0 ? only : undefined;
}

/**
 * The credential that an operation without `security` has as a parameter: what makes documents of code writes `Authorization` so. It is asked
 * for where the parameter is required, and the operation documents that it refuses callers (401): else the document promises nothing of it.
 */
function securityInParameter(library: Library, operation: Cursor, path: Cursor): Security {
  const parameter = authorizationOf(library, [operation, path]);
  if (parameter === undefined || !isObject(parameter.value)) return OPEN;
  const responses = childOf(operation, 'responses')?.value;
  const isRefusing = isObject(responses) && REFUSES.some((status) => Object.hasOwn(responses, status));
  if (parameter.value['required'] !== true || !isRefusing) return OPEN;
  library.lose(
    limitAt(
      parameter,
      'the header parameter "Authorization" is one that OpenAPI says to ignore',
      'Describe it under `components.securitySchemes`, and name that in `security`.',
    ),
    'it is taken for the credential of the operation',
  );
  const own = readApiKey('Authorization', parameter);
  return { credential: schemeInAuthorization(library) ?? own };
}

/**
 * The credentials that an operation asks for by its `security`, or the document's, and where there is none by its parameters. To begin with, the first alternative that
 * stands at one place of a request, else the first. No credential when one of the alternatives is to send none. Schemes asked for
 * at once that stand at the same place of a request count as one. OAuth 2 and OpenID Connect count as bearer tokens (RFC 6750). Throws when no
 * alternative can be served; a fault in one that is not needed is noted.
 */
export function readSecurity(library: Library, operation: Cursor, path: Cursor): Security {
  const security = childOf(operation, 'security') ?? childOf(rootOf(library.root), 'security');
  if (security === undefined) return securityInParameter(library, operation, path);
  const written = itemsOf(security).map((alternative) => membersOf(alternative));
  if (written.length === 0 || written.some((schemes) => schemes.length === 0)) return OPEN;
  const read = written.map((alternative) => attempt(() => schemesOf(library, alternative, security)));
  const faults = read.flatMap((each) => ('fault' in each ? [each.fault] : []));
  const alternatives = read.flatMap((each) => ('value' in each ? each.value : []));
  const [first] = faults;
  if (alternatives.length === 0 && first !== undefined) throw first;
  for (const fault of faults)
    if (fault.kind === 'fault') library.lose(fault, 'that alternative of the security is never used');
  const credential = alternatives.find(({ beside }) => beside === undefined) ?? alternatives[0];
  return { credential, ...(alternatives.length < 2 ? {} : { alternatives }) };
}
