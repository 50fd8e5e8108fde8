import { ABSENT_PROBE, asksForAbsent } from '../../src/checks/check.ts';
import { saysAbsence } from '../../src/checks/resources/absent-entries.ts';
import { deedOf, isSuccess } from '../../src/checks/resources/deeds.ts';
import { tellsOfMaking } from '../../src/checks/resources/life/made/made-place.ts';
import { saysAbsent } from '../../src/http/exchange.ts';
import type { Interface, Operation } from '../../src/interface/model.ts';
import {
  fillTemplate,
  operationsAt,
  parameterNames,
  splitTarget,
} from '../../src/interface/path-matching.ts';
import {
  behindEntry,
  filledInOrder,
  nameInQuery,
  namingParameter,
  pathAt,
  pathBelow,
  templateOf,
} from '../../src/interface/resources/places/places.ts';
import {
  entrySchemaOf,
  listInside,
  partOf,
  type Resource,
  resourcesOf,
} from '../../src/interface/resources/resources.ts';
import { saysHolderIsAbsent } from '../../src/interface/resources/words/told-absence.ts';
import { numbersIn } from '../../src/json/lossless.ts';
import type { Json } from '../../src/json/value.ts';
import { schemaMembers } from '../../src/schema/members.ts';
import { subschema } from '../../src/schema/resolve.ts';
import { validatorOf } from '../../src/oracle/contract.ts';
import type { Reading } from '../../src/oracle/reading.ts';
import { allowedIn } from '../../src/session/entries/entry-requests.ts';
import { ownershipOf } from '../../src/session/entries/own-things.ts';
import { nameLike } from '../../src/session/entries/places/names-alike.ts';
import { isAgreed, type ProbeContext, requestFor, sendSpec } from '../../src/session/probe.ts';
import { FROM_STANDARD, type Probe } from '../../src/session/suite.ts';
import { probeOfLives } from './steps.ts';

/**
 * Reads whose path names something that is not there, and what changes it or makes something inside of it: what the document says of that
 * comes, and nothing fails.
 */

/** What the document says of the name of an entry that an operation reads; anything where it says nothing. */
function identityOf(document: Interface, operation: Operation): (value: Json) => boolean {
  const found = partOf(document, operation);
  const { identity = '' } = found?.part === 'read' ? found.resource : {};
  const entry = found?.part === 'read' ? entrySchemaOf(found.resource) : undefined;
  const member = entry === undefined ? undefined : schemaMembers(entry).properties.get(identity);
  const validate = validatorOf(entry === undefined || member === undefined ? true : subschema(entry, member));
  return (value) => validate(value).length === 0;
}

/** A path of a read that was served, with a name in place of the last one that nothing has; `undefined` where there is none. */
function absentPath({ session }: ProbeContext, operation: Operation, served: Reading): string | undefined {
  const { interface: document, basePath } = session.contract;
  const { path, query } = splitTarget(basePath, served.exchange.request.target);
  const isInQuery = operation.namedBy?.in === 'query';
  const name = isInQuery ? operation.namedBy.name : parameterNames(operation.path).at(-1);
  if (name === undefined || path === undefined) return undefined;
  const match = operationsAt(document, path).find((one) => one.operation.id === operation.id);
  const there = isInQuery ? nameInQuery(operation, query) : match?.pathValues.get(name);
  if (match === undefined || there === undefined) return undefined;
  const isTaken = validatorOf(namingParameter(operation)?.schema ?? true);
  const isNamed = identityOf(document, operation);
  const mayBe = (text: string): boolean =>
    [...numbersIn(text), text].some((one) => isTaken(one).length === 0) &&
    [...numbersIn(text), text].some(isNamed);
  const absent = nameLike(there, mayBe);
  if (absent === there || !mayBe(absent)) return undefined;
  return isInQuery
    ? pathAt(operation, filledInOrder(templateOf(operation), [...match.pathValues.values(), absent]))
    : fillTemplate(operation.path, new Map([...match.pathValues, [name, absent]]));
}

/** True for an operation that was told already that something is not there. */
function isAnswered({ session }: ProbeContext, { id }: Operation): boolean {
  return session.readings.some(
    ({ expectation, answer }) => expectation.operation?.id === id && saysAbsent(answer?.status),
  );
}

