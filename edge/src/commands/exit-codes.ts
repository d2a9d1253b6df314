// What the program's exit code means; scripts rely on these numbers.
import { CommanderError } from 'commander'
import { JournalBusy } from '#edge/journal/journal.ts'
import { StateUnusable } from '#edge/link/identity.ts'
import { FileRefused } from '#edge/policy/file-reader.ts'
import { SettingsError } from '#edge/settings/settings.ts'

export const exitCodes = {
  ok: { code: 0, meaning: 'Done.' },
  failed: { code: 1, meaning: 'Something unexpected went wrong; the message says what.' },
  usage: { code: 2, meaning: 'Unknown command or option, or a value that cannot be used.' },
  config: {
    code: 3,
    meaning: 'The settings or the policy cannot be used; every mistake is listed.',
  },
  unhealthy: { code: 7, meaning: 'doctor found something to mend.' },
} as const

export type ExitName = keyof typeof exitCodes

const OWN = [SettingsError, FileRefused, StateUnusable, JournalBusy]

export function exitOf(error: unknown): ExitName {
  if (error instanceof CommanderError) return 'usage'
  return OWN.some((kind) => error instanceof kind) ? 'config' : 'failed'
}
