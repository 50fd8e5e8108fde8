import { clockScript } from './script/clock-script.ts';
import { conditionsScript } from './script/conditions-script.ts';
import { detailScript } from './script/detail-script.ts';
import { domScript } from './script/dom-script.ts';
import { listScript } from './script/list-script.ts';
import { streamScript } from './script/stream-script.ts';
import { tryScript } from './script/try-script.ts';

/**
 * What makes the console live. It writes texts and attributes, never mark-up, so that nothing that a request holds becomes
 * code; parts know of the ones before them.
 */
export const consoleScript: string = [
  "(() => {\n'use strict';",
  domScript,
  clockScript,
  detailScript,
  listScript,
  conditionsScript,
  tryScript,
  streamScript,
  '})();\n',
].join('\n');
