// The exit codes of the program; scripts rely on these numbers.
import { CommanderError } from 'commander'
import { isUnavailable } from '#lib/database-failure.ts'

export const exitCodes = {
  ok: { code: 0, meaning: 'Success.' },
  failed: { code: 1, meaning: 'Unexpected error; see the message.' },
  usage: { code: 2, meaning: 'Unknown command or option, or an invalid value.' },
  config: { code: 3, meaning: 'The configuration is not valid; every error is listed.' },
  database: { code: 4, meaning: 'The database is unreachable or rejects the login.' },
  schema: { code: 5, meaning: 'The schema is older or newer than this program.' },
  not_found: { code: 6, meaning: 'The named object does not exist, or already exists.' },
  unhealthy: {
    code: 7,
    meaning:
      'A doctor check, a comparison or the upgrade of a cell failed, or the health endpoint did not return 200.',
  },
} as const

export type ExitName = keyof typeof exitCodes

/** A user error: printed as its message, without a stack trace. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly exit: ExitName
  constructor(exit: ExitName, message: string) {
    super(message)
    this.exit = exit
  }
}

/** By name: importing their classes would load most of the server for every command, `--version` and health checks included. */
const EXIT_BY_NAME: Readonly<Record<string, ExitName>> = {
  ConfigError: 'config',
  ExportRefused: 'usage',
  ImportDiffers: 'unhealthy',
  MoveRefused: 'unhealthy',
  ReplicationFailed: 'unhealthy',
  RoleRefused: 'config',
  MasterKeyRefused: 'config',
  SchemaRefused: 'schema',
}

const LOGIN_REJECTED = new Set(['28P01', '28000', '3D000'])

export function exitOf(error: unknown): ExitName {
  if (error instanceof CommandError) return error.exit
  if (error instanceof CommanderError) return 'usage'
  const named = error instanceof Error ? EXIT_BY_NAME[error.name] : undefined
  if (named !== undefined) return named
  const code = (error as { code?: unknown }).code
  if (isUnavailable(error) || (typeof code === 'string' && LOGIN_REJECTED.has(code)))
    return 'database'
  return 'failed'
}
