import { isList, isNothing, isObject, type Json } from '../../json/value.ts';
import type { Visit } from '../answers/stages/stages.ts';
import { type Freedom, unstated } from './freedom.ts';
import { type BodyChange, type ShownMember, showingOtherwise, shownAnew } from './within-document.ts';

/** What answers may show otherwise. */

function showing(name: string, title: string, change: BodyChange): Freedom {
  return { name, title, apply: (stages) => showingOtherwise(stages, change) };
}

/** The same for what leaves members out. */
function leavingOut(name: string, title: string, change: BodyChange): Freedom {
  return unstated(showing(name, title, change));
}

/** True for what is read at a path that names no entry at its end. */
function isListing({ request, operation }: Visit): boolean {
  return request.method === 'GET' && operation?.path.endsWith('}') !== true;
}

const EMPTY: readonly Json[] = [null, '', 0, false, []];

/** What stands for no value in an answer; nothing for what only requests have. */
function emptyFor({ keywords, fits }: ShownMember): Json | undefined {
  return keywords['writeOnly'] === true ? undefined : EMPTY.find(fits);
}

function isBlank(value: Json): boolean {
  return isNothing(value) || value === '' || (isList(value) && value.length === 0);
}

const DATE_TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?Z$/i;

function withOffset(value: Json): Json {
  const found = typeof value === 'string' ? DATE_TIME.exec(value) : null;
  return found === null ? value : `${found[1]}.${(found[2] ?? '').padEnd(6, '0')}+00:00`;
}

function everyObject(value: Json, change: (object: { readonly [name: string]: Json }) => Json): Json {
  if (isList(value)) return value.map((item: Json) => everyObject(item, change));
  if (!isObject(value)) return value;
  const inner = Object.entries(value).map(([name, own]) => [name, everyObject(own, change)] as const);
  return change(Object.fromEntries(inner));
}

/** What lists seldom show: long texts, by their names, and what is inside of an entry. */
const LONG = /^(?:description|content|body|text|notes?|details|bio|summary|comment)$/i;

const brief: BodyChange = (value, schema) =>
  shownAnew(value, schema, (own, { isRequired, name, keywords }) => {
    const isInside = keywords.type === 'object' && isObject(own);
    return !isRequired && (LONG.test(name) || isInside) ? undefined : own;
  });

const required: BodyChange = (value, schema) =>
  shownAnew(value, schema, (own, { isRequired, name }) =>
    isRequired || isObject(own) || isList(own) || /id$/i.test(name) ? own : undefined,
  );

export const shownFreedoms: readonly Freedom[] = [
  showing('more-members', 'objects in answers have members that the document does not name', (value) =>
    everyObject(value, (object) => ({ ...object, _revision: 7, _links: { self: { href: '/' } } })),
  ),
  showing(
    'empty-shown',
    'entries show what has no value as null, as an empty text or list, as 0 or as false',
    // A list is ordered by what has a value.
    (value, schema, visit) =>
      isListing(visit) ? value : shownAnew(value, schema, (own, member) => own ?? emptyFor(member)),
  ),
  leavingOut('empty-left-out', 'optional members that are null or empty are left out', (value, schema) =>
    shownAnew(value, schema, (own, { isRequired }) =>
      own !== undefined && !isRequired && isBlank(own) ? undefined : own,
    ),
  ),
  leavingOut('zero-left-out', 'optional members that are 0 or false are left out', (value, schema) =>
    shownAnew(value, schema, (own, { isRequired }) =>
      !isRequired && (own === 0 || own === false) ? undefined : own,
    ),
  ),
  showing(
    'times-with-offset',
    'times are shown with +00:00 and six digits behind the second',
    (value, schema) =>
      shownAnew(value, schema, (own, { keywords }) =>
        own !== undefined && keywords['format'] === 'date-time' ? withOffset(own) : own,
      ),
  ),
  leavingOut(
    'lists-brief',
    'lists show neither long texts nor objects inside of entries, where they need not',
    (value, schema, visit) => (isListing(visit) ? brief(value, schema, visit) : value),
  ),
  leavingOut(
    'writes-brief',
    'answers to creations and changes show no more than the document requires',
    (value, schema, visit) => (visit.request.method === 'GET' ? value : required(value, schema, visit)),
  ),
];
