// docs/reference/commands.md from the program itself.
import { exitCodes } from '../../server/src/commands/exit-codes.ts'
import { createProgram } from '../../server/src/commands/program.ts'
import { GENERATED, page, table } from './markdown.ts'

type Command = ReturnType<typeof createProgram>

export function commandsPage(): string {
  const program = createProgram(() => undefined)
  return page(
    '# Commands',
    GENERATED,
    'The operator’s program is `task-service`; from a checkout run it as `npm run -s task-service -- <command>`. Output is for people on a terminal; `--json` prints one JSON document instead.',
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
