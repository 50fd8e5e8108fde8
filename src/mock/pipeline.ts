import {
  isRefusal,
  type Answer,
  type Caller,
  type HeaderLine,
  type Refusal,
  type Reply,
  type Stages,
  type Visit,
} from './stages.ts';
import type { Charge } from './limiter.ts';
import type { DocumentedAnswers } from './prism/documented-answers.ts';

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

type ReadBody = () => Promise<Uint8Array | Refusal>;

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
export type Attend = (attendance: Attendance) => Promise<Service>;

/** Answers as the document says: key, body, validation, state or document. Entries go where `deliver` puts them. */
export function attendWith(deliver: Deliver | undefined): Attend {
  return async ({ stages, readBody, documented, visit, caller, charge }) => {
    const refused = stages.guard(caller, visit);
    if (refused !== undefined) return { result: refused, charge, body: undefined };
    const body = await readBody();
    if (isRefusal(body)) return { result: body, charge, body: undefined };
    const content = stages.parse(body, visit);
    if (isRefusal(content)) return { result: content, charge, body };
    const invalid = stages.validate(content, visit);
    if (invalid !== undefined) return { result: invalid, charge, body };
    const found = documented(visit, charge, stages);
    if (found !== undefined) {
      const shown = await found;
      const informed = { ...visit, documented: shown.answer };
      return { result: stages.respond(content, informed, stages), charge: shown.charge, body };
    }
    const respond = (): Reply | Refusal => stages.respond(content, visit, stages);
    return { result: deliver === undefined ? respond() : await deliver(visit, respond), charge, body };
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

/** Takes one request through the stages: limit first, then what attends to it. */
export async function passThrough(entrance: Entrance, visit: Visit): Promise<Passage> {
  const { stages, readBody, documented, attend, enter } = entrance;
  const entered = enter === undefined ? enterHere(visit, stages) : await enter(visit, stages);
  const { caller, charge } = isRefusal(entered) ? uncharged(visit, stages) : entered;
  const limited = isRefusal(entered) ? entered : stages.limit(charge, visit);
  if (charge.kind === 'refused') stages.told(caller, limited, visit);
  const served: Service =
    limited === undefined
      ? await attend({ stages, readBody, documented, visit, caller, charge })
      : { result: limited, charge, body: undefined };
  const { result, body, manner } = served;
  const refusal = isRefusal(result) ? result : undefined;
  const reply = isRefusal(result) ? stages.refuse(result, visit) : result;
  const decorated = stages.decorate(reply, served.charge, visit);
  if (manner === undefined) return { answer: stages.render(decorated, visit), caller, charge, refusal, body };
  const { drops, waitMs } = manner;
  const rendered = stages.render(inManner(decorated, manner), visit);
  const answer: Answer = { ...rendered, waitMs, ...(drops ? { delivery: 'none' } : {}) };
  return { answer, caller, charge, refusal, body };
}
