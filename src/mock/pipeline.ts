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

/** What became of a request: the answer, and what the request log tells about it. */
export type Passage = { readonly answer: Answer; readonly caller: Caller; readonly charge: Charge };

type ReadBody = () => Promise<Uint8Array | Refusal>;

async function serve(stages: Stages, visit: Visit, readBody: ReadBody): Promise<Reply | Refusal> {
  const bytes = await readBody();
  if (isRefusal(bytes)) return bytes;
  const content = stages.parse(bytes, visit);
  if (isRefusal(content)) return content;
  return stages.validate(content, visit) ?? stages.respond(content, visit, stages);
}

/** Takes one request through the stages: limit, key, body, validation, state, answer. */
export async function passThrough(stages: Stages, visit: Visit, readBody: ReadBody): Promise<Passage> {
  const caller = stages.identify(visit, stages);
  const charge = stages.charge(caller, visit);
  const limited = stages.limit(charge, visit);
  if (charge.kind === 'refused') stages.told(caller, limited, visit);
  const refused = limited ?? stages.guard(caller, visit);
  const result = refused ?? (await serve(stages, visit, readBody));
  const reply = isRefusal(result) ? stages.refuse(result, visit) : result;
  return { answer: stages.render(stages.decorate(reply, charge, visit), visit), caller, charge };
}
