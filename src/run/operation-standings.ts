import { checks } from '../checks/catalogue.ts';
import { owedAnswer } from '../checks/statuses.ts';
import { SAFE_METHODS } from '../http/exchange.ts';
import { jsonShownBy } from '../interface/documented-answers.ts';
import { checkClauses, hasStatements } from '../interface/clauses.ts';
import type { Collection, Interface, Operation } from '../interface/model.ts';
import { tellsOfNew } from '../checks/resources/deeds.ts';
import { Ownership } from '../checks/resources/ownership/ownership.ts';
import type { OwnEntry } from '../checks/resources/ownership/own-entries.ts';
import { onceForBoth } from '../system/once-for.ts';
import { thingAt } from '../interface/resources/names/called.ts';
import { mayChangeNamed, namedDeedOf, namesInPlaceOfPath } from '../interface/resources/words/named-deeds.ts';
import { parameterNames } from '../interface/path-matching.ts';
import { partOf, resourcesOf } from '../interface/resources/resources.ts';
import { isObject, type Json, memberOf } from '../json/value.ts';
import { type Contract, requestSchema, servesBy, successStatuses, validatorOf } from '../oracle/contract.ts';
import type { Reading } from '../oracle/reading.ts';
import { isAskedInQuickRuns } from '../record/allowance.ts';
import type { Reason } from '../session/reason.ts';
import { asksForProof, touchesAccount } from '../session/account.ts';
import { isOfWhatWasMade, refusedOfWhatIsThere } from './entries-there.ts';
import type { ClauseDemand, Coverage, OperationStanding, RunSettings } from '../record/record.ts';
import { isAboutWhatNobodyMade, unsupplied } from './unsupplied.ts';

/** Why a run of some checks alone, or a shard, did not ask for an operation. */
export const NOT_SELECTED = 'not asked for by the selected checks';

type Told = Pick<RunSettings, 'profile' | 'readOnly' | 'allowWrites' | 'suites' | 'checks' | 'shard'>;

type Circumstances = {
  readonly contract: Contract;
  readonly told: Told;
  /** Why the document lets no request be made of an operation, by its id. */
  readonly unmade: ReadonlyMap<string, string>;
  /** Why the requests of the run did not last; `undefined` where they did. */
  readonly requestsSpent?: Reason | undefined;
};

/** True for a request that may get the documented success: with a valid credential, and nothing wrong in it. */
function mayBeServed({ expectation }: Reading): boolean {
  const { operation, conforming } = expectation;
  const successes = operation === undefined ? [] : successStatuses(operation);
  return conforming.some((status) => successes.includes(status));
}

function isServed(operation: Operation, { answer }: Reading): boolean {
  return answer !== undefined && !answer.limited && servesBy(operation, answer.status);
}

/** True for an answer whose documented JSON body was not read to its end. */
function isCut(reading: Reading): boolean {
  if (reading.answer?.answer.truncated !== true) return false;
  return jsonShownBy(owedAnswer(reading)?.documented) !== undefined;
}

/** What a run made, as its answers tell. */
const entriesOf = onceForBoth((contract: Contract, readings: readonly Reading[]): readonly OwnEntry[] => {
  const ownership = new Ownership(contract);
  for (const reading of readings) ownership.note(reading);
  return ownership.entries;
});

