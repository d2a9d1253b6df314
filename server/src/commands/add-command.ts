// How a command is added to the program, and what runs it.
import type { Command } from 'commander'
import type { ExitName } from './exit-codes.ts'
import type { Output } from './output.ts'

export type Options = { json?: boolean } & Record<string, unknown>

type Work = (output: Output, options: Options, args: string[]) => Promise<ExitName | undefined>

/** Commands are loaded when they run: a health check must not load the whole server. */
export type Run = (load: () => Promise<Work>) => (...given: unknown[]) => Promise<void>

/** Adds a command with a --json option. */
export function add(parent: Command, usage: string, description: string): Command {
  return parent
    .command(usage)
    .description(description)
    .option('--json', 'print one JSON document')
    .exitOverride()
}
