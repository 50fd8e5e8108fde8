import { wordsOfName } from '../interface/names.ts';
import type { Interface, Operation } from '../interface/model.ts';
import { entrySchemaOf, type Resource, resourcesOf } from '../interface/resources/resources.ts';
import { answeredBy } from '../interface/resources/shown-entries.ts';
import { requestSchema } from '../oracle/contract.ts';
import { isObject, memberOf } from '../json/value.ts';
import { allowedTypes, type Schema } from '../schema/keywords.ts';
import { schemaMembers } from '../schema/members.ts';
import { mergedKeywords } from '../schema/merge.ts';
import { onceFor } from '../system/once-for.ts';

/**
 * Sessions that are entries like others: of a conference, a chat, a training. What a login makes is shown with what serves as a
 * credential, or with who uses it from where and until when.
 */

const CALLED_SO: ReadonlySet<string> = new Set(['session', 'sessions']);

/** Words in the names of members that tell of a login. */
const OF_LOGINS =
  /\b(?:token|password|passwd|passphrase|secrets?|cookies?|jwt|otp|totp|mfa|code|credentials?|login|ip|user agent|browser|refresh|expir(?:e|es|ed|ation|y)|authenticat(?:ed|ion|ors?)|amr|acr|aal|csrf)\b/;

/** How deep the members of a wrapped entry are looked at. */
const DEEPEST = 2;

/** The names of the members of a schema in words, without numbers: those of tokens count the words of a model. */
function namesIn(schema: Schema | undefined, deepest: number, root = schema, depth = 0): readonly string[] {
  if (schema === undefined || root === undefined || depth > deepest) return [];
  return [...schemaMembers(schema, root).properties].flatMap(([name, member]) => {
    const keywords = mergedKeywords(member, root);
    const types = allowedTypes(keywords);
    const isNumber = !types.has('string') && !types.has('object') && types.has('integer');
    const words = wordsOfName(name).join(' ');
    const own = isNumber && /\btokens?\b/.test(words) ? [] : [words];
    const items = schemaIn(keywords, 'items');
    return [
      ...own,
      ...namesIn(member, deepest, root, depth + 1),
      ...namesIn(items, deepest, root, depth + 1),
    ];
  });
}

function schemaIn(keywords: ReturnType<typeof mergedKeywords>, name: string): Schema | undefined {
  const found = memberOf(keywords, name);
  return isObject(found) ? found : undefined;
}

/** True for a list to which clients that have a credential send something of their own, and of which nothing tells of a login. */
function isKept(resource: Resource): boolean {
  const { kind, create, elsewhere } = resource;
  if (kind !== 'collection' || create === undefined || elsewhere !== undefined) return false;
  // What a client sends may have a secret of its own inside (`webhook: {secret}`).
  const sent = namesIn(requestSchema(create), 0);
  const entry = namesIn(entrySchemaOf(resource), 0);
  const names = [...sent, ...entry, ...namesIn(answeredBy(create), DEEPEST)];
  return (
    create.credential !== undefined &&
    sent.length > 0 &&
    entry.length > 0 &&
    !names.some((name) => OF_LOGINS.test(name))
  );
}

/** The beginnings of a path that end in a word for sessions. */
function placesOf(path: string): readonly string[] {
  const segments = path.split('/');
  return segments.flatMap((segment, at) => {
    const isCalledSo = !segment.includes('{') && wordsOfName(segment).some((word) => CALLED_SO.has(word));
    return isCalledSo ? [segments.slice(0, at + 1).join('/')] : [];
  });
}

/** The lists of such entries; none where anything else in the paths of the document is called so. */
const keptLists = onceFor((document: Interface): ReadonlySet<string> => {
  const kept = new Set(resourcesOf(document).flatMap((one) => (isKept(one) ? [one.path] : [])));
  const isAllKept = document.operations.every(({ path }) => placesOf(path).every((place) => kept.has(place)));
  return isAllKept ? kept : new Set();
});

/** True for an operation on such entries: the sessions of its path are some. */
export function isOnKeptSessions(document: Interface, { path }: Operation): boolean {
  const places = placesOf(path);
  return places.length > 0 && places.every((place) => keptLists(document).has(place));
}
