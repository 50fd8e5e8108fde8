/** One answer that somebody's own test got, judged as `assay judge` judges traffic: by the same oracle and the same checks. */
import { statSync } from 'node:fs';
import { ringOf } from '../credential/given.ts';
import { isAddress } from '../document/address.ts';
import { type Exchange, type SentRequest, withinBounds } from '../http/exchange.ts';
import { clausesOf } from '../interface/clauses.ts';
import { limitStatus, responseFor } from '../interface/documented-answers.ts';
import type { Interface, Operation } from '../interface/model.ts';
import { matchOperation } from '../interface/path-matching.ts';
import { gate, withOwnGate } from '../output/gate.ts';
import { createCredentialMask } from '../output/mask.ts';
import { escapeTerminal } from '../report/escape.ts';
import { settingsOf } from '../run/run.ts';
import { parameterParts } from '../session/requests/valid-request.ts';
import { suggestion } from '../system/nearest-name.ts';
import { OptionFault } from '../system/option.ts';
import { sampleOne } from '../system/seeded.ts';
import { foreignCriteria } from '../traffic/judge-files.ts';
import { type Judged, TrafficJudge } from '../traffic/traffic-judge.ts';
import { documentOf, type GivenDocument, requireKnown } from './document.ts';
import { type Received, received } from './received.ts';

/** What may be said beside document and operation. */
export type ConformOptions = {
  /** What is recommended, or demanded by the standards of HTTP alone, has to hold as well. Default false. */
  readonly strict?: boolean;
};

/** What became of an answer. `message` says what it breaks, or that it breaks nothing. */
export type Conformance = { readonly conforms: boolean; readonly message: string };

const LONGEST = 400;
const ORIGIN = 'http://service';

function line(text: string): string {
  return escapeTerminal(text, LONGEST);
}

/** The operation of an id, or of a method and a path. Throws an `OptionFault`. */
function operationOf({ operations }: Interface, name: string): Operation {
  const found = operations.find(({ id, method, path }) => id === name || `${method} ${path}` === name);
  if (found !== undefined) return found;
  const names = operations.flatMap(({ id, method, path }) => [id, `${method} ${path}`]);
  throw new OptionFault('operation', name, suggestion(name, [...new Set(names)]));
}

/** What stands before the path of the operation in a target: services are asked below any path. `undefined` where it is another one. */
function basePathIn(document: Interface, operation: Operation, target: string): string | undefined {
  const [path = ''] = target.split('?', 1);
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
    const match = matchOperation(document, operation.method, path.slice(at));
    if (match?.operation.id === operation.id) return path.slice(0, at);
  }
  return undefined;
}

/** A target of the operation, for an answer that does not tell its own. */
function someTarget(document: Interface, operation: Operation): string {
  const supply = parameterParts(operation, 'examples');
  if (supply.kind === 'values') return document.basePath + sampleOne(supply.arbitrary, 0, operation.id).path;
  throw new OptionFault(
    'response',
    undefined,
    'it does not tell its address, and no example of one can be made; give one that has a url',
  );
}

type Asked = { readonly request: SentRequest; readonly basePath: string };

/** The request that was answered, as far as it is known. Throws an `OptionFault` where it was one of another operation. */
function askedOf(document: Interface, operation: Operation, { request }: Received): Asked {
  const { method = operation.method, isWhole = false, headers = [], body } = request;
  const target = request.target ?? someTarget(document, operation);
  const basePath = basePathIn(document, operation, target);
  const { id, path } = operation;
  if (method !== operation.method || basePath === undefined)
    throw new OptionFault(
      'operation',
      id,
      `it is ${operation.method} ${path}, and the answer is one to ${method} ${line(target)}`,
    );
  const known = isWhole ? {} : { bodyUnknown: true };
  return {
    basePath,
    request: { method, target, headers, body, ...known, credential: { kind: 'undetermined' } },
  };
}

