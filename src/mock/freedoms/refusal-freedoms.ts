import type { Interface, Operation } from '../../interface/model.ts';
import { isList, isNumber, isObject, type Json, memberOf } from '../../json/value.ts';
import type { Keywords, Schema } from '../../schema/keywords.ts';
import { schemaMembers } from '../../schema/members.ts';
import { mergedKeywords } from '../../schema/merge.ts';
import { documentedJson } from '../../http/media-type.ts';
import { keysInQuery } from '../../credential/choose.ts';
import { isExplodedObject } from '../../interface/parameters/parameter-style.ts';
import { keptRoles } from '../answers/entries/kept-entries.ts';
import { keyOfCreation } from '../answers/stages/conditions.ts';
import {
  type Content,
  type Entry,
  isRefusal,
  type Kept,
  refusal,
  type Refusal,
  type Reply,
  type Stages,
  type Visit,
} from '../answers/stages/stages.ts';
import { type Freedom, isCalled, unstated } from './freedom.ts';

/**
 * What a service may refuse beside what the document tells of, with an answer that the document has. Where clauses say when a request
 * is refused, nothing is left open.
 */

function documents(operation: Operation | undefined, statuses: readonly string[]): boolean {
  return operation?.responses.some(({ status }) => statuses.includes(status)) === true;
}

function refusing(
  name: string,
  title: string,
  apply: (stages: Stages, document: Interface) => Stages,
): Freedom {
  return unstated({ name, title, apply: (stages, context) => apply(stages, context.interface) });
}

/** Refuses bodies with a value that is not to the liking of the service. */
function stricter(
  name: string,
  title: string,
  dislikes: (value: Json, keywords: Keywords) => boolean,
): Freedom {
  const hasDisliked = (value: Json, schema: Schema, root: Schema): boolean => {
    if (isList(value)) return false;
    if (!isObject(value)) return dislikes(value, mergedKeywords(schema, root));
    const { properties } = schemaMembers(schema, root);
    return Object.entries(value).some(([member, own]) => {
      const inner = properties.get(member);
      return inner !== undefined && hasDisliked(own, inner, root);
    });
  };
  const judged = (content: Content, { operation }: Visit): Refusal | undefined => {
    if (content.kind !== 'json' || !documents(operation, ['400', '422'])) return undefined;
    const schema = documentedJson(operation?.requestBody?.representations ?? [])?.schema ?? true;
    return hasDisliked(content.value, schema, schema)
      ? refusal(operation, [422, 400], 'invalid', 'This value is not taken here.')
      : undefined;
  };
  return refusing(name, title, (stages) => ({
    ...stages,
    validate: (content, visit) => stages.validate(content, visit) ?? judged(content, visit),
  }));
}

const LEAST_TEXT = 3;
const LARGEST = 1_000_000;

function nothing(): void {
  // No trace is left.
}

/**
 * Refuses what would have succeeded, and leaves no trace of it: what the document refuses comes first. A creation with a key of its own is
 * answered as usual, since its repetition has to be.
 */
function refusedLate(
  stages: Stages,
  [content, visit, inForce]: Parameters<Stages['respond']>,
  message: string,
): Reply | Refusal {
  if (keyOfCreation(visit) !== undefined) return stages.respond(content, visit, inForce);
  const idle = { ...inForce, insert: nothing, put: nothing, remove: nothing };
  const reply = stages.respond(content, visit, idle);
  return isRefusal(reply) ? reply : refusal(visit.operation, [409, 422, 400], 'conflict', message);
}

/** Refuses a request of a role when there have been so many for one thing. */
function capped(stages: Stages, document: Interface, roles: readonly string[], most: number): Stages {
  const kept = keptRoles(document, 'all');
  const counts = new Map<string, number>();
  return {
    ...stages,
    respond(content, visit, inForce) {
      const { operation, request } = visit;
      const role = operation === undefined ? undefined : kept.get(operation.id)?.role;
      if (role === undefined || !roles.includes(role) || !documents(operation, ['409']))
        return stages.respond(content, visit, inForce);
      const place = `${request.method} ${request.path}`;
      const count = (counts.get(place) ?? 0) + 1;
      counts.set(place, count);
      return count > most
        ? refusedLate(stages, [content, visit, inForce], 'That was done often enough.')
        : stages.respond(content, visit, inForce);
    },
  };
}

