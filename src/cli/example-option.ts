import { Option } from 'commander';

/** One option of a command. `example` is how it looks on a command line; its help shows it. */
export type ExampleOption = {
  readonly flags: string;
  readonly text: string;
  readonly example: string;
  readonly parse?: (text: string) => unknown;
  /** The same option may be given several times; values are collected. */
  readonly many?: boolean;
};

/** The commander option for it. */
export function exampleOption({ flags, text, example, parse, many }: ExampleOption): Option {
  const option = new Option(flags, `${text} (example: ${example})`);
  if (many === true) {
    return option.argParser<unknown[]>((value, previous) => [...(previous ?? []), parse?.(value) ?? value]);
  }
  return parse === undefined ? option : option.argParser(parse);
}
