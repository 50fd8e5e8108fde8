import type { Charge } from '../../limits/limiter.ts';
import type { DocumentedAnswers } from '../../prism/answers.ts';
import { after, type Eventual } from '../../server/read-body.ts';
import {
  type Answer,
  type Caller,
  type HeaderLine,
  isRefusal,
  type Refusal,
  type Reply,
  type Stages,
  type Visit,
} from './stages.ts';

/** What became of a request: the answer, and what the request log tells about it. */
export type Passage = {
  readonly answer: Answer;
  readonly caller: Caller;
  readonly charge: Charge;
  /** Why there was no success, as far as the mock itself refused the request. */
  readonly refusal: Refusal | undefined;
  /** `undefined` where the body was not read to its end. */
  readonly body: Uint8Array | undefined;
};

type ReadBody = () => Eventual<Uint8Array | Refusal>;

/** In what manner an answer goes out, where that is not the usual one. */
export type Manner = {
  /** They replace those of the same name. */
  readonly headers: readonly HeaderLine[];
  /** Instead of the mock's own wait. */
  readonly waitMs: number | undefined;
  /** Nothing goes out, and the connection ends. */
  readonly drops: boolean;
};

/** How a request is answered that is within the limit. `charge` is what the answer tells of the limit. */
export type Service = {
  readonly result: Reply | Refusal;
  readonly charge: Charge;
  readonly body: Uint8Array | undefined;
  readonly manner?: Manner;
};

/** Who asks, and what that cost. */
export type Entered = { readonly caller: Caller; readonly charge: Charge };

/** Charges a request whose account is kept elsewhere; refuses what can't be charged there. */
export type Enter = (visit: Visit, stages: Stages) => Promise<Entered | Refusal>;

/** Runs what responds to a request whose entries go elsewhere, and sees them there. */
export type Deliver = (visit: Visit, respond: () => Reply | Refusal) => Promise<Reply | Refusal>;

type Entrance = {
  readonly stages: Stages;
  readonly readBody: ReadBody;
  readonly documented: DocumentedAnswers;
  readonly attend: Attend;
  /** Where accounts are kept in this mock there is nothing to wait for. */
  readonly enter: Enter | undefined;
};

/** A request within the limit, and all that it takes to answer it. */
export type Attendance = Omit<Entrance, 'attend' | 'enter'> & {
  readonly visit: Visit;
  readonly caller: Caller;
  readonly charge: Charge;
};

/** Answers requests within the limit. */
export type Attend = (attendance: Attendance) => Eventual<Service>;

function serve(
  body: Uint8Array,
  { stages, documented, visit, charge }: Attendance,
  deliver: Deliver | undefined,
): Eventual<Service> {
  const content = stages.parse(body, visit);
  if (isRefusal(content)) return { result: content, charge, body };
  const invalid = stages.validate(content, visit);
  if (invalid !== undefined) return { result: invalid, charge, body };
  const found = documented(visit, charge, stages);
  if (found !== undefined)
    return found.then((shown) => {
      const informed = { ...visit, documented: shown.answer, isUsual: shown.isUsual === true };
      return { result: stages.respond(content, informed, stages), charge: shown.charge, body };
    });
  if (deliver === undefined) return { result: stages.respond(content, visit, stages), charge, body };
  return deliver(visit, () => stages.respond(content, visit, stages)).then((result) => ({
    result,
    charge,
    body,
  }));
}

/** Answers as the document says: key, body, validation, state or document. Entries go where `deliver` puts them. */
export function attendWith(deliver: Deliver | undefined): Attend {
  return (attendance) => {
    const { stages, readBody, visit, caller, charge } = attendance;
    const refused = stages.guard(caller, visit);
    if (refused !== undefined) return { result: refused, charge, body: undefined };
    return after(readBody(), (body) =>
      isRefusal(body) ? { result: body, charge, body: undefined } : serve(body, attendance, deliver),
    );
  };
}

function inManner(reply: Reply, { headers }: Manner): Reply {
  const replaced = new Set(headers.map(([name]) => name.toLowerCase()));
  const kept = reply.headers.filter(([name]) => !replaced.has(name.toLowerCase()));
  return { ...reply, headers: [...kept, ...headers] };
}

function enterHere(visit: Visit, stages: Stages): Entered {
  const caller = stages.identify(visit, stages);
  return { caller, charge: stages.charge(caller, visit) };
}

function uncharged(visit: Visit, stages: Stages): Entered {
  return { caller: stages.identify(visit, stages), charge: { kind: 'unlimited' } };
}

type Admitted = Entered & { readonly stages: Stages; readonly visit: Visit };

/** Makes of what served a request the answer that goes out. */
function leave(
  { result, charge: shown, body, manner }: Service,
  { stages, visit, caller, charge }: Admitted,
): Passage {
  const refusal = isRefusal(result) ? result : undefined;
  const reply = isRefusal(result) ? stages.refuse(result, visit) : result;
  const decorated = stages.decorate(reply, shown, visit);
  if (manner === undefined) return { answer: stages.render(decorated, visit), caller, charge, refusal, body };
  const { drops, waitMs } = manner;
  const rendered = stages.render(inManner(decorated, manner), visit);
  const answer: Answer = { ...rendered, waitMs, ...(drops ? { delivery: 'none' } : {}) };
  return { answer, caller, charge, refusal, body };
}

function pass(entered: Entered | Refusal, entrance: Entrance, visit: Visit): Eventual<Passage> {
  const { stages, readBody, documented, attend } = entrance;
  const { caller, charge } = isRefusal(entered) ? uncharged(visit, stages) : entered;
  const limited = isRefusal(entered) ? entered : stages.limit(charge, visit);
  if (charge.kind === 'refused') stages.told(caller, limited, visit);
  const attendance = { stages, readBody, documented, visit, caller, charge };
  if (limited !== undefined) return leave({ result: limited, charge, body: undefined }, attendance);
  return after(attend(attendance), (service) => leave(service, attendance));
}

/** Takes one request through the stages: limit first, then what attends to it. Waits only where one of them does. */
export function passThrough(entrance: Entrance, visit: Visit): Eventual<Passage> {
  const { stages, enter } = entrance;
  if (enter === undefined) return pass(enterHere(visit, stages), entrance, visit);
  return enter(visit, stages).then((entered) => pass(entered, entrance, visit));
}
