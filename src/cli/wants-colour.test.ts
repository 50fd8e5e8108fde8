import { describe, expect, test } from 'vitest';
import { wantsColour } from './wants-colour.ts';
import { wantsLiveLine } from './wants-live-line.ts';

describe('wantsColour()', () => {
  test.each([
    ['a terminal', true, true, {}, true],
    ['a pipe', true, false, {}, false],
    ['--no-color', false, true, { FORCE_COLOR: '1' }, false],
    ['NO_COLOR', true, true, { NO_COLOR: '1' }, false],
    ['an empty NO_COLOR', true, true, { NO_COLOR: '' }, true],
    ['FORCE_COLOR in a pipe', true, false, { FORCE_COLOR: '1' }, true],
    ['an empty FORCE_COLOR in a pipe', true, false, { FORCE_COLOR: '' }, true],
    ['FORCE_COLOR=0', true, true, { FORCE_COLOR: '0' }, false],
    ['FORCE_COLOR against NO_COLOR', true, false, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
    ['a dumb terminal', true, true, { TERM: 'dumb' }, false],
  ])('wantsColour() decides for %s', (_name, allowed, isTerminal, env, expected) => {
    expect(wantsColour({ allowed, isTerminal, env })).toBe(expected);
  });
});

describe('wantsLiveLine()', () => {
  test.each([
    ['a terminal', true, {}, true],
    ['a pipe', false, {}, false],
    ['a pipe with FORCE_COLOR', false, { FORCE_COLOR: '1' }, false],
    ['CI', true, { CI: 'true' }, false],
    ['CI=false', true, { CI: 'false' }, true],
    ['a dumb terminal', true, { TERM: 'dumb' }, false],
  ])('wantsLiveLine() decides for %s', (_name, isTerminal, env, expected) => {
    expect(wantsLiveLine({ isTerminal, env })).toBe(expected);
  });
});