const STATE = /^(?:status|state|stage|phase)$/i;

/** False where a change sets a listed state back. */
function goesForward(collection: Kept, entry: Entry, sent: Json): boolean {
  const { properties } = schemaMembers(collection.entrySchema);
  if (!isObject(sent)) return true;
  return Object.entries(sent).every(([name, value]) => {
    const listed = mergedKeywords(properties.get(name) ?? true, collection.entrySchema)['enum'];
    if (!STATE.test(name) || !isList(listed)) return true;
    return listed.indexOf(value) >= listed.indexOf(memberOf(entry, name) ?? null);
  });
}

/** Refuses changes that set a listed state back. */
function statesForward(stages: Stages, document: Interface): Stages {
  const kept = keptRoles(document, 'all');
  return {
    ...stages,
    respond(content, visit, inForce) {
      const { operation } = visit;
      const role = operation === undefined ? undefined : kept.get(operation.id);
      const isChange = role?.role === 'change' || role?.role === 'replace';
      if (!isChange || content.kind !== 'json' || !documents(operation, ['409', '422', '400']))
        return stages.respond(content, visit, inForce);
      let isBack = false;
      const find: Stages['find'] = (collection, identity) => {
        const found = inForce.find(collection, identity);
        if (found !== undefined && collection.path === role.collection.path)
          isBack ||= !goesForward(collection, found, content.value);
        return found;
      };
      const put: Stages['put'] = (collection, entry, next) => {
        if (!isBack) inForce.put(collection, entry, next);
      };
      const reply = stages.respond(content, visit, { ...inForce, find, put });
      return isBack && !isRefusal(reply)
        ? refusal(operation, [409, 422, 400], 'conflict', 'That state has passed.')
        : reply;
    },
  };
}

function hasOther(collection: Kept, sent: Json, stages: Stages): boolean {
  if (!isObject(sent)) return false;
  const named = Object.entries(sent).filter(([name, value]) => isCalled(name) && typeof value === 'string');
  return stages
    .entries(collection)
    .some((entry) => named.some(([name, value]) => memberOf(entry, name) === value));
}

