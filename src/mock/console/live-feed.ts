import type { ServerResponse } from 'node:http';
import { type JsonObject, type JsonValue, printJson } from '../json.ts';
import type { RequestDetail, RequestDetails } from '../request-details.ts';
import type { HeaderLine } from '../stages.ts';
import { createEventStream, type StreamEvent } from './event-stream.ts';

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

  function event(name: string, members: { readonly [member: string]: JsonValue }): StreamEvent {
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
