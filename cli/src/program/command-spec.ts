// What a command is: its table row. The program, the help, the reference page and the completions are made from these rows.
import type { CommandRun } from './command-run.ts'
import type { ExitName } from './exit-codes.ts'

export type OptionSpec = {
  /** As commander reads them: `-s, --status <status>`. */
  flags: string
  text: string
  /** Allowed values; a list accepts several, separated by commas. */
  choices?: readonly string[]
  /** Can be repeated. */
  isList?: boolean
  isCount?: boolean
}

export type Work = (run: CommandRun) => Promise<ExitName | void>

export type CommandSpec = {
  /** With its group, if it has one: `webhooks listen`. */
  name: string
  /** As commander reads them: `<task>`, `[file]`, `<task...>`. */
  args?: string
  summary: string
  /** A paragraph for the help of the command. */
  details?: string
  options?: readonly OptionSpec[]
  /** Without the `$`. */
  examples: readonly string[]
  /** What `--json` prints; undefined if the command does not have it. */
  json?: 'document' | 'lines'
  /** Loaded when the command runs. Gets the tables, which the commands themselves cannot import. */
  load: (tables: Tables) => Promise<Work>
}

export type CommandGroup = { name: string; summary: string }

export type Tables = { groups: readonly CommandGroup[]; specs: readonly CommandSpec[] }
