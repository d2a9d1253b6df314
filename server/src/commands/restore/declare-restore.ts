// `declare-restore`: allows connectors that are ahead of a restored database to re-sync once, where the service cannot detect the restore.
import { loadConfig } from '#config/load.ts'
import { declareRestore } from '#db/operate/declare-restore.ts'
import { CommandError } from '../exit-codes.ts'
import type { Output } from '../output.ts'

export async function declareRestoreCommand(
  output: Output,
  options: Record<string, unknown>,
): Promise<undefined> {
  const restoredAt = readTime(options['at'])
  const { database } = loadConfig({ needs: ['database'] })
  const epoch = await declareRestore({
    databaseUrl: database.url.reveal(),
    rolePrefix: database.rolePrefix,
    restoredAt,
  })
  output.result({ epoch, restored_at: restoredAt.toISOString() }, [
    `Epoch ${epoch}: every connector that is ahead of the database can re-sync once.`,
    `Connectors locked since ${restoredAt.toISOString()} can re-sync too. Each takes about 90 seconds and is recorded in the audit log as connector.resynced.`,
  ])
}

function readTime(text: unknown): Date {
  if (typeof text !== 'string') return new Date()
  const at = new Date(text)
  if (Number.isNaN(at.getTime()) || at > new Date()) {
    throw new CommandError(
      'usage',
      `--at ${text}: must be a time in the past, such as 2026-01-31T12:00:00Z.`,
    )
  }
  return at
}
