import type { Fault } from './faults/fault.ts';
import type { Arrival } from './inbound-request.ts';
import type { Passage } from './pipeline.ts';
import { excerptOf, type RequestDetails } from './request-details.ts';
import type { LoggedRequest, RequestLog } from './request-log.ts';
import type { Answer, Visit } from './stages.ts';

export type NoteRequestsOptions = {
  readonly log: RequestLog;
  /** `undefined` where nothing may look at requests in full. */
  readonly details: RequestDetails | undefined;
  readonly onRequest: ((request: LoggedRequest) => void) | undefined;
};

/** A request, and what became of it. */
export type Noted = {
  readonly request: Arrival;
  readonly visit: Visit;
  readonly passage: Passage;
  /** As it goes out. */
  readonly answer: Answer;
  /** The faults in force. */
  readonly faults: readonly Fault[];
  /** When the request came, on the mock's clock, in ms since the epoch. */
  readonly at: number;
  /** The same moment as `performance.now()` has it. */
  readonly startedMs: number;
};

/** Makes what notes the requests that were answered: in the log, in full, and for whoever wants to hear of each. */
export function noteRequests({ log, details, onRequest }: NoteRequestsOptions): (noted: Noted) => void {
  return ({ request, visit, passage, answer, faults, at, startedMs }) => {
    const { caller, charge, refusal, body } = passage;
    const status = answer.delivery === 'none' ? undefined : answer.status;
    const durationMs = performance.now() - startedMs;
    const logged = log.add({ at, visit, caller, charge, status, durationMs });
    details?.add({
      logged,
      target: request.target,
      rawHeaders: request.rawHeaders,
      body: excerptOf(body),
      caller,
      charge,
      refusal,
      faults,
      answer: { ...answer, body: excerptOf(answer.body) },
    });
    onRequest?.(logged);
  };
}
