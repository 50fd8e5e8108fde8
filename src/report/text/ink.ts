import { styleText } from 'node:util';
import { escapeTerminal } from '../escape.ts';

/** Writes a text in one style. Whatever it is given is made safe for a terminal first, and stays on one line. */
export type Pen = (text: string) => string;

/** The styles of the terminal report by what they stand for. */
export type Ink = {
  readonly plain: Pen;
  readonly strong: Pen;
  readonly faint: Pen;
  readonly good: Pen;
  readonly bad: Pen;
  readonly doubtful: Pen;
};

type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow';

function pen(colour: boolean, ...styles: readonly Style[]): Pen {
  return (text) => {
    const safe = escapeTerminal(text, Infinity);
    return colour && styles.length > 0 ? styleText([...styles], safe, { validateStream: false }) : safe;
  };
}

/** Pens with or without colour. Their caller decides; the environment is not looked at. */
export function createInk(colour: boolean): Ink {
  return {
    plain: pen(colour),
    strong: pen(colour, 'bold'),
    faint: pen(colour, 'dim'),
    good: pen(colour, 'bold', 'green'),
    bad: pen(colour, 'bold', 'red'),
    doubtful: pen(colour, 'bold', 'yellow'),
  };
}