/** Why an operation that changes something could be sent to nothing: the run knows of no entry that it made. */
function withoutEntry(
  contract: Contract,
  operation: Operation,
  readings: readonly Reading[],
): string | undefined {
  const { interface: document } = contract;
  const { method, path } = operation;
  if (mayChangeNamed(document, operation) && isAboutWhatNobodyMade(document, operation, readings))
    return `a ${method} that may change or remove what its body names, and the run made nothing that it could name`;
  const isAdded = method === 'POST' && path.includes('{');
  if (!isAdded && (SAFE_METHODS.has(method) || method === 'POST')) return undefined;
  const why = `a ${method} may change or remove what others made`;
  if (namesInPlaceOfPath(document, operation)) {
    const { thing } = namedDeedOf(document, operation) ?? {};
    const isKnown = entriesOf(contract, readings).some(
      ({ resource: { path: own } }) => thingAt(own) === thing,
    );
    return isKnown ? undefined : `${why}, and no answer names what the run made`;
  }
  const found = partOf(document, operation);
  const holder =
    found?.part === 'create'
      ? resourcesOf(document).find(({ path: own }) => own === found.resource.parent)
      : (found?.resource ?? resourcesOf(document).find(({ actions }) => actions.includes(operation)));
  const isSent = readings.some(
    ({ expectation: { operation: sent, situation } }) =>
      sent?.id === operation.id && situation === 'ordinary',
  );
  if (holder?.kind === 'singleton' && !path.includes('{') && method !== 'DELETE')
    return isSent ? undefined : `${why} (--allow-writes changes it, and puts it back)`;
  const [name] =
    found?.part === 'create' && holder?.create === undefined ? parameterNames(path).slice(-1) : [];
  const option =
    name === undefined ? '' : ` (--parameter ${name}=VALUE names one that is there, to make entries in)`;
  if (holder === undefined || found?.part === 'removeAll') return `${why}${option}`;
  const { create, identity } = holder;
  const made = readings.filter(
    (reading) =>
      create !== undefined && reading.expectation.operation?.id === create.id && isServed(create, reading),
  );
  const isNamed = made.filter(
    ({ answer }) => identity !== undefined || (answer?.header('location').length ?? 0) > 0,
  );
  if (isNamed.length === 0) return `${why}, and the run made nothing that it could be sent to${option}`;
  const isKnown = entriesOf(contract, readings).some(({ resource }) => resource === holder);
  if (isKnown) return undefined;
  if (holder.elsewhere !== undefined) return `${why}, and no read shows at its place what the run made`;
  return isNamed.some(tellsOfNew)
    ? undefined
    : `${why}, and no answer to ${create?.method ?? ''} ${create?.path ?? ''} tells that it made something new`;
}

/** What keeps a run that may write everything from changing a thing that is always there; `undefined` for any other operation. */
function untouched(
  document: Interface,
  operation: Operation,
  readings: readonly Reading[],
): { readonly why: string | undefined } | undefined {
  const found = partOf(document, operation);
  if (found?.resource.kind !== 'singleton' || operation.path.includes('{') || found.part === 'read')
    return undefined;
  const isAsked = readings.some(({ expectation }) => expectation.operation?.id === operation.id);
  const { method } = operation;
  if (method === 'DELETE') return { why: 'a DELETE of what is always there could not be put back' };
  return { why: isAsked ? undefined : `what a ${method} changes there could not be put back as it was` };
}

/** What was declared that keeps an operation from being asked, by the document or by the caller. */
function unaskable(
  { contract, told, requestsSpent }: Circumstances,
  operation: Operation,
  readings: readonly Reading[],
): string | undefined {
  const { interface: document } = contract;
  const { method, requestBody } = operation;
  const touches = told.allowWrites === true ? undefined : touchesAccount(document, operation);
  if (touches !== undefined) return `${touches} (--allow-writes sends it)`;
  if (!SAFE_METHODS.has(method) && told.readOnly) return '--read-only: it may change something';
  const lasting = told.allowWrites === true ? untouched(document, operation, readings) : undefined;
  if (lasting !== undefined) return lasting.why;
  const homeless = withoutEntry(contract, operation, readings);
  if (homeless !== undefined) return homeless;
  if (requestBody !== undefined && requestSchema(operation) === undefined)
    return 'its body comes in no media type that assay can write';
  if (told.suites.length > 0 || told.checks.length > 0 || told.shard !== undefined) return NOT_SELECTED;
  if (told.profile === 'quick' && !isAskedInQuickRuns(document, operation))
    return 'not part of --profile quick';
  if (told.profile === 'quick' && requestsSpent?.cause === 'declared')
    return 'not part of --profile quick, whose requests were spent on others';
  return withoutSuccess(operation);
}

function withoutSuccess({ responses }: Operation): string | undefined {
  const shown = responses.some(({ status }) => /^[123]/.test(status) || status.toLowerCase() === 'default');
  return shown ? undefined : 'the document shows no success of it';
}

/** Why nobody has to serve an operation that was asked: it wants a password, and the run has none. */
function unproven(operation: Operation, own: readonly Reading[]): string | undefined {
  const isRefused = own.every(
    ({ answer }) => answer !== undefined && answer.status >= 400 && answer.status < 500,
  );
  return isRefused && asksForProof(operation)
    ? 'it asks for a password that the run does not know'
    : undefined;
}