/** The newest answer that served a reading, by its operation. */
function servedReads({ session }: ProbeContext): ReadonlyMap<Operation, Reading> {
  return new Map(
    session.readings.flatMap((reading): [Operation, Reading][] => {
      const { operation } = reading.expectation;
      return operation?.method === 'GET' && isSuccess(reading) ? [[operation, reading]] : [];
    }),
  );
}

export const absentReads: Probe = {
  id: 'resources.absent-reads',
  intends: ['absent-entry'],
  profiles: FROM_STANDARD,
  creates: false,
  run: async (context) => {
    const isAllowed = allowedIn(context);
    for (const [operation, served] of servedReads(context)) {
      if (!isAllowed(operation) || isAnswered(context, operation)) continue;
      const path = absentPath(context, operation, served);
      const probe = `${ABSENT_PROBE}${operation.id}`;
      const spec =
        path === undefined
          ? undefined
          : requestFor(context, operation, { probe, intent: 'ordinary', path, withQuery: true });
      if (spec !== undefined && isAgreed(context, spec)) await sendSpec(context, spec, {}, 'nothing');
    }
  },
};

type Nowhere = { readonly resource: Resource; readonly read: Operation; readonly path: string };

/** Places of entries that a read found empty. */
function emptyPlaces({ session: { contract, readings } }: ProbeContext): readonly Nowhere[] {
  return readings.flatMap((reading): Nowhere[] => {
    const isEmpty = asksForAbsent(reading.exchange) && saysAbsent(reading.answer?.status);
    const deed = isEmpty ? deedOf(contract, reading) : undefined;
    const { operation } = reading.expectation;
    return deed?.part === 'read' && operation !== undefined
      ? [{ resource: deed.resource, read: operation, path: deed.path }]
      : [];
  });
}

/** The lists inside of an entry of which the document says that they are refused where that is not there. */
function listsInside(document: Interface, holder: Resource): readonly Operation[] {
  return resourcesOf(document).flatMap((inner) => {
    const list = inner.parent === holder.path ? listInside(inner) : undefined;
    return list !== undefined && saysHolderIsAbsent(holder, list) ? [list] : [];
  });
}

/** What would change an entry, make something inside of it or list what is, and nothing where there is none. */
function writesTo({ document }: ProbeContext, { resource, read }: Nowhere): readonly Operation[] {
  const { replace, change, makeAt, itemPath = '' } = resource;
  const isMade = replace === undefined || makeAt !== undefined || tellsOfMaking(replace);
  const depth = parameterNames(templateOf(read)).length;
  const inside = document.operations.filter(
    (one) =>
      one.method === 'POST' &&
      (behindEntry(itemPath, templateOf(one)) ?? '') !== '' &&
      parameterNames(templateOf(one)).length === depth,
  );
  const lists = listsInside(document, resource).filter(
    (one) => parameterNames(templateOf(one)).length === depth,
  );
  return [...(isMade ? [] : [replace]), ...(change === undefined ? [] : [change]), ...inside, ...lists];
}

export const absentWrites = probeOfLives('resources.absent-writes', async (context, isAllowed) => {
  for (const nowhere of emptyPlaces(context)) {
    const { read, path } = nowhere;
    for (const operation of writesTo(context, nowhere)) {
      const isAsked = saysAbsence(operation) && isAllowed(operation) && operation.namedBy?.in !== 'body';
      if (!isAsked || isAnswered(context, operation) || !context.baselines.isServed(operation)) continue;
      ownershipOf(context.session).coin(path);
      const place = pathAt(operation, pathBelow(path, templateOf(operation)));
      const probe = `${ABSENT_PROBE}${operation.id}`;
      const spec = requestFor(context, operation, {
        probe,
        intent: 'ordinary',
        path: place,
        withQuery: true,
      });
      if (spec === undefined || !isAgreed(context, spec)) continue;
      const written = await sendSpec(context, spec, {}, 'nothing');
      if (written === undefined || !isSuccess(written)) continue;
      // It may be there now.
      const look = requestFor(context, read, {
        probe: `${probe}-look`,
        intent: 'ordinary',
        path,
        withQuery: true,
      });
      if (look !== undefined) await sendSpec(context, look, {}, 'nothing');
    }
  }
});
