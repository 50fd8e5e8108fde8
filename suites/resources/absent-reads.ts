import { ABSENT_PROBE } from '../../src/checks/resources/absent-reads.ts';
import { isSuccess } from '../../src/checks/resources/deeds.ts';
import { saysAbsent } from '../../src/http/exchange.ts';
import type { Operation } from '../../src/interface/model.ts';
import {
  fillTemplate,
  operationsAt,
  parameterNames,
  splitTarget,
} from '../../src/interface/path-matching.ts';
import { numbersIn } from '../../src/json/lossless.ts';
import { validatorOf } from '../../src/oracle/contract.ts';
import { allowedIn } from '../../src/session/entries/entry-requests.ts';
import { nameLike } from '../../src/session/entries/places/names-alike.ts';
import { isAgreed, type ProbeContext, requestFor, sendSpec } from '../../src/session/probe.ts';
import { FROM_STANDARD, type Probe } from '../../src/session/suite.ts';

/** Reads whose path names something that is not there: what the document says of that comes, and nothing fails. */

/** A path of a read that was served, with a name in place of the last one that nothing has; `undefined` where it was never served. */
function absentPath({ session }: ProbeContext, operation: Operation): string | undefined {
  const { interface: document, basePath } = session.contract;
  const name = parameterNames(operation.path).at(-1);
  const served = session.readings.findLast(
    (reading) => reading.expectation.operation === operation && isSuccess(reading),
  );
  const { path } = splitTarget(basePath, served?.exchange.request.target ?? '');
  if (name === undefined || path === undefined) return undefined;
  const match = operationsAt(document, path).find((one) => one.operation.id === operation.id);
  const there = match?.pathValues.get(name);
  if (match === undefined || there === undefined) return undefined;
  const schema = operation.parameters.find((one) => one.in === 'path' && one.name === name)?.schema;
  const isTaken = validatorOf(schema ?? true);
  const absent = nameLike(there, (text) =>
    [...numbersIn(text), text].some((one) => isTaken(one).length === 0),
  );
  return absent === there
    ? undefined
    : fillTemplate(operation.path, new Map([...match.pathValues, [name, absent]]));
}

/** True for a read that was told already that something is not there. */
function isAnswered({ session }: ProbeContext, { id }: Operation): boolean {
  return session.readings.some(
    ({ expectation, answer }) => expectation.operation?.id === id && saysAbsent(answer?.status),
  );
}

export const absentReads: Probe = {
  id: 'resources.absent-reads',
  intends: ['absent-entry'],
  profiles: FROM_STANDARD,
  creates: false,
  run: async (context) => {
    const isAllowed = allowedIn(context);
    for (const operation of context.document.operations) {
      if (operation.method !== 'GET' || !isAllowed(operation) || isAnswered(context, operation)) continue;
      const path = absentPath(context, operation);
      const probe = `${ABSENT_PROBE}${operation.id}`;
      const spec =
        path === undefined
          ? undefined
          : requestFor(context, operation, { probe, intent: 'ordinary', path, withQuery: true });
      if (spec !== undefined && isAgreed(context, spec)) await sendSpec(context, spec, {}, 'nothing');
    }
  },
};
