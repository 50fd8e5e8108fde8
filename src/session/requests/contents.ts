import type { CredentialUse } from '../../http/credential-use.ts';
import { targetParts } from '../../http/target.ts';
import { writeContent, type WrittenContent } from '../../interface/content/content.ts';
import { mediaKindOf } from '../../interface/content/media-kind.ts';
import { multipartTypeOf } from '../../interface/content/multipart.ts';
import type { Operation, Representation } from '../../interface/model.ts';
import { writtenInQuery } from '../../interface/resources/members-in-query.ts';
import { isObject, type Json, memberOf } from '../../json/value.ts';
import {
  isCertainlyServed,
  requestMediaType,
  requestRepresentation,
  requestSchema,
  takesJson,
  validatorOf,
} from '../../oracle/contract.ts';
import { bodyFacts, isOrdinary, isTold, shownBeside } from '../../oracle/request-facts.ts';
import { schemaMembers } from '../../schema/members.ts';
import { aboutOwnStill } from '../entries/identity-in-body.ts';
import { keepingFixed, ofEntryAt } from '../entries/of-entry-at.ts';
import { linkedFor } from '../entries/own-things.ts';
import type { Particular, ProbeContext } from '../probe.ts';
import { markedBody, namingOwn } from './marked.ts';
import { ofNamedInPath, ofWholeNames } from './names/named-in-paths.ts';
import { namingWhatIsThere } from './names/referenced.ts';
import { addressedAsServed, keptBody } from './renewed.ts';
import { type Parts, withoutParameter, withParameter } from './valid-request.ts';
import { writtenWhole } from './values/whole-numbers.ts';

/** What a request says: its body, or the members in its query, about what the run made. */

/** Draws of a body before it counts as one that can't be written. */
const MOST_TRIES = 24;

const VALID: CredentialUse = { kind: 'valid' };

/**
 * A request that gives an entry these members in its query, and no others, but for values that a caller knows. Nothing is written there
 * for null: a query has no word for it.
 */
function withMembersInQuery(operation: Operation, parts: Parts, members: Json): Parts {
  const names = schemaMembers(writtenInQuery(operation) ?? true).properties;
  return operation.parameters.reduce((done: Parts, parameter) => {
    if (parameter.in !== 'query' || !names.has(parameter.name) || parameter.known !== undefined) return done;
    const value = isObject(members) ? memberOf<Json>(members, parameter.name) : undefined;
    return value === undefined || value === null
      ? withoutParameter(done, parameter)
      : withParameter(done, parameter, value);
  }, parts);
}

/** What a write gives in its query: what is particular of it, or the document shows for it, else members drawn for this request alone. */
export function givenInQuery(
  context: ProbeContext,
  operation: Operation,
  { probe, body, parts, asShown }: Particular,
  asDrawn: Parts,
  suffix: string,
): Parts {
  if (parts !== undefined || body === 'none' || writtenInQuery(operation) === undefined) return asDrawn;
  if (asShown === true && body === undefined) return asDrawn;
  if (body !== undefined && !('json' in body)) return asDrawn;
  const given = body?.json ?? markedBody(context, operation, { optional: 'all', label: `${probe}${suffix}` });
  if (given === undefined) return asDrawn;
  const { path } = targetParts(asDrawn.path);
  return withMembersInQuery(operation, asDrawn, aboutOwn(context, operation, path, given));
}

/** Bytes of a body with the Content-Type that they have. */
function asSent(operation: Operation, bytes: Uint8Array): WrittenContent {
  const mediaType = requestMediaType(operation);
  const contentType = mediaKindOf(mediaType) === 'multipart' ? multipartTypeOf(bytes) : mediaType;
  return { bytes, contentType };
}

