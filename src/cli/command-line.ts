/** The one parser: what a command takes, as data, becomes a command of commander, its help, and one line for what is wrong. */
import { Command, CommanderError, Option } from 'commander';
import { escapeTerminal } from '../report/escape.ts';
import { flagOf, type Given, type OptionRow, type OptionRows } from '../system/option.ts';
import type { ConfigUse } from './config/config.ts';
import type { CliIo } from './io.ts';
import { onOneLine, quoted, UsageFault } from './usage-fault.ts';

/** Words of a command that are no options: `<id>`, `[record]`, `<files...>`. */
type Words = { readonly name: string; readonly text: string };

/** What a command is. `run` returns the exit code; it loads what it needs by itself, since every start reads all of these. */
type CommandText<Rows extends OptionRows> = {
  readonly name: string;
  readonly text: string;
  readonly words?: readonly Words[];
  readonly options: Rows;
  /** Exit codes and examples, below the options. */
  readonly after?: string;
  readonly run: (
    flags: Given<Rows>,
    words: readonly string[],
    io: CliIo,
    config: ConfigUse | undefined,
    /** Reads the configuration anew. */
    reread: () => Promise<Configured<Rows>>,
  ) => Promise<number>;
};

/** What a command line says, with what its configuration adds. */
type Configured<Rows extends OptionRows> = {
  readonly flags: Given<Rows>;
  readonly config: ConfigUse | undefined;
};

/** A command line that is well formed: what it asks for, and how to do it. */
export type Asked = {
  readonly name: string;
  readonly flags: object;
  readonly words: readonly string[];
  readonly run: (io: CliIo) => Promise<number>;
};

/** A command of a program. What is made of it says what it is asked for. */
export type CommandOf = {
  readonly name: string;
  readonly make: (perform: (asked: Asked) => Promise<void>) => Command;
};

/** So many options are easier to read under headings. */
const WORTH_HEADINGS = 12;
const MAX_TEXT = 400;

function defaultText({ default: usual }: OptionRow): string {
  if (usual === undefined) return '';
  return typeof usual === 'object' ? `; default: ${usual.told}` : `; default ${String(usual)}`;
}

function parserOf(row: OptionRow): ((text: string, before: unknown) => unknown) | undefined {
  const { values, many, example } = row;
  if (!row.flags.includes('<') || (values?.parse === undefined && many === undefined)) return undefined;
  const one = (text: string): unknown => {
    const read = values?.parse?.(text, example) ?? { kind: 'value', value: text };
    if (read.kind === 'value') return read.value;
    const shown = read.shown === undefined ? '' : ` ${quoted(read.shown)}`;
    throw new UsageFault(`cannot use ${flagOf(row)}${shown}: ${read.advice}`);
  };
  if (many === undefined) return one;
  return (text, before) => [...(Array.isArray(before) ? before : []), one(text)];
}

const rows = new WeakMap<Option, OptionRow>();

/** The row that an option of a command was made of. */
export function rowOf(option: Option): OptionRow | undefined {
  return rows.get(option);
}

/** An option that another command has. Nobody sees it, and whoever gives it hears why there is no use for it here. */
function refusedOption(row: OptionRow, why: string): Option {
  const refuse = (): never => {
    throw new UsageFault(`cannot use ${flagOf(row)} here: ${why}`);
  };
  return new Option(row.flags, `${row.text} (example: ${row.example})`).hideHelp().argParser(refuse);
}

function optionOf(row: OptionRow): Option {
  const { flags, text, example, conflicts } = row;
  if (row.refused !== undefined) return refusedOption(row, row.refused);
  const option = new Option(flags, `${text}${defaultText(row)} (example: ${example})`);
  rows.set(option, row);
  const parse = flags.endsWith('...>') ? undefined : parserOf(row);
  if (parse !== undefined) option.argParser(parse);
  return conflicts === undefined ? option : option.conflicts([...conflicts]);
}

function optionsOf(row: OptionRow): readonly Option[] {
  if (row.refusal === undefined) return [optionOf(row)];
  const no = flagOf(row).replace('--', '--no-');
  return [optionOf(row), new Option(no, `${row.refusal} (example: ${no})`)];
}

