import type { Clause, CredentialScheme, Interface, Operation } from '../../interface/model.ts';
import { nearestName } from '../../system/nearest-name.ts';
import type { Refusal } from '../answers/stages/stages.ts';
import type { MockKey } from '../state/keys.ts';
import type { RequestDetail } from './requests.ts';

/** The checks that prove the statements by which a request was refused, by the code of the refusal. */
export const REFUSAL_CHECKS: ReadonlyMap<string, readonly string[]> = new Map([
  ['missing', ['authentication.missing-credential']],
  ['unknown', ['authentication.unknown-key']],
  ['invalid_body', ['validation.missing-member', 'validation.wrong-type', 'validation.no-body']],
  ['invalid_json', ['validation.malformed-json']],
  ['unsupported_media_type', ['validation.malformed-json']],
  ['rate_limit_exceeded', ['rate-limit-enforcement.refusal', 'rate-limit-enforcement.retry-after']],
]);

/** Why a request got no success, for whoever sent it. */
export type Explanation = {
  readonly reason: string;
  /** What to change. */
  readonly advice: string | undefined;
  /** The statements of the document that ask for the refusal, the closest first. */
  readonly clauses: readonly { readonly id: string; readonly section: string; readonly text: string }[];
  /** What the document says of the status at this operation. */
  readonly documented: string | undefined;
};

export type ExplanationOptions = {
  readonly interface: Interface;
  readonly keys: readonly MockKey[];
  /** The mock's clock, in ms since the epoch. */
  readonly now: () => number;
};

/** How a key is sent by this scheme. */
function credentialForm(scheme: CredentialScheme): string {
  switch (scheme.kind) {
    case 'http-bearer':
      return `Authorization: ${scheme.scheme ?? 'Bearer'} <key>`;
    case 'http-basic':
      return 'Authorization: Basic <base64 of user:password>';
    case 'api-key':
      switch (scheme.in) {
        case 'header':
          return `${scheme.name}: ${scheme.prefix === undefined ? '' : `${scheme.prefix} `}<key>`;
        case 'query':
          return `?${scheme.name}=<key>`;
        case 'cookie':
          return `Cookie: ${scheme.name}=<key>`;
      }
  }
}

function keyAdvice(scheme: CredentialScheme | undefined, keys: readonly MockKey[]): string {
  const plans = [...new Set(keys.map(({ plan }) => plan))].slice(0, 5).join(', ');
  const form = scheme === undefined ? '' : `${credentialForm(scheme)}, with `;
  return `Send ${form}a key of this mock; it has some for ${plans}.`;
}

function waitAdvice({ charge }: RequestDetail, now: number): string | undefined {
  if (charge.kind !== 'refused') return undefined;
  const seconds = Math.ceil((charge.retryAt - now) / 1000);
  const until = new Date(charge.retryAt).toISOString().slice(11, 19);
  if (seconds <= 0) return `The wait was over at ${until} UTC of the mock's clock: send it again.`;
  return `Wait until ${until} UTC of the mock's clock, another ${seconds} s, or move the clock; then send it again.`;
}

function pathAdvice({ target }: RequestDetail, { operations, basePath }: Interface): string {
  const path = target.split('?', 1)[0] ?? '';
  const near = nearestName(path, new Set(operations.map((operation) => basePath + operation.path)));
  return near === undefined
    ? `Paths begin with ${basePath}/; the operations are listed here.`
    : `Did you mean ${near}?`;
}

function mediaTypes(operation: Operation | undefined): string {
  return operation?.requestBody?.representations.map(({ mediaType }) => mediaType).join(' or ') ?? '';
}

function adviceOf(detail: RequestDetail, refusal: Refusal, options: ExplanationOptions): string | undefined {
  const { interface: document, keys, now } = options;
  const operation = operationOf(detail, document);
  switch (refusal.code) {
    case 'unauthorized':
      return keyAdvice(operation?.credential, keys);
    case 'rate_limit_exceeded':
      return waitAdvice(detail, now());
    case 'invalid_body':
    case 'invalid_json':
      return 'Correct the body; the form for this operation starts with one that is accepted.';
    case 'unsupported_media_type':
      return `Send Content-Type: ${mediaTypes(operation)}.`;
    case 'not_found':
      return pathAdvice(detail, document);
    default:
      return undefined;
  }
}

function operationOf({ logged }: RequestDetail, { operations }: Interface): Operation | undefined {
  return operations.find(({ id }) => id === logged.operation);
}

type Candidate = { readonly clause: Clause; readonly narrowed: boolean; readonly namesStatus: boolean };

/** The clause that fits best, and the best of the other breadth: what holds here, and the rule that it follows. */
function closest(candidates: readonly Candidate[]): readonly Clause[] {
  const rank = ({ narrowed, namesStatus }: Candidate): number => (namesStatus ? 2 : 0) + (narrowed ? 1 : 0);
  const [first, ...others] = candidates.toSorted((a, b) => rank(b) - rank(a));
  if (first === undefined) return [];
  const second = others.find(({ narrowed }) => narrowed !== first.narrowed) ?? others[0];
  return second === undefined ? [first.clause] : [first.clause, second.clause];
}

function clausesFor(detail: RequestDetail, refusal: Refusal, document: Interface): Explanation['clauses'] {
  const { caller, logged } = detail;
  const situation =
    refusal.code === 'unauthorized' && caller.kind === 'stranger' ? caller.credential : refusal.code;
  const checks = REFUSAL_CHECKS.get(situation) ?? [];
  const status = new RegExp(`\\b${refusal.status}\\b`);
  const candidates = document.clauses.flatMap((clause): readonly Candidate[] => {
    const fitting = clause.checks.filter(
      ({ check, operation }) =>
        checks.includes(check) && (operation === undefined || operation === logged.operation),
    );
    if (fitting.length === 0 || clause.level === 'observe') return [];
    const narrowed = fitting.some(({ operation }) => operation !== undefined);
    return [{ clause, narrowed, namesStatus: status.test(clause.text) }];
  });
  return closest(candidates).map(({ id, section, text }) => ({ id, section, text }));
}

function describedStatus({ logged }: RequestDetail, operation: Operation | undefined): string | undefined {
  const found = operation?.responses.find(({ status }) => status === String(logged.status));
  return found === undefined || found.description === '' ? undefined : found.description;
}

/** Why an answer is no success although the mock refused nothing. */
function otherReason({ logged, faults }: RequestDetail): string {
  if (faults.length === 0) return 'The request wished for this answer.';
  const names = faults.map(({ name }) => name).join(', ');
  return logged.status === undefined
    ? `The answer was held back by a fault of the mock: ${names}.`
    : `No rule refused the request; in force was the fault ${names}.`;
}

/** Says why a request got no success, by which clauses, and what to change. `undefined` for one that did. */
export function explainRefusal(detail: RequestDetail, options: ExplanationOptions): Explanation | undefined {
  const { refusal, logged } = detail;
  if (logged.status !== undefined && logged.status < 400) return undefined;
  const documented = describedStatus(detail, operationOf(detail, options.interface));
  if (refusal === undefined)
    return { reason: otherReason(detail), advice: undefined, clauses: [], documented };
  return {
    reason: refusal.message,
    advice: adviceOf(detail, refusal, options),
    clauses: clausesFor(detail, refusal, options.interface),
    documented,
  };
}