export function bodyOf(
  context: ProbeContext,
  operation: Operation,
  particular: Particular,
  suffix: string,
  path: string,
): WrittenContent | 'none' | 'impossible' {
  const { body } = particular;
  const representation = requestRepresentation(operation);
  if (body === 'none' || operation.requestBody === undefined) return 'none';
  if (body !== undefined && 'bytes' in body) return asSent(operation, body.bytes);
  // One that assay can't write may be left out where it is not required.
  if (representation === undefined) return operation.requestBody.required ? 'impossible' : 'none';
  if (body !== undefined) {
    const { intent } = particular;
    const isValidOne = intent === 'ordinary' || intent === 'unusual-text';
    const meant = intent === 'ordinary' ? addressedAsServed(context, operation, body.json) : body.json;
    const named = namingWhatIsThere(context, operation, meant);
    const kept = intent === 'assigned-member' ? named : keepingFixed(context.session, operation, path, named);
    const at = isValidOne
      ? ofEntryAt(context.session, operation, path, named)
      : aboutOwnStill(context.session, operation, path, kept);
    const about =
      intent === 'ordinary'
        ? ofNamedInPath(context.session, operation, path, ofWholeNames(context.session, operation, path, at))
        : at;
    const own = namingOwn(context, operation, body.json, about);
    // Where the text itself is what names something, it stays what was meant.
    const isRead = (json: Json): boolean =>
      isCertainlyServed(context.document, operation)
        ? isOrdinary(representation.schema, json)
        : isTold(representation.schema, json, shownBeside(representation));
    const asMeant = isValidOne ? ofEntryAt(context.session, operation, path, meant) : meant;
    const unusual = [own, about, asMeant].find((json) => !isRead(json));
    // What the names of what is there make unusual is sent as it was meant.
    const isOdd = intent === 'ordinary' && !isRead(own) && isRead(asMeant);
    const json = intent === 'unusual-text' ? (unusual ?? own) : isOdd ? asMeant : own;
    return writtenWhole(context.baselines, representation, json) ?? 'impossible';
  }
  return validContent(context, operation, representation, `${particular.probe}${suffix}`, path);
}

/** A valid body with what links of earlier answers say that it names; `undefined` where they say nothing. */
function linkedBody(context: ProbeContext, operation: Operation, label: string): Json | undefined {
  const linked = linkedFor(context.session, operation)?.body;
  const schema = requestSchema(operation);
  if (linked === undefined || schema === undefined) return undefined;
  const drawn = markedBody(context, operation, { optional: 'all', label });
  const candidates = isObject(linked) && isObject(drawn) ? [{ ...drawn, ...linked }, linked] : [linked];
  return candidates.find((body) => validatorOf(schema)(body).length === 0);
}

/** The body about what the path names, and about what the run made where it names something itself. */
function aboutOwn(context: ProbeContext, operation: Operation, path: string, body: Json): Json {
  const { session } = context;
  const named = namingWhatIsThere(context, operation, body);
  const at = ofWholeNames(session, operation, path, ofEntryAt(session, operation, path, named));
  const about = ofNamedInPath(session, operation, path, at);
  return namingOwn(context, operation, body, about);
}

/** A valid body, as the oracle reads it when it is written. */
function validContent(
  context: ProbeContext,
  operation: Operation,
  representation: Representation,
  probe: string,
  path: string,
): WrittenContent | 'impossible' {
  const linked = linkedBody(context, operation, probe);
  const told = linked === undefined ? undefined : writeContent(representation, linked);
  if (told !== undefined) return told;
  const writtenOwn = (body: Json): WrittenContent | undefined =>
    writtenWhole(context.baselines, representation, aboutOwn(context, operation, path, body));
  const kept = keptBody(context, operation, probe);
  const writtenKept = kept === undefined ? undefined : writtenOwn(kept);
  if (writtenKept !== undefined) return writtenKept;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const label = tries === 0 ? probe : `${probe} ${String(tries)}`;
    const value = markedBody(context, operation, {
      optional: tries < MOST_TRIES / 2 ? 'all' : 'none',
      label,
    });
    if (value === undefined) return 'impossible';
    const written = writtenOwn(value);
    if (written === undefined || written.bytes.length === 0) continue;
    if (takesJson(operation)) return written;
    const { bytes, contentType } = written;
    const facts = bodyFacts(operation, {
      method: operation.method,
      target: operation.path,
      headers: [['Content-Type', contentType]],
      body: bytes,
      credential: VALID,
    });
    if (facts.kind === 'valid' && facts.telling) return written;
  }
  const reason = `no valid body of it can be written as ${requestMediaType(operation)}`;
  context.leaveOut(probe, { cause: 'declared', reason, operation: operation.id });
  return 'impossible';
}
