import { describe, expect, test } from 'vitest';
import { isLinkLine, linkTargets } from './link.ts';

describe('linkTargets()', () => {
  test.each([
    ['one link', ['</things?page=2>; rel="next"'], ['/things?page=2']],
    ['a relation without quotes', ['<?page=2>; rel=next'], ['?page=2']],
    ['several links in a line', ['</a>; rel="prev", </b>; rel="next"'], ['/b']],
    ['several lines', ['</a>; rel="prev"', '</b>; rel="next"'], ['/b']],
    ['several relations', ['</a>; rel="last NEXT"'], ['/a']],
    ['a comma in a target and in a text', ['</a,b>; title="x, </y>; rel=next"; rel="next"'], ['/a,b']],
    ['the first relation alone', ['</a>; rel="prev"; rel="next"'], []],
    ['an escaped quote', [String.raw`</a>; title="\"; rel=next"; rel="first"`], []],
    ['no link', ['next'], []],
    ['a link that does not end', ['</a; rel="next"'], []],
  ])('finds %s', (_what, lines, targets) => {
    expect(linkTargets(lines, 'next')).toEqual(targets);
  });
});

describe('isLinkLine()', () => {
  test.each([
    ['</a>; rel="prev", </b>; rel="next"', true],
    ['<?page=2>;rel=next', true],
    ['</a,b>; title="x, y"; rel="next" , </c>', true],
    ['', true],
    ['/a; rel="next"', false],
    ['</a>; rel="prev", /b; rel="next"', false],
    ['</a; rel="next"', false],
  ])('%s: %j', (line, isOne) => {
    expect(isLinkLine(line)).toBe(isOne);
  });
});
