import { fileKindOf } from '../../interface/content/files.ts';
import type { Operation } from '../../interface/model.ts';
import { isList, isObject, type Json, memberOf } from '../../json/value.ts';
import { requestSchema, validatorOf } from '../../oracle/contract.ts';
import { asksForProof } from '../account.ts';
import type { ProbeContext } from '../probe.ts';
import { markedBody, markedWithin } from './marked.ts';
import { isLikeExample, withOtherCodes } from './values/like-examples.ts';
import { exampleBody, knownMembers } from './other-bodies.ts';
import { servedOf } from './names/referenced.ts';
import { isMail, isWebAddress, withAddresses } from './values/own-addresses.ts';
import { timedAsServed, toComeAsServed } from './values/own-times.ts';

/**
 * Bodies that were served and cannot be served again, since something in them has to be unique: a mail address, the number of a room.
 * Such a body is renewed: its texts and numbers are drawn once more, but for those that are known to mean something.
 */

const MOST_EXAMPLES = 8;

function leavesOf(value: Json): readonly Json[] {
  if (isList(value)) return value.flatMap(leavesOf);
  return isObject(value) ? Object.values(value).flatMap(leavesOf) : [value];
}

/** The values that the document shows, and those that name what is there. */
function meaningful(context: ProbeContext, operation: Operation): ReadonlySet<Json> {
  const examples = Array.from({ length: MOST_EXAMPLES }, (_, at) => exampleBody(operation, at) ?? []);
  return new Set([...examples, ...knownMembers(context, operation).values()].flatMap(leavesOf));
}

function withOther(body: Json, other: Json | undefined, isKept: (leaf: Json) => boolean): Json {
  if (isObject(body) && isObject(other))
    return Object.fromEntries(
      Object.entries(body).map(([name, value]) => [name, withOther(value, memberOf(other, name), isKept)]),
    );
  const isDrawn = typeof body === typeof other && (typeof body === 'string' || typeof body === 'number');
  if (!isDrawn || other === undefined || isKept(body)) return body;
  // Numbers may have to be whole, whatever the document says.
  return typeof other === 'number' && Number.isInteger(body) ? Math.ceil(other) : other;
}

/** The body with other texts and numbers; `label` tells one renewal from another. */
export function renewedBody(context: ProbeContext, operation: Operation, body: Json, label: string): Json {
  const drawn = markedBody(context, operation, { optional: 'all', label });
  const known = meaningful(context, operation);
  const isLike = isLikeExample(context, operation);
  const isAgain = context.baselines.isSpentAgain(operation);
  // An address of the web may name what is there: it is another one where all else was drawn anew and the body was refused once more.
  const isOnce = (leaf: Json): boolean => isMail(leaf) || (isAgain && isWebAddress(leaf));
  const isKept = (leaf: Json): boolean =>
    fileKindOf(leaf) !== undefined || ((known.has(leaf) || isLike(leaf)) && !isOnce(leaf));
  // Where the document says of no address that it is one, drawn texts are none.
  const addressed = drawn === undefined ? undefined : withAddresses(context.marker, body, drawn);
  const timed = addressed === undefined ? undefined : timedAsServed(operation, body, addressed);
  const other = timed === undefined ? undefined : toComeAsServed(operation, body, timed);
  const renewed = withOther(body, other, isKept);
  const ofOther = withOtherCodes(context, operation, renewed, isAgain);
  const fits = validatorOf(requestSchema(operation) ?? true);
  return [ofOther, renewed].find((one) => fits(one).length === 0) ?? body;
}

/** The body that valid requests of an operation are made of, where drawn ones are not taken: with a text of the run, and renewed where it can't be taken twice. */
export function keptBody(context: ProbeContext, operation: Operation, label: string): Json | undefined {
  const kept = context.baselines.keptBody(operation);
  if (kept === undefined || asksForProof(operation)) return kept;
  const isSpent = context.baselines.isSpent(operation);
  return markedWithin(context, operation, isSpent ? renewedBody(context, operation, kept, label) : kept);
}

/** A body with addresses, days and moments where what was served, or what its entry was made of, has some: a text that is none would be refused for that. */
export function addressedAsServed(context: ProbeContext, operation: Operation, body: Json): Json {
  const served = servedOf(context, operation);
  if (served === undefined) return body;
  const addressed = withAddresses(context.marker, served, body);
  const isValid = validatorOf(requestSchema(operation) ?? true)(addressed).length === 0;
  return timedAsServed(operation, served, isValid ? addressed : body);
}