/** What was said, with what the configuration adds for a command that reads one. Looking for one loads next to nothing. */
async function withConfig<Rows extends OptionRows>(
  { name, options }: CommandText<Rows>,
  flags: Given<Rows>,
  io: CliIo,
): Promise<Configured<Rows>> {
  // A table of services is a configuration itself, and no other is looked for.
  if (!('config' in options) || 'targets' in flags) return { flags, config: undefined };
  const [{ findConfig }, { requireOwnProfile, requireTargetApart }] = await Promise.all([
    import('./config/find-config.ts'),
    import('./config/own-target.ts'),
  ]);
  requireTargetApart(flags);
  const file = findConfig(Object.entries(flags).find(([flag]) => flag === 'config')?.[1], io.cwd);
  if (file === undefined) {
    requireOwnProfile(flags);
    return { flags, config: undefined };
  }
  const { configured } = await import('./config/apply-config.ts');
  return configured({ command: name, rows: options, flags, file }, io);
}

/** Makes a command of what it is. */
export function command<const Rows extends OptionRows>(told: CommandText<Rows>): CommandOf {
  const make: CommandOf['make'] = (perform) => {
    const made = new Command(told.name).description(told.text);
    for (const { name, text } of told.words ?? []) made.argument(name, text);
    const own = Object.values(told.options);
    for (const row of own)
      for (const option of optionsOf(row))
        made.addOption(own.length < WORTH_HEADINGS ? option : option.helpGroup(row.group));
    if (told.after !== undefined) made.addHelpText('after', told.after);
    return made.helpOption('-h, --help', 'print this help').action(async () => {
      const words = made.processedArgs.flat().filter((word) => typeof word === 'string');
      const flags = made.opts<Given<Rows>>();
      const run = async (io: CliIo): Promise<number> => {
        const all = await withConfig(told, flags, io);
        return told.run(all.flags, words, io, all.config, () => withConfig(told, flags, io));
      };
      await perform({ name: told.name, flags, words, run });
    });
  };
  return { name: told.name, make };
}

/** An unknown option without what may be a secret: its value, or what is glued to a short one. */
function withoutValue(message: string): string {
  return message
    .replace(/^unknown option '(--[^=']*)=.*?'(?=$| \()/, "unknown option '$1'")
    .replace(/^(unknown option '-[^-']).*?'/, "$1'");
}

/** Excess arguments may be part of a key with a space in it: only what looks like an address is quoted. */
function excessText(argv: readonly string[]): string {
  const address = argv.find((argument) => /^https?:\/\/[^@]*$/.test(argument));
  if (address === undefined) return 'too many arguments; values with spaces need quotes';
  return `unexpected argument "${escapeTerminal(address, 80)}"; give the address with --url`;
}

/** What is wrong with an option that exists: a switch was given a value, or another one none. */
function wrongUse(error: CommanderError, options: readonly Option[]): string | undefined {
  const [, flag] = /'(?:-\w, )?(--[a-z-]+)[=' ]/.exec(error.message) ?? [];
  const option = options.find(({ long }) => long === flag);
  if (option === undefined) return undefined;
  if (error.code === 'commander.unknownOption') return `${option.long ?? ''} takes no value`;
  if (error.code !== 'commander.optionMissingArgument') return undefined;
  const [, example] = /\(example: (.*)\)$/.exec(option.description) ?? [];
  return `${option.long ?? ''} needs a value, for example ${example ?? ''}`;
}

/** What commander found wrong with a command line of this program, in one line that ends with where the right usage is. */
export function usageText(error: CommanderError, argv: readonly string[], program: Command): string {
  const [name] = argv.filter((argument) => !argument.startsWith('-'));
  const own = program.commands.find((each) => each.name() === name);
  const message = onOneLine(error.message.replace(/^error: /, ''), ' ');
  const text =
    error.code === 'commander.excessArguments'
      ? excessText(argv)
      : (wrongUse(error, own?.options ?? []) ?? withoutValue(message));
  const help = own === undefined ? 'assay --help' : `assay ${own.name()} --help`;
  return `${escapeTerminal(text, MAX_TEXT)}; see "${help}"`;
}

const COULD_NOT = 2;

/**
 * Runs a command line of a program. Returns the exit code. What the caller has to put right is one line on standard error; only
 * bugs of assay are thrown.
 */
export async function runLine(
  argv: readonly string[],
  programOf: (perform: (asked: Asked) => Promise<void>) => Command,
  io: CliIo,
): Promise<number> {
  let code = 0;
  const program = programOf(async ({ run }) => {
    code = await run(io);
  });
  for (const each of [program, ...program.commands])
    each.exitOverride().configureOutput({ writeOut: io.stdout, writeErr: () => undefined });
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    if (!(error instanceof CommanderError) && !(error instanceof UsageFault)) throw error;
    const text =
      error instanceof UsageFault ? onOneLine(error.message, '; ') : usageText(error, argv, program);
    io.stderr(`assay: ${text}\n`);
    return COULD_NOT;
  }
}
