import type { Interface, Operation } from '../../../interface/model.ts';
import { downloadsOf } from '../../../interface/resources/uploads.ts';
import { isRefusal, type Stages } from '../../answers/stages/stages.ts';
import type { Fault } from '../fault.ts';
import { derivedName } from './derived-name.ts';

/** What services get wrong about files: they come back other than they were sent. */

/** Makes other bytes of what a download gives. */
function giving(stages: Stages, { id }: Operation, made: (bytes: Uint8Array) => Uint8Array): Stages {
  return {
    ...stages,
    respond(content, visit, own) {
      const reply = stages.respond(content, visit, own);
      if (isRefusal(reply) || reply.body.kind !== 'bytes' || visit.operation?.id !== id) return reply;
      return { ...reply, body: { ...reply.body, bytes: made(reply.body.bytes) } };
    },
  };
}

/** The faults of operations that give back what was uploaded. */
export function uploadFaults(document: Interface): readonly Fault[] {
  return downloadsOf(document).flatMap(({ operation }) => {
    const fault = (kind: string, title: string, made: (bytes: Uint8Array) => Uint8Array): Fault => ({
      name: derivedName(operation, kind),
      family: 'collections',
      title: `${operation.id} ${title}`,
      breaks: ['resources.upload-kept'],
      apply: (stages) => giving(stages, operation, made),
    });
    return [
      fault('file-cut', 'gives a file without its last byte', (bytes) => bytes.subarray(0, -1)),
      fault('file-as-text', 'gives a file as if it were text', (bytes) =>
        Buffer.from(Buffer.from(bytes).toString('utf8')),
      ),
    ];
  });
}
