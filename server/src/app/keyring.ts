// The master keys of the environment, verified against the installation before they are used.
import type { Config } from '#config/config.ts'
import { createKeyring, type Keyring } from '#crypto/keyring.ts'
import { type Database, openDatabase } from '#db/database.ts'
import { type Instance, readInstance } from '#domains/keys/index.ts'
import { admitMasterKey, refuseWrongMasterKey } from '#domains/vault/index.ts'
import { codeOf, UNDEFINED_TABLE } from '#lib/database-failure.ts'
import type { Logger } from '#observe/log.ts'

type MasterConfig = Config<'master'>['keys']

export function openKeyring(keys: MasterConfig, instance: Instance): Keyring {
  return createKeyring({
    instanceId: instance.id,
    master: keys.master,
    previous: keys.masterPrevious,
  })
}

/** Throws MasterKeyRefused. Logs what the operator should do next. */
export async function admitKeyring(
  keys: MasterConfig,
  parts: { db: Database; instance: Instance; log: Logger },
): Promise<Keyring> {
  const keyring = openKeyring(keys, parts.instance)
  const masterKeys = await admitMasterKey(parts.db.owner, keyring)
  const { retiring, lost } = masterKeys
  if (retiring.length > 0) {
    parts.log.warn(
      { retiring },
      'master key rotation is not finished; run: task-service keys rotate',
    )
  } else if (keyring.previousId !== null) {
    parts.log.info('SERVICE_ACP_MASTER_KEY_PREVIOUS is no longer needed')
  }
  if (lost.length > 0) {
    parts.log.warn(
      { lost },
      'secrets encrypted with lost master keys must be re-entered; list them with: task-service keys status',
    )
  }
  return keyring
}

/** For `serve --migrate`: a process with a wrong key must not even migrate. A database without a vault has no key to compare. */
export async function refuseBeforeMigration(
  config: Pick<Config<'database' | 'master'>, 'database' | 'keys'>,
): Promise<void> {
  const { database, keys } = config
  const db = openDatabase({ ...database, url: database.url.reveal(), poolSize: 1 })
  try {
    const instance = await readInstance(db.owner)
    await refuseWrongMasterKey(db.owner, openKeyring(keys, instance))
  } catch (error) {
    if (codeOf(error) !== UNDEFINED_TABLE) throw error
  } finally {
    await db.close()
  }
}
