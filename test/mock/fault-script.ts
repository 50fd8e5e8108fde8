import type { MockControls } from '../../src/mock/mock-options.ts';

export const SCRIPT_NOW = 1_800_000_000_250;
const KEY = 'scholar-plan-key';
const SMALL_KEY = 'reader-plan-key';

type Step = {
  readonly path: string;
  readonly method?: string;
  /** Value of `Authorization`; default: the valid key as bearer. */
  readonly authorization?: string | undefined;
  /** Text, or a value to be sent as JSON. */
  readonly body?: unknown;
  readonly mediaType?: string;
};

type Scenario = {
  readonly name: string;
  readonly steps: readonly Step[];
  /** The clock moves by these ms before the steps; default: not at all. */
  readonly waitsMs?: readonly number[];
};

const LIST: Step = { path: '/books' };

function add(body: unknown): Step {
  return { path: '/books', method: 'POST', body };
}

function swapCase(text: string): string {
  return text.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());
}

/**
 * What an honest and a faulty mock are asked, each scenario from a fresh start. A scenario is about one thing, so that the
 * scenarios in which two mocks differ say what a fault changes.
 */
const SCENARIOS: readonly Scenario[] = [
  { name: 'list', steps: [LIST] },
  { name: 'read', steps: [{ path: '/books/1' }] },
  { name: 'head', steps: [{ path: '/books', method: 'HEAD' }] },
  { name: 'create', steps: [add({ title: 'Ordinary' })] },
  { name: 'create and list', steps: [add({ title: 'One' }), add({ title: 'Two' }), LIST] },
  { name: 'unicode text', steps: [add({ title: 'Ünïted' })] },
  { name: 'capitals', steps: [add({ title: 'ABC' })] },
  { name: 'long text', steps: [add({ title: 'x'.repeat(100) })] },
  { name: 'very long text', steps: [add({ title: 'x'.repeat(20_000) })] },
  { name: 'markup', steps: [add({ title: 'a <b> & c' })] },
  { name: 'apostrophe', steps: [add({ title: "it's" })] },
  { name: 'percent', steps: [add({ title: '100 %41' })] },
  { name: 'emoji', steps: [add({ title: '😀' })] },
  { name: 'nul', steps: [add({ title: 'a\u0000b' })] },
  { name: 'optional member', steps: [add({ title: 'a', notes: 'kept' })] },
  { name: 'empty optional member', steps: [add({ title: 'a', notes: '' })] },
  { name: 'identity sent', steps: [add({ title: 'a', id: 777 })] },
  { name: 'many entries', steps: [...Array.from({ length: 21 }, () => add({ title: 'a' })), LIST] },
  { name: 'no key', steps: [{ ...LIST, authorization: undefined }] },
  { name: 'no key, create, list', steps: [{ ...add({ title: 'a' }), authorization: undefined }, LIST] },
  { name: 'no key, named', steps: [{ path: '/shelves/1', authorization: undefined }] },
  { name: 'unknown key', steps: [{ ...LIST, authorization: 'Bearer nobody-has-this-key' }] },
  { name: 'key with suffix', steps: [{ ...LIST, authorization: `Bearer ${KEY}x` }] },
  { name: 'key with prefix', steps: [{ ...LIST, authorization: `Bearer x${KEY}` }] },
  { name: 'key cut', steps: [{ ...LIST, authorization: `Bearer ${KEY.slice(0, -1)}` }] },
  { name: 'key in capitals', steps: [{ ...LIST, authorization: `Bearer ${swapCase(KEY)}` }] },
  { name: 'key without scheme', steps: [{ ...LIST, authorization: KEY }] },
  { name: 'key with other scheme', steps: [{ ...LIST, authorization: `Token ${KEY}` }] },
  { name: 'scheme in small letters', steps: [{ ...LIST, authorization: `bearer ${KEY}` }] },
  { name: 'no body', steps: [{ path: '/books', method: 'POST' }] },
  { name: 'broken JSON', steps: [add('{"title":')] },
  { name: 'JSON null', steps: [add(null)] },
  { name: 'JSON list', steps: [add([])] },
  { name: 'member missing, list', steps: [add({ notes: 'a' }), LIST] },
  { name: 'text is number', steps: [add({ title: 1 })] },
  { name: 'text is boolean', steps: [add({ title: true })] },
  { name: 'text is null', steps: [add({ title: null })] },
  { name: 'text is list', steps: [add({ title: ['a'] })] },
  { name: 'optional text is null', steps: [add({ title: 'a', notes: null })] },
  { name: 'other media type', steps: [{ ...add({ title: 'a' }), mediaType: 'text/plain' }] },
  {
    name: 'media type with parameter',
    steps: [{ ...add({ title: 'a' }), mediaType: 'application/json; charset=utf-8' }],
  },
  { name: 'unknown path', steps: [{ path: '/nothing' }] },
  { name: 'other method', steps: [{ path: '/books', method: 'PUT' }] },
  { name: 'no such entry', steps: [{ path: '/books/999' }] },
  { name: 'named', steps: [{ path: '/shelves/1' }] },
  { name: 'open operation', steps: [{ path: '/opening-hours', authorization: undefined }] },
];

