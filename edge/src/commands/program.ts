// Every command of the connector; what each does is in its own file.
import { Command, CommanderError } from 'commander'
import { loadSettings } from '#edge/settings/load-settings.ts'
import type { Settings } from '#edge/settings/settings.ts'
import { type ExitName, exitCodes, exitOf } from './exit-codes.ts'
import { createOutput, type Output } from './output.ts'
import { VERSION } from './version.ts'

type Options = { json?: boolean } & Record<string, unknown>
type Work = (
  output: Output,
  settings: Settings,
  options: Options,
  args: string[],
) => Promise<ExitName | undefined | void>

export async function runProgram(argv: readonly string[]): Promise<number> {
  let exit: ExitName = 'ok'
  const program = createProgram((name) => {
    exit = name
  })
  try {
    await program.parseAsync([...argv])
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    exit = exitOf(error)
    // Commander has said what it has to say.
    if (!(error instanceof CommanderError)) {
      const text =
        exit === 'failed' ? String((error as Error).stack ?? error) : (error as Error).message
      process.stderr.write(`${text}\n`)
    }
  }
  return exitCodes[exit].code
}

function createProgram(finish: (exit: ExitName) => void): Command {
  const program = new Command('task-edge')
    .description(
      'Task Service beside your database: named statements of your own file, outbound only.',
    )
    .version(VERSION)
    .exitOverride()
    .addHelpText('after', `\nExit codes:\n${exitHelp()}`)
  const run =
    (load: () => Promise<Work>) =>
    async (...given: unknown[]): Promise<void> => {
      const command = given.at(-1) as Command // commander passes the command last
      const options = command.opts<Options>()
      const work = await load()
      finish(
        (await work(createOutput(options.json === true), loadSettings(), options, command.args)) ??
          'ok',
      )
    }
  const add = (usage: string, description: string) =>
    program
      .command(usage)
      .description(description)
      .option('--json', 'print one JSON document')
      .exitOverride()

  add(
    'run',
    'Hold the link and do jobs until stopped. Enrols itself when TASK_EDGE_TOKEN is set.',
  ).action(
    run(async () => {
      const { runCommand } = await import('./run.ts')
      return (_output, settings) => runCommand(settings)
    }),
  )
  add('enrol', 'Turn the token of TASK_EDGE_TOKEN into a key of this machine.').action(
    run(async () => {
      const { enrolCommand } = await import('./enrol.ts')
      return (output, settings) => enrolCommand(output, settings)
    }),
  )
  return program
}

function exitHelp(): string {
  return Object.values(exitCodes)
    .map(({ code, meaning }) => `  ${code}  ${meaning}`)
    .join('\n')
}
