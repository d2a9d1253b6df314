// Declares a restore that the service cannot detect, such as one of a disk snapshot or by a provider that hides its timeline.
import { withClient } from './with-client.ts'

/** Returns the number of the new epoch. */
export function declareRestore(options: {
  databaseUrl: string
  rolePrefix: string
  restoredAt: Date
}): Promise<number> {
  return withClient({ ...options, name: 'declare-restore' }, async (client) => {
    const { rows } = await client.query<{ epoch: string }>(
      'update instance set epoch = epoch + 1, epoch_began_at = $1 returning epoch',
      [options.restoredAt],
    )
    return Number(rows[0]?.epoch)
  })
}
