// Runs one command and turns every error into a message and an exit code.
import { readEnvironment } from '#cli/environment.ts'
import { commandGroups, commandSpecs } from '#cli/tables/command-specs.ts'
import { Output } from '#cli/terminal/output.ts'
import { CommandInput } from './command-input.ts'
import { CommandRun } from './command-run.ts'
import { describeError, errorDocument, exitOf } from './describe-error.ts'
import { type ExitName, exitCodes } from './exit-codes.ts'
import { Interrupts } from './interrupts.ts'
import { createProgram, isPrinted } from './program.ts'

const tables = { groups: commandGroups, specs: commandSpecs }

export async function runProgram(args: readonly string[]): Promise<number> {
  endWithReader()
  const interrupts = new Interrupts()
  interrupts.start()
  let exit: ExitName = 'ok'
  const { noColor, isDumbTerminal } = readEnvironment()
  const output = new Output({
    json: args.includes('--json'),
    color: !noColor && !isDumbTerminal && !args.includes('--no-color'),
  })
  const program = createProgram(async (spec, command) => {
    const work = await spec.load(tables)
    const input = new CommandInput(command.args, command.opts())
    exit = (await work(new CommandRun(input, output, interrupts))) ?? 'ok'
  })
  try {
    await program.parseAsync(args, { from: 'user' })
    const reason = interrupts.reason()
    if (reason !== undefined) exit = reason.exit
  } catch (thrown) {
    if (isPrinted(thrown)) return exitCodes.ok.code
    const error = interrupts.reason() ?? thrown
    exit = exitOf(error)
    const text = output.isJson ? errorDocument(error) : describeError(error, output.paintNote)
    output.stderr.write(`${text}\n`)
  }
  return exitCodes[exit].code
}

/** `tasks list | head` is no error: the reader has seen enough. */
function endWithReader(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: { code?: unknown }) => {
      if (error.code !== 'EPIPE') throw error
      process.exit(exitCodes.ok.code)
    })
  }
}
