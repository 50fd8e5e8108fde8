import { isJsonMediaType } from '../../http/media-type.ts';
import type { Interface } from '../../interface/model.ts';
import type { Answer, HeaderLine, Stages } from '../answers/stages/stages.ts';
import type { Freedom } from './freedom.ts';

/** How the bytes of an answer and its fields may be written otherwise. */

function writing(name: string, title: string, change: (answer: Answer) => Answer): Freedom {
  return {
    name,
    title,
    apply: (stages) => ({ ...stages, render: (reply, visit) => change(stages.render(reply, visit)) }),
  };
}

function typeOf({ headers }: Answer): string {
  return headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
}

/** Writes the text of a JSON body anew. */
function printed(answer: Answer, print: (text: string) => string): Answer {
  const { body } = answer;
  if (body === undefined || !isJsonMediaType(typeOf(answer))) return answer;
  return { ...answer, body: Buffer.from(print(Buffer.from(body).toString())) };
}

const MORE: readonly HeaderLine[] = [
  ['Cache-Control', 'no-store'],
  ['Vary', 'Accept, Authorization'],
  ['X-Request-Id', '01JDQ3K5V7ZS9N2M4P6R8T0WXY'],
  ['Strict-Transport-Security', 'max-age=63072000'],
  ['Server', 'gateway'],
  ['Set-Cookie', 'session=none; Path=/; HttpOnly'],
];

/** Those that no answer is documented to have. */
function undocumentedFields({ operations }: Interface): readonly HeaderLine[] {
  const headers = operations.flatMap(({ responses }) => responses.flatMap((response) => response.headers));
  const known = new Set(headers.map(({ name }) => name.toLowerCase()));
  return MORE.filter(([name]) => !known.has(name.toLowerCase()));
}

export const fieldFreedoms: readonly Freedom[] = [
  writing('fields-in-lower-case', 'names of fields are in lower case', (answer) => ({
    ...answer,
    headers: answer.headers.map(([name, value]) => [name.toLowerCase(), value] as const),
  })),
  {
    name: 'more-fields',
    title: 'answers have fields that the document does not name',
    apply: (stages, context) => {
      const more = undocumentedFields(context.interface);
      const render: Stages['render'] = (reply, visit) => {
        const answer = stages.render(reply, visit);
        return { ...answer, headers: [...answer.headers, ...more] };
      };
      return { ...stages, render };
    },
  },
  writing('connections-closed', 'each connection ends with its answer', (answer) => ({
    ...answer,
    headers: [...answer.headers, ['Connection', 'close']],
  })),
  writing('charset-told', 'JSON comes as `application/json; charset=utf-8`', (answer) => ({
    ...answer,
    headers: answer.headers.map(([name, value]) =>
      name.toLowerCase() === 'content-type' && isJsonMediaType(value) && !value.includes(';')
        ? ([name, `${value}; charset=utf-8`] as const)
        : ([name, value] as const),
    ),
  })),
  writing('json-escaped', 'letters beyond ASCII are escaped in JSON, and so are slashes', (answer) =>
    printed(answer, (text) =>
      text
        .replaceAll('/', '\\/')
        .replaceAll(/[\u0080-\uFFFF]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ),
  ),
  writing('json-ends-a-line', 'the text of JSON ends with a line feed', (answer) =>
    printed(answer, (text) => `${text}\n`),
  ),
];