export const refusalFreedoms: readonly Freedom[] = [
  stricter(
    'texts-strictly',
    'texts with less than three letters or with unusual signs are refused',
    // A bound that the document has is one up to which values are taken.
    (value, { enum: listed, format, pattern, minLength }) =>
      typeof value === 'string' &&
      listed === undefined &&
      format === undefined &&
      pattern === undefined &&
      ((minLength === undefined && value.length < LEAST_TEXT) ||
        !/^[\p{L}\p{N} .,:;'"@#/()_-]*$/u.test(value)),
  ),
  stricter(
    'numbers-strictly',
    'negative numbers and those above a million are refused',
    (value, { minimum, maximum }) =>
      isNumber(value) && ((minimum === undefined && value < 0) || (maximum === undefined && value > LARGEST)),
  ),
  refusing(
    'unknown-members-refused',
    'bodies with members that the document does not name are refused',
    (stages) => ({
      ...stages,
      validate(content, visit) {
        const refused = stages.validate(content, visit);
        const { operation } = visit;
        if (refused !== undefined || content.kind !== 'json' || !isObject(content.value)) return refused;
        const schema = documentedJson(operation?.requestBody?.representations ?? [])?.schema ?? true;
        const { properties } = schemaMembers(schema);
        const isKnown = Object.keys(content.value).every((name) => properties.has(name));
        return properties.size === 0 || isKnown || !documents(operation, ['400', '422'])
          ? undefined
          : refusal(operation, [422, 400], 'invalid', 'There is no such member.');
      },
    }),
  ),
  refusing(
    'unknown-parameters-refused',
    'parameters that the document does not name are refused',
    (stages) => ({
      ...stages,
      validate(content, visit) {
        const refused = stages.validate(content, visit);
        const { operation, request } = visit;
        if (refused !== undefined || operation === undefined) return refused;
        const own = operation.parameters.filter((each) => each.in === 'query');
        const known = [...own.map(({ name }) => name), ...keysInQuery(operation)];
        // The members of an object that is spread out have names of their own.
        const isKnown = [...request.query.keys()].every((name) =>
          known.some((one) => name === one || name.startsWith(`${one}[`)),
        );
        return isKnown || own.some(isExplodedObject) || !documents(operation, ['400', '422'])
          ? undefined
          : refusal(operation, [422, 400], 'invalid', 'There is no such parameter.');
      },
    }),
  ),
  refusing('states-go-forward', 'a state is never set back to one that is listed before it', statesForward),
  refusing(
    'names-taken',
    'no two entries may have the same name, title, code or address',
    (stages, document) => {
      const kept = keptRoles(document, 'all');
      return {
        ...stages,
        respond(content, visit, inForce) {
          const { operation } = visit;
          const role = operation === undefined ? undefined : kept.get(operation.id);
          const isMaking = role?.role === 'create' && content.kind === 'json' && role.above.length === 0;
          return isMaking &&
            documents(operation, ['409']) &&
            hasOther(role.collection, content.value, inForce)
            ? refusedLate(stages, [content, visit, inForce], 'There is one of this name.')
            : stages.respond(content, visit, inForce);
        },
      };
    },
  ),
  refusing(
    'creations-capped',
    'the ninth creation at one place is refused with a documented 409',
    (stages, document) => capped(stages, document, ['create'], 8),
  ),
  refusing(
    'changes-capped',
    'the third change of an entry is refused with a documented 409',
    (stages, document) => capped(stages, document, ['change', 'replace', 'act'], 2),
  ),
  refusing(
    'other-refusal',
    'what is refused with 400 is refused with 422, where both are documented, and the other way round',
    (stages) => ({
      ...stages,
      validate(content, visit) {
        const refused = stages.validate(content, visit);
        const { operation } = visit;
        if (refused === undefined || !documents(operation, ['400']) || !documents(operation, ['422']))
          return refused;
        return { ...refused, status: refused.status === 400 ? 422 : 400 };
      },
    }),
  ),
  refusing(
    'busy',
    'each twentieth request is refused with 429 and a Retry-After of one second, where the document tells no limit',
    (stages, { rateLimits }) => {
      let requests = 0;
      return {
        ...stages,
        guard(caller, visit) {
          const refused = stages.guard(caller, visit);
          if (refused !== undefined || rateLimits !== undefined) return refused;
          requests += 1;
          return requests % 20 === 0
            ? refusal(visit.operation, [429], 'busy', 'Too many requests.', [['Retry-After', '1']])
            : undefined;
        },
      };
    },
  ),
  refusing(
    'gone-again',
    'what was removed may be removed again, where nothing is documented for what is not there',
    (stages, document) => {
      const kept = keptRoles(document, 'all');
      const bodies = new Map<string, ReturnType<Stages['respond']>>();
      return {
        ...stages,
        respond(content, visit, inForce) {
          const reply = stages.respond(content, visit, inForce);
          const { operation } = visit;
          if (operation === undefined || kept.get(operation.id)?.role !== 'remove') return reply;
          if (!isRefusal(reply)) bodies.set(operation.id, reply);
          const isOpen = !operation.responses.some(({ status }) => /^(?:404|410|4XX|default)$/i.test(status));
          return isRefusal(reply) && reply.status === 404 && isOpen
            ? (bodies.get(operation.id) ?? reply)
            : reply;
        },
      };
    },
  ),
];
