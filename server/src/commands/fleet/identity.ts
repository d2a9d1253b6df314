// `identity export` and `migrate --join`: all cells of a fleet have one identity, so that the keys of a tenant are valid in each.
import { readFileSync } from 'node:fs'
import { link, rm } from 'node:fs/promises'
import { refuseUnfitSchema } from '#app/readiness.ts'
import { loadConfig } from '#config/load.ts'
import { openIdentity, sealIdentity } from '#crypto/transfer/identity-file.ts'
import { openDatabase } from '#db/database.ts'
import { joinIdentity } from '#db/operate/join-identity.ts'
import { readInstance } from '#domains/keys/index.ts'
import { replaceFile } from '#fleet/ingress/write-map.ts'
import { CommandError } from '../exit-codes.ts'
import type { Output } from '../output.ts'

export async function identityExport(
  output: Output,
  options: Record<string, unknown>,
): Promise<undefined> {
  const file = String(options['out'])
  const { database, keys } = loadConfig({ needs: ['database', 'master'] })
  const db = openDatabase({ ...database, url: database.url.reveal(), poolSize: 1 })
  try {
    await refuseUnfitSchema(db, database.rolePrefix)
    const { id, pepper } = await readInstance(db.auth)
    await writeNewFile(file, sealIdentity(keys.master, { id, pepper }))
    output.result({ file, instance_id: id }, [
      `Wrote the identity ${id} to ${file}, encrypted with SERVICE_ACP_MASTER_KEY.`,
      `In a new cell with the same key, run: task-service migrate --join ${file}`,
    ])
    return undefined
  } finally {
    await db.close()
  }
}

/** Complete or not there; never over another file. */
async function writeNewFile(file: string, text: string): Promise<void> {
  const draft = `${file}.draft`
  await replaceFile(draft, [text], 0o600)
  try {
    await link(draft, file)
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'EEXIST') throw error
    throw new CommandError('usage', `${file} exists already. Remove it, or choose another name.`)
  } finally {
    await rm(draft, { force: true })
  }
}

/** Read before the migration: a file that cannot be opened must not leave a migrated database. */
export function readIdentityFile(file: string) {
  const { keys } = loadConfig({ needs: ['master'] })
  const identity = openIdentity(
    [keys.master, ...(keys.masterPrevious ? [keys.masterPrevious] : [])],
    readText(file),
  )
  if (identity === 'unreadable') {
    throw new CommandError('usage', `${file} is not a file of: task-service identity export`)
  }
  if (identity === 'wrong_key') {
    throw new CommandError(
      'config',
      `${file} is encrypted with another master key, or was changed. Set SERVICE_ACP_MASTER_KEY to that of the cell that wrote it. A cell with a key of its own sets it as SERVICE_ACP_MASTER_KEY_PREVIOUS.`,
    )
  }
  return identity
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new CommandError('usage', `--join: ${error instanceof Error ? error.message : 'no file'}`)
  }
}

export async function join(
  target: { databaseUrl: string; rolePrefix: string },
  identity: ReturnType<typeof readIdentityFile>,
): Promise<boolean> {
  return joinIdentity({ ...target, identity })
}
