import {
  isRefusal,
  type Answer,
  type Caller,
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

/** How a request is answered that neither limit nor guard refuse. `charge` is what the answer tells of the limit. */
type Service = {
  readonly result: Reply | Refusal;
  readonly charge: Charge;
  readonly body: Uint8Array | undefined;
};

type Entrance = {
  readonly stages: Stages;
  readonly readBody: ReadBody;
  readonly documented: DocumentedAnswers;
};

async function serve(
  { stages, readBody, documented }: Entrance,
  visit: Visit,
  charge: Charge,
): Promise<Service> {
  const body = await readBody();
  if (isRefusal(body)) return { result: body, charge, body: undefined };
  const content = stages.parse(body, visit);
  if (isRefusal(content)) return { result: content, charge, body };
  const invalid = stages.validate(content, visit);
  if (invalid !== undefined) return { result: invalid, charge, body };
  const found = documented(visit, charge, stages);
  if (found === undefined) return { result: stages.respond(content, visit, stages), charge, body };
  const shown = await found;
  const informed = { ...visit, documented: shown.answer };
  return { result: stages.respond(content, informed, stages), charge: shown.charge, body };
}

/** Takes one request through the stages: limit, key, body, validation, state or document, answer. */
export async function passThrough(entrance: Entrance, visit: Visit): Promise<Passage> {
  const { stages } = entrance;
  const caller = stages.identify(visit, stages);
  const charge = stages.charge(caller, visit);
  const limited = stages.limit(charge, visit);
  if (charge.kind === 'refused') stages.told(caller, limited, visit);
  const refused = limited ?? stages.guard(caller, visit);
  const served =
    refused === undefined
      ? await serve(entrance, visit, charge)
      : { result: refused, charge, body: undefined };
  const { result, body } = served;
  const refusal = isRefusal(result) ? result : undefined;
  const reply = isRefusal(result) ? stages.refuse(result, visit) : result;
  const answer = stages.render(stages.decorate(reply, served.charge, visit), visit);
  return { answer, caller, charge, refusal, body };
}
