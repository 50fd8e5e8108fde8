import type { Answer, Stages } from '../answers/stages/stages.ts';
import type { Fault } from './fault.ts';

const family = 'bodies';

function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

function rendering(stages: Stages, change: (answer: Answer) => Answer): Stages {
  return {
    ...stages,
    render(reply, visit) {
      const answer = stages.render(reply, visit);
      return isSuccess(answer) && answer.body !== undefined ? change(answer) : answer;
    },
  };
}

function retyped(answer: Answer, mediaType: string | undefined): Answer {
  const others = answer.headers.filter(([name]) => name !== 'Content-Type');
  return {
    ...answer,
    headers: mediaType === undefined ? others : [['Content-Type', mediaType], ...others],
  };
}

/** What services get wrong about the bytes of a success. */
export const bodyFaults: readonly Fault[] = [
  {
    name: 'media-type-of-text',
    family,
    title: 'JSON is sent as text/plain',
    breaks: ['bodies.media-type'],
    apply: (stages) => rendering(stages, (answer) => retyped(answer, 'text/plain; charset=utf-8')),
  },
  {
    name: 'media-type-missing',
    family,
    title: 'JSON is sent without a Content-Type',
    breaks: ['bodies.media-type'],
    apply: (stages) => rendering(stages, (answer) => retyped(answer, undefined)),
  },
  {
    name: 'json-broken',
    family,
    title: 'bodies end in a comma too many',
    breaks: ['bodies.json'],
    apply: (stages) =>
      rendering(stages, (answer) => ({
        ...answer,
        body: Buffer.concat([answer.body ?? Buffer.alloc(0), Buffer.from(',')]),
      })),
  },
  {
    name: 'byte-order-mark',
    family,
    title: 'bodies begin with a byte order mark',
    breaks: ['bodies.no-byte-order-mark', 'bodies.json'],
    apply: (stages) =>
      rendering(stages, (answer) => ({
        ...answer,
        body: Buffer.concat([Buffer.from('\u{feff}'), answer.body ?? Buffer.alloc(0)]),
      })),
  },
  {
    name: 'member-twice',
    family,
    title: 'the first member of an object stands there twice',
    breaks: ['bodies.unique-names'],
    apply: (stages) =>
      rendering(stages, (answer) => ({
        ...answer,
        body: Buffer.from(
          Buffer.from(answer.body ?? [])
            .toString('utf8')
            .replace(/\{("\w+":(?:\d+|"\w*"),)/, '{$1$1'),
        ),
      })),
  },
  {
    name: 'text-in-latin-1',
    family,
    title: 'bodies are sent in Latin-1 instead of UTF-8',
    breaks: ['bodies.json'],
    apply: (stages) =>
      rendering(stages, (answer) => ({
        ...answer,
        body: Buffer.from(Buffer.from(answer.body ?? []).toString('utf8'), 'latin1'),
      })),
  },
];
