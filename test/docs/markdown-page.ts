import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/system/package.ts';

type CodeBlock = { readonly language: string; readonly text: string };

/** A page of the documentation, taken apart. Paths are relative to the repository. */
export type MarkdownPage = {
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly CodeBlock[];
  /** What stands between backticks in the text, blocks apart. */
  readonly codes: readonly string[];
  /** Targets of links to files, without anchors, as written. */
  readonly links: readonly string[];
};

const BLOCK = /^( *)```(\w*)[^\n]*\n([\s\S]*?)^\1```$/gm;

/** Reads a page of the repository. */
export function readMarkdownPage(path: string): MarkdownPage {
  const text = readFileSync(join(packageRoot(), path), 'utf8');
  const blocks = [...text.matchAll(BLOCK)].map(([, , language = '', body = '']) => ({
    language,
    text: body,
  }));
  const prose = text.replaceAll(BLOCK, '');
  return {
    path,
    text,
    blocks,
    codes: [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code),
    links: [...prose.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target)),
  };
}

/** The commands of shell blocks and of code in the text: one string each, lines joined, comments cut off. */
export function shellCommands({ blocks, codes }: MarkdownPage): readonly string[] {
  const shell = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text);
  const steps = blocks
    .filter(({ language }) => language === 'yaml')
    .flatMap(({ text }) =>
      [...text.matchAll(/- (?:run: |(?=npx |npm ))(.+)$/gm)].map(([, command = '']) => command),
    );
  return [...shell, ...steps, ...codes]
    .flatMap((text) => text.replaceAll(/\\\n\s*/g, '').split('\n'))
    .flatMap((line) => line.replace(/\s+#.*$/, '').split('&&'))
    .map((command) => command.trim())
    .filter((command) => command !== '');
}
