// An error that the program reports itself, with the exit code and how to fix it.
import type { ExitName } from './exit-codes.ts'

export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly exit: ExitName
  readonly fix: string | undefined
  constructor(exit: ExitName, message: string, fix?: string) {
    super(message)
    this.exit = exit
    this.fix = fix
  }
}
