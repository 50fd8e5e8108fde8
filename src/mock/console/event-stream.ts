import type { ServerResponse } from 'node:http';
import type { HeaderLine } from '../stages.ts';

/** Sends events to the pages that listen (HTML Living Standard, server-sent events). */
export type EventStream = {
  /** Answers with a stream that goes on until either side ends it; false when there are too many already. */
  readonly open: (response: ServerResponse, headers: readonly HeaderLine[], first: StreamEvent) => boolean;
  readonly send: (event: StreamEvent) => void;
  readonly listeners: () => number;
  /** Ends it for all: pages come back by themselves. */
  readonly end: () => void;
};

/** `data` is one line of text. */
export type StreamEvent = { readonly name: string; readonly data: string };

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
export function createEventStream(onEmpty: () => void): EventStream {
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