/** The collection of which an operation reads, replaces, changes or removes entries by their identity. */
function collectionOf(document: Interface, operation: Operation): Collection | undefined {
  const found = partOf(document, operation);
  const { create } = found?.resource ?? {};
  const isOfEntry = found !== undefined && ['replace', 'change', 'remove'].includes(found.part);
  return document.collections.find(
    (one) => one.read?.id === operation.id || (isOfEntry && one.create === create),
  );
}

/**
 * True for an operation that names entries by the identities that a creation gives. Where the document has another form for these
 * in the path (`id: integer` at `/{id}` of three letters), what is made can't be asked for.
 */
function namesWhatIsMade(document: Interface, operation: Operation, readings: readonly Reading[]): boolean {
  const collection = collectionOf(document, operation);
  if (collection === undefined) return false;
  const { create, identity } = collection;
  const last = operation.parameters.findLast((parameter) => parameter.in === 'path');
  const schema = last?.schema ?? true;
  const asked = readings.filter(({ expectation }) => expectation.operation?.id === create.id);
  // Where nothing could be made, nothing of it could be read.
  const served = asked.filter((reading) => isServed(create, reading));
  if (served.length === 0) return false;
  const made = served.flatMap((reading) => {
    const json = reading.answer?.json;
    const value = json?.kind === 'json' && isObject(json.value) ? memberOf(json.value, identity) : undefined;
    return value === undefined ? [] : [value];
  });
  const fits = (value: Json): boolean =>
    [value, typeof value === 'object' ? null : String(value)].some(
      (each) => validatorOf(schema)(each).length === 0,
    );
  return made.length === 0 || made.some(fits);
}

function standingOf(
  circumstances: Circumstances,
  operation: Operation,
  readings: readonly Reading[],
  refused: ReadonlySet<string>,
): OperationStanding {
  const { contract, told, unmade } = circumstances;
  const { interface: document } = contract;
  const all = readings.filter(({ expectation }) => expectation.operation?.id === operation.id);
  const own = all.filter(mayBeServed);
  const served = own.filter((reading) => isServed(operation, reading));
  const counts = {
    asked: own.length,
    served: served.length,
    judged: served.filter((reading) => !isCut(reading)).length,
    cut: all.filter(isCut).length,
  };
  const standing = { id: operation.id, name: `${operation.method} ${operation.path}`, ...counts };
  if (operation.documentation === 'named') {
    const outOfReach =
      operation.outOfReach ?? 'the document only names it: it shows no answer of it (`responses`)';
    const isAsked = operation.method === 'GET' && operation.credential !== undefined;
    return { ...standing, outOfReach, ...(isAsked ? { askedWithoutKey: true } : {}) };
  }
  if (served.length > 0) return standing;
  const declared =
    own.length === 0
      ? (unmade.get(operation.id) ?? unaskable(circumstances, operation, readings))
      : (withoutSuccess(operation) ?? unproven(operation, own));
  const suppliesItself =
    refused.has(operation.id) ||
    (!told.readOnly && namesWhatIsMade(document, operation, readings)) ||
    isOfWhatWasMade(contract, operation, readings);
  const outOfReach =
    declared ?? (suppliesItself ? undefined : unsupplied(document, operation, own, readings));
  return outOfReach === undefined ? standing : { ...standing, outOfReach };
}

/** The `must` clauses of a document, which a run has to prove; one for each check where the document has none. */
function demandsOf(document: Interface): readonly ClauseDemand[] {
  const clauses = hasStatements(document) ? document.clauses : checkClauses(document, checks);
  return clauses
    .filter((clause) => clause.level === 'must' && clause.checks.length > 0)
    .map(({ id, checks: references }) => ({
      clause: id,
      checks: references.map(({ check, operation }) =>
        operation === undefined ? { check } : { check, operation },
      ),
    }));
}

/**
 * What a run had to show, and where every operation of the document stands. `readings` are those that count: what a
 * later exchange repeats is left out. Pure.
 */
export function coverageOf(circumstances: Circumstances, readings: readonly Reading[]): Coverage {
  const { interface: document } = circumstances.contract;
  const refused = refusedOfWhatIsThere(circumstances.contract, readings, mayBeServed);
  return {
    operations: document.operations.map((operation) =>
      standingOf(circumstances, operation, readings, refused),
    ),
    clauses: demandsOf(document),
  };
}
