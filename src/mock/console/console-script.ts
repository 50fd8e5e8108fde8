import { textBeside } from '../../system/package.ts';

/**
 * What makes the console live. It writes texts and attributes, never mark-up, so that nothing that a request holds becomes
 * code; parts know of the ones before them.
 */
export const consoleScript: string = [
  "(() => {\n'use strict';",
  textBeside(import.meta.dirname, 'script/dom.js'),
  textBeside(import.meta.dirname, 'script/clock.js'),
  textBeside(import.meta.dirname, 'script/detail.js'),
  textBeside(import.meta.dirname, 'script/list.js'),
  textBeside(import.meta.dirname, 'script/conditions.js'),
  textBeside(import.meta.dirname, 'script/try.js'),
  textBeside(import.meta.dirname, 'script/stream.js'),
  '})();\n',
].join('\n');