function exchangeOf({ status, headers, body }: Received, request: SentRequest): Exchange {
  const answer = withinBounds({
    status,
    reason: '',
    httpVersion: '1.1',
    headers,
    trailers: [],
    body,
    truncated: false,
    decoded: true,
  });
  const times = { sentAt: Date.now(), startMs: 0, firstByteMs: 0, endMs: 0 };
  return {
    id: 'x1',
    probe: 'test',
    request,
    result: { kind: 'answer', answer },
    ...times,
    repeats: undefined,
  };
}

/** Documents by path or address: tests name the same one again and again. */
const loaded = new Map<string, Promise<GivenDocument>>();

/** The document, read once as long as its file stays what it is. */
async function documentOnce(given: Interface | string): Promise<GivenDocument> {
  if (typeof given !== 'string') return documentOf(given);
  const changed = isAddress(given) ? 0 : (statSync(given, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  const key = `${String(changed)} ${given}`;
  const known = loaded.get(key) ?? documentOf(given);
  loaded.set(key, known);
  return known;
}

function brokenText(document: Interface, { check, entry }: Judged['broke'][number]): string {
  const clauses = clausesOf(document, check.id).filter((clause) => clause !== check.id);
  const { expected, actual } = entry.violation;
  return [
    `  ${check.id}: ${check.title}${clauses.length === 0 ? '' : ` (${clauses.join(', ')})`}`,
    `    expected  ${line(expected)}`,
    `    actual    ${line(actual)}`,
  ].join('\n');
}

/**
 * Judges an answer of an operation. Rejects with an `OptionFault` or a `DocumentFault` for what can't be used, and where nothing could
 * be said of the answer: what was not judged does not conform, and does not break anything either.
 */
export async function conformanceOf(
  response: unknown,
  given: Interface | string,
  operationName: string,
  options: ConformOptions = {},
): Promise<Conformance> {
  requireKnown('toConform', options, { strict: true });
  const answer = await received(response);
  const { document, directory } = await documentOnce(given);
  const operation = operationOf(document, operationName);
  const { request, basePath } = askedOf(document, operation, answer);
  const settings = settingsOf({ interface: document, specDirectory: directory, url: ORIGIN });
  return withOwnGate(() => {
    const judge = new TrafficJudge({
      contract: { interface: document, basePath },
      ...foreignCriteria(settings, document),
      file: { name: 'test', kind: 'proxy' },
      origin: ORIGIN,
      keyOf: ringOf(new Map(), undefined),
      mask: createCredentialMask(document),
    });
    const exchange = exchangeOf(answer, request);
    const judged = judge.take(
      { kind: 'exchange', foreign: { origin: ORIGIN, exchange, complete: false } },
      1,
    );
    const where = `${operation.id} (${operation.method} ${operation.path})`;
    const { tallies, skipped } = judge.ledger();
    const [fault] = [...tallies].flatMap(([id, tally]) => (tally.fault === undefined ? [] : [id]));
    const [[why] = []] = skipped;
    if (judged === undefined || fault !== undefined)
      throw new Error(
        `could not tell whether the answer to ${where} conforms: ${why ?? `${fault ?? ''} failed in assay`}`,
      );
    const isShown =
      responseFor(operation, answer.status) !== undefined ||
      answer.status === limitStatus(document.rateLimits);
    const broke = judged.broke.filter(({ check }) => check.level === 'must' || options.strict === true);
    if (broke.length === 0 && !isShown)
      throw new Error(
        `could not tell whether the answer to ${where} conforms: the document shows no answer ${String(answer.status)}; document it, or hold the answer against something else`,
      );
    const source = line(document.files[0] ?? document.title);
    const status = String(answer.status);
    const head =
      broke.length === 0
        ? `the answer ${status} to ${where} conforms to ${source}`
        : `the answer ${status} to ${where} does not conform to ${source}`;
    const text = [head, ...broke.map((each) => brokenText(document, each))].join('\n\n');
    return Promise.resolve({ conforms: broke.length === 0, message: gate().output(text) });
  });
}
