// `tasks completion`: scripts for shells, made from the tables of commands. They do not start the program.
import { CommandError } from '#cli/program/command-error.ts'
import type { CommandRun } from '#cli/program/command-run.ts'
import type { OptionSpec, Tables } from '#cli/program/command-spec.ts'
import { optionsOf } from '#cli/program/options-of.ts'

const SHELLS: Readonly<Record<string, (tables: Tables) => string>> = { bash, zsh, fish }

export async function completion({ input, output }: CommandRun, tables: Tables): Promise<void> {
  const shell = input.arg(0)
  const print = SHELLS[shell]
  if (print === undefined) {
    throw new CommandError(
      'usage',
      `The shell must be one of ${Object.keys(SHELLS).join(', ')}, got "${shell}".`,
    )
  }
  await output.write(`${print(tables)}\n`)
}

type Entry = { path: string; words: { word: string; text: string }[] }

const flagsOf = ({ flags }: OptionSpec): string[] =>
  flags.match(/(?<=^|[\s,])--?[a-z][a-z-]*/g) ?? []

/** What can follow each path: subcommands, or options. */
function entries({ groups, specs }: Tables): Entry[] {
  const top = [...specs.filter(({ name }) => !name.includes(' ')), ...groups].map(
    ({ name, summary }) => ({ word: name, text: summary }),
  )
  return [
    { path: '', words: [...top, { word: 'help', text: 'Show the help of a command.' }] },
    ...groups.map(({ name }) => ({
      path: name,
      words: specs
        .filter((spec) => spec.name.startsWith(`${name} `))
        .map((spec) => ({ word: spec.name.slice(name.length + 1), text: spec.summary })),
    })),
    ...specs.map((spec) => ({
      path: spec.name,
      words: [...optionsOf(spec), { flags: '--help', text: 'show the help' }].flatMap((option) =>
        flagsOf(option).map((word) => ({ word, text: option.text })),
      ),
    })),
  ]
}

const choices = ({ specs }: Tables): { path: string; flag: string; values: readonly string[] }[] =>
  specs.flatMap((spec) =>
    optionsOf(spec).flatMap((option) =>
      option.choices === undefined
        ? []
        : flagsOf(option).map((flag) => ({
            path: spec.name,
            flag,
            values: option.choices ?? [],
          })),
    ),
  )

const groupPattern = ({ groups }: Tables): string => groups.map(({ name }) => name).join('|')

function bash(tables: Tables): string {
  return `# bash completion of tasks
_tasks() {
  local path="" previous="\${COMP_WORDS[COMP_CWORD-1]}" current="\${COMP_WORDS[COMP_CWORD]}"
  (( COMP_CWORD > 1 )) && path="\${COMP_WORDS[1]}"
  case "$path" in ${groupPattern(tables)}) (( COMP_CWORD > 2 )) && path="$path \${COMP_WORDS[2]}" ;; esac
  local words=""
  case "$path:$previous" in
${choices(tables)
  .map(({ path, flag, values }) => `    "${path}:${flag}") words="${values.join(' ')}" ;;`)
  .join('\n')}
  esac
  if [[ -z "$words" ]]; then
    case "$path" in
${entries(tables)
  .map(
    ({ path, words }) => `      "${path}") words="${words.map(({ word }) => word).join(' ')}" ;;`,
  )
  .join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _tasks tasks`
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

function zsh(tables: Tables): string {
  return `#compdef tasks
_tasks() {
  local path_=""
  (( CURRENT > 2 )) && path_="$words[2]"
  case "$path_" in ${groupPattern(tables)}) (( CURRENT > 3 )) && path_="$path_ $words[3]" ;; esac
  local -a found
  case "$path_:$words[CURRENT-1]" in
${choices(tables)
  .map(
    ({ path, flag, values }) =>
      `    ${quote(`${path}:${flag}`)}) compadd -- ${values.join(' ')}; return ;;`,
  )
  .join('\n')}
  esac
  case "$path_" in
${entries(tables)
  .map(({ path, words }) => {
    const list = words.map(({ word, text }) => quote(`${word}:${text.replaceAll(':', '\\:')}`))
    return `    ${quote(path)}) found=(${list.join(' ')}) ;;`
  })
  .join('\n')}
  esac
  _describe command found || _files
}
if [[ "\${funcstack[1]}" == _tasks ]]; then _tasks "$@"; else compdef _tasks tasks; fi`
}

/** When the words of the path have been typed. */
function condition(path: string): string {
  const words = path.split(' ').filter(Boolean)
  if (words.length === 0) return '__fish_use_subcommand'
  return words.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ')
}

function fish(tables: Tables): string {
  const lines = entries(tables).flatMap(({ path, words }) =>
    words.map(({ word, text }) => {
      const kind = word.startsWith('--')
        ? `-l ${word.slice(2)}`
        : word.startsWith('-')
          ? `-s ${word.slice(1)}`
          : `-f -a ${word}`
      return `complete -c tasks -n ${quote(condition(path))} ${kind} -d ${quote(text)}`
    }),
  )
  const values = choices(tables)
    .filter(({ flag }) => flag.startsWith('--'))
    .map(
      ({ path, flag, values: list }) =>
        `complete -c tasks -n ${quote(condition(path))} -l ${flag.slice(2)} -x -a ${quote(list.join(' '))}`,
    )
  return ['# fish completion of tasks', ...lines, ...values].join('\n')
}
