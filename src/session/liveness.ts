import type { Exchange, Failure, FailureKind } from '../http/exchange.ts';
import { Halt } from './pace/budget.ts';
import { callerOf, type SendSpec } from './pace/sending.ts';

/** Whether anybody still answers: the target as a whole, and requests of one kind to one place. */

const UNTIL_GIVEN_UP = 3;
/** Requests of one kind without an answer, after which no more of it are sent: each may cost its time. */
const MOST_SILENT = 3;

/** Whether nobody seems to be there at all. */
export function isGone(kind: FailureKind): boolean {
  return kind === 'refused' || kind === 'unresolved' || kind === 'tls';
}

/** How many failures in a row a run bears before it gives the target up: fewer where nobody seems to be there. */
function bearableFailures(kind: FailureKind): number {
  return isGone(kind) ? UNTIL_GIVEN_UP : 2 * UNTIL_GIVEN_UP;
}

/** What is likely to be answered, or not, for one reason: requests of one method, place and caller, valid ones and others apart. */
function kindOf(spec: SendSpec): string {
  const [place = ''] = spec.path.split('?', 1);
  return `${callerOf(spec)} ${spec.intent === 'ordinary' ? 'ordinary' : 'particular'} ${spec.method} ${place}`;
}

export class Liveness {
  #failuresInARow = 0;
  #failure: Failure | undefined;
  /** Failures in a row of each kind of request; those that were given up stay at the bound. */
  readonly #silent = new Map<string, number>();
  /** The first valid request that was answered: it tells a service that is gone from one that does not answer something else. */
  #answered: SendSpec | undefined;

  /** Takes note of what came. Throws `Halt` where the run was interrupted. */
  note({ result }: Exchange, spec: SendSpec): void {
    if (result.kind === 'answer') {
      this.#failuresInARow = 0;
      this.#failure = undefined;
      this.#silent.delete(kindOf(spec));
      if (spec.intent === 'ordinary' && callerOf(spec) === 'key') this.#answered ??= spec;
      return;
    }
    const { failure } = result;
    if (failure.kind === 'aborted') throw new Halt({ kind: 'interrupted' });
    this.#failuresInARow += 1;
    this.#failure = failure;
    this.#silent.set(kindOf(spec), (this.#silent.get(kindOf(spec)) ?? 0) + 1);
  }

  /** The last failure, where too many requests in a row got no answer. */
  get loss(): Failure | undefined {
    const failure = this.#failure;
    return failure !== undefined && this.#failuresInARow >= bearableFailures(failure.kind)
      ? failure
      : undefined;
  }

  /** A valid request that was answered before. */
  get known(): SendSpec | undefined {
    return this.#answered;
  }

  isGivenUp(spec: SendSpec): boolean {
    return (this.#silent.get(kindOf(spec)) ?? 0) >= MOST_SILENT;
  }

  /** Throws `Halt` for a request that would get no answer. */
  requireAnswers(spec: SendSpec): void {
    if (!this.isGivenUp(spec)) return;
    throw new Halt({
      kind: 'closed-place',
      reason: `${String(MOST_SILENT)} requests of the kind in a row, ${spec.method} ${spec.path}, got no answer`,
    });
  }
}
