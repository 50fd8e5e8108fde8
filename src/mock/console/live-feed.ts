import type { ServerResponse } from 'node:http';
import type { HeaderLine } from '../answers/stages/stages.ts';
import type { JsonObject, Json } from '../../json/value.ts';
import { printJson } from '../../json/lossless.ts';
import type { RequestDetail, RequestDetails } from './requests.ts';

/** Sends events to the pages that listen (HTML Living Standard, server-sent events). */
type EventStream = {
  /** Answers with a stream that goes on until either side ends it; false when there are too many already. */
  readonly open: (response: ServerResponse, headers: readonly HeaderLine[], first: StreamEvent) => boolean;
  readonly send: (event: StreamEvent) => void;
  readonly listeners: () => number;
  /** Ends it for all: pages come back by themselves. */
  readonly end: () => void;
};

/** `data` is one line of text. */
type StreamEvent = { readonly name: string; readonly data: string };

const MAX_LISTENERS = 8;
/** Whoever is so far behind is cut off; a page comes back by itself and starts from a new snapshot. */
const MAX_BACKLOG_BYTES = 4 * 2 ** 20;

function written({ name, data }: StreamEvent): string {
  return `event: ${name}\ndata: ${data}\n\n`;
}

function write(response: ServerResponse, text: string): void {
  if (response.writableLength > MAX_BACKLOG_BYTES) response.destroy();
  else response.write(text);
}

/** A stream without listeners. `onEmpty` is called when the last of them is gone. */
function createEventStream(onEmpty: () => void): EventStream {
  const listeners = new Set<ServerResponse>();

  function leave(response: ServerResponse): void {
    listeners.delete(response);
    if (listeners.size === 0) onEmpty();
  }
  return {
    open(response, headers, first) {
      if (listeners.size >= MAX_LISTENERS) return false;
      listeners.add(response);
      response.on('close', () => leave(response)).on('error', () => response.destroy());
      response.writeHead(200, [
        ...headers.flat(),
        'Content-Type',
        'text/event-stream',
        'X-Accel-Buffering',
        'no',
      ]);
      response.write(`retry: 1000\n${written(first)}`);
      return true;
    },
    send(event) {
      const text = written(event);
      for (const listener of listeners) write(listener, text);
    },
    listeners: () => listeners.size,
    end() {
      for (const listener of listeners) listener.end();
    },
  };
}

/** Tells the pages that look at a mock what happens there, as it happens. */
export type LiveFeed = {
  /** Sends everything, and from then on what is new; false when too many pages look already. */
  readonly open: (response: ServerResponse, headers: readonly HeaderLine[]) => boolean;
  /** Sends everything anew: the list is another one. */
  readonly restart: () => void;
  /** Sends the state: it changed without a request. */
  readonly refresh: () => void;
  /** Ends it for all: pages come back by themselves. */
  readonly end: () => void;
};

export type LiveFeedOptions = {
  readonly details: RequestDetails;
  readonly row: (detail: RequestDetail) => JsonObject;
  readonly state: () => JsonObject;
  readonly entries: () => JsonObject;
};

/** Requests that come faster are told of together, and of a crowd only the newest. */
const TOGETHER_MS = 100;
const MOST_TOGETHER = 50;
/** So often pages hear that the mock is there, and what was changed from within its process. */
const PULSE_MS = 2000;

/** A feed that does nothing as long as nobody looks. */
export function createLiveFeed({ details, row, state, entries }: LiveFeedOptions): LiveFeed {
  let pending: RequestDetail[] = [];
  let missed = 0;
  let timer: NodeJS.Timeout | undefined;
  let pulse: NodeJS.Timeout | undefined;
  let stopWatching: (() => void) | undefined;
  let shownEntries = '';
  const stream = createEventStream(() => {
    stopWatching?.();
    stopWatching = undefined;
    clearTimeout(timer);
    clearInterval(pulse);
    timer = undefined;
    pulse = undefined;
    pending = [];
    missed = 0;
  });

  function event(name: string, members: { readonly [member: string]: Json }): StreamEvent {
    return { name, data: printJson({ state: state(), ...members }) };
  }
  function everything(): StreamEvent {
    return event('all', { requests: details.newest().map(row), entries: entries() });
  }
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const requests = pending.reverse().map(row);
    const shown = entries();
    const text = printJson(shown);
    const changed = text !== shownEntries;
    shownEntries = text;
    stream.send(event('more', { requests, missed, ...(changed ? { entries: shown } : {}) }));
    pending = [];
    missed = 0;
  }
  function take(detail: RequestDetail): void {
    pending.push(detail);
    if (pending.length > MOST_TOGETHER) {
      pending.shift();
      missed += 1;
    }
    timer ??= setTimeout(flush, TOGETHER_MS).unref();
  }
  return {
    open(response, headers) {
      const opened = stream.open(response, headers, everything());
      if (!opened) return false;
      stopWatching ??= details.watch(take);
      pulse ??= setInterval(flush, PULSE_MS).unref();
      return true;
    },
    restart() {
      pending = [];
      missed = 0;
      if (stream.listeners() > 0) stream.send(everything());
    },
    end: stream.end,
    refresh() {
      if (stream.listeners() > 0) timer ??= setTimeout(flush, 0).unref();
    },
  };
}
