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
export type Passage = { readonly answer: Answer; readonly caller: Caller; readonly charge: Charge };

type ReadBody = () => Promise<Uint8Array | Refusal>;

/** How a request is answered that neither limit nor guard refuse. `charge` is what the answer tells of the limit. */
type Service = { readonly result: Reply | Refusal; readonly charge: Charge };

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
  const bytes = await readBody();
  if (isRefusal(bytes)) return { result: bytes, charge };
  const content = stages.parse(bytes, visit);
  if (isRefusal(content)) return { result: content, charge };
  const invalid = stages.validate(content, visit);
  if (invalid !== undefined) return { result: invalid, charge };
  const found = documented(visit, charge, stages);
  if (found === undefined) return { result: stages.respond(content, visit, stages), charge };
  const shown = await found;
  const informed = { ...visit, documented: shown.answer };
  return { result: stages.respond(content, informed, stages), charge: shown.charge };
}

/** Takes one request through the stages: limit, key, body, validation, state or document, answer. */
export async function passThrough(entrance: Entrance, visit: Visit): Promise<Passage> {
  const { stages } = entrance;
  const caller = stages.identify(visit, stages);
  const charge = stages.charge(caller, visit);
  const limited = stages.limit(charge, visit);
  if (charge.kind === 'refused') stages.told(caller, limited, visit);
  const refused = limited ?? stages.guard(caller, visit);
  const served = refused === undefined ? await serve(entrance, visit, charge) : { result: refused, charge };
  const { result } = served;
  const reply = isRefusal(result) ? stages.refuse(result, visit) : result;
  return { answer: stages.render(stages.decorate(reply, served.charge, visit), visit), caller, charge };
}