const AS_READER = { authorization: `Bearer ${SMALL_KEY}` };

/** Scenarios about the quota of five requests a minute. */
const LIMIT_SCENARIOS: readonly Scenario[] = [
  {
    name: 'half of the quota',
    steps: Array.from({ length: 3 }, () => ({ ...LIST, ...AS_READER })),
  },
  {
    name: 'whole quota',
    steps: Array.from({ length: 5 }, () => ({ ...LIST, ...AS_READER })),
  },
  {
    name: 'over the limit',
    steps: Array.from({ length: 6 }, () => ({ ...LIST, ...AS_READER })),
  },
  {
    name: 'over the limit, create',
    steps: [
      ...Array.from({ length: 5 }, () => ({ ...LIST, ...AS_READER })),
      { ...add({ title: 'a' }), ...AS_READER },
    ],
  },
  {
    name: 'over the limit, a minute later',
    steps: Array.from({ length: 7 }, () => ({ ...LIST, ...AS_READER })),
    waitsMs: [0, 0, 0, 0, 0, 0, 60_000],
  },
];

/** A mock that can be asked: `path` is one of the interface. */
export type Asked = {
  readonly controls: Pick<MockControls, 'reset' | 'clock'>;
  /** Rejects, or gives an answer of the type `error`, where there is none. */
  readonly ask: (path: string, init: RequestInit) => Promise<Response>;
};

/** What a connection adds to an answer, or takes from it. */
const OF_THE_CONNECTION = /^(connection|keep-alive|transfer-encoding|content-encoding|content-length|vary)$/;

function ownPart(answer: string): unknown {
  if (answer === 'dropped') return answer;
  const [status, headers, bytes] = JSON.parse(answer) as [number, readonly [string, string][], string];
  return [status, headers.filter(([name]) => !OF_THE_CONNECTION.test(name)), bytes];
}

/** What played answers hold besides what the connection does to them: a coding for the way, and how long they are then. */
export function withoutConnection(
  played: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, unknown> {
  return new Map([...played].map(([name, answers]) => [name, answers.map(ownPart)]));
}

async function take({ ask }: Asked, step: Step): Promise<string> {
  const headers = new Headers();
  const authorization = 'authorization' in step ? step.authorization : `Bearer ${KEY}`;
  if (authorization !== undefined) headers.set('authorization', authorization);
  if (step.body !== undefined) headers.set('content-type', step.mediaType ?? 'application/json');
  const body =
    typeof step.body === 'string' || step.body === undefined ? step.body : JSON.stringify(step.body);
  try {
    const answer = await ask(step.path, {
      method: step.method ?? 'GET',
      headers,
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    });
    if (answer.type === 'error') return 'dropped';
    const bytes = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    return JSON.stringify([answer.status, [...answer.headers], bytes]);
  } catch {
    return 'dropped';
  }
}

/** The answers of a mock to every scenario, by name, as text that can be compared. */
export async function playScript(asked: Asked): Promise<ReadonlyMap<string, readonly string[]>> {
  const played = new Map<string, readonly string[]>();
  for (const scenario of [...SCENARIOS, ...LIMIT_SCENARIOS]) {
    await asked.controls.reset();
    const answers: string[] = [];
    for (const [at, step] of scenario.steps.entries()) {
      asked.controls.clock.advance(scenario.waitsMs?.[at] ?? 0);
      answers.push(await take(asked, step));
    }
    played.set(scenario.name, answers);
  }
  return played;
}
