import { ABSENT_PROBE } from '../../src/checks/check.ts';
import { namingRequests } from '../../src/checks/resources/creations/named-is-there.ts';
import type { Interface, Operation } from '../../src/interface/model.ts';
import { plainName } from '../../src/interface/names.ts';
import { thingAt } from '../../src/interface/resources/names/called.ts';
import { partOf, type Resource, resourcesOf } from '../../src/interface/resources/resources.ts';
import { numbersIn, plainText } from '../../src/json/lossless.ts';
import { isName, isObject, type Json } from '../../src/json/value.ts';
import { requestSchema, validatorOf } from '../../src/oracle/contract.ts';
import { nameLike } from '../../src/session/entries/places/names-alike.ts';
import type { SendSpec } from '../../src/session/pace/sending.ts';
import { isAgreed, requestFor, sendSpec } from '../../src/session/probe.ts';
import { referencesIn } from '../../src/session/requests/names/referenced.ts';
import { bodyIn, withBody } from '../../src/session/requests/spec-bodies.ts';
import { probeOfLives } from '../resources/steps.ts';

/** Creations whose members name what is there, with a name that nothing has: whatever the document says of that, nothing fails. */

type IsAllowed = (operation: Operation | undefined) => boolean;

/** So many members of a creation are tried. */
const MOST_REFERENCES = 2;

/** True for a creation that has a refusal for what is wrong with its values, and whose entry can be taken away again, or one for what is not there. */
function mayRefuse(operation: Operation, resource: Resource | undefined, isAllowed: IsAllowed): boolean {
  const has = (wanted: readonly string[]): boolean =>
    operation.responses.some(({ status }) => wanted.includes(status));
  return has(['404']) || (has(['400', '409', '422']) && isAllowed(resource?.remove));
}

/** True for a member that is called as a name of something else: `author_id`, or `author` beside `/authors`. */
function isReference(document: Interface, member: string): boolean {
  const plain = plainName(member);
  return /(?:id|uuid|guid)$/.test(plain) || resourcesOf(document).some(({ path }) => thingAt(path) === plain);
}

/** The creation with a name in this member that nothing has, of the form of the one that is there. */
function namingNothing(
  operation: Operation,
  spec: SendSpec,
  member: string,
  there: Json,
): SendSpec | undefined {
  const sent = bodyIn(operation, spec);
  if (!isObject(sent) || !isName(there)) return undefined;
  const withName = (value: Json): Json => ({ ...sent, [member]: value });
  const isTaken = (value: Json): boolean =>
    validatorOf(requestSchema(operation) ?? false)(withName(value)).length === 0;
  const name = nameLike(plainText(there), (text) => numbersIn(text).some(isTaken));
  const value = typeof there === 'number' ? numbersIn(name).find(isTaken) : name;
  return value === undefined || value === there || !isTaken(value)
    ? undefined
    : withBody(operation, spec, withName(value));
}

export const absentReferences = probeOfLives(
  'robustness.absent-references',
  async (context, isAllowed) => {
    const told = new Set(namingRequests(context.document).map(({ operation }) => operation));
    for (const operation of context.document.operations) {
      const schema = operation.method === 'POST' ? requestSchema(operation) : undefined;
      const isOpen = schema !== undefined && !told.has(operation) && !operation.path.includes('{');
      if (!isOpen || !isAllowed(operation) || !context.baselines.isServed(operation)) continue;
      if (!mayRefuse(operation, partOf(context.document, operation)?.resource, isAllowed)) continue;
      const references = [...referencesIn(context.session, operation, schema)]
        .filter(([member]) => isReference(context.document, member))
        .slice(0, MOST_REFERENCES);
      for (const [member, there] of references) {
        const probe = `${ABSENT_PROBE}${operation.id}-${member}`;
        const spec = requestFor(context, operation, { probe, intent: 'ordinary' });
        const absent = spec === undefined ? undefined : namingNothing(operation, spec, member, there);
        if (absent !== undefined && isAgreed(context, absent)) await sendSpec(context, absent, {}, 'nothing');
      }
    }
  },
  ['ordinary'],
);
