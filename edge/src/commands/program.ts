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

  addWork(add, run)
  addNewStatement(add, run)
  addLooks(add, run)
  return program
}

type Add = (usage: string, description: string) => Command
type Run = (load: () => Promise<Work>) => (...given: unknown[]) => Promise<void>

/** Those that do something. */
function addWork(add: Add, run: Run): void {
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
}

function addNewStatement(add: Add, run: Run): void {
  add(
    'new-statement',
    'Add a named statement to the policy. It is parsed and run once against the database before it is written. On a terminal without --sql, it asks for everything.',
  )
    .option('--database <name>', 'database of the policy; optional if there is only one')
    .option('--name <name>', 'name of the statement, such as open_orders')
    .option('--sql <text>', 'SQL with :name for each parameter')
    .option('--sql-file <path>', 'file with the SQL; - is standard input')
    .option('--kind <kind>', 'read or write; default: from the first keyword of the SQL')
    .option('--description <text>', 'what it is for, shown in the dashboard')
    .option('--param <name=type...>', 'type of each parameter')
    .option('--default <name=value...>', 'default value of a parameter')
    .option('--choices <name=a,b...>', 'allowed values of a text parameter')
    .option(
      '--column <name=treatment...>',
      'columns that may leave the site, each plain, tokenise, all, last4, first1 or email',
    )
    .option('--all-columns', 'every column may leave the site, plain unless set with --column')
    .option('--max-rows <count>', 'maximum rows of a read')
    .option('--max-bytes <size>', 'maximum size of a read, such as 1MiB')
    .option('--timeout <time>', 'statement timeout, such as 15s')
    .option('--expect-rows <count>', 'rows that a write must change; otherwise it is rolled back')
    .option('--fence <param>', 'parameter with the version of the row (concurrency check)')
    .option('--repeatable', 'the write may be run again after a crash')
    .option('--value <name=value...>', 'values for the trial run')
    .option('--replace', 'replace a statement of the same name')
    .option('--print', 'print the entry instead of writing the policy')
    .option('--no-try', 'do not connect to the database')
    .option('--guided', 'ask for everything')
    .action(
      run(async () => {
        const { newStatementCommand } = await import('./new-statement.ts')
        return (output, settings, options) => newStatementCommand(output, settings, options)
      }),
    )
}

/** Those that look and change nothing. */
function addLooks(add: Add, run: Run): void {
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
