/** `assay completions`: scripts that complete command lines, made of the tables of commands and options. */
import type { Command, Option } from 'commander';
import { rowOf } from '../command-line.ts';
import type { CliIo } from '../io.ts';
import { suggestion } from '../../system/nearest-name.ts';
import { quoted, UsageFault } from '../usage-fault.ts';

/** An option as a shell completes it. `values`: what it takes, where that is one of a few words; nothing for a switch. */
type Completed = {
  readonly flag: string;
  readonly text: string;
  readonly takes: 'nothing' | 'words' | 'anything';
  readonly values: readonly string[];
};

type CompletedCommand = {
  readonly name: string;
  readonly text: string;
  readonly options: readonly Completed[];
};

const LONGEST_TEXT = 70;

/** The first words of a text: what a shell shows in a line. */
function short(text: string): string {
  const [first = ''] = text.replace(/ \(example: .*$/s, '').split(/[;:,(]|\. /, 1);
  return first.length <= LONGEST_TEXT ? first.trim() : `${first.slice(0, LONGEST_TEXT).trim()}…`;
}

function wordsOf(option: Option): readonly string[] {
  const schema = rowOf(option)?.values?.schema;
  const words: unknown = typeof schema === 'object' && schema !== null && 'enum' in schema ? schema.enum : [];
  return Array.isArray(words) ? words.filter((word) => typeof word === 'string') : [];
}

function completed(option: Option): Completed {
  const values = wordsOf(option);
  const takesOne = option.required || option.optional;
  return {
    flag: option.long ?? option.flags,
    text: short(option.description),
    takes: takesOne ? (values.length > 0 ? 'words' : 'anything') : 'nothing',
    values: takesOne ? values : [],
  };
}

const HELP: Completed = { flag: '--help', text: 'print this help', takes: 'nothing', values: [] };

function commandsOf(program: Command): readonly CompletedCommand[] {
  return program.commands.map((command) => ({
    name: command.name(),
    text: short(command.description()),
    options: [...command.options.filter(({ hidden }) => !hidden).map(completed), HELP],
  }));
}

/** A word of a shell in single quotes, whatever is in it. */
function inQuotes(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function bash(commands: readonly CompletedCommand[]): string {
  const values = commands.flatMap(({ name, options }) =>
    options
      .filter(({ takes }) => takes === 'words')
      .map(({ flag, values: words }) => `    '${name} ${flag}') words=${inQuotes(words.join(' '))} ;;`),
  );
  const free = commands.flatMap(({ name, options }) =>
    options.filter(({ takes }) => takes === 'anything').map(({ flag }) => `'${name} ${flag}'`),
  );
  const flags = commands.map(
    ({ name, options }) => `    ${name}) words=${inQuotes(options.map(({ flag }) => flag).join(' '))} ;;`,
  );
  return `# Completion of assay for bash. Load it with: source <(assay completions bash)
_assay() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command= words=
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W ${inQuotes(commands.map(({ name }) => name).join(' '))} -- "$word"))
    return
  fi
  command=\${COMP_WORDS[1]}
  case "$command $before" in
${values.join('\n')}
    ${free.join('|')})
      compopt -o default 2>/dev/null
      return ;;
  esac
  if [[ -z $words && $word != -* ]]; then
    compopt -o default 2>/dev/null
    return
  fi
  [[ -n $words ]] || case "$command" in
${flags.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -F _assay assay
`;
}

/** A text in an argument of \`_arguments\`, where brackets and colons mean something. */
function zshText(text: string): string {
  return text.replaceAll(/[[\]:\\]/g, String.raw`\$&`);
}

function zshArgument({ flag, text, takes, values }: Completed): string {
  const told = `*${flag}[${zshText(text)}]`;
  if (takes === 'nothing') return inQuotes(told);
  return inQuotes(`${told}:value:${takes === 'words' ? `(${values.join(' ')})` : '_files'}`);
}

function zsh(commands: readonly CompletedCommand[]): string {
  const cases = commands.map(
    ({ name, options }) => `    ${name})
      _arguments ${[...options.map(zshArgument), inQuotes('*:file:_files')].join(' \\\n        ')} ;;`,
  );
  const names = commands.map(({ name, text }) => `    ${inQuotes(`${name}:${zshText(text)}`)}`);
  return `#compdef assay
# Completion of assay for zsh. Load it with: source <(assay completions zsh), behind compinit
_assay() {
  local -a commands
  commands=(
${names.join('\n')}
  )
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  ((CURRENT--))
  case $command in
${cases.join('\n')}
  esac
}
compdef _assay assay
`;
}

function fish(commands: readonly CompletedCommand[]): string {
  const names = commands.map(
    ({ name, text }) => `complete -c assay -n __fish_use_subcommand -f -a ${name} -d ${fishText(text)}`,
  );
  const options = commands.flatMap(({ name, options: own }) =>
    own.map(({ flag, text, takes, values }) => {
      const value = takes === 'nothing' ? '' : takes === 'words' ? ` -x -a '${values.join(' ')}'` : ' -r';
      return `complete -c assay -n '__fish_seen_subcommand_from ${name}' -l ${flag.slice(2)}${value} -d ${fishText(text)}`;
    }),
  );
  return `# Completion of assay for fish. Load it with: assay completions fish | source
${[...names, ...options].join('\n')}
`;
}

function fishText(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}

const SHELLS = new Map([
  ['bash', bash],
  ['zsh', zsh],
  ['fish', fish],
]);

/** Prints the script of a shell. Returns 0; throws a `UsageFault` for a shell that there is none for. */
export function completionsCommand(shell: string, program: Command, io: CliIo): number {
  const script = SHELLS.get(shell);
  if (script === undefined)
    throw new UsageFault(
      `cannot write completions for ${quoted(shell)}: ${suggestion(shell, [...SHELLS.keys()])}`,
    );
  io.stdout(script(commandsOf(program)));
  return 0;
}
