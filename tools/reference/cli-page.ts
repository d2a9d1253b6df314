// docs/reference/cli.md: the help of every command of `tasks`, as the program prints it.
import { exitCodes } from '../../cli/src/program/exit-codes.ts'
import { createProgram } from '../../cli/src/program/program.ts'
import { commandSpecs } from '../../cli/src/tables/command-specs.ts'
import { GENERATED, page, table } from './markdown.ts'

type Command = ReturnType<typeof createProgram>

/** As in a pipe. */
const COLUMNS = 80

export function cliPage(): string {
  const program = createProgram(async () => undefined)
  return page(
    '# Command line',
    GENERATED,
    'Users of the API work with `tasks`; see the [guide](../guide/cli.md). Every command has `--help`.',
    ...commandSpecs.flatMap(({ name }) => [
      `## tasks ${name}`,
      `\`\`\`text\n${helpOf(findCommand(program, name))}\n\`\`\``,
    ]),
    '## Exit codes',
    table(
      ['code', 'meaning'],
      Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning]),
    ),
  )
}

function findCommand(program: Command, name: string): Command {
  let found: Command | undefined = program
  for (const word of name.split(' ')) {
    found = found?.commands.find((command) => command.name() === word)
  }
  if (found === undefined) throw new Error(`no command ${name}`)
  return found
}

/** With the examples, which are not a part of `helpInformation`. */
function helpOf(command: Command): string {
  let text = ''
  command.configureOutput({
    writeOut: (part) => void (text += part),
    getOutHelpWidth: () => COLUMNS,
    getOutHasColors: () => false,
  })
  command.outputHelp()
  return text.trimEnd()
}
