// docs/reference/commands.md, generated from the program.
import { exitCodes } from '../../server/src/commands/exit-codes.ts'
import { createProgram } from '../../server/src/commands/program.ts'
import { GENERATED, page, table } from './markdown.ts'

type Command = ReturnType<typeof createProgram>

export function commandsPage(): string {
  const program = createProgram(() => undefined)
  return page(
    '# Commands',
    GENERATED,
    'Operators manage an installation with `task-service`. From a checkout, run `npm run -s task-service -- <command>`. With `--json`, a command prints one JSON document instead of text.',
    ...leaves(program).flatMap(({ name, command }) => section(name, command)),
    '## Exit codes',
    table(
      ['code', 'meaning'],
      Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning]),
    ),
  )
}

function leaves(command: Command, prefix = ''): { name: string; command: Command }[] {
  return command.commands.flatMap((child) => {
    const name = `${prefix}${child.name()}`
    if (child.commands.length > 0) return leaves(child, `${name} `)
    const args = child.registeredArguments.map((argument) => ` <${argument.name()}>`).join('')
    return [{ name: `${name}${args}`, command: child }]
  })
}

function section(name: string, command: Command): string[] {
  const rows = command.options.map((option) => [
    `\`${option.flags}\``,
    option.description,
    option.defaultValue === undefined ? '' : `\`${String(option.defaultValue)}\``,
  ])
  return [
    `## task-service ${name}`,
    command.description(),
    table(['option', 'meaning', 'default'], rows),
  ]
}
