// The exit codes of the program; scripts rely on these numbers.
import { CommanderError } from 'commander'
import { JournalBusy } from '#edge/journal/journal.ts'
import { StateUnusable } from '#edge/link/identity.ts'
import { FileInvalid } from '#edge/policy/file-reader.ts'
import { SettingsError } from '#edge/settings/settings.ts'

export const exitCodes = {
  ok: { code: 0, meaning: 'Success.' },
  failed: { code: 1, meaning: 'Unexpected error; see the message.' },
  usage: { code: 2, meaning: 'Unknown command or option, or an invalid value.' },
  config: {
    code: 3,
    meaning: 'The settings or the policy are not valid; every error is listed.',
  },
  unhealthy: { code: 7, meaning: 'A doctor check failed.' },
} as const

export type ExitName = keyof typeof exitCodes

const OWN = [SettingsError, FileInvalid, StateUnusable, JournalBusy]

export function exitOf(error: unknown): ExitName {
  if (error instanceof CommanderError) return 'usage'
  return OWN.some((kind) => error instanceof kind) ? 'config' : 'failed'
}
