// Every command of the connector; each is implemented in its own file.
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
    // Commander has printed its errors already.
    if (!(error instanceof CommanderError)) {
      const text =
        exit === 'failed' ? String((error as Error).stack ?? error) : (error as Error).message
      process.stderr.write(`${text}\n`)
    }
  }
  return exitCodes[exit].code
}

export function createProgram(finish: (exit: ExitName) => void): Command {
  const program = new Command('task-edge')
    .description(
      'Connect your database to Task Service: named statements of your policy, outbound connections only.',
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

  addConnectorCommands(add, run)
  addNewStatement(add, run)
  addReadOnlyCommands(add, run)
  return program
}

type Add = (usage: string, description: string) => Command
type Run = (load: () => Promise<Work>) => (...given: unknown[]) => Promise<void>

/** Commands that connect to the service. */
function addConnectorCommands(add: Add, run: Run): void {
  add('run', 'Start the connector. On the first start, set TASK_EDGE_TOKEN to enroll it.').action(
    run(async () => {
      const { runCommand } = await import('./run.ts')
      return (_output, settings) => runCommand(settings)
    }),
  )
  add('enroll', 'Enroll this machine using TASK_EDGE_TOKEN.')
    // The name in earlier releases.
    .alias('enrol')
    .action(
      run(async () => {
        const { enrollCommand } = await import('./enroll.ts')
        return (output, settings) => enrollCommand(output, settings)
      }),
    )
}

function addNewStatement(add: Add, run: Run): void {
  add(
    'new-statement',
    'Add a named statement to the policy. The SQL is parsed and tested on the database first. On a terminal without --sql, you are prompted for everything.',
  )
    .option('--database <name>', 'database of the policy; optional if there is only one')
    .option('--name <name>', 'name of the statement, such as open_orders')
    .option('--sql <text>', 'SQL with :name for each parameter')
    .option('--sql-file <path>', 'file with the SQL; - is standard input')
    .option('--kind <kind>', 'read or write; default: from the first keyword of the SQL')
    .option('--description <text>', 'description for the dashboard')
    .option('--param <name=type...>', 'type of each parameter')
    .option('--default <name=value...>', 'default value of a parameter')
    .option('--choices <name=a,b...>', 'allowed values of a text parameter')
    .option(
      '--column <name=treatment...>',
      'columns to send, each plain, tokenise, all, last4, first1 or email',
    )
    .option('--all-columns', 'send every column, plain unless set with --column')
    .option('--max-rows <count>', 'maximum rows of a read')
    .option('--max-bytes <size>', 'maximum size of a read, such as 1MiB')
    .option('--timeout <time>', 'statement timeout, such as 15s')
    .option('--expect-rows <count>', 'rows that a write must change; otherwise it is rolled back')
    .option('--fence <param>', 'concurrency check: parameter with the version of the row')
    .option('--repeatable', 'the write can be repeated after a crash')
    .option('--value <name=value...>', 'values for the trial run')
    .option('--replace', 'replace a statement of the same name')
    .option('--print', 'print the entry instead of writing the policy')
    .option('--no-try', 'do not test the statement on the database')
    .option('--guided', 'prompt for everything')
    .action(
      run(async () => {
        const { newStatementCommand } = await import('./new-statement.ts')
        return (output, settings, options) => newStatementCommand(output, settings, options)
      }),
    )
}

/** Read-only commands. */
function addReadOnlyCommands(add: Add, run: Run): void {
  add('check', 'Validate the policy file.').action(
    run(async () => {
      const { checkCommand } = await import('./check.ts')
      return (output, settings) => checkCommand(output, settings)
    }),
  )
  add('explain <statement>', 'Show what a statement reads, writes and sends.').action(
    run(async () => {
      const { explainCommand } = await import('./explain.ts')
      return (output, settings, _options, args) => explainCommand(output, settings, args[0] ?? '')
    }),
  )
  add('print-role', 'Print SQL for a least-privilege database role.')
    .requiredOption('--db <engine>', 'postgres, mysql, sqlserver or oracle')
    .action(
      run(async () => {
        const { printRoleCommand } = await import('./print-role.ts')
        return (output, settings, options) => printRoleCommand(output, settings, options)
      }),
    )
  add('doctor', 'Diagnose settings, network, databases and statements, and suggest fixes.').action(
    run(async () => {
      const { doctorCommand } = await import('./doctor.ts')
      return (output, settings) => doctorCommand(output, settings)
    }),
  )
}

function exitHelp(): string {
  return Object.values(exitCodes)
    .map(({ code, meaning }) => `  ${code}  ${meaning}`)
    .join('\n')
}
