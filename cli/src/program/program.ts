// The program from its tables: arguments, options and help of every command. Commands are loaded when they run.
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { commandGroups, commandSpecs } from '#cli/tables/command-specs.ts'
import type { CommandSpec, OptionSpec } from './command-spec.ts'
import { exitCodes } from './exit-codes.ts'
import { optionsOf } from './options-of.ts'
import { VERSION } from './version.ts'

export type Start = (spec: CommandSpec, command: Command) => Promise<void>

export function createProgram(start: Start): Command {
  const program = new Command('tasks')
    .description('Create, list and complete tasks, follow events, and test webhooks locally.')
    .version(VERSION)
    // Errors are printed by the caller; what is left is the help of a command without its subcommand.
    .configureOutput({
      outputError: () => undefined,
      writeErr: (text) => process.stdout.write(text),
    })
    .exitOverride()
  const groups = new Map(commandGroups.map((group) => [group.name, group]))
  const parents = new Map<string, Command>()
  for (const spec of commandSpecs) {
    const [first = '', second] = spec.name.split(' ')
    const group = groups.get(first)
    if (second === undefined || group === undefined) addCommand(program, spec.name, spec, start)
    else {
      const parent =
        parents.get(first) ?? inherit(program.command(first), program).description(group.summary)
      parents.set(first, parent)
      addCommand(parent, second, spec, start)
    }
  }
  program.addHelpText('after', programHelp())
  return program
}

const inherit = (command: Command, parent: Command): Command =>
  command.copyInheritedSettings(parent).exitOverride()

function addCommand(parent: Command, name: string, spec: CommandSpec, start: Start): void {
  const usage = spec.args === undefined ? name : `${name} ${spec.args}`
  const command = inherit(parent.command(usage), parent)
    .summary(spec.summary)
    .description([spec.summary, spec.details ?? []].flat().join('\n\n'))
  for (const option of optionsOf(spec)) command.addOption(createOption(option))
  command
    .addHelpText('after', `\nExamples:\n${spec.examples.map((one) => `  $ ${one}`).join('\n')}`)
    .action(() => start(spec, command))
}

function createOption(spec: OptionSpec): Option {
  const { flags, text, choices, isList, isCount } = spec
  const allowed = choices === undefined ? text : `${text} (${choices.join(', ')})`
  const option = new Option(flags, isList ? `${allowed}; repeatable` : allowed)
  if (isList) return option.argParser((value, before) => addValues(value, before, choices))
  if (isCount) return option.argParser(parseCount)
  return choices === undefined ? option : option.argParser((value) => checkChoice(value, choices))
}

function addValues(value: string, before: unknown, choices?: readonly string[]): string[] {
  const values = choices === undefined ? [value] : value.split(',').map((one) => one.trim())
  if (choices !== undefined) for (const one of values) checkChoice(one, choices)
  return [...(Array.isArray(before) ? before.map(String) : []), ...values]
}

function checkChoice(value: string, choices: readonly string[]): string {
  if (choices.includes(value)) return value
  throw new InvalidArgumentError(`Allowed: ${choices.join(', ')}.`)
}

function parseCount(value: string): number {
  const count = Number(value)
  if (/^\d+$/.test(value) && Number.isSafeInteger(count)) return count
  throw new InvalidArgumentError('It must be a whole number.')
}

function programHelp(): string {
  const codes = Object.values(exitCodes).map(
    ({ code, meaning }) => `  ${String(code).padEnd(5)}${meaning}`,
  )
  return [
    '',
    'Environment:',
    '  TASKS_URL, TASKS_KEY  server and API key, instead of a profile',
    '  TASKS_PROFILE         profile to use',
    '  NO_COLOR              print without colors',
    '',
    'Exit codes:',
    ...codes,
    '',
    'Examples:',
    '  $ tasks login --url https://acme.tasks.example.com',
    '  $ tasks create "Call the supplier" --priority high',
    '  $ tasks webhooks listen --forward-to localhost:3000/hooks',
  ].join('\n')
}

/** Whether commander printed what was asked for, such as the help. */
export const isPrinted = (error: unknown): boolean =>
  error instanceof CommanderError && (error.exitCode === 0 || error.code === 'commander.help')
